/**
 * Colours of the squares. Each board theme has a pair for light pages and one for dark pages; on both squares of a
 * pair, the fill or the outline of every piece and the ink have a contrast of at least 4.5 to 1 (a test checks this).
 */

/**
 * @typedef {{light: string, dark: string}} Squares
 * @typedef {{name: string, title: string, onLight: Squares | null, onDark: Squares | null}} BoardTheme
 */

/** @type {readonly BoardTheme[]} the first one keeps the squares of the page's theme */
export const BOARD_THEMES = [
  { name: "sand", title: "Sand", onLight: null, onDark: null },
  {
    name: "lake",
    title: "Lake",
    onLight: { light: "#e3ecf3", dark: "#a9c4d8" },
    onDark: { light: "#4b667b", dark: "#2c3b48" },
  },
  {
    name: "moss",
    title: "Moss",
    onLight: { light: "#ecefd9", dark: "#b4c694" },
    onDark: { light: "#516949", dark: "#2f3d2b" },
  },
  {
    name: "rose",
    title: "Rose",
    onLight: { light: "#f7e6e3", dark: "#dfb4ad" },
    onDark: { light: "#84565a", dark: "#4c3234" },
  },
  {
    name: "slate",
    title: "Slate",
    onLight: { light: "#eceef1", dark: "#bcc3cc" },
    onDark: { light: "#5e636d", dark: "#37393f" },
  },
  {
    name: "walnut",
    title: "Walnut",
    onLight: { light: "#f0dcbf", dark: "#cda275" },
    onDark: { light: "#7c5c3f", dark: "#483524" },
  },
];

/** @param {string} name @returns {BoardTheme} */
export function boardThemeOf(name) {
  return BOARD_THEMES.find((theme) => theme.name === name) ?? /** @type {BoardTheme} */ (BOARD_THEMES[0]);
}
