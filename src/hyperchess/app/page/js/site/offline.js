/** The board without a network: a service worker keeps its files. A newer version waits until the user takes it. */

import { make } from "../ui/dom.js";

/** @param {(text: string, action?: HTMLElement) => void} tell */
export async function keepOffline(tell) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  try {
    const registration = await serviceWorker.register(new URL("../../sw.js", import.meta.url));
    const offer = () => {
      const { waiting } = registration;
      if (!waiting || !serviceWorker.controller) return;
      const take = () => {
        serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        waiting.postMessage("take over");
      };
      tell(
        "A new version of the board is ready.",
        make("button", { type: "button", text: "Reload", on: { click: take } }),
      );
    };
    offer();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", offer);
    });
  } catch {
    // The page works without it; a browser may forbid service workers.
  }
}
