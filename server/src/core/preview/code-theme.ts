import type { PackedJson } from "./highlighter.ts";

/** The parts of an editor color theme that apply to code, read from the client's message and limited in size. */
export interface CodeTheme {
  readonly type: "light" | "dark";
  /** Colors of the text area, for example `#1e1e1e`. */
  readonly ground: string;
  readonly ink: string;
  readonly rules: readonly CodeThemeRule[];
}

export interface CodeThemeRule {
  /** TextMate scope selectors, for example `["comment", "string.quoted source"]`. */
  readonly scopes: readonly string[];
  readonly foreground?: string;
  /** Any of `italic bold underline strikethrough`. An empty string resets the styles of earlier rules. */
  readonly fontStyle?: string;
}

/** Larger than the largest known themes, which have about 2,000 rules. */
const maxRules = 5000;
const maxScopes = 500;
const maxScopeLength = 300;

/**
 * Reads the theme that an editor sends, or returns undefined if it isn't usable. Leaves out rules that have no effect.
 */
export function readCodeTheme(value: unknown): CodeTheme | undefined {
  if (!isRecord(value)) return undefined;
  const { type, ground, ink, rules } = value;
  if ((type !== "light" && type !== "dark") || !isColor(ground) || !isColor(ink)) return undefined;
  if (!Array.isArray(rules)) return undefined;
  return { type, ground, ink, rules: rules.slice(0, maxRules).flatMap(readRule) };
}

function readRule(value: unknown): CodeThemeRule[] {
  if (!isRecord(value) || !Array.isArray(value["scopes"])) return [];
  const scopes = value["scopes"]
    .slice(0, maxScopes)
    .filter((scope): scope is string => typeof scope === "string" && scope.length <= maxScopeLength);
  const { foreground, fontStyle } = value;
  const rule = {
    ...(isColor(foreground) && { foreground }),
    ...(typeof fontStyle === "string" &&
      /^(?:(?:italic|bold|underline|strikethrough|normal|regular|none)\s*){0,8}$/.test(fontStyle) && {
        fontStyle,
      }),
  };
  return scopes.length > 0 && Object.keys(rule).length > 0 ? [{ scopes, ...rule }] : [];
}

/** Returns the theme in the format of a theme file. */
export function packedTheme({ type, ground, ink, rules }: CodeTheme): PackedJson {
  return {
    type,
    fg: ink,
    bg: ground,
    colors: { "editor.foreground": ink, "editor.background": ground },
    tokenColors: [
      { settings: { foreground: ink, background: ground } },
      ...rules.map(({ scopes, ...settings }) => ({ scope: scopes, settings })),
    ],
  };
}

function isColor(value: unknown): value is string {
  return typeof value === "string" && /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
