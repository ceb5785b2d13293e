/**
 * Messages to the user, over the status line. Each is removed eventually: a notice after a while, an error
 * when another study is opened, when something else succeeds, or after a longer while.
 */

/** @import {Session} from "../session.js" */

import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { capitalize } from "../ui/wording.js";

const MOST = 4;
const SECONDS = 6;
const ERROR_SECONDS = 20;

/**
 * @typedef {{kind?: "info" | "error" | "done", text: string, hint?: string,
 *            action?: {label: string, run: () => void}, gone?: () => void}} Message
 * `gone` is called when the message disappears without its action
 */

export class Notices {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
  }

  /** @param {Message} message @returns {() => void} removes the message */
  show({ kind = "info", text, hint = "", action, gone }) {
    const sentence = capitalize(text);
    // a new notice replaces the previous one; errors and messages with an action stay
    for (const other of this.host.querySelectorAll(".message:not(.lasting)")) {
      const same = other instanceof HTMLElement && other.dataset["text"] === sentence;
      if (same || (kind !== "error" && !other.classList.contains("error"))) other.remove();
    }
    let there = true;
    const away = () => {
      message.remove();
      if (there) gone?.();
      there = false;
    };
    const message = make(
      "div",
      {
        class: `message ${kind}${gone || action ? " lasting" : ""}`,
        "data-text": sentence,
        role: kind === "error" ? "alert" : null,
      },
      icon(kind),
      make(
        "p",
        {},
        make("span", { text: sentence }),
        hint ? make("span", { class: "hint", text: hint }) : null,
      ),
      action
        ? make("button", {
            type: "button",
            class: "quiet",
            text: action.label,
            on: {
              click: () => {
                there = false;
                away();
                action.run();
              },
            },
          })
        : null,
      make(
        "button",
        { type: "button", class: "bare", "aria-label": "Dismiss", on: { click: away } },
        icon("close"),
      ),
    );
    this.host.append(message);
    const old = [...this.host.querySelectorAll(".message:not(.lasting)")];
    for (const other of old.slice(0, Math.max(0, this.host.children.length - MOST))) other.remove();
    this.#goLater(message, away, kind === "error" ? ERROR_SECONDS : SECONDS);
    return away;
  }

  /**
   * Remove a message later, but not while it is hovered or focused.
   *
   * @param {HTMLElement} message
   * @param {() => void} away
   * @param {number} seconds
   */
  #goLater(message, away, seconds) {
    const check = () => {
      if (message.matches(":hover, :focus-within")) setTimeout(check, 1000);
      else away();
    };
    setTimeout(check, seconds * 1000);
  }

  /** Show the notices of a session. @param {Session} session */
  listen(session) {
    session.on("notice", (event) => this.show(event.detail));
    let study = session.study?.id;
    // errors are outdated when another position or study is shown
    session.on("position", () => this.#clear(".message.error:not(.lasting)"));
    session.on("study", () => {
      if (session.study?.id !== study) this.#clear(".message:not(.lasting)");
      study = session.study?.id;
    });
  }

  /** @param {string} which */
  #clear(which) {
    for (const message of this.host.querySelectorAll(which)) message.remove();
  }
}
