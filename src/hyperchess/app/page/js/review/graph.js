/** The graph of a reviewed game: White's expected score after each action, with marks for mistakes and
 * mates. */

/** @import {Session} from "../session.js" */
/** @import {ReviewPoint} from "../types.js" */
/** @import {GameReview} from "./review.js" */

import { scoreWords } from "../engine/score-text.js";
import { actionText } from "../moves/node-text.js";
import { make } from "../ui/dom.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 84;
const MARGIN = 8;

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
  const picture = shape("svg", { class: "review-graph", height: HEIGHT, role: "img" });
  const note = make("p", { class: "graph-note quiet-text" });
  const element = make("div", { class: "graph" });
  element.append(picture, note);
  let width = 300;
  const points = () => review.data?.points ?? [];
  const step = () => (width - 2 * MARGIN) / Math.max(1, points().length - 1);
  const x = (/** @type {number} */ place) => MARGIN + place * step();
  const y = (/** @type {ReviewPoint} */ { score }) => ((100 - score.chance) / 100) * (HEIGHT - 4) + 2;

  const draw = () => {
    const all = points();
    picture.setAttribute("width", String(width));
    picture.setAttribute("aria-label", describe(all));
    const line = all.map((point, place) => `${x(place).toFixed(1)} ${y(point).toFixed(1)}`);
    const end = x(all.length - 1).toFixed(1);
    picture.replaceChildren(
      shape("rect", { class: "graph-black", x: 0, y: 0, width, height: HEIGHT }),
      shape("path", { class: "graph-white", d: `M${MARGIN} ${HEIGHT}L${line.join("L")}L${end} ${HEIGHT}Z` }),
      shape("path", { class: "graph-middle", d: `M0 ${HEIGHT / 2}H${width}` }),
      shape("path", { class: "graph-line", d: `M${line.join("L")}` }),
      ...all.flatMap((point, place) => marks(point, place)),
    );
    here();
  };
  /** @param {ReviewPoint} point @param {number} place */
  const marks = (point, place) => {
    const found = [];
    if (point.score.mate !== null && isNewMate(points(), place)) {
      const sign = shape("text", {
        class: "graph-mate",
        x: Math.max(12, Math.min(width - 12, x(place))),
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
    return points()[Math.max(0, Math.min(points().length - 1, Math.round((at - MARGIN) / step())))];
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
  return `Score after each of ${points.length} actions${last ? `; at the end ${scoreWords(last.score)}` : ""}`;
}
