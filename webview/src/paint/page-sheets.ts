import { useLayoutEffect, useMemo } from "preact/hooks";
import { type CodeColor, type CodeColors, siteFileScheme } from "../../../server/src/core/preview/view/page-view.ts";

/**
 * Applies the styles that are specific to this page: its utility classes and its code colors. They're set through the
 * CSSOM, which a policy without `unsafe-inline` allows, and from which page content can't break out.
 */
export function usePageSheets(
  styles: string,
  palette: readonly CodeColor[],
  codeColors: CodeColors | undefined,
  toResourceUrl: (path: string) => string | undefined,
): void {
  useSiteStylesheet(styles, toResourceUrl);
  useSheet(createPaletteSheet(palette, codeColors));
}

/**
 * Applies a style sheet that the server has sanitized. Paths of files in the site are replaced with the URLs that the
 * files are loaded from.
 */
export function useSiteStylesheet(text: string, toResourceUrl: (path: string) => string | undefined): void {
  useSheet(useMemo(() => resolveFileUrls(text, toResourceUrl), [text, toResourceUrl]));
}

function resolveFileUrls(text: string, toResourceUrl: (path: string) => string | undefined): string {
  return text.replaceAll(siteFilePattern, (_, path: string) => {
    const url = toResourceUrl(path);
    return url === undefined ? "none" : `url("${url.replace(/["\\\s]/g, encodeURIComponent)}")`;
  });
}

const siteFilePattern = new RegExp(`url\\("${siteFileScheme}(/[^"]*)"\\)`, "g");

/**
 * Applies a style sheet before the browser paints. If the style sheet were applied later, the page would appear without
 * it for one frame.
 */
function useSheet(text: string): void {
  useLayoutEffect(() => {
    if (text === "") return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [text]);
}

const sheetTextCache = new WeakMap<readonly CodeColor[], string>();

/**
 * Returns the rules for the colors of code tokens. If `codeColors` is set, also returns the rules for the background
 * of code blocks.
 */
export function createPaletteSheet(palette: readonly CodeColor[], codeColors?: CodeColors): string {
  const cachedSheet = sheetTextCache.get(palette);
  if (cachedSheet !== undefined) return cachedSheet;
  const themeBackground = codeColors && toBackground(codeColors);
  const codeBackgrounds = themeBackground ? { light: themeBackground, dark: themeBackground } : defaultBackgrounds;
  const rules = palette.map((color, index) => createColorRules(color, index, codeBackgrounds));
  const sheetText = [
    ...(themeBackground && codeColors ? [createBackgroundRules(codeColors, themeBackground)] : []),
    ...rules,
  ].join("\n");
  sheetTextCache.set(palette, sheetText);
  return sheetText;
}

/**
 * Returns the background of an editor theme. It's also used as the background of highlighted lines, because their
 * luminance is nearly the same.
 */
function toBackground({ background, type }: CodeColors): CodeBackground | undefined {
  const color = parseChannels(background);
  return color && { luminance: getLuminance(color), foreground: type === "dark" ? [255, 255, 255] : [0, 0, 0] };
}

/** Returns the rules for the colors of code blocks, which are derived from the editor's colors. */
function createBackgroundRules({ background, foreground, type }: CodeColors, codeBackground: CodeBackground): string {
  const mixColors = (ratio: number, base: string) => `color-mix(in srgb, var(--dw-ink) ${ratio}%, ${base})`;
  const declarations = {
    "--dw-ink": toReadableColor(toHex(foreground), codeBackground) ?? "inherit",
    "--dw-code-ground": toHex(background) ?? "inherit",
    "--dw-ink-soft": mixColors(88, "var(--dw-code-ground)"),
    "--dw-ink-faint": mixColors(72, "var(--dw-code-ground)"),
    "--dw-hover": mixColors(8, "transparent"),
    "--dw-line": mixColors(15, "transparent"),
    "--dw-line-strong": mixColors(30, "transparent"),
    "color-scheme": type === "dark" ? "dark" : "light",
    color: "var(--dw-ink)",
  };
  return `.dw-code{${Object.entries(declarations)
    .map(([name, value]) => `${name}:${value}`)
    .join(";")}}`;
}

function createColorRules(
  color: CodeColor,
  index: number,
  codeBackgrounds: { readonly light: CodeBackground; readonly dark: CodeBackground },
): string {
  const lightColor = toReadableColor(toHex(color.light), codeBackgrounds.light);
  const darkColor = toReadableColor(toHex(color.dark), codeBackgrounds.dark);
  const style = [
    color.italic ? "font-style:italic;" : "",
    color.bold ? "font-weight:600;" : "",
    color.underline ? "text-decoration:underline;" : "",
  ].join("");
  return `.dw-c${index}{${lightColor ? `color:${lightColor};` : ""}${style}}${
    darkColor ? `[data-appearance="dark"] .dw-c${index}{color:${darkColor}}` : ""
  }`;
}

/**
 * The luminance of a highlighted code line, and the ink color. The text color is mixed with the ink until the text is
 * readable on such a line.
 */
const defaultBackgrounds = {
  light: { luminance: 0.83, foreground: [26, 30, 36] },
  dark: { luminance: 0.023, foreground: [231, 234, 238] },
} as const;

interface CodeBackground {
  readonly luminance: number;
  readonly foreground: readonly number[];
}

/**
 * Adjusts a theme color to meet the contrast that WCAG 2 requires (4.5:1), because the colors of some themes have too
 * little contrast on a page.
 */
function toReadableColor(color: string | undefined, background: CodeBackground): string | undefined {
  const rgb = parseChannels(color);
  if (!rgb) return color;
  for (let ratio = 0; ratio <= 1; ratio += 0.05) {
    const mixedColor = rgb.map((value, index) =>
      Math.round(value + ratio * ((background.foreground[index] ?? 0) - value)),
    );
    const [lighterLuminance, darkerLuminance] = [getLuminance(mixedColor), background.luminance].toSorted(
      (a, b) => b - a,
    );
    if (((lighterLuminance ?? 0) + 0.05) / ((darkerLuminance ?? 0) + 0.05) < 4.5) continue;
    return ratio === 0 ? color : `#${mixedColor.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
  }
  return color;
}

/** Returns the relative luminance, from 0 for black to 1 for white (WCAG 2). */
function getLuminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parseChannels(color: string | undefined): number[] | undefined {
  if (color === undefined || color.length < 7) return undefined;
  return [1, 3, 5].map((offset) => Number.parseInt(color.slice(offset, offset + 2), 16));
}

function toHex(color: string): string | undefined {
  return /^#[0-9a-f]{3,8}$/i.test(color) ? color : undefined;
}

/**
 * Runs the callback once all style sheets in the document have loaded or failed. This is usually the case immediately,
 * because they're smaller than the script and are requested before it. A script that isn't `async`, such as the one in
 * the editor's preview, always runs after its style sheets have loaded.
 */
export function runWhenStyled(document: Document, run: () => void): void {
  const pendingLinks = new Set(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => !sheet),
  );
  let isDone = false;
  const finish = (): void => {
    if (isDone) return;
    isDone = true;
    run();
  };
  // By the time the document is complete, all of its style sheets have loaded or failed. A sheet that failed earlier
  // fires no further events.
  if (pendingLinks.size === 0 || document.readyState === "complete") return finish();
  document.defaultView?.addEventListener("load", finish, { once: true });
  for (const link of pendingLinks) {
    const settle = (): void => {
      pendingLinks.delete(link);
      if (pendingLinks.size === 0) finish();
    };
    link.addEventListener("load", settle, { once: true });
    link.addEventListener("error", settle, { once: true });
  }
}
