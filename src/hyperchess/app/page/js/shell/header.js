/** The header: the title of the study, its save state, and buttons for opening, sharing, themes, settings and keys. */

/** @import {Session} from "../session.js" */
/** @import {SidePanel} from "./side-panel.js" */
/** @import {Context, PageName} from "./context.js" */
/** @import {SavingSource, SaveState} from "../data/saving.js" */

import { transport } from "../data/transport.js";
import { byId, make } from "../ui/dom.js";
import { icon, setIcon } from "../ui/icons.js";
import { brandImage } from "./frame.js";
import { nameTab } from "./tab-title.js";
import { themeButton } from "./theme-button.js";

/**
 * @param {Session} session
 * @param {Context} context
 * @param {SavingSource} source
 * @param {SidePanel} side
 */
export function mountHeader(session, context, source, side) {
  byId("head", HTMLElement).prepend(
    brandButton(() => context.shell.showOpen()),
    heading(session),
    titleField(session),
    saveState(session, source),
  );
  const actions = byId("head-actions", HTMLElement);
  const share = pageButton("share", "Share", "Share and export", "share");
  const people = pageButton("people", "People", "People and links", "people");
  const refresh = () => {
    share.hidden = session.study === null;
    people.hidden = share.hidden || transport().live === null;
  };
  session.on("study", refresh);
  refresh();
  const theme = themeButton(context.settings, "Theme");
  theme.id = "head-theme";
  actions.append(
    headButton("open", "Open", "Open another game (o)", () => context.shell.showOpen()),
    pageButton("play", "Play", "Play against the computer, or with a friend", "play"),
    people,
    share,
    theme,
    pageButton("settings", "Settings", "Settings", "settings"),
    pageButton("keys", "Keys", "Keys (?)", "help"),
  );

  /** @param {string} name @param {string} label @param {string} title @param {PageName} page */
  function pageButton(name, label, title, page) {
    const button = headButton(name, label, title, () => context.shell.toggle(page));
    button.setAttribute("aria-controls", `panel-${page}`);
    const refresh = () => button.setAttribute("aria-expanded", String(side.current === page));
    side.addEventListener("show", refresh);
    refresh();
    return button;
  }
}

/** @param {() => void} click */
function brandButton(click) {
  return make(
    "button",
    { type: "button", class: "brand", id: "brand", title: "Open another game (o)", on: { click } },
    brandImage(),
    make("span", { text: "hyperchess" }),
  );
}

/** @param {string} name @param {string} label @param {string} title @param {() => void} click */
function headButton(name, label, title, click) {
  return make(
    "button",
    {
      type: "button",
      class: "head-button",
      id: `head-${name}`,
      title,
      "aria-label": title,
      on: { click },
    },
    icon(name),
    make("span", { class: "label", text: label }),
  );
}

/** The heading of the page for screen readers: the title on the screen is a field. @param {Session} session */
function heading(session) {
  const element = make("h1", { class: "unseen", text: "hyperchess" });
  session.on("study", () => {
    element.textContent = session.study?.title || "hyperchess";
  });
  return element;
}

/** @param {Session} session */
function titleField(session) {
  const field = make("input", {
    id: "study-title",
    class: "title",
    type: "text",
    maxlength: 200,
    "aria-label": "Title of the study",
    autocomplete: "off",
    spellcheck: "false",
  });
  const refresh = () => {
    const { study } = session;
    field.hidden = study === null;
    field.readOnly = !session.canEdit;
    if (document.activeElement !== field) field.value = study?.title ?? "";
    field.title = field.value;
    nameTab(study?.title ?? "");
  };
  const rename = () => {
    const title = field.value.trim();
    if (session.study && title && title !== session.study.title) session.edit({ type: "rename", title });
    else refresh();
  };
  field.addEventListener("change", rename);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") field.blur();
    if (event.key === "Escape") {
      field.value = session.study?.title ?? "";
      field.blur();
    }
  });
  session.on("study", refresh);
  refresh();
  return field;
}

/** @param {Session} session @param {SavingSource} source */
function saveState(session, source) {
  const words = make("span");
  const sign = make("span", { id: "save-state", class: "save-state", hidden: true }, icon("done"), words);
  /** @param {SaveState} state */
  const refresh = ({ state, text }) => {
    sign.dataset["state"] = state;
    sign.title = state === "saved" ? "Everything is saved on the server" : text;
    setIcon(sign, state === "failed" ? "warning" : "done");
    words.textContent = text;
    if (state === "failed") sign.setAttribute("role", "alert");
    else sign.removeAttribute("role");
  };
  source.onState = refresh;
  refresh(source.state);
  session.on("study", () => {
    sign.hidden = session.study === null;
  });
  addEventListener("beforeunload", (event) => {
    if (source.state.state === "failed") event.preventDefault();
  });
  return sign;
}
