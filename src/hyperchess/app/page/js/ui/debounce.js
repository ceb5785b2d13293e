/**
 * A function that runs `work` once its calls have stopped for a while.
 *
 * @param {() => void} work
 * @param {number} milliseconds
 */
export function debounce(work, milliseconds) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(work, milliseconds);
  };
}
