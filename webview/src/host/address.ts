export interface Address {
  /** A page is shown; `went` when the reader has gone there. */
  readonly show: (url: string, title: string) => void;
  /** The reader is about to go somewhere. */
  readonly leave: () => void;
}

/**
 * The address bar of a browser's tab: it shows the page's real address, and Back leads to the page before. `base` is what
 * stands before each, where an editor forwards the server under a path.
 */
export function addressBar(base: string, onBack: (url: string) => void): Address {
  const path = (): string => location.pathname.slice(base.length);
  let isLeaving = false;
  window.addEventListener("popstate", () => onBack(path() + location.hash));
  return {
    leave: () => {
      isLeaving = true;
    },
    show: (url, title) => {
      document.title = title;
      if (url !== path()) history[isLeaving ? "pushState" : "replaceState"](null, "", base + url);
      isLeaving = false;
    },
  };
}
