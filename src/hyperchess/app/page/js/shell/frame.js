/**
 * The frame of the page: header, board, toolbar and side panel, empty at first. The analysis board and the viewer of
 * a self-contained file share it; other modules fill its parts.
 */

import { make } from "../ui/dom.js";

/** @param {string} sideLabel the name of the side panel for screen readers */
export function mountFrame(sideLabel) {
  document.body.prepend(
    make("button", { type: "button", class: "skip", id: "skip", text: "Go to the board" }),
    make("header", { id: "head" }, make("div", { id: "head-actions", class: "head-actions" })),
    make(
      "main",
      { id: "main" },
      make(
        "section",
        { id: "table", "aria-label": "Board" },
        make("div", { id: "board" }),
        make("div", { id: "notice", role: "log", "aria-live": "polite", "aria-label": "Messages" }),
        make("div", { id: "status-line" }),
        make("section", { id: "lines", "aria-label": "Engine", hidden: true }),
      ),
      make("div", { id: "bar", role: "toolbar", "aria-label": "Actions" }),
      make("div", {
        id: "splitter",
        role: "separator",
        "aria-orientation": "vertical",
        tabindex: 0,
        "aria-label": "Width of the side panel",
      }),
      make(
        "aside",
        { id: "side", "aria-label": sideLabel },
        make("button", {
          type: "button",
          id: "sheet-handle",
          class: "sheet-handle",
          "aria-controls": "side-pages",
        }),
        make("div", { id: "tabs", class: "tabs" }),
        make("div", { id: "side-pages", class: "side-pages" }),
      ),
    ),
    make("div", { id: "live", class: "unseen", "aria-live": "polite", role: "status" }),
  );
}

/** The logo: the icon of the page, which a self-contained file contains in its `<head>`. */
export function brandImage() {
  const link = document.querySelector('link[rel="icon"]');
  return make("img", { src: link?.getAttribute("href") ?? "", width: 26, height: 26, alt: "" });
}
