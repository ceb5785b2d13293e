/**
 * The puzzle trainer above the game tree: task, answers, rating and filter. The tree is hidden while a
 * puzzle is solved.
 */

/** @import {Context} from "../../shell/context.js" */
/** @import {PuzzleEntry} from "../../types.js" */
/** @import {Filters} from "./record.js" */
/** @import {Trainer} from "./trainer.js" */

import { make } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { segments } from "../../ui/segments.js";
import { capitalize, counted } from "../../ui/wording.js";

const GAMES = /** @type {const} */ ([
  ["any", "Both games"],
  ["5d", "5D chess"],
  ["infinite", "Infinite chess"],
]);
const SVG = "http://www.w3.org/2000/svg";

class TrainerPanel {
  #said = "";
  #state = "";
  /** @type {readonly PuzzleEntry[] | null} the puzzles that the filters were built for */ #listed = null;

  /** @param {HTMLElement} element @param {Trainer} trainer @param {Context} context */
  constructor(element, trainer, context) {
    this.element = element;
    this.trainer = trainer;
    this.context = context;
    this.title = make("h2", {});
    this.about = make("p", { class: "quiet-text", id: "trainer-about" });
    this.message = make("p", { class: "puzzle-message", id: "trainer-message" });
    this.themes = make("ul", { class: "trainer-themes", "aria-label": "Themes" });
    this.standing = make("p", { class: "quiet-text", id: "trainer-standing" });
    this.graph = make("div", { class: "trainer-graph" });
    this.next = action("next", "Next puzzle", () => trainer.next());
    this.next.classList.add("primary");
    this.back = action("back", "Back to the puzzle", () => trainer.back());
    this.hint = action("hint", "Hint", () => trainer.hint());
    this.giveUp = action("tree", "Give up", () => trainer.giveUp());
    this.solution = action("tree", "Show the solution", () => trainer.giveUp());
    this.again = action("undo", "Retry", () => trainer.again());
    this.leave = action("close", "Leave", () => trainer.leave());
    this.filters = make("div", { class: "trainer-filters" });
    this.matching = make("p", { class: "quiet-text", id: "trainer-matching" });
    this.choice = make(
      "details",
      { class: "trainer-choice" },
      make("summary", { text: "Filter puzzles" }),
      this.filters,
      this.matching,
    );
    this.box = make(
      "section",
      { class: "puzzle trainer", "aria-label": "Puzzle trainer", hidden: true },
      this.title,
      this.about,
      this.message,
      this.themes,
      make(
        "div",
        { class: "button-row" },
        this.next,
        this.back,
        this.hint,
        this.giveUp,
        this.solution,
        this.again,
        this.leave,
      ),
      this.standing,
      this.graph,
      this.choice,
    );
    element.prepend(this.box);
    trainer.addEventListener("change", () => this.#render());
    this.#render();
  }

  #render() {
    const { trainer } = this;
    const { puzzle, state } = trainer;
    this.box.hidden = !trainer.active || puzzle === null;
    this.element.closest(".moves-page")?.classList.toggle("training", trainer.solving);
    if (!trainer.active || puzzle === null) return;
    this.title.textContent = `Puzzle: mate in ${puzzle.mate_in}`;
    this.about.textContent = this.#describe(puzzle);
    const { tone, text } = trainer.message;
    this.message.textContent = text;
    this.message.className = `puzzle-message ${tone}`;
    const over = !trainer.solving;
    if (state !== this.#state && over) this.choice.open = false; // room for the tree
    this.#state = state;
    this.themes.hidden = !over || puzzle.themes.length === 0;
    this.themes.replaceChildren(...puzzle.themes.map((theme) => make("li", { text: capitalize(theme) })));
    this.next.hidden = !over;
    this.back.hidden = over || trainer.here;
    this.hint.hidden = this.giveUp.hidden = over;
    this.hint.disabled = this.giveUp.disabled = state === "thinking";
    this.solution.hidden = state !== "solved";
    const failed = trainer.record.failed(trainer.puzzles).length;
    this.again.hidden = !over || failed === 0;
    this.again.lastChild?.replaceWith(`Retry ${failed} failed`);
    this.hint.lastChild?.replaceWith(trainer.costly ? "Hint (counts as failed)" : "Hint");
    this.standing.textContent = this.#standing();
    this.graph.replaceChildren(...ratingGraph(trainer.record.history));
    this.#renderFilters();
    if (text !== this.#said) this.context.announce(text);
    this.#said = text;
  }

  /** @param {PuzzleEntry} puzzle */
  #describe(puzzle) {
    const rating = Math.round(this.trainer.record.ratingOf(puzzle).rating);
    if (puzzle.game === "infinite") return `Infinite chess · the opponent has only a king · rated ${rating}`;
    return `${counted(puzzle.timelines, "timeline")} · from a game of ${puzzle.variant} · rated ${rating}`;
  }

  #standing() {
    const { change, record } = this.trainer;
    const { solved, tried } = record.counts;
    const moved = change === null || change === 0 ? "" : ` (${change > 0 ? "+" : "−"}${Math.abs(change)})`;
    const best = record.best > record.streak ? `, best ${record.best}` : "";
    const parts = [
      `Your rating ${Math.round(record.person.rating)}${moved}`,
      `streak ${record.streak}${best}`,
      tried > 0 ? `${solved} of ${tried} solved` : "",
    ];
    return parts.filter(Boolean).join(" · ");
  }

