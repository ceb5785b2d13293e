/** Entries of the list of studies as text. */

/**
 * Titles by id: entries with equal titles get the time of the last change, and a number if that is equal too.
 *
 * @param {{id: string, title: string, updated: string | number}[]} entries
 */
export function titles(entries) {
  /** @type {Map<string, number>} */ const counts = new Map();
  for (const { title } of entries) counts.set(title, (counts.get(title) ?? 0) + 1);
  /** @type {Map<string, string>} */ const found = new Map();
  /** @type {Set<string>} */ const used = new Set();
  for (const { id, title, updated } of entries) {
    const plain = title || "Untitled";
    const base = (counts.get(title) ?? 0) > 1 ? `${plain}, ${moment(updated)}` : plain;
    let name = base;
    for (let number = 2; used.has(name); number += 1) name = `${base} (${number})`;
    used.add(name);
    found.set(id, name);
  }
  return found;
}

/** A time relative to now: "5 minutes ago". @param {string | number} when seconds, or a date as text */
export function ago(when) {
  const date = dateOf(when);
  const seconds = (Date.now() - date.getTime()) / 1000;
  if (!Number.isFinite(seconds)) return "";
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (seconds < 60) return "just now";
  if (seconds < 3600) return words.format(-Math.round(seconds / 60), "minute");
  if (seconds < 86400) return words.format(-Math.round(seconds / 3600), "hour");
  if (seconds < 30 * 86400) return words.format(-Math.round(seconds / 86400), "day");
  return date.toLocaleDateString("en", { year: "numeric", month: "short", day: "numeric" });
}

/** "18 Nov, 07:12". @param {string | number} when */
function moment(when) {
  return dateOf(when).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}

/** @param {string | number} when */
function dateOf(when) {
  return typeof when === "number" ? new Date(when * 1000) : new Date(when);
}
