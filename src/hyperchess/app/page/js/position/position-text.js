/** The position as text and its hash, fetched only when shown because the text can be long. */

/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */

import { debounce } from "../ui/debounce.js";
import { make } from "../ui/dom.js";
import { copy } from "../ui/copy-download.js";
import { icon } from "../ui/icons.js";

/**
 * @param {HTMLElement} element
 * @param {Session} session
 * @param {Context} context
 */
export function mount(element, session, context) {
  const text = make("textarea", {
    id: "position-text",
    class: "output",
    rows: 4,
    readonly: true,
    spellcheck: "false",
    "aria-label": "The position as text",
  });
  const hash = make("code", { id: "position-hash", class: "code" });
  const hashRow = make(
    "div",
    { class: "field-row" },
    make("span", { class: "quiet-text", text: "Hash" }),
    hash,
    copyButton("Copy the hash", () => copy(hash.textContent ?? "", "Hash", context)),
  );
  const wrong = make("p", { class: "quiet-text", hidden: true });
  const folded = make(
    "details",
    { class: "options", id: "position-as-text", on: { toggle: () => refresh() } },
    make("summary", { text: "The position as text" }),
    make(
      "div",
      { class: "option-rows" },
      text,
      make(
        "div",
        { class: "button-row" },
        make(
          "button",
          { type: "button", on: { click: () => copy(text.value, "Position", context) } },
          icon("copy"),
          "Copy",
        ),
      ),
      hashRow,
      wrong,
    ),
  );
  element.append(folded);

  let asked = 0;
  const load = async () => {
    const { study, node, pending, position } = session;
    const now = ++asked;
    if (!study || !position) {
      text.value = "";
      hashRow.hidden = true;
      return;
    }
    try {
      const found = await context.source.ask("POST /studies/{id}/setup", { id: study.id }, { node, pending });
      if (now !== asked) return;
      const { fen, hash: key } = "fen" in found ? found : { fen: "", hash: null };
      text.value = fen || found.text;
      hash.textContent = key ?? "";
      hashRow.hidden = !key;
      wrong.hidden = true;
    } catch (error) {
      if (now !== asked) return;
      wrong.textContent = /** @type {Error} */ (error).message;
      wrong.hidden = false;
    }
  };
  const soon = debounce(load, 200);
  const refresh = () => {
    if (folded.open && element.closest("[hidden]") === null) soon();
  };
  session.on("position", refresh);
  new IntersectionObserver(refresh).observe(element);
}

/** @param {string} label @param {() => void} click */
function copyButton(label, click) {
  return make(
    "button",
    { type: "button", class: "bare", title: label, "aria-label": label, on: { click } },
    icon("copy"),
  );
}
