/** A search on the server, as a promise of its result. */

/** @import {SearchRequest} from "../data/api-types.js" */
/** @import {HttpSource} from "../data/http.js" */
/** @import {Search} from "../types.js" */

/**
 * Start a search and wait for its result; null if there is none.
 *
 * @param {HttpSource} source
 * @param {SearchRequest} request
 * @returns {Promise<Search | null>}
 */
export async function longSearch(source, request) {
  try {
    const { id } = await source.ask("POST /searches", {}, request);
    return await new Promise((resolve) => {
      const socket = source.watchSearch(id, (search) => {
        if (["done", "cancelled", "failed"].includes(search.state)) resolve(search);
      });
      socket.addEventListener("close", () => resolve(null));
      socket.addEventListener("error", () => resolve(null));
    });
  } catch {
    return null; // the server is busy or gone: no result
  }
}
