/** Terms of 5D chess with an explanation on hover, on focus, and on a tap. */

import { make } from "./dom.js";

/** @type {Readonly<Record<string, string>>} */
export const GLOSSARY = {
  present:
    "The present is the column of the earliest last board among the active timelines. The player to move " +
    "there must move until the present passes to the opponent.",
  timeline:
    "A timeline is a row of boards: the same game, one half-turn after the other. A move into the past creates a " +
    "new one.",
  inactive:
    "A timeline is inactive if its creator has created too many more timelines than the opponent. It does not hold " +
    "the present back and needs no move.",
  submit:
    "Submitting ends your action: your moves become final and it is the opponent's turn. You can submit once no " +
    "board of the present needs a move and no king can be captured.",
  softmate:
    "Softmate: every legal action creates a new timeline and so moves the present back.",
};

/** Forms of the terms as they occur in sentences. */
const FORMS = /\b(softmate)d?\b|\b(present)\b|\b(inactive)\b|\b(timeline)s?\b|\b(submit)(?:ted)?\b/gi;

/** @type {HTMLElement | null} */
let bubble = null;
/** Ends the listeners of the open bubble. @type {AbortController | null} */
let listening = null;

function hide() {
  bubble?.remove();
  bubble = null;
  listening?.abort();
  listening = null;
}

/** @param {PointerEvent} event */
function hideOutside(event) {
  if (!event.composedPath().some((each) => each instanceof Element && each.matches(".term"))) hide();
}

/** @param {HTMLElement} term @param {string} text */
function show(term, text) {
  hide();
  bubble = make("div", { class: "term-bubble", role: "tooltip", id: "term-bubble", text });
  (term.closest(".board-frame") ?? document.body).append(bubble);
  listening = new AbortController();
  const { signal } = listening;
  addEventListener("pointerdown", hideOutside, { signal });
  addEventListener("scroll", hide, { capture: true, passive: true, signal });
  const { left, top, bottom } = term.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const above = top - height - 6;
  bubble.style.setProperty("left", `${Math.max(6, Math.min(left, innerWidth - width - 6))}px`);
  bubble.style.setProperty("top", `${above > 6 ? above : bottom + 6}px`);
}

/**
 * A term with an explanation.
 *
 * @param {string} word one of the glossary
 * @param {string} [text] text on the page
 */
export function term(word, text = word) {
  const meaning = GLOSSARY[word] ?? "";
  const open = () => show(element, meaning);
  const element = make("button", {
    type: "button",
    class: "term",
    "data-term": word,
    "aria-description": meaning,
    text,
    on: {
      pointerenter: open,
      pointerleave: (/** @type {PointerEvent} */ event) => {
        if (event.pointerType === "mouse") hide();
      },
      focus: open,
      click: open,
      blur: hide,
      keydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Escape" || !bubble) return;
        hide();
        event.stopPropagation();
      },
    },
  });
  return element;
}

/** A sentence whose glossary terms have explanations. @param {string} text */
export function explained(text) {
  /** @type {(globalThis.Node | string)[]} */
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(FORMS)) {
    const word = found.slice(1).find(Boolean)?.toLowerCase() ?? "";
    parts.push(text.slice(end, found.index), term(word, found[0]));
    end = found.index + found[0].length;
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== "");
}
