/** The server as a source of data. Errors become `ApiError` with the message of the server. */

/** @import {CreateRequest, NodeView, Operations, SearchView} from "./api-types.js" */
/** @import {Art, Node, Position, Source, Square, Study, StudyChange, StudyEdit, Targets} from "../types.js" */

import { selectsNode } from "./changes.js";
import { transport } from "./transport.js";

/**
 * The arguments of an operation: the parameters in its path and query, then the body of the request if it has one.
 *
 * @template {keyof Operations} K
 * @typedef {Operations[K] extends {parameters: infer P, request: null}
 *           ? ({} extends P ? [parameters?: P] : [parameters: P])
 *           : [parameters: Operations[K]["parameters"], request: Operations[K]["request"]]} Arguments
 */

/**
 * A response with the page's own nodes: the generated types do not distinguish squares of the two games in shapes.
 *
 * @template R
 * @typedef {R extends {nodes: NodeView[]} ? Omit<R, "nodes"> & {nodes: Node[]} : R} Answer
 */

// fields of requests that save a second request: positions contain their moves, edits the position that they lead to
const WITH_MOVES = { moves: true };
const WITH_POSITION = { view: true, moves: true };

const NO_ANSWER = "the server does not answer; is it still running?";
/** Status codes of a proxy that has not reached a server; errors of the server have a message. */
const UNREACHED = new Set([502, 503, 504]);

/** An error response: the message of the server, its code and hint, and the whole body. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {string} code
   * @param {string} hint
   * @param {any} body
   */
  constructor(message, code, hint, body) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.body = body;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function send(method, path, body) {
  let answer;
  try {
    answer = await transport().send(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch {
    throw new ApiError(NO_ANSWER, "no-server", "", null);
  }
  if (answer.ok) return answer;
  const refusal = await answer.json().catch(() => null);
  const error = refusal?.error ?? {};
  if (!refusal?.error && UNREACHED.has(answer.status)) throw new ApiError(NO_ANSWER, "no-server", "", null);
  throw new ApiError(error.message ?? `error ${answer.status}`, error.code ?? "error", error.hint ?? "", refusal);
}

/** Fill in a path; parameters that are not in it become its query. @param {string} path @param {object} parameters */
function fillIn(path, parameters) {
  const query = [];
  for (const [name, value] of Object.entries(parameters)) {
    const text = encodeURIComponent(value);
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, text);
    else query.push(`${name}=${text}`);
  }
  return query.length > 0 ? `${path}?${query.join("&")}` : path;
}

/** @implements {Source} */
export class HttpSource {
  canEdit = true;
  canPlay = true;

  /** Whether a game can be viewed without creating a study. */
  get looks() {
    return transport().looks;
  }

  /** Id of the user for undo; empty if the server does not distinguish users. */
  get person() {
    return "";
  }

  /**
   * Send a request: `ask("POST /studies/{id}/proof", { id }, { node })`.
   *
   * @template {keyof Operations} K
   * @param {K} operation
   * @param {Arguments<K>} rest
   * @returns {Promise<Answer<Operations[K]["response"]>>} a file if the response is not JSON
   */
  async ask(operation, ...rest) {
    const [method = "", path = ""] = operation.split(" ");
    const [parameters = {}, request] = /** @type {[parameters?: object, request?: unknown]} */ (rest);
    const answer = await send(method, fillIn(path, parameters), request);
    if (answer.status === 204) return /** @type {any} */ (null);
    const isJson = answer.headers.get("content-type")?.includes("json");
    return isJson ? answer.json() : /** @type {any} */ (answer.blob());
  }

  /** @returns {Promise<Art>} */
  art() {
    return /** @type {Promise<any>} */ (this.ask("GET /art"));
  }

  /** @param {string} id @returns {Promise<Study>} */
  study(id) {
    const { person } = this;
    return this.ask("GET /studies/{id}", { id, ...(person ? { person } : {}) });
  }

  /**
   * The changes after a revision; null if they are no longer stored.
   *
   * @param {string} id
   * @param {number} since
   * @returns {Promise<StudyChange[] | null>}
   */
  async changes(id, since) {
    if (transport().live === null) return null;
    const { changes } = await this.ask("GET /studies/{id}/changes", { id, since });
    return /** @type {StudyChange[] | null} */ (changes);
  }

  /** @param {CreateRequest} request @returns {Promise<Study>} */
  create(request) {
    return this.ask("POST /studies", {}, request);
  }

  /**
   * @param {string} id
   * @param {StudyEdit} edit
   * @param {string} [operation] the id of the edit: with the same one it is made once
   * @returns {Promise<StudyChange>}
   */
  edit(id, edit, operation) {
    const { person } = this;
    const view = selectsNode(edit) ? WITH_POSITION : {};
    return this.ask("POST /studies/{id}/edits", { id }, { edit, person, ...view, ...(operation ? { operation } : {}) });
  }

  /** @param {string} id @param {number} node @param {string[]} pending @returns {Promise<Position>} */
  position(id, node, pending) {
    return this.ask("POST /studies/{id}/position", { id }, { node, pending, ...WITH_MOVES });
  }

  /**
   * @param {string} id
   * @param {number} node
   * @param {string[]} pending
   * @param {Square} from
   * @returns {Promise<Targets>}
   */
  async targets(id, node, pending, from) {
    const found = await this.ask("POST /studies/{id}/moves", { id }, { node, pending, from });
    if ("points" in found) return { moves: found.points, rays: found.rays };
    return { moves: "moves" in found ? found.moves : [], rays: [] };
  }

  /** @param {string} id @param {number} node @param {string[]} pending */
  async passing(id, node, pending) {
    return (await this.ask("POST /studies/{id}/passing", { id }, { node, pending })).attacks;
  }

  /** @param {string} id @param {number} node @param {string[]} pending */
  hint(id, node, pending) {
    return this.ask("POST /studies/{id}/hint", { id }, { node, pending });
  }

  /** A damaged study as it is stored, on a board without a server. @param {string} id @returns {Promise<Blob>} */
  async raw(id) {
    return (await send("GET", `/studies/${id}/raw`)).blob();
  }

  /**
   * @param {string} id
   * @param {(search: SearchView) => void} report called with every report until the search ends
   */
  watchSearch(id, report) {
    return transport().watch(id, report);
  }
}
