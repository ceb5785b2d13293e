/**
 * The types that the page uses, for the type checker. Those of the API are generated (`data/api-types.d.ts`).
 * Positions, nodes and studies are also made by the self-contained viewer, which leaves out or widens some fields.
 *
 * @typedef {"white" | "black" | "red" | "blue" | "yellow" | "green" | "neutral"} Player
 * @typedef {"5d" | "infinite"} GameKind
 * @typedef {[row: number, time: number]} BoardPlace a board: the row of its timeline, and its half-turn
 * @typedef {[row: number, time: number, file: number, rank: number]} Square5D
 * @typedef {[x: string, y: string]} SquareInfinite decimal strings: coordinates have no limit
 * @typedef {Square5D | SquareInfinite} Square
 * @typedef {"green" | "blue" | "yellow" | "red"} ShapeColor
 * @typedef {{type: "arrow", from: Square, to: Square, color: ShapeColor} |
 *           {type: "ray", from: SquareInfinite, to: SquareInfinite, color: ShapeColor} |
 *           {type: "square", at: Square, color: ShapeColor}} Shape
 * @typedef {import("./data/api-types.js").ProblemView} Problem
 * @typedef {import("./data/api-types.js").Comment} Comment
 * @typedef {import("./data/api-types.js").MoveText} NodeMove
 * @typedef {Omit<import("./data/api-types.js").NodeView, "shapes" | "score" | "player" | "mark" | "result"> &
 *           {shapes: Shape[], score?: Score | null, player: Player | "", mark: string, result: string}} Node
 * @typedef {Omit<import("./data/api-types.js").StudyView, "nodes" | "games" | "proof"> &
 *           {nodes: Node[], games?: number, proof?: boolean}} Study without a `role`, the user is the owner
 * @typedef {Omit<import("./data/api-types.js").Edited, "nodes"> &
 *           {nodes: Node[], position?: Position | null}} StudyChange what an edit changed: fields of the head, new or
 *           different nodes, ids of removed nodes, the node to select, and the position after it
 * @typedef {import("./data/api-types.js").LinkView} StudyLink
 * @typedef {import("./data/api-types.js").Volume} Chapters of a study, with the title of the whole; none if it is a single game
 * @typedef {import("./data/api-types.js").MatchView} MatchState a game through a link: whose turn it is, its last node, milliseconds that are left
 * @typedef {import("./data/api-types.js").ListedGame} ListedGame
 * @typedef {import("./data/api-types.js").OwnGame} OwnGame
 * @typedef {import("./data/api-types.js").EarlierView} Earlier a version that was overwritten, by whom and when
 * @typedef {Omit<import("./data/api-types.js").TimelineView, "maker"> & {maker: Player | null}} TimelineView
 * @typedef {import("./data/api-types.js").MultiverseLastMove} LastMove5D
 * @typedef {import("./data/api-types.js").MultiverseAttack} Attack5D
 * @typedef {{verdict: string, over: boolean, text: string, result?: import("./data/api-types.js").SetResult["result"],
 *            claims?: string[]}} Status
 * @typedef {import("./data/api-types.js").ScoreView} Score from White's side; a mate is proven; `chance` is White's expected score in percent
 * @typedef {import("./data/api-types.js").MoveArrow} MoveArrow
 * @typedef {{number: number, player: Player, moves: string[], text: string}} LineAction
 * @typedef {{score: Score, depth: number, actions: LineAction[], arrows: MoveArrow[]}} Line
 * @typedef {{lines: Line[], depth: number, nodes: number, speed: number}} Thought
 * @typedef {import("./data/api-types.js").Point} ReviewPoint
 * @typedef {import("./data/api-types.js").Summary} ReviewSummary
 * @typedef {import("./data/api-types.js").ReviewView} Review
 * @typedef {import("./data/api-types.js").ActionRow} ExploredAction
 * @typedef {import("./data/api-types.js").GameCard} FoundGame
 * @typedef {import("./data/api-types.js").Explorer} Explored
 * @typedef {import("./data/api-types.js").Engines} Engines
 * @typedef {import("./data/api-types.js").ProofView} ProofView
 * @typedef {import("./data/api-types.js").ProofChoice} ProofChoice
 * @typedef {import("./data/api-types.js").PuzzleView} PuzzleEntry
 * @typedef {Omit<import("./data/api-types.js").MultiversePositionView, "player" | "timelines" | "status" | "moves"> &
 *           {player: Player, timelines: TimelineView[], status: Status, moves?: PositionMoves}} Position5D
 * @typedef {[symbol: string, owner: Player, x: string, y: string, special: number]} PlacedPiece
 * @typedef {Omit<import("./data/api-types.js").InfinitePositionView,
 *                "player" | "players" | "pieces" | "last" | "checks" | "status" | "may_submit" | "moves"> &
 *           {player: Player, players: Player[], pieces: PlacedPiece[], may_submit: boolean, status: Status,
 *            last: {from: SquareInfinite, to: SquareInfinite, player: Player}[],
 *            checks: {from: SquareInfinite | null, to: SquareInfinite}[], moves?: PositionMoves}} PositionInfinite
 * @typedef {{moves?: Move[], points?: Move[], rays?: Ray[]}} PieceMoves `moves` in 5D chess, else `points` and `rays`
 * @typedef {{movable: Square[], targets: PieceMoves[] | null}} PositionMoves the pieces that can move, and the moves
 *           of each in the same order; null if there are too many
 * @typedef {Position5D | PositionInfinite} Position
 * @typedef {{text: string, name: string, from: Square, to: Square, promotion: string, kind?: string,
 *            capture: boolean, castling?: boolean}} Move
 * @typedef {import("./data/api-types.js").InfiniteRayView} Ray
 * @typedef {{moves: Move[], rays: Ray[]}} Targets where the selected piece can go; only infinite chess has rays
 * @typedef {import("./data/api-types.js").PassingAttack} PassingAttack
 * @typedef {import("./data/api-types.js").Drawing} Drawing
 * @typedef {{name: string, pieces?: string, ground: string, ink: string, quiet: string, light: string, dark: string,
 *            accent: string, accent_ink: string, band: string, band_white: string, band_black: string,
 *            owners: Record<string, {fill: string, line: string}>,
 *            marks: Record<string, {core: string, edge: string, tint: string}>, plain: boolean}} Theme
 * @typedef {{box: number, drawings: Record<string, Drawing>, sets: Record<string, Record<string, Drawing>>, letters: Record<string, string>,
 *            themes: Record<string, Theme>, colours?: Partial<Theme>}} Art `colours` replace those of every theme
 * @typedef {import("./data/api-types.js").Exported} Exported
 * @typedef {import("./data/api-types.js").EditRequest["edit"]} StudyEdit
 * @typedef {import("./data/api-types.js").Add} AddEdit
 * @typedef {{player: Player | null, problem: string, valid: boolean}} EditedPosition what is known of the position in
 *           the editor: who is to move, and the first thing that is wrong with it
 * @typedef {{position: Position5D, use: (square: Square5D) => void, erase: (square: Square5D) => void,
 *            move: (from: Square5D, to: Square5D) => void}} Draft a position that is edited on the board
 * @typedef {import("./data/api-types.js").StepView} Step of a course; its arrows show the solution
 * @typedef {import("./data/api-types.js").CourseView} Course
 * @typedef {import("./data/api-types.js").PracticeMate} PracticeMate
 * @typedef {import("./data/api-types.js").SearchView} Search
 */

/**
 * The source of the session's data: the server (`data/http.js`) or a self-contained file
 * (`data/embedded.js`). `canEdit` is false for a file, `canPlay` if the rules cannot play this game either.
 *
 * @typedef {object} Source
 * @property {boolean} canEdit
 * @property {boolean} canPlay
 * @property {() => Promise<Art>} art
 * @property {(id: string) => Promise<Study>} study
 * @property {(request: object) => Promise<Study>} create
 * @property {string} [person] whose edits undo takes back
 * @property {string} [sending] the id of the edit that is on its way
 * @property {(id: string, since: number) => Promise<StudyChange[] | null>} [changes] after a revision
 * @property {(id: string, edit: StudyEdit) => Promise<StudyChange>} edit
 * @property {(id: string, node: number, pending: string[]) => Promise<Position>} position
 * @property {(id: string, node: number, pending: string[], from: Square) => Promise<Targets>} targets
 * @property {(id: string, node: number, pending: string[]) => Promise<PassingAttack[]>} passing
 * @property {(id: string, node: number, pending: string[]) =>
 *            Promise<{moves: string[] | null, text: string, known: boolean}>} hint
 */

export {};
