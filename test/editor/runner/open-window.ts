import type { Browser, Page } from "playwright-core";

/**
 * Stops the animations that VS Code shows even if reduced motion is preferred, such as spinning icons, and the fading of
 * scroll bars. Chromium draws the window on the CPU up to 60 times per second for as long as one of them runs. Webviews
 * are left unchanged.
 */
const stillness = `(() => {
  if (window.top !== window) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(\`
    *, *::before, *::after { animation: none !important; }
    .monaco-scrollable-element > .scrollbar { transition: none !important; }
  \`);
  document.adoptedStyleSheets.push(sheet);
})()`;

/**
 * User settings that turn off what VS Code draws repeatedly or in addition to the text and no test looks at: the
 * blinking cursor, the minimap, and highlighted occurrences.
 */
export const stillSettings = {
  "editor.cursorBlinking": "solid",
  "editor.minimap.enabled": false,
  "editor.occurrencesHighlight": "off",
};

/** Opens an empty page for VS Code. Pictures of the window are easier to compare if all windows have the same size. */
export async function openWindow(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1360, height: 850 }, reducedMotion: "reduce" });
  await page.addInitScript(stillness);
  return page;
}
