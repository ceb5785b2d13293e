/**
 * The interface of the rules of a game: positions are addresses in the kernel (`state`), and views for the
 * page.
 */

/** @import {PassingAttack, Position, Square, Status, Targets} from "../../types.js" */

/**
 * @typedef {{state: number, name: string, last: any}} Step what a move does: the state after it, its name, and what the
 *           page shows of it
 * @typedef {object} Rules
 * @property {() => number} begin the start of the game
 * @property {() => Position} blank what the start says about a position, for the first call of `view`
 * @property {(state: number, text: string, position: Position) => Step} play one move; throws if it is not possible
 * @property {(state: number) => number | null} submit null if the action may not end here
 * @property {(state: number, from: Position, last: any[], pending: string[], status: Status | null) => Position} view
 *           `last` is empty at the start of a game
 * @property {(state: number, square: Square) => Targets} targets
 * @property {(state: number) => PassingAttack[]} passing
 * @property {(states: number[]) => void} forget
 */

export {};
