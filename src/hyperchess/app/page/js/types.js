/**
 * The types that the page uses, for the type checker. Those of the API are generated (`data/api-types.d.ts`);
 * positions, nodes and studies are also made by the self-contained viewer, so they have types of their own.
 *
 * @typedef {"white" | "black" | "red" | "blue" | "yellow" | "green" | "neutral"} Player
 * @typedef {"5d" | "infinite"} GameKind
 * @typedef {[row: number, time: number]} BoardPlace a board: the row of its timeline, and its half-turn
 * @typedef {[row: number, time: number, file: number, rank: number]} Square5D
 * @typedef {[x: string, y: string]} SquareInfinite decimal strings: coordinates have no limit
 * @typedef {Square5D | SquareInfinite} Square
 * @typedef {"green" | "blue" | "yellow" | "red"} ShapeColor
 * @typedef {{type: "arrow" | "ray", from: Square, to: Square, color: ShapeColor} |
 *           {type: "square", at: Square, color: ShapeColor}} Shape
 * @typedef {import("./data/api-types.js").ProblemView} Problem
 * @typedef {import("./data/api-types.js").Comment} Comment
 * @typedef {import("./data/api-types.js").MoveText} NodeMove
 * @typedef {{id: number, parent: number | null, children: number[], number: number, player: Player | "",
 *            moves: NodeMove[], comments: Comment[], shapes: Shape[], score?: Score | null, mark: string,
 *            result: string, resolved: boolean, fault: string}} Node
 * @typedef {{id: string, revision: number, title: string, game: GameKind, notation: string,
 *            headers: [string, string][], nodes: Node[], problems: Problem[], source: string,
 *            puzzle: {kind: string, mate_in: number | null} | null, result: string, can_undo: boolean,
 *            can_redo: boolean, start_known: boolean, games?: number, proof?: boolean, kept?: boolean,
 *            role?: "white" | "black" | "view" | "comment" | "edit" | "owner", match?: boolean, key?: string}} Study
 *           `kept` is false for one that is only viewed, on a board without a server; without a `role`, the user is
 *           the owner; `match` is true for a game through a link
 * @typedef {Omit<Study, "id" | "revision" | "can_undo" | "can_redo" | "nodes" | "role" | "key">} StudyHead
 * @typedef {{revision: number, can_undo: boolean, can_redo: boolean, operation: string, person: string,
 *            head: Partial<StudyHead>, nodes: Node[], removed: number[], node: number,
 *            position?: Position}} StudyChange what an edit changed: fields of the head, new or different nodes, ids
 *           of removed nodes, the node to select, and the position after it
 * @typedef {import("./data/api-types.js").LinkView} StudyLink
 * @typedef {import("./data/api-types.js").Volume} Chapters of a study, with the title of the whole; none if it is a single game
 * @typedef {import("./data/api-types.js").MatchView} MatchState a game through a link: whose turn it is, its last node, milliseconds that are left
 * @typedef {import("./data/api-types.js").Challenges} Challenges open challenges and games to watch
 * @typedef {import("./data/api-types.js").ListedGame} ListedGame
 * @typedef {import("./data/api-types.js").OwnGame} OwnGame
 * @typedef {import("./data/api-types.js").EarlierView} Earlier a version that was overwritten, by whom and when
 * @typedef {{row: number, name: string, active: boolean, maker: Player | null, first: number,
 *            parent: BoardPlace | null, boards: string[]}} TimelineView
 * @typedef {import("./data/api-types.js").MultiverseLastMove} LastMove5D
 * @typedef {import("./data/api-types.js").MultiverseAttack} Attack5D
 * @typedef {import("./data/api-types.js").SubmitFault} SubmitFault
 * @typedef {{verdict: string, over: boolean, text: string, result?: string, claims?: string[]}} Status
 * @typedef {import("./data/api-types.js").ScoreView} Score from White's side; a mate is proven; `chance` is White's expected score in percent
 * @typedef {{from: Square, to: Square}} MoveArrow
 * @typedef {{number: number, player: Player, moves: string[], text: string}} LineAction
 * @typedef {{score: Score, depth: number, actions: LineAction[], arrows: MoveArrow[]}} Line
 * @typedef {{lines: Line[], depth: number, nodes: number, speed: number}} Thought
 * @typedef {import("./data/api-types.js").Point} ReviewPoint
 * @typedef {import("./data/api-types.js").Summary} ReviewSummary
 * @typedef {import("./data/api-types.js").ReviewView} Review
 * @typedef {import("./data/api-types.js").ActionRow} ExploredAction
 * @typedef {import("./data/api-types.js").GameCard} FoundGame
 * @typedef {import("./data/api-types.js").Explorer} Explored
 * @typedef {import("./data/api-types.js").FoundView} FoundGames
 * @typedef {import("./data/api-types.js").Engines} Engines
 * @typedef {import("./data/api-types.js").ProofView} ProofView
 * @typedef {import("./data/api-types.js").ProofChoice} ProofChoice
 * @typedef {import("./data/api-types.js").PuzzleView} PuzzleEntry
 * @typedef {import("./data/api-types.js").LearningJudgement} Judgement of an answer to a puzzle
 * @typedef {{game: "5d", width: number, height: number, player: Player, present: number, even: boolean,
 *            timelines: TimelineView[], mandatory: BoardPlace[], playable: BoardPlace[], checks: Attack5D[],
 *            last: LastMove5D[], pending: string[], may_submit: boolean, fault: SubmitFault | null,
 *            status: Status, moves?: PositionMoves}} Position5D
 * @typedef {[symbol: string, owner: Player, x: string, y: string, special: number]} PlacedPiece
 * @typedef {{game: "infinite", player: Player, players: Player[], pieces: PlacedPiece[],
 *            border: {left: string | null, right: string | null, bottom: string | null, top: string | null} | null,
 *            last: {from: SquareInfinite, to: SquareInfinite, player: Player}[],
 *            checks: {from: SquareInfinite | null, to: SquareInfinite}[], en_passant: SquareInfinite | null,
 *            promotion_ranks: Record<string, string[]>, pending: string[], may_submit: boolean, fault: null,
 *            status: Status, variant: string, moves?: PositionMoves}} PositionInfinite
 * @typedef {{moves?: Move[], points?: Move[], rays?: Ray[]}} PieceMoves `moves` in 5D chess, else `points` and `rays`
 * @typedef {{movable: Square[], targets: PieceMoves[] | null}} PositionMoves the pieces that can move, and the moves
 *           of each in the same order; null if there are too many
 * @typedef {Position5D | PositionInfinite} Position
 * @typedef {{text: string, name: string, from: Square, to: Square, promotion: string, kind?: string,
 *            capture: boolean, castling?: boolean}} Move
 * @typedef {import("./data/api-types.js").InfiniteRayView} Ray
 * @typedef {{moves: Move[], rays: Ray[]}} Targets where the selected piece can go; only infinite chess has rays
 * @typedef {{from: Square5D, to: Square5D, royal: boolean}} PassingAttack
 * @typedef {import("./data/api-types.js").Drawing} Drawing
 * @typedef {{name: string, pieces?: string, ground: string, ink: string, quiet: string, light: string, dark: string,
 *            accent: string, accent_ink: string, band: string, band_white: string, band_black: string,
 *            owners: Record<string, {fill: string, line: string}>,
 *            marks: Record<string, {core: string, edge: string, tint: string}>, plain: boolean}} Theme
 * @typedef {{box: number, drawings: Record<string, Drawing>, sets: Record<string, Record<string, Drawing>>, letters: Record<string, string>,
 *            themes: Record<string, Theme>, colours?: Partial<Theme>}} Art `colours` replace those of every theme
 * @typedef {import("./data/api-types.js").Exported} Exported
 * @typedef {{type: string, [key: string]: unknown}} StudyEdit
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
