/** Links to the open study: the owner creates links that allow viewing, commenting or editing, and can
 * revoke them. */

/** @import {LinkRequest} from "../data/api-types.js" */
/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {StudyLink} from "../types.js" */

import { onlyHere } from "../share/share-link.js";
import { copy } from "../ui/copy-download.js";
import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** @type {Record<string, string>} */
const ROLES = {
  view: "view",
  comment: "view and comment",
  edit: "view, comment and edit",
  owner: "everything",
  white: "play White",
  black: "play Black",
  "white-seat": "take White's seat",
  "black-seat": "take Black's seat",
};

/** @param {string} study @param {string} key */
export function linkAddress(study, key) {
  const address = new URL(location.href);
  address.hash = `study=${study}&key=${key}`;
  return address.href;
}

/** @param {HTMLElement} element @param {Session} session @param {Context} context */
export function mountLinks(element, session, context) {
  const role = make("select", { id: "link-role", "aria-label": "What the link allows" });
  for (const name of ["view", "comment", "edit"]) {
    role.append(make("option", { value: name, text: `Anyone with the link can ${ROLES[name]}` }));
  }
  const field = make("input", {
    type: "text",
    id: "live-link",
    readonly: true,
    hidden: true,
    "aria-label": "New link",
    on: { focus: () => field.select() },
  });
  const list = make("ul", { class: "links" });
  const note = make("p", { class: "quiet-text" });
  let asked = 0;
  const refresh = async () => {
    const { study } = session;
    element.hidden = !study || (study.role ?? "owner") !== "owner";
    if (!study || element.hidden || element.closest("[hidden]") !== null) return;
    const now = ++asked;
    try {
      const links = await context.source.ask("GET /studies/{id}/links", { id: study.id });
      if (now === asked) list.replaceChildren(...links.map((link) => row(study.id, link)));
    } catch (error) {
      session.notice(/** @type {Error} */ (error).message, "error");
    }
  };
  const add = async () => {
    const { study } = session;
    if (!study) return;
    try {
      const request = { role: /** @type {LinkRequest["role"]} */ (role.value) };
      const { key } = await context.source.ask("POST /studies/{id}/links", { id: study.id }, request);
      field.value = linkAddress(study.id, key);
      field.hidden = false;
      note.textContent = onlyHere()
        ? "This link works only on this machine. Start the server with --host so that others can open it."
        : "Anyone with this link can use it until you revoke it. It is shown only once.";
      await copy(field.value, "Link", context);
      await refresh();
    } catch (error) {
      session.notice(/** @type {Error} */ (error).message, "error");
    }
  };
  /** @param {string} study @param {StudyLink} link */
  const row = (study, link) =>
    make(
      "li",
      {},
      make("span", { text: link.role === "owner" ? "Your own link, in this browser" : `Link to ${ROLES[link.role]}` }),
      make("button", {
        type: "button",
        class: "small",
        text: "Revoke",
        hidden: link.role === "owner", // revoking it would lock the owner out
        on: {
          click: async () => {
            try {
              await context.source.ask("DELETE /studies/{id}/links/{link}", { id: study, link: link.id });
            } catch (error) {
              session.notice(/** @type {Error} */ (error).message, "error");
            }
            await refresh();
          },
        },
      }),
    );
  let shown = "";
  session.on("study", () => {
    if (session.study?.id === shown) return;
    shown = session.study?.id ?? "";
    field.hidden = true;
    note.textContent = "";
    void refresh();
  });
  new IntersectionObserver(() => void refresh()).observe(element);
  element.append(
    make("h3", { text: "Links" }),
    make(
      "div",
      { class: "field-row" },
      role,
      make("button", { type: "button", id: "link-add", on: { click: () => void add() } }, icon("link"), "Create link"),
    ),
    field,
    note,
    list,
  );
}
