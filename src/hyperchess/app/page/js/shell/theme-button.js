/** The button of the header that switches to the next theme. */

/** @import {Settings} from "../settings/settings.js" */

import { announce } from "../ui/announce.js";
import { make } from "../ui/dom.js";
import { icon, setIcon } from "../ui/icons.js";

/** @type {readonly ("auto" | "light" | "dark" | "contrast")[]} */
const THEMES = ["auto", "light", "dark", "contrast"];
const NAMES = { auto: "automatic", light: "light", dark: "dark", contrast: "high contrast" };

/** @param {Settings} settings @param {string} [label] a word next to the icon if there is space */
export function themeButton(settings, label) {
  const next = () => {
    const theme = THEMES[(THEMES.indexOf(settings.get("theme")) + 1) % THEMES.length] ?? "auto";
    settings.set("theme", theme);
    announce(`Theme: ${NAMES[theme]}`);
  };
  const button = make(
    "button",
    { type: "button", class: "head-button", on: { click: next } },
    icon("auto"),
    label ? make("span", { class: "label", text: label }) : null,
  );
  const refresh = () => {
    const theme = settings.get("theme");
    const title = `Theme: ${NAMES[theme]}; press to change`;
    setIcon(button, theme);
    button.title = title;
    button.setAttribute("aria-label", title);
  };
  settings.onChange(refresh);
  refresh();
  return button;
}
