/** The Share and export page: a link that contains the game, text, pictures, and a self-contained page. */

/** @import {ExportRequest} from "../data/api-types.js" */
/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */

import { LONG_LINK, onlyHere, shareLink } from "./share-link.js";
import { make } from "../ui/dom.js";
import { copy } from "../ui/copy-download.js";
import { icon } from "../ui/icons.js";
import { mountPictures, mountText } from "./export.js";

/**
 * @param {HTMLElement} element
 * @param {Session} session
 * @param {Context} context
 */
export function mount(element, session, context) {
  const link = make("section", { class: "part" });
  const text = make("section", { class: "part" });
  const pictures = make("section", { class: "part" });
  element.append(link, text, pictures);
  mountLink(link, session, context);
  mountText(text, session, context);
  mountPictures(pictures, session, context);
}

/**
 * The shortest link with the fewest losses. Only some games of infinite chess have no lossless notation.
 *
 * @param {Session} session
 * @param {Context} context
 * @returns {Promise<{address: string, lost: string[]}>}
 */
async function findLink(session, context) {
  /** @type {{address: string, lost: string[]} | null} */
  let best = null;
  const { study } = session;
  if (!study) return { address: "", lost: [] };
  const board = await boardForLinks(context);
  const candidates =
    study.game === "infinite"
      ? [["icn", { form: "compact" }]]
      : [
          ["branched", { width: null, indent: 0 }],
          ["json", { indent: null }],
        ];
  for (const [to, options] of /** @type {[string, ExportRequest["options"]][]} */ (candidates)) {
    const found = await context.source.ask("POST /studies/{id}/export", { id: study.id }, { to, options });
    const lost = found.losses.map(({ message }) => message);
    const address = await shareLink(found.text, board);
    const better = best === null || lost.length < best.lost.length;
    if (better || (best && lost.length === best.lost.length && address.length < best.address.length)) {
      best = { address, lost };
    }
  }
  return best ?? { address: "", lost: [] };
}

/** The board for links: a public one, if the server has its address. @param {Context} context */
async function boardForLinks(context) {
  if (!onlyHere()) return location.href;
  const { site } = await context.source.ask("GET /about");
  return site || location.href;
}

/**
 * @param {HTMLElement} element
 * @param {Session} session
 * @param {Context} context
 */
function mountLink(element, session, context) {
  const field = make("input", {
    type: "text",
    id: "share-link",
    readonly: true,
    "aria-label": "Link that contains the game",
    on: { focus: () => field.select() },
  });
  const note = make("p", { class: "quiet-text" });
  let made = "";
  let asked = 0;
  const refresh = async () => {
    const { study } = session;
    if (!study || element.closest("[hidden]") !== null) return;
    const wanted = `${study.id}/${study.revision}`;
    if (made === wanted) return;
    made = wanted;
    const now = ++asked;
    field.value = "";
    note.textContent = "Creating the link…";
    try {
      const { address, lost } = await findLink(session, context);
      if (now !== asked) return;
      field.value = address;
      const length = address.length.toLocaleString("en");
      note.textContent =
        address.length > LONG_LINK
          ? `The link has ${length} characters: mail and chat programs may cut it off. Send the text or page instead.`
          : `${lost.length > 0 ? "The main line" : "The whole game"} is in the link (${length} characters); ` +
            "nothing is stored anywhere.";
      const { hostname, host } = new URL(address);
      note.textContent += onlyHere(hostname)
        ? " It works only on this machine. To send the game, copy its text " +
          "below, or save it as one page."
        : ` Anyone who can reach ${host} can open it.`;
      if (lost.length > 0) note.textContent += ` Not in the link: ${lost.slice(0, 5).join("; ")}.`;
      note.classList.toggle("tone-warning", address.length > LONG_LINK || lost.length > 0);
    } catch (error) {
      if (now !== asked) return;
      made = "";
      note.textContent = /** @type {Error} */ (error).message;
    }
  };
  session.on("study", refresh);
  new IntersectionObserver(() => refresh()).observe(element);
  element.append(
    make("h3", { text: "Link" }),
    make(
      "div",
      { class: "field-row" },
      field,
      make(
        "button",
        { type: "button", "data-do": "copy-link", on: { click: () => copy(field.value, "Link", context) } },
        icon("link"),
        "Copy link",
      ),
    ),
    note,
  );
}
