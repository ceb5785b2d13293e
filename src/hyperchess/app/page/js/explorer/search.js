/**
 * Game search by a form, which writes a query, by the query itself, with the position of an error under the text, by
 * the position on the board, and by a drawn pattern, which becomes part of the query.
 */

/** @import {ApiError} from "../data/http.js" */
/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */

import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { capitalize } from "../ui/wording.js";
import { gameList } from "./game-list.js";
import { PatternBoard } from "./pattern-board.js";
import { withPattern } from "./pattern-text.js";
import { searchForm } from "./search-form.js";

const EXAMPLE = 'variant = "Standard" and mate and actions < 20';

/** @param {HTMLElement} host @param {Session} session @param {Context} context */
export function mountSearch(host, session, context) {
  const query = make("input", {
    id: "explorer-query",
    type: "search",
    maxlength: 10_000,
    placeholder: EXAMPLE,
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "explorer-problem",
  });
  const here = make("input", { type: "checkbox" });
  const start = make("button", { type: "submit", class: "primary" }, icon("search"), "Search");
  const drawn = make("div", { id: "explorer-pattern", class: "pattern", hidden: true });
  const draw = make(
    "button",
    {
      type: "button",
      class: "small",
      "aria-expanded": "false",
      "aria-controls": drawn.id,
      on: { click: () => toggle() },
    },
    icon("board"),
    "Draw a pattern",
  );
  /** @type {PatternBoard | null} */ let pattern = null;
  const toggle = () => {
    pattern ??= new PatternBoard(drawn, session, context, {
      changed: (phrase) => {
        query.value = withPattern(query.value, phrase);
      },
      search: () => search(),
    });
    drawn.hidden = !drawn.hidden;
    draw.setAttribute("aria-expanded", String(!drawn.hidden));
    if (drawn.hidden) return;
    context.shell.showSide();
    reveal(draw);
  };
  /** Scroll only the panel. @param {HTMLElement} element */
  const reveal = (element) => {
    const panel = host.closest("#explorer");
    const covered = panel?.querySelector(".explorer-head")?.clientHeight ?? 0;
    panel?.scrollBy(0, element.getBoundingClientRect().top - panel.getBoundingClientRect().top - covered);
  };
  const problem = make("div", { id: "explorer-problem", class: "explorer-problem", role: "alert" });
  const output = make("div", { class: "explorer-found", "aria-live": "polite" });
  let asked = 0;

  const search = async () => {
    const { study, node } = session;
    const number = (asked += 1);
    const text = query.value;
    problem.replaceChildren();
    query.removeAttribute("aria-invalid");
    output.replaceChildren(make("p", { class: "quiet-text", text: "Searching…" }));
    start.setAttribute("aria-disabled", "true");
    try {
      const where = here.checked && study ? { study: study.id, node } : {};
      const found = await context.source.ask("POST /explorer/games", {}, { query: text, ...where });
      if (number !== asked) return;
      const count = found.games.length === 1 ? "1 game" : `${found.games.length} games`;
      const title = found.complete ? `Found: ${count}` : capitalize(found.text || `${count}, possibly more`);
      output.replaceChildren(
        ...(found.games.length > 0
          ? gameList(found.games, session, context, title)
          : [make("p", { class: "quiet-text", text: found.text ? capitalize(found.text) : "No matching games." })]),
      );
      if (!drawn.hidden) reveal(output);
    } catch (error) {
      if (number !== asked) return;
      output.replaceChildren();
      explain(/** @type {ApiError} */ (error), text);
    } finally {
      if (number === asked) start.removeAttribute("aria-disabled");
    }
  };

  /** Show an error, and its position in the query. @param {ApiError} error @param {string} text */
  const explain = (error, text) => {
    const place = error.body?.error?.details;
    query.setAttribute("aria-invalid", "true");
    const words = make("p", { class: "tone-error" }, icon("error"), make("span", { text: capitalize(error.message) }));
    const hint = error.hint ? make("p", { class: "quiet-text", text: capitalize(error.hint) }) : null;
    problem.replaceChildren(words);
    if (typeof place?.start === "number") {
      // offsets count code points
      const letters = [...text];
      const [begin, end] = [place.start, Math.max(place.end, place.start + 1)];
      problem.append(
        make(
          "pre",
          { class: "explorer-caret", tabindex: 0, "aria-label": "Position in the query" },
          letters.slice(0, begin).join(""),
          make("mark", { text: letters.slice(begin, end).join("") || " " }),
          `${letters.slice(end).join("")}\n${" ".repeat(begin)}${"^".repeat(end - begin)}`,
        ),
      );
      if (document.activeElement === query || document.activeElement === start) {
        query.focus();
        const unit = letters.slice(0, begin).join("").length;
        query.setSelectionRange(unit, unit + letters.slice(begin, end).join("").length);
      }
    }
    if (hint) problem.append(hint);
    problem.scrollIntoView({ block: "nearest" });
  };

  host.append(
    make("h2", { text: "Search" }),
    make(
      "form",
      {
        class: "explorer-form",
        on: {
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            search();
          },
        },
      },
      searchForm(query),
      make("label", { class: "query-label", for: "explorer-query", text: "As a query" }),
      make("div", { class: "field-row" }, query, start),
      make("label", { class: "check" }, here, "Only games that reached this position"),
      draw,
    ),
    drawn,
    problem,
    output,
  );
}
