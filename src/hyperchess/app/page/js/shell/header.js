/** The head of the page: title of the study, whether it is saved, and the buttons to open, share and set things. */

/** @import {Session} from "../session.js" */
/** @import {SidePanel} from "./side-panel.js" */
/** @import {Context, PageName} from "./context.js" */
/** @import {SavingSource, SaveState} from "../saving.js" */

import { byId, make } from "../ui/dom.js";
import { icon, setIcon } from "../ui/icons.js";

/** @type {readonly ("auto" | "light" | "dark" | "contrast")[]} */
const THEMES = ["auto", "light", "dark", "contrast"];
const THEME_NAMES = { auto: "automatic", light: "light", dark: "dark", contrast: "high contrast" };

/**
 * @param {Session} session
 * @param {Context} context
 * @param {SavingSource} source
 * @param {SidePanel} side
 */
export function mountHead(session, context, source, side) {
  byId("brand", HTMLButtonElement).addEventListener("click", () => context.shell.showOpen());
  byId("skip", HTMLButtonElement).addEventListener("click", () => context.stage()?.canvas.focus());
  mountTitle(session);
  mountSaveState(session, source);

  const actions = byId("head-actions", HTMLElement);
  const share = pageButton("share", "Share", "Share and export", "share");
  share.hidden = session.study === null;
  session.on("study", () => {
    share.hidden = session.study === null;
  });
  actions.append(
    headButton("open", "Open", "Open another game (o)", () => context.shell.showOpen()),
    share,
    themeButton(context),
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

/** @param {string} name @param {string} label @param {string} title @param {() => void} click */
function headButton(name, label, title, click) {
  return make(
    "button",
    {
      type: "button",
      class: `head-button ${name}`,
      id: `head-${name}`,
      title,
      "aria-label": title,
      on: { click },
    },
    icon(name),
    make("span", { class: "label", text: label }),
  );
}

/** @param {Context} context */
function themeButton(context) {
  const { settings } = context;
  const button = headButton("theme", "Theme", "", () => {
    const next = THEMES[(THEMES.indexOf(settings.get("theme")) + 1) % THEMES.length] ?? "auto";
    settings.set("theme", next);
    context.announce(`Theme: ${THEME_NAMES[next]}`);
  });
  const refresh = () => {
    const theme = settings.get("theme");
    setIcon(button, theme);
    const title = `Theme: ${THEME_NAMES[theme]}; press for the next`;
    button.title = title;
    button.setAttribute("aria-label", title);
  };
  settings.onChange(refresh);
  refresh();
  return button;
}

/** @param {Session} session */
function mountTitle(session) {
  const field = byId("study-title", HTMLInputElement);
  const refresh = () => {
    const { study } = session;
    field.hidden = study === null;
    if (document.activeElement !== field) field.value = study?.title ?? "";
    field.title = field.value;
    document.title = study?.title ? `${study.title} · hyperchess` : "hyperchess";
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
}

/** @param {Session} session @param {SavingSource} source */
function mountSaveState(session, source) {
  const sign = byId("save-state", HTMLElement);
  const words = make("span");
  sign.append(icon("done"), words);
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
}
