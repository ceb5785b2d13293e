/** Earlier versions: overwritten or deleted texts with their authors, and a button to copy each. */

/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {Earlier} from "../types.js" */
/** @import {Connection} from "./connection.js" */

import { actionText } from "../moves/node-text.js";
import { copy } from "../ui/copy-download.js";
import { make } from "../ui/dom.js";
import { capitalize, counted } from "../ui/wording.js";
import { me } from "./me.js";

/**
 * @param {HTMLElement} element
 * @param {Session} session
 * @param {Context} context
 * @param {Connection} connection
 */
export function mountEarlier(element, session, context, connection) {
  const list = make("ul", { class: "earlier" });
  const empty = make("p", { class: "quiet-text", text: "Nothing has been overwritten or deleted here." });
  let asked = 0;
  let shown = "";
  const refresh = async () => {
    const { study } = session;
    if (!study || element.closest("[hidden]") !== null) return;
    const wanted = `${study.id}/${study.revision}`;
    if (wanted === shown) return;
    const now = ++asked;
    try {
      const found = await context.source.ask("GET /studies/{id}/earlier", { id: study.id });
      if (now !== asked) return;
      shown = wanted;
      list.replaceChildren(...found.slice(0, 50).map(row));
      empty.hidden = found.length > 0;
    } catch {
      // the list is shown when the server is back
    }
  };
  /** @param {Earlier} version */
  const row = ({ what, text, node, key, person, made }) => {
    const at = node === null ? null : session.nodeOf(node);
    const place = what === "header" ? key : at && at.parent !== null ? `on ${actionText(at)}` : "";
    const name = person === me.person ? "you" : (connection.people.find((one) => one.person === person)?.name ?? "");
    const when = new Date(made).toLocaleString();
    return make(
      "li",
      {},
      make("span", { class: "quiet-text", text: capitalize([what, place].filter(Boolean).join(" ")) }),
      make("q", { text: readable(text) }),
      make("span", { class: "quiet-text", text: [name && `replaced by ${name}`, when].filter(Boolean).join(", ") }),
      make("button", {
        type: "button",
        class: "small",
        text: "Copy",
        on: { click: () => void copy(text, "Earlier version", context) },
      }),
    );
  };
  session.on("study", () => void refresh());
  new IntersectionObserver(() => void refresh()).observe(element);
  element.append(make("h3", { text: "Earlier versions" }), empty, list);
}

/** A comment without the commands of drawings, which are counted. @param {string} text */
export function readable(text) {
  const drawings = text.match(/\[%c[a-z]l [^\]]*\]/g) ?? [];
  const count = drawings.flatMap((command) => command.split(",")).length;
  const words = drawings.reduce((left, command) => left.replace(command, ""), text).replace(/\s+/g, " ").trim();
  return [words, count > 0 ? `(${counted(count, "drawing")})` : ""].filter(Boolean).join(" ");
}
