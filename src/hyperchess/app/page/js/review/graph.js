/** The graph of a reviewed game: White's expected score after each action, with marks for mistakes and
 * mates. */

/** @import {Session} from "../session.js" */
/** @import {ReviewPoint} from "../types.js" */
/** @import {GameReview} from "./review.js" */

import { scoreWords } from "../engine/score-text.js";
import { actionText } from "../moves/node-text.js";
import { make } from "../ui/dom.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 84; // of the curve; below it are the numbers of the actions
const AXIS = 16;
const MARGIN = 8;
const LEFT = 34; // width of the labels
const TICKS = 5; // most numbers below the curve

/** The paths of the marks, around 0,0: a circle, a square, a triangle. @type {Record<string, string>} */
const SHAPES = {
  inaccuracy: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z",
  mistake: "M-4 -4H4V4H-4Z",
  blunder: "M0 -5L5 4H-5Z",
};

/** @param {string} tag @param {Record<string, string | number>} attributes */
function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** The mark of a kind of mistake, for lists. @param {string} kind */
export function mistakeMark(kind) {
  const picture = shape("svg", {
    viewBox: "-6 -6 12 12",
    class: "mistake-mark",
    "data-kind": kind,
    "aria-hidden": "true",
  });
  picture.append(shape("path", { d: SHAPES[kind] ?? "" }));
  return picture;
}

/** @param {GameReview} review @param {Session} session */
export function graph(review, session) {
  const picture = shape("svg", { class: "review-graph", height: HEIGHT + AXIS, role: "img" });
  const note = make("p", { class: "graph-note quiet-text" });
  const element = make("div", { class: "graph" });
  element.append(picture, note);
  let width = 300;
  const points = () => review.data?.points ?? [];
  const step = () => (width - LEFT - 2 * MARGIN) / Math.max(1, points().length - 1);
  const x = (/** @type {number} */ place) => LEFT + MARGIN + place * step();
  const y = (/** @type {ReviewPoint} */ { score }) => ((100 - score.chance) / 100) * (HEIGHT - 4) + 2;

  const draw = () => {
    const all = points();
    picture.setAttribute("width", String(width));
    picture.setAttribute("aria-label", describe(all));
    const line = all.map((point, place) => `${x(place).toFixed(1)} ${y(point).toFixed(1)}`);
    const end = x(all.length - 1).toFixed(1);
    picture.replaceChildren(
      shape("rect", { class: "graph-black", x: LEFT, y: 0, width: width - LEFT, height: HEIGHT }),
      shape("path", { class: "graph-white", d: `M${x(0)} ${HEIGHT}L${line.join("L")}L${end} ${HEIGHT}Z` }),
      shape("path", { class: "graph-middle", d: `M${LEFT} ${HEIGHT / 2}H${width}` }),
      ...labels(),
      shape("path", { class: "graph-line", d: `M${line.join("L")}` }),
      ...all.flatMap((point, place) => marks(point, place)),
    );
    here();
  };
  /** White's expected score on the left, and the numbers of some actions below. */
  const labels = () => {
    const text = (/** @type {string} */ content, /** @type {Record<string, string | number>} */ attributes) => {
      const label = shape("text", { class: "graph-label", ...attributes });
      label.textContent = content;
      return label;
    };
    const heights = [[100, 9], [50, HEIGHT / 2 + 3], [0, HEIGHT - 1]]; // prettier-ignore
    return [
      ...heights.map(([score, at]) => text(`${score} %`, { x: LEFT - 4, y: at ?? 0, "text-anchor": "end" })),
      ...ticks(points().map(({ node }) => session.nodeOf(node)?.number ?? 0)).map(([place, number]) =>
        text(String(number), { x: x(place), y: HEIGHT + AXIS - 4, "text-anchor": "middle" }),
      ),
    ];
  };
  /** @param {ReviewPoint} point @param {number} place */
  const marks = (point, place) => {
    const found = [];
    if (point.score.mate !== null && isNewMate(points(), place)) {
      const sign = shape("text", {
        class: "graph-mate",
        x: Math.max(LEFT + 12, Math.min(width - 12, x(place))),
        y: point.score.chance > 50 ? 14 : HEIGHT - 6,
      });
      sign.textContent = `#${Math.abs(point.score.mate)}`;
      found.push(sign);
    }
    const path = SHAPES[point.judgement];
    if (path) {
      const at = `translate(${x(place).toFixed(1)} ${Math.min(HEIGHT - 7, Math.max(7, y(point))).toFixed(1)})`;
      found.push(
        shape("path", { class: "graph-mark", "data-kind": point.judgement, d: path, transform: at }),
      );
    }
    return found;
  };
  const here = () => {
    picture.querySelector(".graph-here")?.remove();
    const place = points().findIndex((point) => point.node === session.node);
    const point = points()[place];
    if (!point) {
      note.textContent = "Point at the graph or step through the game.";
      return;
    }
    picture.append(shape("path", { class: "graph-here", d: `M${x(place)} 0V${HEIGHT}` }));
    note.textContent = words(session, point);
  };
  const nearest = (/** @type {PointerEvent} */ event) => {
    const at = event.clientX - picture.getBoundingClientRect().left;
    return points()[Math.max(0, Math.min(points().length - 1, Math.round((at - x(0)) / step())))];
  };
  element.addEventListener("pointermove", (event) => {
    const point = event.target instanceof Element && event.target.closest("svg") ? nearest(event) : null;
    if (point) note.textContent = words(session, point);
  });
  element.addEventListener("pointerleave", here);
  element.addEventListener("click", (event) => {
    const within = event.target instanceof Element && event.target.closest("svg");
    const point = within ? nearest(/** @type {PointerEvent} */ (event)) : null;
    if (point) void session.go(point.node);
  });
  new ResizeObserver(() => {
    if (element.clientWidth < 20 || element.clientWidth === width) return;
    width = element.clientWidth;
    draw();
  }).observe(element);
  session.on("position", here);
  return { element, draw };
}

/**
 * Where numbers are written: at most `TICKS` of them, at the first point of each, evenly spaced.
 *
 * @param {number[]} numbers of the actions, in order
 * @returns {[place: number, number: number][]}
 */
export function ticks(numbers) {
  const different = [...new Set(numbers)].filter((number) => number > 0);
  const every = Math.ceil(different.length / TICKS);
  return different.filter((_, at) => at % every === 0).map((number) => [numbers.indexOf(number), number]);
}

/** Whether a mate is new at a point. @param {ReviewPoint[]} points @param {number} place */
function isNewMate(points, place) {
  return place === 0 || points[place - 1]?.score.mate === null;
}

/** @param {Session} session @param {ReviewPoint} point */
function words(session, point) {
  const node = session.nodeOf(point.node);
  const judged = point.judgement ? `, ${point.judgement}` : "";
  return `${node ? actionText(node) : ""}${judged}: ${scoreWords(point.score)}`;
}

/** @param {ReviewPoint[]} points */
function describe(points) {
  const last = points.at(-1);
  return `White's expected score after each of ${points.length} actions${last ? `; at the end ${scoreWords(last.score)}` : ""}`;
}
