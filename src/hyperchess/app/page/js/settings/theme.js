/** The active theme of page and board, and its colours as CSS variables. */

/** @import {Art, Theme} from "../types.js" */
/** @import {Settings} from "./settings.js" */

import { readList, writeStored } from "../ui/storage.js";
import { boardThemeOf } from "./board-themes.js";

const KEY = "hyperchess.colours";
const dark = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
const contrast = globalThis.matchMedia?.("(prefers-contrast: more)");

/** The name of the active theme; `auto` follows the system. @param {Settings} settings */
function wanted(settings) {
  const chosen = settings.get("theme");
  if (chosen !== "auto") return chosen;
  if (dark?.matches) return "dark";
  return contrast?.matches ? "contrast" : "light";
}

/**
 * The active theme, with the squares of the chosen board theme and the name of the piece set. The high-contrast theme has its own
 * squares. Colours of the page that contains a board come last.
 *
 * @param {Settings} settings
 * @param {Art} art
 * @returns {Theme}
 */
export function activeTheme(settings, art) {
  const name = wanted(settings);
  const theme = /** @type {Theme} */ (art.themes[name] ?? art.themes["light"]);
  const boards = boardThemeOf(settings.get("boards"));
  const squares = name === "light" ? boards.onLight : name === "dark" ? boards.onDark : null;
  return { ...theme, name, pieces: settings.get("pieces"), ...(squares ?? {}), ...art.colours };
}

/** @param {HTMLElement} root @param {string} name @param {Record<string, string>} colours */
function paint(root, name, colours) {
  root.dataset["theme"] = name;
  for (const [key, colour] of Object.entries(colours)) root.style.setProperty(`--${key}`, colour);
}

/** Start with the colours of the last visit, if the same theme is active. @param {Settings} settings */
export function recallTheme(settings) {
  const [chosen, name, colours] = readList(KEY);
  if (chosen === settings.get("theme") && name === wanted(settings)) paint(document.documentElement, name, colours ?? {});
}

/**
 * Apply the colours of the active theme to an element.
 *
 * @param {Settings} settings
 * @param {Art} art
 * @param {HTMLElement} root
 */
export function applyTheme(settings, art, root) {
  const theme = activeTheme(settings, art);
  /** @type {Record<string, string>} */
  const colours = {
    ground: theme.ground,
    ink: theme.ink,
    quiet: theme.quiet,
    accent: theme.accent,
    "accent-ink": theme.accent_ink,
    light: theme.light,
    dark: theme.dark,
    check: theme.marks["check"]?.core ?? theme.accent,
    ...Object.fromEntries(Object.entries(theme.marks).map(([name, mark]) => [`mark-${name}`, mark.core])),
    ...Object.fromEntries(Object.entries(theme.owners).map(([name, owner]) => [`owner-${name}`, owner.fill])),
  };
  paint(root, theme.name, colours);
  if (!settings.kept) return;
  writeStored(KEY, [settings.get("theme"), theme.name, colours]);
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", theme.ground);
}

/**
 * Keep the colours up to date when the settings or the system's preference change.
 *
 * @param {Settings} settings
 * @param {Art} art
 * @param {HTMLElement} [root] the element that gets the colours, by default the whole page
 */
export function keepTheme(settings, art, root = document.documentElement) {
  applyTheme(settings, art, root);
  settings.onChange((name) => {
    if (name === "theme" || name === "boards") applyTheme(settings, art, root);
  });
  for (const preference of [dark, contrast]) {
    preference?.addEventListener("change", () => {
      if (settings.get("theme") !== "auto") return;
      applyTheme(settings, art, root);
      // the stages repaint on a change of the theme, and "auto" now means a different one
      settings.dispatchEvent(new CustomEvent("change", { detail: { name: "theme", value: "auto" } }));
    });
  }
}
