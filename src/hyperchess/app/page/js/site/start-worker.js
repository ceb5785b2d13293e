/**
 * Start a module worker that has the Content-Security-Policy of the page. A worker loaded from a URL has
 * the policy that the host sends with it, which is none; a worker from a blob inherits that of the page.
 *
 * @param {URL} address
 */
export function startWorker(address) {
  const source = `import ${JSON.stringify(address.href)};`;
  const blob = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(blob, { type: "module" });
  for (const type of ["message", "error"]) {
    worker.addEventListener(type, () => URL.revokeObjectURL(blob), { once: true });
  }
  return worker;
}
