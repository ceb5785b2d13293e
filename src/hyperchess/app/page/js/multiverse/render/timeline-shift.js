/** The short animation of new timelines and of a present that moves; none with reduced motion. */

/** @import {Layout} from "../layout.js" */
/** @import {View} from "./view.js" */

import { FlightTime } from "../../drawing/flight-time.js";

/** @typedef {{share: number, present: number, rows: number[]}} Shift from 0 to 1; the former present; rows that are new */

export class TimelineShift {
  #time = new FlightTime();
  #study = "";
  /** @type {Layout | null} */ #before = null;
  /** @type {Omit<Shift, "share">} */ #shift = { present: 0, rows: [] };

  /**
   * Compare a layout with the one before; the first layout of a study is not animated.
   *
   * @param {string} study
   * @param {Layout} layout
   * @param {boolean} wanted
   */
  next(study, layout, wanted) {
    const before = this.#study === study ? this.#before : null;
    this.#study = study;
    this.#before = layout;
    this.#time.stop();
    if (!before || !wanted) return;
    const rows = layout.position.timelines.map(({ row }) => row).filter((row) => !before.line(row));
    const { present } = before.position;
    if (rows.length === 0 && present === layout.position.present) return;
    this.#shift = { present, rows };
    this.#time.start();
  }

  /** @param {number} now @returns {Shift} */
  at(now) {
    return { share: this.#time.at(now), ...this.#shift };
  }
}

/**
 * Over the boards: new timelines are uncovered from left to right, and a bar runs from the former present to the new one.
 *
 * @param {View} view
 * @param {Shift} shift
 */
export function drawShift(view, { share, present, rows }) {
  if (share >= 1) return;
  const { pen, layout, theme } = view;
  pen.fillStyle = theme.ground;
  for (const row of rows) {
    const line = layout.line(row);
    if (!line) continue;
    const left = layout.columnX(line.first) - layout.gap / 2;
    const right = layout.columnX(layout.endOf(line)) + layout.width + layout.gap;
    const covered = view.x(left + (right - left) * share);
    const top = view.y(layout.rowY(row) - layout.gap / 2);
    pen.fillRect(covered, top, view.x(right) - covered, layout.stepY * view.unit);
  }
  const [from, to] = [layout.columnX(present), layout.columnX(layout.position.present)];
  if (from === to) return;
  pen.fillStyle = theme.accent;
  pen.globalAlpha = 0.3 * (1 - share);
  pen.fillRect(view.x(from + (to - from) * share), 0, layout.width * view.unit, view.height);
  pen.globalAlpha = 1;
}
