/**
 * The interface that panels may use besides the session. Only types: `page-shell.js` and `viewer.js` provide it.
 *
 * @typedef {object} Stage the board of one game kind: `MultiverseStage` or `InfiniteStage`
 * @property {HTMLElement} canvas
 * @property {boolean} drawn whether the screen shows the current state
 * @property {() => void} activate
 * @property {() => void} resize adapt to the current size of the element at once, before the next frame
 * @property {() => void} deactivate
 * @property {() => void} fit
 * @property {() => void} toPresent
 * @property {() => void} nextBoard
 * @property {(factor: number) => void} zoom
 * @property {() => Promise<Blob>} toBlob
 * @property {() => string[]} window the visible part, as the server's pictures take it
 * @property {() => void} showCursor let the keyboard play
 * @property {(event: KeyboardEvent) => boolean} handleKey
 *
 * @typedef {"moves" | "text" | "position" | "edit" | "share" | "settings" | "help" | "play" |
 *           "learn" | "people"} PageName
 *
 * @typedef {"play" | "analyse" | "puzzle" | "lesson" | "edit"} ModeName
 *
 * @typedef {object} Shell what panels may ask of the frame around them
 * @property {(page: PageName) => void} show
 * @property {(page: PageName) => void} toggle
 * @property {(variant: string) => void} play show the Play page with a variant
 * @property {(id?: string) => Promise<boolean>} train open a puzzle of the trainer, by default the next one
 * @property {() => boolean} trains whether the trainer has the open study
 * @property {() => {name: ModeName, during: string}} mode what the user is doing
 * @property {() => void} hint a hint for the position: the trainer's while a puzzle is solved
 * @property {() => void} showBoard give the board as much space as possible
 * @property {() => void} showSide give the side panel as much space as possible
 * @property {(element: HTMLElement) => void} reveal show an element of the side panel, and as much of the board as possible
 * @property {() => void} showOpen
 * @property {() => void} hideOpen
 * @property {(message: import("./notices.js").Message) => void} notify
 *
 * @typedef {object} Context
 * @property {import("../settings/settings.js").Settings} settings
 * @property {import("../types.js").Art} art
 * @property {import("../data/http.js").HttpSource} source
 * @property {() => Stage | null} stage
 * @property {(text: string) => void} announce
 * @property {Shell} shell
 */

export {};
