/**
 * The side panel: four tabs, and pages opened by header buttons. One page is shown at a time, and built
 * when first shown.
 */

/** @import {PageName} from "./context.js" */

import { byId, make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** @type {readonly {name: PageName, label: string, icon: string}[]} */
const TABS = [
  { name: "moves", label: "Moves", icon: "tree" },
  { name: "text", label: "Text", icon: "text" },
  { name: "position", label: "Position", icon: "board" },
  { name: "edit", label: "Edit", icon: "edit" },
];

/** @type {readonly {name: PageName, title: string}[]} opened from the header; each has a heading */
const PAGES = [
  { name: "play", title: "Play" },
  { name: "learn", title: "Learn" },
  { name: "people", title: "People" },
  { name: "share", title: "Share and export" },
  { name: "settings", title: "Settings" },
  { name: "help", title: "Keys" },
];

export class SidePanel extends EventTarget {
  /** @type {PageName} */ current = "moves";
  /** @type {PageName} the tab to return to from a page of the header */ #tab = "moves";
  /** @type {Map<PageName, (page: HTMLElement) => void>} */ #builders = new Map();
  /** @type {Map<PageName, HTMLButtonElement>} */ #tabs = new Map();

  /** @param {HTMLElement} list of the tabs @param {HTMLElement} pages what they show */
  constructor(list, pages) {
    super();
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", "Study");
    for (const { name } of TABS) {
      const labelled = { role: "tabpanel", "aria-labelledby": `tab-${name}` };
      pages.append(make("section", { id: `panel-${name}`, class: "page", hidden: true, ...labelled }));
    }
    for (const { name, title } of PAGES) {
      pages.append(
        make("section", { id: `panel-${name}`, class: "page", hidden: true, "aria-label": title }),
      );
    }
    for (const tab of TABS) {
      const button = make(
        "button",
        {
          type: "button",
          role: "tab",
          class: tab.name === "moves" ? "" : "study-tool",
          id: `tab-${tab.name}`,
          "aria-controls": `panel-${tab.name}`,
          on: { click: () => this.show(tab.name) },
        },
        icon(tab.icon),
        make("span", { text: tab.label }),
      );
      this.#tabs.set(tab.name, button);
      list.append(button);
    }
  }

  /** Set how a page is built. @param {PageName} name @param {(page: HTMLElement) => void} builder */
  add(name, builder) {
    this.#builders.set(name, builder);
  }

  /** @param {PageName} name */
  page(name) {
    return byId(`panel-${name}`, HTMLElement);
  }

  /** @param {PageName} name */
  show(name) {
    const builder = this.#builders.get(name);
    this.#builders.delete(name);
    if (builder) {
      const title = PAGES.find((page) => page.name === name)?.title;
      if (title) this.page(name).append(pageHead(title, () => this.leave()));
      builder(this.page(name));
    }
    this.current = name;
    if (this.#tabs.has(name)) this.#tab = name;
    for (const page of byId("side-pages", HTMLElement).children) {
      if (page instanceof HTMLElement) page.hidden = page.id !== `panel-${name}`;
    }
    for (const [other, button] of this.#tabs) {
      button.setAttribute("aria-selected", String(other === name));
    }
    this.dispatchEvent(new CustomEvent("show", { detail: name }));
  }

  get atTab() {
    return this.current === this.#tab;
  }

  /** Show a page, or return to the tab if it is already shown. @param {PageName} name */
  toggle(name) {
    this.show(this.current === name ? this.#tab : name);
  }

  /** Close a page of the header. @returns {boolean} whether there was one */
  leave() {
    if (this.atTab) return false;
    this.show(this.#tab);
    return true;
  }
}

/** The heading of a page of the header, with a close button. @param {string} title @param {() => void} leave */
function pageHead(title, leave) {
  return make(
    "div",
    { class: "page-head" },
    make("h2", { text: title }),
    make(
      "button",
      {
        type: "button",
        class: "bare",
        title: "Close (Escape)",
        "aria-label": `Close ${title}`,
        on: { click: leave },
      },
      icon("close"),
    ),
  );
}
