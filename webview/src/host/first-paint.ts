import type { PageStore } from "./page-store.ts";

/** Within this time a page comes that is being made already: until then nothing is painted that it would replace. Milliseconds. */
const shortWait = 200;

/** Runs `paint` as soon as there is a page to be painted, or has to be waited for. */
export function whenToPaint(store: Pick<PageStore, "get" | "subscribe">, paint: () => void): void {
  const isThere = (): boolean => store.get().page !== undefined || store.get().missing !== undefined;
  if (isThere()) return paint();
  const go = (): void => {
    clearTimeout(late);
    stop();
    paint();
  };
  const late = setTimeout(go, shortWait);
  const stop = store.subscribe(() => {
    if (isThere()) go();
  });
}
