/** The contrast between two colours. */

/**
 * The contrast ratio of two colours `#rrggbb` as WCAG defines it: from 1 to 21.
 *
 * @param {string} one
 * @param {string} other
 */
export function contrast(one, other) {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** How light a colour `#rrggbb` is, from 0 to 1. @param {string} color */
export function luminance(color) {
  const channel = (/** @type {number} */ at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
