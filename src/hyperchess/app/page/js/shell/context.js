/**
 * What a panel may use besides the session. Only types; the pieces are put together in `main.js`.
 *
 * @typedef {object} Stage the board of one game kind: `MultiverseStage` or `InfiniteStage`
 * @property {HTMLElement} canvas
 * @property {() => void} activate
 * @property {() => void} deactivate
 * @property {() => void} fit
 * @property {() => void} toPresent
 * @property {() => void} nextBoard
 * @property {(factor: number) => void} zoom
 * @property {() => Promise<Blob>} toBlob
 * @property {() => string[]} window what is in view, as the server draws it
 * @property {(event: KeyboardEvent) => boolean} handleKey
 *
 * @typedef {"moves" | "text" | "position" | "edit" | "share" | "settings" | "help"} PageName
 *
 * @typedef {object} Shell what the frame around the panels can do
 * @property {(page: PageName) => void} show
 * @property {(page: PageName) => void} toggle
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
