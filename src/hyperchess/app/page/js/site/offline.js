/**
 * Offline use: a service worker has the files. A newer version waits until the user accepts it; then all
 * tabs reload, so that no tab mixes files of two versions.
 */

import { tell } from "./messages.js";

export async function keepOffline() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  let isControlled = serviceWorker.controller !== null; // otherwise this is the first visit
  serviceWorker.addEventListener("controllerchange", () => {
    if (isControlled) location.reload();
    isControlled = true;
  });
  try {
    const registration = await serviceWorker.register(new URL("../../sw.js", import.meta.url));
    const take = () => {
      if (registration.waiting) registration.waiting.postMessage("take over");
      else location.reload();
    };
    const offer = () => {
      if (!registration.waiting || !serviceWorker.controller) return;
      tell("A new version of the board is ready. All its tabs will reload.", { label: "Reload", run: take });
    };
    offer();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", offer);
    });
  } catch {
    // The page works without it; a browser may forbid service workers.
  }
}