  #renderFilters() {
    const { puzzles, record } = this.trainer;
    if (this.#listed !== puzzles) {
      this.#listed = puzzles;
      this.filters.replaceChildren(...this.#makeFilters(puzzles));
    }
    const matching = puzzles.filter((puzzle) => record.matches(puzzle));
    const fresh = matching.filter((puzzle) => record.of(puzzle) === null).length;
    this.matching.textContent = `${counted(matching.length, "matching puzzle")}, ${fresh} not tried yet.`;
  }

  /** @param {readonly PuzzleEntry[]} puzzles */
  #makeFilters(puzzles) {
    const { filters } = this.trainer.record;
    const change = (/** @type {Partial<Filters>} */ part) =>
      this.trainer.choose({ ...this.trainer.record.filters, ...part });
    const lengths = different(puzzles.map((puzzle) => puzzle.mate_in));
    const timelines = different(puzzles.map((puzzle) => puzzle.timelines).filter(Boolean));
    const variants = [...new Set(puzzles.map((puzzle) => puzzle.variant))].sort();
    const themes = [...new Set(puzzles.flatMap((puzzle) => puzzle.themes))].sort();
    return [
      segments("trainer-game", "Game", filters.game || "any", GAMES, (game) =>
        change({ game: game === "any" ? "" : game }),
      ),
      segments(
        "trainer-length",
        "Length",
        filters.mateIn === null ? "any" : String(filters.mateIn),
        [["any", "Any length"], ...lengths.map((length) => /** @type {const} */ ([`${length}`, `Mate in ${length}`]))],
        (length) => change({ mateIn: length === "any" ? null : Number(length) }),
      ),
      choice(
        "trainer-theme",
        "Theme",
        filters.theme,
        [["", "Any"], ...themes.map((theme) => /** @type {const} */ ([theme, capitalize(theme)]))],
        (theme) => change({ theme }),
      ),
      choice(
        "trainer-timelines",
        "Timelines",
        String(filters.timelines ?? ""),
        [["", "Any number"], ...timelines.map((count) => /** @type {const} */ ([`${count}`, `${count}`]))],
        (count) => change({ timelines: count === "" ? null : Number(count) }),
      ),
      choice(
        "trainer-variant",
        "Variant",
        filters.variant,
        [["", "Any"], ...variants.map((name) => /** @type {const} */ ([name, name]))],
        (variant) => change({ variant }),
      ),
    ];
  }
}

/** @param {number[]} numbers */
const different = (numbers) => [...new Set(numbers)].sort((one, other) => one - other);

/** @param {string} sign @param {string} label @param {() => unknown} run */
function action(sign, label, run) {
  const element = make("button", { type: "button", class: "small", on: { click: run } }, icon(sign), label);
  element.dataset["trainer"] = label.toLowerCase().replaceAll(" ", "-");
  return element;
}

/**
 * A list to choose from, with its label.
 *
 * @param {string} id
 * @param {string} label
 * @param {string} chosen
 * @param {readonly (readonly [value: string, text: string])[]} values
 * @param {(value: string) => void} choose
 */
function choice(id, label, chosen, values, choose) {
  const list = make("select", { id, on: { change: () => choose(list.value) } });
  for (const [value, text] of values) list.append(make("option", { value, text, selected: value === chosen }));
  return make("div", { class: "field-row" }, make("label", { for: id, text: label }), list);
}

/** @param {HTMLElement} element @param {Trainer} trainer @param {Context} context */
export function mount(element, trainer, context) {
  new TrainerPanel(element, trainer, context);
}

/** The user's rating after each attempt as a line; nothing before the second attempt. @param {number[]} history */
function ratingGraph(history) {
  if (history.length < 2) return [];
  const [low, high] = [Math.min(...history), Math.max(...history)];
  const [width, height] = [240, 48];
  const points = history.map((rating, place) => {
    const x = 2 + (place / (history.length - 1)) * (width - 4);
    const y = height - 4 - ((rating - low) / Math.max(1, high - low)) * (height - 8);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", `Your rating after ${history.length} attempts: ${low} to ${high}`);
  const line = document.createElementNS(SVG, "polyline");
  line.setAttribute("points", points.join(" "));
  picture.append(line);
  return [picture, make("span", { class: "quiet-text", text: `${low} to ${high}` })];
}
