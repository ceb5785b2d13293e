/** The colours of the page and the board: which theme is in force, and its colours as CSS variables. */

/** @import {Art, Theme} from "./types.js" */
/** @import {Settings} from "./settings.js" */

import { boardTheme } from "./boardthemes.js";

const dark = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
const contrast = globalThis.matchMedia?.("(prefers-contrast: more)");

/** The theme the settings ask for; `auto` follows the system. @param {Settings} settings */
function wanted(settings) {
  const chosen = settings.get("theme");
  if (chosen !== "auto") return chosen;
  if (dark?.matches) return "dark";
  return contrast?.matches ? "contrast" : "light";
}

/**
 * The theme in force, with the squares of the chosen board theme. High contrast keeps its own squares.
 *
 * @param {Settings} settings
 * @param {Art} art
 * @returns {Theme}
 */
export function activeTheme(settings, art) {
  const name = wanted(settings);
  const theme = /** @type {Theme} */ (art.themes[name] ?? art.themes["light"]);
  const boards = boardTheme(settings.get("boards"));
  const squares = name === "light" ? boards.onLight : name === "dark" ? boards.onDark : null;
  return { ...theme, name, ...(squares ?? {}) };
}

/**
 * Give the page the colours of the theme in force.
 *
 * @param {Settings} settings
 * @param {Art} art
 */
export function applyTheme(settings, art) {
  const theme = activeTheme(settings, art);
  const root = document.documentElement;
  root.dataset["theme"] = theme.name;
  const colours = {
    ground: theme.ground,
    ink: theme.ink,
    quiet: theme.quiet,
    accent: theme.accent,
    "accent-ink": theme.accent_ink,
    light: theme.light,
    dark: theme.dark,
    band: theme.band,
    "band-white": theme.band_white,
    "band-black": theme.band_black,
    check: theme.marks["check"]?.core ?? theme.accent,
    ...Object.fromEntries(
      Object.entries(theme.marks).flatMap(([name, mark]) => [
        [`mark-${name}`, mark.core],
        [`tint-${name}`, mark.tint],
      ]),
    ),
    ...Object.fromEntries(Object.entries(theme.owners).map(([name, owner]) => [`owner-${name}`, owner.fill])),
  };
  for (const [name, colour] of Object.entries(colours)) root.style.setProperty(`--${name}`, colour);
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", theme.ground);
}

/**
 * Keep the page's colours right while the settings or the system's preference change.
 *
 * @param {Settings} settings
 * @param {Art} art
 */
export function keepTheme(settings, art) {
  applyTheme(settings, art);
  settings.onChange((name) => {
    if (name === "theme" || name === "boards") applyTheme(settings, art);
  });
  for (const preference of [dark, contrast]) {
    preference?.addEventListener("change", () => {
      if (settings.get("theme") !== "auto") return;
      applyTheme(settings, art);
      // stages repaint on a change of the theme: what "auto" means has changed
      settings.dispatchEvent(new CustomEvent("change", { detail: { name: "theme", value: "auto" } }));
    });
  }
}
