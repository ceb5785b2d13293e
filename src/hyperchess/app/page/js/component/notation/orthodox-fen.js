/** The board of a FEN of chess, with its unmoved pieces. */

export const FEN_PROMOTIONS = ["Q", "R", "B", "N"];

const FEN =
  /^\s*([1-8KQRBNPkqrbnp]+(?:\/[1-8KQRBNPkqrbnp]+){7})\s+([wb])(?:\s+(-|K?Q?k?q?)(?:\s+(-|[a-h][36])(?:\s+\d+(?:\s+\d+)?)?)?)?\s*$/;
const HOME = /** @type {Record<string, [king: string, rook: string]>} */ ({
  K: ["e1", "h1"],
  Q: ["e1", "a1"],
  k: ["e8", "h8"],
  q: ["e8", "a8"],
});

/** The board in 5DFEN; null if the text is no FEN, or en passant is possible. @param {string} text */
export function boardOfFen(text) {
  const [, rows = "", color, castling = "", enPassant = "-"] = FEN.exec(text) ?? [];
  const lines = rows.replace(/\d/g, (digit) => ".".repeat(Number(digit))).split("/");
  if (lines.some((line) => line.length !== 8) || (rows.match(/K/g) ?? []).length !== 1) return null;
  if ((rows.match(/k/g) ?? []).length !== 1) return null;
  const at = (/** @type {string} */ square) => lines[8 - Number(square[1])]?.[square.charCodeAt(0) - 97] ?? "";
  const [file = "", rank] = enPassant;
  const pawn = color === "w" ? "P" : "p";
  const beside = [-1, 1].map((step) => String.fromCharCode(file.charCodeAt(0) + step) + (Number(rank) + (pawn === "P" ? -1 : 1)));
  if (enPassant !== "-" && beside.some((square) => at(square) === pawn)) return null;
  const unmoved = new Set();
  for (const right of castling.replace("-", "")) {
    const [king = "", rook = ""] = HOME[right] ?? [];
    if (at(king) + at(rook) !== (right < "a" ? "KR" : "kr")) return null;
    unmoved.add(king).add(rook);
  }
  const written = lines.map((line, down) =>
    [...line]
      .map((piece, x) => {
        const isPawn = piece + (8 - down) === "P2" || piece + (8 - down) === "p7";
        return isPawn || unmoved.has("abcdefgh"[x] + String(8 - down)) ? `${piece}*` : piece;
      })
      .join("")
      .replace(/\.+/g, (blanks) => String(blanks.length)),
  );
  return `[${written.join("/")}:0:1:${color}]`;
}
