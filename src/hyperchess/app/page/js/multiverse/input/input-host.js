/**
 * The interface of the board for keyboard and pointer. Only types: the stage provides it.
 *
 * @typedef {object} InputHost
 * @property {HTMLCanvasElement} canvas
 * @property {import("../../session.js").Session} session
 * @property {import("../../settings/settings.js").Settings} settings
 * @property {import("../layout.js").Layout | null} layout null while no position is shown
 * @property {import("../camera/camera-control.js").CameraControl} cameraControl
 * @property {import("../render/interaction.js").Interaction} interaction
 * @property {import("../captions.js").Tooltip} tooltip
 * @property {import("./play.js").Play} play
 * @property {import("../../drawing/pieces.js").PieceArt} pieces
 * @property {() => void} hideCursor
 * @property {() => void} redraw
 */

export {};
