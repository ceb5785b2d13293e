/** The worker that runs searches and engines. The page terminates it to cancel them. */

import { startPython } from "./python.js";

/** @type {any} */ let tab = null;

const started = startPython().then(
  (python) => {
    tab = python.pyimport("hyperchess.app.site.running");
  },
  (error) => postMessage({ broken: `the engine could not be started: ${error?.message ?? error}` }),
);

addEventListener("message", async ({ data }) => {
  await started;
  if (tab === null) return;
  if (data.cancel) {
    tab.cancel();
    return;
  }
  const report = (/** @type {string} */ progress) => postMessage({ progress: JSON.parse(progress) });
  try {
    postMessage({ done: JSON.parse(await tab.run(data.task, report)) });
  } catch (error) {
    postMessage({ failed: String(/** @type {Error} */ (error)?.message ?? error) });
  }
});
