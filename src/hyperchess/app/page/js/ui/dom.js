/** Creating and finding elements. Text is always plain text: nothing here parses HTML. */

/** @typedef {string | number | boolean | null | undefined | Record<string, (event: any) => void>} Value */

/**
 * Create an element: `on` contains its listeners, `text` its text; everything else is an attribute (`true`
 * an empty one, `false` and `null` none).
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, Value>} [attributes]
 * @param {...(globalThis.Node | string | null)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "object") {
      for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    } else if (name === "text") element.textContent = String(value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/**
 * The element with an id; throws if the page has none.
 *
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new Error(`the page has no #${id}`);
}

/** The focused element of the document or shadow tree that contains a node. @param {globalThis.Node} node */
export function focusedIn(node) {
  const root = /** @type {Document | ShadowRoot} */ (node.getRootNode());
  return /** @type {HTMLElement | null} */ (root.activeElement ?? null);
}

/** Whether an element takes typed keys as text. @param {EventTarget | null} target */
export function isTextField(target) {
  if (target instanceof HTMLInputElement) {
    return !["button", "checkbox", "radio", "range", "color", "file", "submit"].includes(target.type);
  }
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
