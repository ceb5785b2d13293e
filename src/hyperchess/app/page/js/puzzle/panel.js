/**
 * The puzzle panel above the game tree: task, progress, hints and solution. The tree is hidden while solving, because
 * it contains the solution.
 */

/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */

import { Puzzle } from "./puzzle.js";
import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

class PuzzlePanel {
  #study = "";
  #said = "";

  /** @param {HTMLElement} element @param {Session} session @param {Context} context */
  constructor(element, session, context) {
    this.element = element;
    this.session = session;
    this.context = context;
    this.puzzle = new Puzzle(session, context.source);
    this.title = make("h2", {});
    this.message = make("p", { class: "puzzle-message", id: "puzzle-message" });
    this.score = make("p", { class: "quiet-text", id: "puzzle-score" });
    this.solve = action("submit", "Solve this puzzle", () => this.puzzle.begin());
    this.solve.classList.add("primary");
    this.again = action("undo", "Try again", () => this.puzzle.begin());
    this.back = action("back", "Back to the puzzle", () => this.puzzle.back());
    this.hint = action("hint", "Hint", () => this.puzzle.hint());
    this.show = action("tree", "Show the solution", () => this.puzzle.show());
    this.stop = action("close", "Leave the puzzle", () => this.puzzle.end());
    this.box = make(
      "section",
      { class: "puzzle", "aria-label": "Puzzle" },
      this.title,
      this.message,
      this.score,
      make(
        "div",
        { class: "button-row" },
        this.solve,
        this.back,
        this.hint,
        this.again,
        this.show,
        this.stop,
      ),
    );
    element.append(this.box);
    this.puzzle.addEventListener("change", () => this.#render());
    session.on("study", () => this.#opened());
    session.on("position", () => this.#render());
    this.#opened();
  }

  /** Another study was opened: a puzzle starts at once, so that its solution stays hidden. */
  #opened() {
    const { study } = this.session;
    if (study?.id === this.#study) {
      this.#render();
      return;
    }
    this.#study = study?.id ?? "";
    if (this.puzzle.state !== "off") this.puzzle.end();
    this.#render();
    // after the session has gone to the end of the main line
    if (this.puzzle.mateIn !== null && study?.start_known) setTimeout(() => void this.puzzle.begin(), 0);
  }

  #render() {
    const { puzzle, session } = this;
    const { mateIn, state } = puzzle;
    this.box.hidden = mateIn === null || session.study?.start_known === false;
    const solving = !this.box.hidden && (state === "solving" || state === "thinking");
    this.element.closest(".moves-page")?.classList.toggle("solving", solving);
    if (this.box.hidden) return;
    this.title.textContent = `Puzzle: mate in ${mateIn}`;
    const lost = solving && state === "solving" && !puzzle.here;
    const { tone, text } = lost
      ? { tone: "info", text: "You have left the position of the puzzle." }
      : puzzle.message;
    this.message.textContent = state === "off" ? "" : text;
    this.message.className = `puzzle-message ${tone}`;
    const counts = [
      puzzle.lines > 1 ? `${puzzle.solved} of ${puzzle.lines} defences answered` : "",
      puzzle.mistakes > 0 ? `${puzzle.mistakes} wrong ${puzzle.mistakes === 1 ? "try" : "tries"}` : "",
    ];
    this.score.textContent = state === "off" ? "" : counts.filter(Boolean).join(" · ");
    this.solve.hidden = state !== "off";
    this.again.hidden = state === "off" || (solving && puzzle.node === puzzle.start && puzzle.mistakes === 0);
    this.back.hidden = !solving || (puzzle.here && session.pending.length === 0) || state === "thinking";
    for (const button of [this.hint, this.show, this.stop]) button.hidden = !solving;
    this.hint.disabled = state === "thinking";
    if (state !== "off" && text !== this.#said) this.context.announce(text);
    this.#said = text;
  }
}

/** @param {string} sign @param {string} label @param {() => unknown} run */
function action(sign, label, run) {
  const element = make("button", { type: "button", class: "small", on: { click: run } }, icon(sign), label);
  element.dataset["puzzle"] = label.toLowerCase().replaceAll(" ", "-");
  return element;
}

/** @param {HTMLElement} element @param {Session} session @param {Context} context */
export function mount(element, session, context) {
  new PuzzlePanel(element, session, context);
}
