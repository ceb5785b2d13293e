/** The page where a game is opened. */

/** @import {Session} from "../session.js" */
/** @import {Context} from "../ui/context.js" */

export class OpenPage {
  /**
   * @param {HTMLElement} element
   * @param {Session} session
   * @param {Context} context
   */
  constructor(element, session, context) {
    this.element = element;
    this.session = session;
    this.context = context;
  }

  show() {
    this.element.hidden = false;
  }

  /** @returns {boolean} whether it was shown */
  hide() {
    if (this.element.hidden || !this.session.study) return false;
    this.element.hidden = true;
    return true;
  }
}
