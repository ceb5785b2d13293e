/**
 * Where the user left off, stored in the browser: for each study its kind, opponent, result and a small picture, for the
 * cards of the start page and the filter of the list.
 */

/** @import {Session} from "../session.js" */
/** @import {Position5D, PositionInfinite} from "../types.js" */
/** @import {Start} from "./variant-picture.js" */

import { recall } from "../game/memory.js";
import { readList, writeStored } from "../ui/storage.js";
import { RESULTS } from "../ui/wording.js";

/**
 * @typedef {"study" | "game" | "puzzle" | "lesson"} StudyKind
 * @typedef {{study: string, kind: StudyKind, opponent: string, result: string, picture: Start}} Place
 */

const KEY = "hyperchess.places";
const MOST = 60;
const [COLUMNS, ROWS] = [12, 8]; // squares in the picture of an infinite board

/** The places, the newest first. @returns {Place[]} */
export function allPlaces() {
  return readList(KEY).filter((place) => place?.study && place.picture);
}

/**
 * The kind of a study; one that was never opened in this browser is known by its title.
 *
 * @param {string} id
 * @param {string} title
 * @returns {StudyKind}
 */
export function kindOf(id, title, places = allPlaces()) {
  const known = places.find((place) => place.study === id);
  return known?.kind ?? (title.startsWith("Lesson: ") ? "lesson" : recall(id) ? "game" : "study");
}

/** Store the place whenever the position changes. @param {Session} session */
export function keepPlaces(session) {
  session.on("position", () => {
    const { study, position } = session;
    if (!study || !position) return;
    const picture = position.game === "5d" ? boardPicture(position) : planePicture(position);
    const place = { study: study.id, kind: currentKind(session), ...describe(study), picture };
    writeStored(KEY, [place, ...allPlaces().filter((other) => other.study !== study.id)].slice(0, MOST));
  });
}

/** @param {Session} session @returns {StudyKind} */
function currentKind({ study, judge }) {
  if (!study) return "study";
  if (study.title.startsWith("Lesson: ")) return "lesson";
  if (study.puzzle || judge) return "puzzle";
  return recall(study.id) ? "game" : "study";
}

/** Opponent and result in words. @param {NonNullable<Session["study"]>} study */
function describe(study) {
  const game = recall(study.id);
  const opponent = game ? (game.rules.computer ? `Computer, level ${game.rules.level}` : "A friend") : "";
  return { opponent, result: RESULTS[study.result] ?? (game?.over ? "Finished" : "") };
}

/** The board on which the last move ended, or the first that can be played. @param {Position5D} position @returns {Start} */
function boardPicture({ last, mandatory, playable, timelines, width, height }) {
  const move = last.at(-1);
  const [row, time] = move?.touched[1] ?? move?.to ?? mandatory[0] ?? playable[0] ?? [0, 0];
  const line = timelines.find((other) => other.row === row) ?? timelines[0];
  return { board: line?.boards[time - line.first] ?? line?.boards.at(-1) ?? "", width, height };
}

/** The squares around the last move, or around the middle piece. @param {PositionInfinite} position @returns {Start} */
function planePicture({ last, pieces }) {
  const middle = pieces[Math.floor(pieces.length / 2)];
  const [x, y] = last.at(-1)?.to ?? [middle?.[2] ?? "0", middle?.[3] ?? "0"];
  const [left, top] = [BigInt(x) - BigInt(COLUMNS / 2), BigInt(y) + BigInt(ROWS / 2)];
  /** @type {[string, string, number, number][]} */
  const shown = [];
  for (const [symbol, owner, file, rank] of pieces) {
    const [column, row] = [BigInt(file) - left, top - BigInt(rank)];
    if (column < 0n || row < 0n || column >= BigInt(COLUMNS) || row >= BigInt(ROWS)) continue;
    shown.push([symbol, owner, Number(column), Number(row)]);
  }
  return { columns: COLUMNS, rows: ROWS, pieces: shown };
}
