/** Why the newest text is not shown, for the author. */
export const renderFaults = {
  tooMuch:
    "This page takes too long to work out, so you see it as it was. Undo the last change, or split the page.",
  mistake: "The preview failed on this page, so you see it as it was. The Docwright log says more.",
};
