import { useEffect } from "preact/hooks";
import type { CodeColour } from "../../../server/src/core/preview/view/view-node.ts";

/**
 * Style that only this page has: its utility classes, and the colours of its code. Set through the object model, which a
 * policy without `unsafe-inline` lets through and which cannot be left by anything in the text.
 */
export function usePageSheets(styles: string, palette: readonly CodeColour[]): void {
  useSheet(styles);
  useSheet(paletteSheet(palette));
}

function useSheet(text: string): void {
  useEffect(() => {
    if (text === "") return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [text]);
}

const sheets = new WeakMap<readonly CodeColour[], string>();

function paletteSheet(palette: readonly CodeColour[]): string {
  const before = sheets.get(palette);
  if (before !== undefined) return before;
  const sheet = palette.map(colourRules).join("\n");
  sheets.set(palette, sheet);
  return sheet;
}

function colourRules(colour: CodeColour, index: number): string {
  const light = hex(colour.light);
  const dark = hex(colour.dark);
  const style = [
    colour.italic ? "font-style:italic;" : "",
    colour.bold ? "font-weight:600;" : "",
    colour.underline ? "text-decoration:underline;" : "",
  ].join("");
  return `.dw-c${index}{${light ? `color:${light};` : ""}${style}}${
    dark ? `[data-appearance="dark"] .dw-c${index}{color:${dark}}` : ""
  }`;
}

function hex(colour: string): string | undefined {
  return /^#[0-9a-f]{3,8}$/i.test(colour) ? colour : undefined;
}
