import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { project } from "../harness/source-files.ts";

const { resolve } = createRequire(join(project, "package.json"));

/** Font files from packages, by their names in the site. */
const fonts = {
  "text.woff2": "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  "text-more.woff2": "@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  "code.woff2": "katex/dist/fonts/KaTeX_Typewriter-Regular.woff2",
  "text-greek.woff2": "@fontsource-variable/inter/files/inter-greek-wght-normal.woff2",
  "signs.woff2": "katex/dist/fonts/KaTeX_Main-Regular.woff2",
};

/**
 * Creates a copy of the sample site with its own fonts, so that line breaks don't depend on the installed fonts.
 * docs.json refers to the fonts as an author would. The caller must remove the copy.
 */
export function pictureSite(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "docwright-pictures-"));
  const sample = join(project, "sample/site");
  cpSync(sample, folder, {
    recursive: true,
    filter: (from) => !from.startsWith(join(sample, "faults")),
  });
  for (const [name, fontPath] of Object.entries(fonts)) cpSync(resolve(fontPath), join(folder, "fonts", name));
  // Images can't load fonts, so their text is removed.
  for (const name of readdirSync(join(folder, "images")).filter((file) => file.endsWith(".svg"))) {
    const image = join(folder, "images", name);
    writeFileSync(image, readFileSync(image, "utf8").replace(/<text\b[\s\S]*?<\/text>/g, ""));
  }
  const text = { family: "Picture Text", source: "/fonts/text.woff2", format: "woff2" };
  const docsJson = join(folder, "docs.json");
  const settings = JSON.parse(readFileSync(docsJson, "utf8")) as Record<string, unknown>;
  writeFileSync(docsJson, JSON.stringify({ ...settings, fonts: { heading: { ...text, weight: 600 }, body: text } }));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Styles that can't be set in docs.json: the fonts of code, formulas, and the toolbar. Blinking and animations are
 * turned off.
 */
export const pictureStyle = `
@font-face { font-family: "Picture Bar"; src: url("/fonts/text.woff2"); font-weight: 100 900; }
@font-face { font-family: "Picture More"; src: url("/fonts/text-more.woff2"); font-weight: 100 900; }
@font-face { font-family: "Picture Greek"; src: url("/fonts/text-greek.woff2"); font-weight: 100 900; }
@font-face { font-family: "Picture Signs"; src: url("/fonts/signs.woff2"); }
@font-face { font-family: "Picture Code"; src: url("/fonts/code.woff2"); }
:root { --rest: "Picture Bar", "Picture More", "Picture Greek", "Picture Signs"; --vscode-font-family: var(--rest); --page-code-font: "Picture Code", var(--rest); }
.dw-root { --page-font: "Picture Text", var(--rest) !important; --page-heading-font: var(--page-font) !important; }
math { font-family: var(--rest); }
svg text, svg foreignObject, svg foreignObject * { font-family: var(--rest) !important; }
*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important; }
`;
