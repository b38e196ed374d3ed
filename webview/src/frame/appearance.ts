import { useEffect, useLayoutEffect, useReducer, useState } from "preact/hooks";
import type { FrameFont, FrameAppearance } from "../../../server/src/core/preview/view/site-frame.ts";
import type { ReaderState } from "../paint/page-context.ts";
import { type FrameServices, getImageUrl } from "./frame-context.tsx";

/**
 * Returns the site's custom properties from docs.json. Properties that docs.json doesn't set come from the theme
 * (`themes.css`).
 */
export function createSiteStyle(
  { colors, background, fonts }: FrameAppearance,
  appearance: "light" | "dark",
  services: Pick<FrameServices, "toResourceUrl" | "shownHosts">,
): Record<string, string> {
  const isDark = appearance === "dark";
  const style: Record<string, string> = {};
  const buttonColor = colors.dark ?? colors.primary;
  if (colors.primary !== undefined) {
    style["--page-primary"] = colors.primary;
    style["--frame-on-primary"] = getTextColor(colors.primary);
  }
  if (colors.light !== undefined) style["--page-primary-light"] = colors.light;
  if (buttonColor !== undefined) {
    style["--frame-button"] = buttonColor;
    style["--frame-on-button"] = getTextColor(buttonColor);
  }
  const backgroundColor = isDark ? background.dark : background.light;
  if (backgroundColor !== undefined) style["--page-background"] = backgroundColor;
  const { image } = background;
  const url = image && getImageUrl(services, isDark ? image.dark : image.light);
  if (url !== undefined) style["--page-picture"] = `url("${url.replace(/["\\\n]/g, encodeURIComponent)}")`;
  if (fonts.body) style["--page-font"] = formatFontFamilies(fonts.body.family);
  if (fonts.heading) style["--page-heading-font"] = formatFontFamilies(fonts.heading.family);
  return style;
}

/**
 * Returns the author's font list, such as `"Inter", system-ui, sans-serif`, with sanitized names. Fallback fonts are
 * added at the end.
 */
function formatFontFamilies(fontNames: string): string {
  const names = fontNames.split(",").map((name) => name.replace(/["'\\\n;{}()]/g, "").trim());
  const quotedNames = names.filter(Boolean).map((name) => (/^[a-z-]+$/.test(name) ? name : `"${name}"`));
  return [...quotedNames, ...fallbackFonts[getGenericFamily(names)]].join(", ");
}

/** The fallback fonts for a font that isn't installed and whose file isn't in the site. */
const fallbackFonts: Readonly<Record<"monospace" | "serif" | "sans-serif", readonly string[]>> = {
  monospace: ["ui-monospace", '"DejaVu Sans Mono"', "Menlo", "Consolas", "monospace"],
  serif: ["ui-serif", "Georgia", '"Times New Roman"', "serif"],
  "sans-serif": ['"Inter Variable"', "system-ui", "sans-serif"],
};

/**
 * Returns the generic family in the author's list or, if the list doesn't contain one, the family that the font names
 * suggest.
 */
function getGenericFamily(names: readonly string[]): keyof typeof fallbackFonts {
  const text = names.join(" ").toLowerCase();
  if (/\b(?:ui-)?monospace\b|\b(?:mono|code|courier|consolas|menlo|typewriter)\b/.test(text)) return "monospace";
  if (/\bsans\b/.test(text)) return "sans-serif";
  return /\bserif\b|\bslab\b|\b(?:georgia|garamond|times|merriweather|lora|playfair)\b/.test(text)
    ? "serif"
    : "sans-serif";
}

/**
 * Returns white if its contrast with the color is at least 4.5:1 (WCAG 2), and black otherwise. White is preferred,
 * because brands choose dark backgrounds for white text.
 */
export function getTextColor(color: string): "#000000" | "#ffffff" {
  const digits = color.slice(1);
  const longHex = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((offset) => {
    const value = Number.parseInt(longHex.slice(offset, offset + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) < 4.5 ? "#000000" : "#ffffff";
}

export interface Appearance {
  readonly effectiveMode: "light" | "dark";
  /** A function that switches the mode. `undefined` if the site doesn't let readers switch it. */
  readonly toggle?: () => void;
}

const darkModeKey = "frame:dark";

/**
 * Returns the appearance. The reader's choice takes precedence over the site's setting, which takes precedence over the
 * reader's system setting. `forcedAppearance` is set if the author is viewing the other mode, and it takes precedence
 * over everything else.
 */
export function useAppearance(
  { initialMode, isStrict }: FrameAppearance["appearance"],
  state: ReaderState,
  forcedAppearance: "light" | "dark" | undefined,
): Appearance {
  const isSystemDark = useSystemDark();
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  const stateValue = isStrict ? undefined : state.get(darkModeKey);
  const isDark =
    typeof stateValue === "boolean" ? stateValue : initialMode === "system" ? isSystemDark : initialMode === "dark";
  const effectiveMode = forcedAppearance ?? (isDark ? "dark" : "light");
  if (isStrict || forcedAppearance) return { effectiveMode };
  return {
    effectiveMode,
    toggle: () => {
      state.set(darkModeKey, effectiveMode === "light");
      repaint();
    },
  };
}

/**
 * Whether the system prefers dark mode. VS Code indicates this with a class, and browsers indicate it with
 * `prefers-color-scheme`.
 */
function useSystemDark(): boolean {
  const [isDark, setDark] = useState(isSystemDark);
  useEffect(() => {
    const update = (): void => setDark(isSystemDark());
    const darkModeQuery = matchMedia("(prefers-color-scheme: dark)");
    darkModeQuery.addEventListener("change", update);
    const observer = new MutationObserver(update);
    observer.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    return () => {
      darkModeQuery.removeEventListener("change", update);
      observer.disconnect();
    };
  }, []);
  return isDark;
}

function isSystemDark(): boolean {
  const { classList } = document.body;
  if (classList.contains("vscode-light") || classList.contains("vscode-high-contrast-light")) return false;
  if (classList.contains("vscode-dark") || classList.contains("vscode-high-contrast")) return true;
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

/**
 * Loads the font files in the site. Web fonts aren't fetched, so the theme's fonts are used instead. Until a font is
 * loaded, its text is invisible (for at most 3 seconds), so the text doesn't appear in one font and then change to
 * another.
 */
export function useFonts(
  { heading, body }: FrameAppearance["fonts"],
  toResourceUrl: (url: string) => string | undefined,
): void {
  // This effect runs before the first paint so that the text doesn't first appear in a different font.
  useLayoutEffect(() => {
    const faces = [heading, body].flatMap((font) => (font ? (createFontFace(font, toResourceUrl) ?? []) : []));
    for (const face of faces) {
      document.fonts.add(face);
      // If a file isn't a valid font, the theme's font remains in use.
      face.load().catch(() => undefined);
    }
    return () => {
      for (const face of faces) document.fonts.delete(face);
    };
  }, [heading, body, toResourceUrl]);
}

function createFontFace(font: FrameFont, toResourceUrl: (url: string) => string | undefined): FontFace | undefined {
  const file = font.source?.file;
  const url = file === undefined ? undefined : toResourceUrl(`/${file}`);
  if (url === undefined) return undefined;
  const family = font.family
    .split(",", 1)[0]
    ?.replace(/["'\\\n;{}]/g, "")
    .trim();
  if (!family) return undefined;
  const weight = font.weight === undefined ? "100 900" : String(font.weight);
  try {
    return new FontFace(family, `url("${url.replace(/["\\\n]/g, encodeURIComponent)}")`, {
      weight,
      display: "block",
    });
  } catch {
    return undefined;
  }
}
