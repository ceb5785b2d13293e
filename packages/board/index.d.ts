/** Types of `hyperchess-board`. Importing the package defines `<hyperchess-board>`; on a server it does nothing. */

export type Player = "white" | "black" | "red" | "blue" | "yellow" | "green" | "neutral";
/** Row of the timeline, half-turn (2 * turn, + 1 for Black), file and rank from 0. */
export type Square5D = [row: number, time: number, file: number, rank: number];
/** Decimal strings, because coordinates have no limit. */
export type SquareInfinite = [x: string, y: string];
/** A string is a name: `(0T1w)e4` in 5D chess, `4,-2` in infinite chess. */
export type Square = Square5D | SquareInfinite;
export type ShapeColor = "green" | "blue" | "yellow" | "red";

export type Shape =
  | { type: "arrow" | "ray"; from: Square | string; to: Square | string; color?: ShapeColor }
  | { type: "square"; at: Square | string; color?: ShapeColor };

export interface Status {
  /** Such as `ongoing`, `check`, `checkmate`, `stalemate`, or `unknown` if it was not decided in time. */
  verdict: string;
  over: boolean;
  text: string;
  result?: string;
}

export interface Timeline {
  row: number;
  name: string;
  active: boolean;
  /** The half-turn of the first board. */
  first: number;
  /** Letters of the squares from the last rank down, `.` for an empty one; capitals are White's. */
  boards: string[];
}

export interface Position5D {
  game: "5d";
  width: number;
  height: number;
  player: Player;
  present: number;
  timelines: Timeline[];
  /** Moves of the unfinished action. */
  pending: string[];
  may_submit: boolean;
  status: Status;
}

export interface PositionInfinite {
  game: "infinite";
  player: Player;
  pieces: [symbol: string, owner: Player, x: string, y: string, special: number][];
  pending: string[];
  may_submit: boolean;
  status: Status;
}

export type Position = Position5D | PositionInfinite;

export interface GameNode {
  id: number;
  parent: number | null;
  /** The first child continues the main line. */
  children: number[];
  number: number;
  player: Player | "";
  moves: { text: string; raw: string; evaluation: string }[];
  comments: { text: string; after: number }[];
  result: string;
  resolved: boolean;
}

export interface Move {
  /** All coordinates: `(0T1)e2>(0T1)e4`, on an infinite board `4,2>4,4`. */
  text: string;
  name: string;
  from: Square;
  to: Square;
  promotion: string;
  capture: boolean;
}

export interface Targets {
  moves: Move[];
  /** Unlimited slides of infinite chess. */
  rays: object[];
}

/** A game by the rules, without a board; works on servers too. */
export interface RulesGame {
  position(): Promise<Position>;
  targets(square: Square | string): Promise<Targets>;
  /** Play a whole action; rejects if it is not legal. */
  play(moves: string[]): Promise<void>;
}

/**
 * Open a game without a board: a variant by its name, or a game as `load` takes it. `rules` are the bytes of
 * `rules.wasm`, for programs that cannot fetch it, such as Node.js.
 */
export function openGame(game: string | object, rules?: BufferSource): Promise<RulesGame>;

export interface HyperchessBoardEventMap {
  /** A game is shown. */
  ready: CustomEvent<{ node: number; position: Position | null }>;
  /** Another position is shown. */
  position: CustomEvent<{ node: number; position: Position | null }>;
  /** The user, or `play`, has played a whole action. */
  move: CustomEvent<{ node: number; moves: string[]; position: Position | null }>;
  /** A game cannot be shown, or a move is not legal; for a text that cannot be read with its place, from 1. */
  problem: CustomEvent<{ message: string; line?: number; column?: number; expected?: string }>;
}

export interface HyperchessBoard extends HTMLElement {
  /** Show a game in 5DPGN, Branched 5DPGN, ICN, or JSON that hyperchess wrote; rejects if it cannot be read. */
  load(game: string | object): Promise<void>;
  /** Show a new game of a variant. */
  start(variant: string): Promise<void>;
  /** Show a position of 5D chess in 5DFEN, or of infinite chess in ICN. */
  setPosition(text: string, promotions?: string): Promise<void>;

  readonly position: Position | null;
  readonly node: number;
  readonly nodes: readonly GameNode[];
  readonly variants: string[];
  playable: boolean;
  orientation: "white" | "black";
  theme: "auto" | "light" | "dark" | "contrast";

  go(node: number): Promise<void>;
  next(): Promise<void>;
  previous(): Promise<void>;
  first(): Promise<void>;
  last(): Promise<void>;
  /** Show everything. */
  fit(): void;

  /** The legal moves of the piece on a square. */
  targets(square: Square | string): Promise<Targets>;
  /** Play a whole action on a playable board; the promise says whether it was legal. */
  play(moves: string[]): Promise<boolean>;
  /** Draw arrows and squares on the shown position, instead of those that are there. */
  draw(shapes: Shape[]): Promise<void>;
  /** Read the colours `--hyperchess-*` of the page again. */
  refreshColours(): void;

  addEventListener<K extends keyof HyperchessBoardEventMap>(
    type: K,
    listener: (this: HyperchessBoard, event: HyperchessBoardEventMap[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "hyperchess-board": HyperchessBoard;
  }
}
