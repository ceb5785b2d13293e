/** The panel of a puzzle. */

/** @import {Session} from "../session.js" */
/** @import {Context} from "../ui/context.js" */

/** @param {HTMLElement} element @param {Session} session @param {Context} context */
export function mount(element, session, context) {
  void [element, session, context];
}
