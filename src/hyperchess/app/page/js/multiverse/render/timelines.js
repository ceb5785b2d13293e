/**
 * Drawn below the boards: the bands of timelines, their branches and the present; and the veil over
 * inactive timelines.
 */


/** @import {Player, Theme, TimelineView} from "../../types.js" */
/** @import {View} from "./view.js" */

const VEIL = 0.55;

/** The present: one bar through all rows. @param {View} view */
export function drawPresent(view) {
  const { pen, layout, theme, px } = view;
  const spread = layout.gap / 2; // outside the labels of ranks
  const left = Math.round(view.x(layout.columnX(layout.position.present) - spread));
  const width = Math.round((layout.width + 2 * spread) * view.unit);
  if (left > view.width || left + width < 0) return;
  pen.fillStyle = theme.accent;
  pen.globalAlpha = 0.16;
  pen.fillRect(left, 0, width, view.height);
  pen.globalAlpha = 1;
  const line = Math.max(1, Math.round(1.5 * px));
  pen.fillRect(left, 0, line, view.height);
  pen.fillRect(left + width - line, 0, line, view.height);
}

/** An arrow-shaped band below the boards of each timeline. @param {View} view */
export function drawBands(view) {
  const { pen, layout, theme, px } = view;
  const height = layout.height - 2 * Math.round(layout.height * 0.22); // edges between the labels of ranks
  pen.lineWidth = Math.max(1, Math.round(px));
  pen.strokeStyle = theme.quiet;
  pen.lineJoin = "round";
  for (const line of view.lines) {
    const left = view.x(layout.columnX(line.first) - layout.gap * 0.42);
    const right = view.x(layout.columnX(layout.endOf(line)) + layout.width + layout.gap * 0.4);
    const tip = right + layout.gap * 0.45 * view.unit;
    if (left > view.width || tip < 0) continue;
    const top = view.y(layout.rowY(line.row) + (layout.height - height) / 2);
    const bottom = top + height * view.unit;
    // Clip: drawing far outside the view is slow.
    const near = Math.max(left, -10 * px);
    const far = Math.min(right, view.width + 10 * px);
    pen.beginPath();
    pen.moveTo(near, top);
    pen.lineTo(far, top);
    if (far === right) pen.lineTo(tip, (top + bottom) / 2);
    pen.lineTo(far, bottom);
    pen.lineTo(near, bottom);
    pen.closePath();
    pen.fillStyle = bandColor(theme, line.maker);
    pen.fill();
    pen.stroke();
  }
}

/**
 * A band from the parent board of a timeline along the gap to its own row, in the colour of its creator.
 * Longer branches run further left, so that branches of one board do not cross.
 *
 * @param {View} view
 */
export function drawBranches(view) {
  const { layout, theme, px, unit } = view;
  const half = Math.round(Math.max(2.5 * px, layout.gap * 0.4 * unit) / 2);
  const edge = Math.max(1, Math.round(px));
  for (const line of layout.position.timelines) {
    if (!line.parent || !layout.line(line.parent[0])) continue;
    const [row, time] = line.parent;
    const rows = Math.abs(line.row - row);
    const lane = layout.columnX(time) + layout.width + layout.gap * (0.68 - 0.36 * Math.min(1, rows / 16));
    const top = Math.min(layout.rowY(row), layout.rowY(line.row));
    const height = rows * layout.stepY + layout.height;
    const rect = { x: lane - layout.gap, y: top, width: 2 * layout.gap, height };
    if (!view.shows(rect, half)) continue;
    const bends = {
      from: Math.round(view.x(layout.columnX(time) + layout.width * 0.9)),
      lane: Math.round(view.x(lane)),
      to: Math.round(view.x(layout.columnX(time) + layout.stepX + layout.width * 0.1)),
      y1: Math.round(view.y(layout.rowY(row) + layout.height / 2)),
      y2: Math.round(view.y(layout.rowY(line.row) + layout.height / 2)),
      round: Math.round(layout.gap * 0.3 * unit),
    };
    drawBranch(view, bends, theme.quiet, half + edge);
    drawBranch(view, bends, bandColor(theme, line.maker), half);
  }
}

/**
 * Straight parts are filled rectangles and bends are drawn only in view: hundreds of long curves would be too slow.
 *
 * @param {View} view
 * @param {{from: number, lane: number, to: number, y1: number, y2: number, round: number}} bends
 * @param {string} color
 * @param {number} half of its width
 */
function drawBranch({ pen, width, height }, { from, lane, to, y1, y2, round }, color, half) {
  const way = Math.sign(y2 - y1);
  const [top, bottom] = [Math.min(y1, y2) + round, Math.max(y1, y2) - round];
  const [first, last] = [Math.max(top, -half), Math.min(bottom, height + half)];
  pen.fillStyle = pen.strokeStyle = color;
  if (last > first && lane > -half && lane < width + half)
    pen.fillRect(lane - half, first, 2 * half, last - first);
  pen.lineWidth = 2 * half;
  pen.lineCap = "butt";
  for (const [side, x, y, turn] of /** @type {const} */ ([
    [-1, from, y1, way],
    [1, to, y2, -way],
  ])) {
    if (y < -round - half || y > height + round + half) continue;
    if (round < 4) {
      pen.fillRect(Math.min(x, lane), y - half, Math.abs(x - lane), 2 * half);
      pen.fillRect(lane - half, Math.min(y, y + turn * round), 2 * half, round);
      continue;
    }
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(lane + side * round, y);
    pen.quadraticCurveTo(lane, y, lane, y + turn * round);
    pen.stroke();
  }
}

/** Dim inactive timelines. @param {View} view */
export function drawVeils(view) {
  const { pen, layout, theme } = view;
  pen.fillStyle = theme.ground;
  pen.globalAlpha = VEIL;
  for (const line of view.lines) {
    if (line.active) continue;
    const [top, bottom] = rowEdges(view, line);
    const left = Math.max(0, Math.round(view.x(layout.columnX(line.first) - layout.gap / 2)));
    const right = view.x(layout.columnX(layout.endOf(line)) + layout.width + layout.gap);
    const width = Math.min(view.width, Math.round(right)) - left;
    if (width > 0) pen.fillRect(left, top, width, bottom - top);
  }
  pen.globalAlpha = 1;
}

/**
 * The upper and the lower edge of a row with half of its gaps.
 *
 * @param {View} view
 * @param {TimelineView} line
 */
function rowEdges(view, line) {
  const { layout } = view;
  const top = layout.rowY(line.row) - layout.gap / 2;
  return /** @type {const} */ ([Math.round(view.y(top)), Math.round(view.y(top + layout.stepY))]);
}

/** @param {Theme} theme @param {Player | null} maker */
function bandColor(theme, maker) {
  if (maker === null) return theme.band;
  return maker === "white" ? theme.band_white : theme.band_black;
}
