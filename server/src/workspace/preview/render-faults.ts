/** Why the preview doesn't show the newest text, for the author. */
export const renderFaults = {
  mistake: "The preview failed on this page, so you see it as it was. The Docwright log says more.",
  /** The page took too long or too much memory. */
  tooMuch: ({ hasPage, willTryAgain }: { readonly hasPage: boolean; readonly willTryAgain: boolean }) =>
    (hasPage
      ? "This page takes too long to render, so the preview is incomplete or out of date. "
      : "This page takes too long to render, so the preview can't show it. ") +
    (willTryAgain ? "Docwright tries again automatically." : "Split it into shorter pages, or try again."),
} as const;
