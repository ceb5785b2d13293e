/** The server as a source of data. Errors become `ApiError` with the message of the server. */

/** @import {Art, Challenges, Chapters, Course, Exported, Position, PracticeMate, Problem, Search, Source, Square, Study,
 *            StudyChange, StudyEdit, StudyLink, Earlier, MatchState, Engines, OwnGame, Explored, FoundGames, Judgement,
 *            ProofView, PuzzleEntry, Review, Targets} from "../types.js" */

import { selectsNode } from "./changes.js";
import { transport } from "./transport.js";

/** @typedef {{folder: string, tags: string[]}} Filing where a study is filed */

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
 * @param {string} path
 * @param {object} [body]
 * @param {string} [method]
 */
async function ask(path, body, method = body === undefined ? "GET" : "POST") {
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

/**
 * @param {string} path
 * @param {object} [body]
 */
async function askJson(path, body) {
  return (await ask(path, body)).json();
}

/** @implements {Source} */
export class HttpSource {
  canEdit = true;
  canPlay = true;

  /** Whether a game can be viewed without creating a study. */
  get looks() {
    return transport().looks;
  }

  /** @returns {Promise<Art>} */
  art() {
    return askJson("/art");
  }

  /** Id of the user for undo; empty if the server does not distinguish users. */
  get person() {
    return "";
  }

  /** @param {string} id @returns {Promise<Study>} */
  study(id) {
    return askJson(`/studies/${id}${this.person ? `?person=${this.person}` : ""}`);
  }

  /** The changes after a revision; null if they are no longer stored. @param {string} id @param {number} since */
  async changes(id, since) {
    if (transport().live === null) return null;
    /** @type {{changes: StudyChange[] | null}} */
    const found = await askJson(`/studies/${id}/changes?since=${since}`);
    return found.changes;
  }

  /** The overwritten versions, newest first. @param {string} id @returns {Promise<Earlier[]>} */
  earlier(id) {
    return askJson(`/studies/${id}/earlier`);
  }

  /** Start a game against a friend. @param {object} request
   * @returns {Promise<{study: string, side: string, key: string, friend: string}>} */
  createMatch(request) {
    return askJson("/matches", request);
  }

  /** Games in progress of the seats with these keys. @param {string[]} keys @returns {Promise<OwnGame[]>} */
  ownGames(keys) {
    return askJson("/matches/own", { keys });
  }

  /** Open challenges, and games to watch. @returns {Promise<Challenges>} */
  challenges() {
    return askJson("/challenges");
  }

  /** @param {string} id @returns {Promise<MatchState>} */
  match(id) {
    return askJson(`/studies/${id}/match`);
  }

  /** Claim a seat with a secret key. @param {string} id @param {string} key @param {string} name
   * @returns {Promise<MatchState>} */
  claimSeat(id, key, name) {
    return askJson(`/studies/${id}/match/seat`, { key, name });
  }

  /** Let an engine have the open seat. @param {string} id @param {{name: string, level: number}} engine
   * @returns {Promise<MatchState>} */
  seatEngine(id, engine) {
    return askJson(`/studies/${id}/match/seat`, { engine });
  }

  /** A one-time link for another device. @param {string} id @returns {Promise<StudyLink & {key: string}>} */
  async moveSeat(id) {
    return (await ask(`/studies/${id}/match/link`, undefined, "POST")).json();
  }

  /** The action that this player has prepared. @param {string} id @returns {Promise<{moves: string[]}>} */
  prepared(id) {
    return askJson(`/studies/${id}/match/prepared`);
  }

  /** Prepare an action for the next turn. @param {string} id @param {string[]} moves none withdraws it
   * @returns {Promise<{moves: string[]}>} */
  prepare(id, moves) {
    return askJson(`/studies/${id}/match/prepared`, { moves });
  }

  /** @param {string} id @param {object} action @returns {Promise<StudyChange>} */
  playInMatch(id, action) {
    return askJson(`/studies/${id}/match/actions`, action);
  }

  /** @param {string} id @param {object} act @returns {Promise<MatchState>} */
  actInMatch(id, act) {
    return askJson(`/studies/${id}/match`, act);
  }

  /** @param {string} id @returns {Promise<StudyLink[]>} */
  links(id) {
    return askJson(`/studies/${id}/links`);
  }

  /** @param {string} id @param {string} role @param {string} name @returns {Promise<StudyLink & {key: string}>} */
  addLink(id, role, name) {
    return askJson(`/studies/${id}/links`, { role, name });
  }

  /** @param {string} id @param {string} link */
  async endLink(id, link) {
    await ask(`/studies/${id}/links/${link}`, undefined, "DELETE");
  }

  /** @param {object} request @returns {Promise<Study>} */
  create(request) {
    return askJson("/studies", request);
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
    return askJson(`/studies/${id}/edits`, { edit, person, ...view, ...(operation ? { operation } : {}) });
  }

  /** @param {string} id @param {number} node @param {string[]} pending @returns {Promise<Position>} */
  position(id, node, pending) {
    return askJson(`/studies/${id}/position`, { node, pending, ...WITH_MOVES });
  }

  /**
   * @param {string} id
   * @param {number} node
   * @param {string[]} pending
   * @param {Square} from
   * @returns {Promise<Targets>}
   */
  async targets(id, node, pending, from) {
    const found = await askJson(`/studies/${id}/moves`, { node, pending, from });
    return { moves: found.moves ?? found.points, rays: found.rays ?? [] };
  }

  /** @param {string} id @param {number} node @param {string[]} pending */
  async passing(id, node, pending) {
    return (await askJson(`/studies/${id}/passing`, { node, pending })).attacks;
  }

  /** @param {string} id @param {number} node @param {string[]} pending */
  hint(id, node, pending) {
    return askJson(`/studies/${id}/hint`, { node, pending });
  }

  /** @param {string} query */
  studies(query) {
    return askJson(`/studies?query=${encodeURIComponent(query)}`);
  }

  /** @param {string} id @param {Filing} filing @returns {Promise<Filing>} */
  async file(id, filing) {
    return (await ask(`/studies/${id}/filing`, filing, "PUT")).json();
  }

  /** @param {string} id */
  async remove(id) {
    await ask(`/studies/${id}`, undefined, "DELETE");
  }

  /** A damaged study as it is stored. @param {string} id @returns {Promise<Blob>} */
  async raw(id) {
    return (await ask(`/studies/${id}/raw`)).blob();
  }

  /** @param {string} id @returns {Promise<Chapters>} */
  chapters(id) {
    return askJson(`/studies/${id}/chapters`);
  }

  /** Add a game, or all games of a text; returns the first of them. @param {string} id @param {object} request
   * @returns {Promise<Study>} */
  addChapters(id, request) {
    return askJson(`/studies/${id}/chapters`, request);
  }

  /** @param {string} id @param {string} title @param {string[]} order @returns {Promise<Chapters>} */
  async arrangeChapters(id, title, order) {
    return (await ask(`/studies/${id}/chapters`, { title, order }, "PUT")).json();
  }

  /** Delete a study with all its chapters. @param {string} id */
  async removeAll(id) {
    await ask(`/studies/${id}/chapters`, undefined, "DELETE");
  }

  /** @returns {Promise<{site?: string}>} */
  about() {
    return askJson("/about");
  }

  notations() {
    return askJson("/notations");
  }

  variants() {
    return askJson("/variants");
  }

  examples() {
    return askJson("/examples");
  }

  /**
   * @param {string} text
   * @param {string} [notation]
   * @returns {Promise<{notation: string, game: string, games: number, problems: Problem[], fixed?: string}>}
   */
  check(text, notation) {
    return askJson("/check", { text, ...(notation ? { notation } : {}) });
  }

  /**
   * @param {string} id
   * @param {string} to
   * @param {object} options
   * @param {boolean} [chapters] whether all chapters are written
   * @returns {Promise<Exported>}
   */
  export(id, to, options, chapters = false) {
    return askJson(`/studies/${id}/export`, { to, options, ...(chapters ? { chapters } : {}) });
  }

  /** @param {string} id @param {object} request @returns {Promise<Blob>} */
  async picture(id, request) {
    return (await ask(`/studies/${id}/picture`, request)).blob();
  }

  /** The line that leads to a node as an animated GIF. @param {string} id @param {object} request @returns {Promise<Blob>} */
  async animation(id, request) {
    return (await ask(`/studies/${id}/animation`, request)).blob();
  }

  /** @param {string} id @returns {Promise<Blob>} */
  async html(id) {
    return (await ask(`/studies/${id}/html`, {})).blob();
  }

  /** @returns {Promise<Course[]>} */
  lessons() {
    return askJson("/lessons");
  }

  /**
   * Whether moves reach the goal of a step of a lesson.
   *
   * @param {{course: string, step: string, moves: string[], submitted: boolean}} request
   * @returns {Promise<{done: boolean, text: string}>}
   */
  judgeStep(request) {
    return askJson("/lessons/judge", request);
  }

  /** @returns {Promise<PracticeMate[]>} */
  practice() {
    return askJson("/practice");
  }

  /** @param {string} name @param {number} seed @returns {Promise<{title: string, text: string}>} */
  practiceStart(name, seed) {
    return askJson("/practice", { name, seed });
  }

  /** @param {object} request */
  setup(request) {
    return askJson("/setup", request);
  }

  /**
   * A position of a study: as text, and as the editor starts from it.
   *
   * @param {string} id
   * @param {number} node
   * @param {string[]} pending
   */
  setupOf(id, node, pending) {
    return askJson(`/studies/${id}/setup`, { node, pending });
  }

  /** @param {object} request @returns {Promise<{id: string}>} */
  search(request) {
    return askJson("/searches", request);
  }

  /** Actions played after a node. @param {object} request @returns {Promise<Explored>} */
  explore(request) {
    return askJson("/explorer/position", request);
  }

  /** Games by a query. @param {object} request @returns {Promise<FoundGames>} */
  findGames(request) {
    return askJson("/explorer/games", request);
  }

  /** Open a game of the library as a study. @param {number} id @returns {Promise<Study>} */
  openGame(id) {
    return askJson("/explorer/study", { id });
  }

  /** The actions of a proof after a node. @param {string} id @param {{node: number, first: number, count: boolean}} request
   * @returns {Promise<ProofView>} */
  proof(id, request) {
    return askJson(`/studies/${id}/proof`, request);
  }

  /** @returns {Promise<Engines>} */
  engines() {
    return askJson("/engines");
  }

  /** Start an analysis by an engine. @param {object} request @returns {Promise<{id: string}>} */
  think(request) {
    return askJson("/thoughts", request);
  }

  /** Let an engine choose an action. @param {object} request @returns {Promise<{id: string}>} */
  reply(request) {
    return askJson("/replies", request);
  }

  /** @param {string} id @param {number} seconds for each action @returns {Promise<{id: string}>} */
  startReview(id, seconds) {
    return askJson(`/studies/${id}/review`, { seconds });
  }

  /** @param {string} id @returns {Promise<{review: Review | null, running: Search | null}>} */
  review(id) {
    return askJson(`/studies/${id}/review`);
  }

  /** @returns {Promise<PuzzleEntry[]>} */
  puzzles() {
    return askJson("/puzzles");
  }

  /** Judge the last action played. @param {string} id @param {string[][]} played @returns {Promise<Judgement>} */
  judgePuzzle(id, played) {
    return askJson(`/puzzles/${id}/answers`, { played });
  }

  /** @param {string} id @param {string[][]} played @param {boolean} whole @returns {Promise<{text: string}>} */
  puzzleHint(id, played, whole) {
    return askJson(`/puzzles/${id}/hints`, { played, whole });
  }

  /** @param {string} id */
  async cancelSearch(id) {
    await ask(`/searches/${id}`, undefined, "DELETE");
  }

  /**
   * @param {string} id
   * @param {(search: Search) => void} report called with every report until the search ends
   */
  watchSearch(id, report) {
    return transport().watch(id, report);
  }
}
