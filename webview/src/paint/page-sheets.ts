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

export function paletteSheet(palette: readonly CodeColour[]): string {
  const before = sheets.get(palette);
  if (before !== undefined) return before;
  const sheet = palette.map(colourRules).join("\n");
  sheets.set(palette, sheet);
  return sheet;
}

function colourRules(colour: CodeColour, index: number): string {
  const light = readable(hex(colour.light), grounds.light);
  const dark = readable(hex(colour.dark), grounds.dark);
  const style = [
    colour.italic ? "font-style:italic;" : "",
    colour.bold ? "font-weight:600;" : "",
    colour.underline ? "text-decoration:underline;" : "",
  ].join("");
  return `.dw-c${index}{${light ? `color:${light};` : ""}${style}}${
    dark ? `[data-appearance="dark"] .dw-c${index}{color:${dark}}` : ""
  }`;
}

/** A line of code that is set off, with what its text is mixed with until it can be read there. */
const grounds = {
  light: { luminance: 0.83, ink: [26, 30, 36] },
  dark: { luminance: 0.023, ink: [231, 234, 238] },
} as const;

type Ground = (typeof grounds)[keyof typeof grounds];

/** Themes have colours that few can read on a page; they are moved as far as WCAG 2 asks for (4.5 : 1). */
function readable(colour: string | undefined, ground: Ground): string | undefined {
  if (colour === undefined || colour.length < 7) return colour;
  const own = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  for (let part = 0; part <= 1; part += 0.05) {
    const mixed = own.map((value, index) => Math.round(value + part * ((ground.ink[index] ?? 0) - value)));
    const [one, other] = [luminance(mixed), ground.luminance].toSorted((a, b) => b - a);
    if (((one ?? 0) + 0.05) / ((other ?? 0) + 0.05) < 4.5) continue;
    return part === 0 ? colour : `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
  }
  return colour;
}

/** From 0 for black to 1 for white (WCAG 2). */
function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function hex(colour: string): string | undefined {
  return /^#[0-9a-f]{3,8}$/i.test(colour) ? colour : undefined;
}
