/** The review below the moves: progress while it runs, then graph, summary, the mistakes, and learning
 * from them. */

/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {Player, ReviewSummary} from "../types.js" */
/** @import {GameReview} from "./review.js" */

import { actionText } from "../moves/node-text.js";
import { button } from "../ui/button.js";
import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { capitalize, counted } from "../ui/wording.js";
import { graph, mistakeMark } from "./graph.js";
import { Learn } from "./learn.js";

const SPEEDS = [
  ["0.2", "quick"],
  ["0.5", "normal"],
  ["2", "thorough"],
];

/** @param {HTMLElement} host @param {Session} session @param {Context} context @param {GameReview} review */
export function mount(host, session, context, review) {
  const learn = new Learn(session, review, context.source);
  const page = host.parentElement;

  const speed = make("select", {
    "aria-label": "Thinking time",
    title: "Thinking time per action",
  });
  speed.append(...SPEEDS.map(([value, text]) => make("option", { value, text })));
  speed.value = "0.5";
  const start = button("graph", "Review the game", () => void review.start(Number(speed.value)));
  start.id = "review-start";
  const starting = make("div", { class: "button-row" }, start, speed);

  const bar = make("progress", { max: 1, value: 0, "aria-label": "Progress of the review" });
  const words = make("span", { class: "quiet-text", id: "review-progress" });
  const progress = make(
    "div",
    { class: "review-progress" },
    bar,
    words,
    button("close", "Cancel", () => review.cancel()),
  );

  const drawn = graph(review, session);
  const players = make("div", { class: "review-players" });
  const mistakes = make("ul", { class: "review-mistakes", "aria-label": "Mistakes" });
  const fold = make("details", { class: "review-fold" }, make("summary", {}), mistakes);
  const result = make("div", { class: "review-result" }, drawn.element, players, fold);
  host.append(
    make("section", { class: "review", "aria-label": "Review" }, starting, progress, result),
    learning(learn),
  );

  const refresh = () => {
    const { study } = session;
    const { data, running } = review;
    host.hidden = study === null || (study.nodes.length < 2 && !data);
    starting.hidden = running !== null || learn.state !== "off";
    start.lastChild?.replaceWith(data ? "Review again" : "Review the game");
    progress.hidden = running === null;
    if (running) {
      const { done, of } = /** @type {{done?: number, of?: number}} */ (running.progress);
      if (of) bar.value = (done ?? 0) / of;
      else bar.removeAttribute("value");
      words.textContent = of
        ? `${done} of ${counted(of, "action")}`
        : running.state === "waiting"
          ? "Waiting…"
          : "Starting…";
    }
    result.hidden = data === null || learn.state !== "off";
    page?.classList.toggle("learning", learn.state === "trying" || learn.state === "thinking");
    if (!data) return;
    drawn.draw();
    players.replaceChildren(...data.players.map((player) => summary(session, learn, player)));
    const judged = data.points.filter((point) => point.judgement !== "");
    fold.hidden = judged.length === 0;
    const title = fold.querySelector("summary");
    if (title) title.textContent = `${counted(judged.length, "action")} to improve`;
    mistakes.replaceChildren(
      ...judged.map((point) => {
        const node = session.nodeOf(point.node);
        const better = point.better === null ? null : session.nodeOf(point.better);
        const text = `${node ? actionText(node) : ""} · ${point.judgement}`;
        return make(
          "li",
          {},
          make(
            "button",
            { type: "button", class: "small", on: { click: () => session.go(point.node) } },
            mistakeMark(point.judgement),
            text,
          ),
          better
            ? make("button", {
                type: "button",
                class: "quiet small",
                text: `better: ${actionText(better)}`,
                on: { click: () => session.go(better.id) },
              })
            : null,
          point.reason ? make("p", { class: "quiet-text", text: capitalize(point.reason) }) : null,
        );
      }),
    );
  };
  review.addEventListener("change", refresh);
  learn.addEventListener("change", refresh);
  session.on("study", refresh);
  refresh();
}

/** @param {Session} session @param {Learn} learn @param {ReviewSummary} found */
function summary(session, learn, { player, inaccuracies, mistakes, blunders, accuracy, lost }) {
  const name =
    session.study?.headers.find(([key]) => key.toLowerCase() === player)?.[1] || capitalize(player);
  const count = (/** @type {number} */ number, /** @type {string} */ kind) =>
    make(
      "li",
      {},
      mistakeMark(kind),
      `${number} ${number === 1 ? kind : kind === "inaccuracy" ? "inaccuracies" : `${kind}s`}`,
    );
  const many = learn.mistakesOf(player).length;
  return make(
    "div",
    { class: "review-player" },
    make("h2", {}, make("span", { class: `dot ${player}` }), name),
    accuracy === null
      ? null
      : make("p", { class: "review-accuracy" }, make("strong", { text: `${Math.round(accuracy)} %` }), " accuracy"),
    make("ul", {}, count(inaccuracies, "inaccuracy"), count(mistakes, "mistake"), count(blunders, "blunder")),
    lost === null
      ? null
      : make("p", { class: "quiet-text", text: `Expected score lost: ${lost} % per action` }),
    many > 0
      ? make(
          "button",
          {
            type: "button",
            class: "small",
            "data-learn": player,
            on: { click: () => learn.begin(/** @type {Player} */ (player)) },
          },
          icon("hint"),
          "Learn from mistakes",
        )
      : null,
  );
}

/** @param {Learn} learn */
function learning(learn) {
  const title = make("h2");
  const message = make("p", { id: "learn-message", "aria-live": "polite" });
  const show = button("tree", "Show the better action", () => void learn.show());
  const again = button("undo", "Try again", () => void learn.again());
  const next = button("next", "Next", () => void learn.next());
  const leave = button("close", "Leave", () => learn.leave());
  next.id = "learn-next";
  const box = make(
    "section",
    { class: "puzzle learn", "aria-label": "Learn from mistakes", hidden: true },
    title,
    message,
    make("div", { class: "button-row" }, next, again, show, leave),
  );
  learn.addEventListener("change", () => {
    const { state, place, points } = learn;
    box.hidden = state === "off";
    title.textContent = `Mistake ${place + 1} of ${points.length}`;
    message.textContent = learn.message.text;
    message.className = `puzzle-message ${learn.message.tone}`;
    again.hidden = state === "thinking";
    show.hidden = state === "found" || state === "shown";
    next.lastChild?.replaceWith(place + 1 < points.length ? "Next" : "Finish");
    next.classList.toggle("primary", state === "found" || state === "shown");
  });
  return box;
}
