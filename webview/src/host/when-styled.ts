/**
 * Runs the callback once the document's style sheets are loaded or have failed, which can be immediately. Usually,
 * they're already loaded: they're smaller than the script and requested before it, and a script that isn't `async`, such
 * as that of the editor's preview, runs after them anyway.
 */
export function whenStyled(document: Document, run: () => void): void {
  const pending = new Set(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => !sheet),
  );
  let isDone = false;
  const finish = (): void => {
    if (isDone) return;
    isDone = true;
    run();
  };
  // The document is complete after its style sheets. A sheet that failed earlier fires no further events.
  if (pending.size === 0 || document.readyState === "complete") return finish();
  document.defaultView?.addEventListener("load", finish, { once: true });
  for (const link of pending) {
    const settle = (): void => {
      pending.delete(link);
      if (pending.size === 0) finish();
    };
    link.addEventListener("load", settle, { once: true });
    link.addEventListener("error", settle, { once: true });
  }
}
