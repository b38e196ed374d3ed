/** The address bar of a browser's tab: it shows the page's real address, and Back leads to the page before. */
export interface Address {
  /** A page is shown; `went` when the reader has gone there. */
  readonly show: (url: string, title: string) => void;
  /** The reader is about to go somewhere. */
  readonly leave: () => void;
}

export function addressBar(onBack: (url: string) => void): Address {
  let isLeaving = false;
  window.addEventListener("popstate", () => onBack(location.pathname + location.hash));
  return {
    leave: () => {
      isLeaving = true;
    },
    show: (url, title) => {
      document.title = title;
      if (url !== location.pathname) history[isLeaving ? "pushState" : "replaceState"](null, "", url);
      isLeaving = false;
    },
  };
}
