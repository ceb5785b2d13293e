/** Sentences about variants: one for each family, and one for each variant, made from its board. */

/** @import {Art} from "../types.js" */
/** @import {Start} from "./variant-picture.js" */

import { counted } from "../ui/wording.js";

/** @type {Readonly<Record<string, string>>} */
export const FAMILIES = {
  Standard: "Eight by eight, with the army of ordinary chess: start here.",
  Small: "Five by five, with unicorns or dragons in some: quick games.",
  "Very Small": "Four by four: a game takes minutes.",
  Misc: "Several timelines from the start, or unusual armies.",
  Simple: "Without one kind of piece, to learn the others.",
  Focused: "Kings and one kind of piece, to learn how it moves through time.",
  "Checkmate Practice": "Mate the lone king.",
  Community: "Made by players.",
  "Infinite chess": "Boards without an edge, as played on infinitechess.org.",
  Retired: "No longer played there, and kept for old games.",
  Favourites: "Chosen by you.",
};

/** @type {Readonly<Record<string, string>>} what the board does not show */
const NOTES = {
  Standard: "Ordinary chess, until a piece steps into another time.",
  "Standard - Turn Zero": "A board of the past is there from the start, so time travel is possible on turn 1.",
  "Standard - Two Timelines": "Two boards from the start: every action needs a move on each.",
  "Standard - Defended Pawn": "A knight stands where the queen does, and defends the pawn on the f-file.",
  "Standard - Half Reflected": "Black's king and queen change places.",
  "Standard - Princess": "A princess instead of the queen: rook and bishop, but along two axes at most.",
  "Standard - Reversed Royalty": "The queen is royal, and the king is not.",
  Small: "Five by five with one of each piece.",
  "Small - Open": "Five by five without queens, with open files from the start.",
  "Very Small": "Four by four: the shortest games.",
  "Very Small - Open": "Four by four with one pawn each.",
  Classical: "The usual army on a board without an edge: slides go on for ever.",
  Chess: "The usual 8×8 board, with an edge.",
  "Confined Classical": "The usual army inside walls that have to be opened.",
  Obstocean: "An ocean of obstacles to cut a way through.",
  "Pawn Horde": "An army of pawns against the usual one.",
  "5D Chess": "Boards of 5D chess, laid out on one plane.",
  "4×4×4×4 Chess": "A board of four dimensions, laid out on one plane.",
};

const USUAL = ["king", "queen", "rook", "bishop", "knight", "pawn"];

/** One sentence about a variant. @param {{name: string} & Start} entry @param {Art} art */
export function describeVariant(entry, art) {
  const { name: title, width, height, board = "", pieces = [] } = entry;
  const known = NOTES[title];
  if (known) return known;
  const names = board
    ? [...board].flatMap((letter) => art.letters[letter.toUpperCase()] ?? [])
    : pieces.map(([symbol]) => symbol);
  const kinds = [...new Set(names)].filter((name) => name !== "void");
  if (kinds.length === 0) return "A large position, loaded when it is opened.";
  const unusual = kinds.filter((name) => !USUAL.includes(name)).map(plural);
  const missing = USUAL.filter((name) => !kinds.includes(name)).map(plural);
  const size = width && height ? `${width}×${height}` : counted(names.length, "piece");
  const facts = [];
  if (missing.length > 3) facts.push(`only ${list(kinds.map(plural))}`);
  else {
    if (unusual.length > 0) facts.push(`with ${list(unusual)}`);
    if (missing.length > 0) facts.push(`without ${list(missing)}`);
  }
  return `${size}, ${facts.length > 0 ? facts.join(", ") : "the usual pieces"}.`;
}

/** "royal queens". @param {string} name */
function plural(name) {
  return `${name.replaceAll("-", " ")}${name.endsWith("s") ? "es" : "s"}`;
}

/** "a, b and c"; of more than four, the first three and how many follow. @param {string[]} words */
function list(words) {
  const shown = words.length > 4 ? [...words.slice(0, 3), `${words.length - 3} more kinds`] : words;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "");
}
