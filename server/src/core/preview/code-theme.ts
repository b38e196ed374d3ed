import * as v from "valibot";
import { type Data, parseMessage } from "../text/parse-message.ts";
import type { PackedJson } from "./highlighter.ts";

/** Larger than the largest known themes, which have about 2,000 rules. */
const maxRules = 5000;
const maxScopes = 500;
const maxScopeLength = 300;

const color = v.pipe(v.string(), v.regex(/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i));
const fontStyle = v.pipe(
  v.string(),
  v.regex(/^(?:(?:italic|bold|underline|strikethrough|normal|regular|none)\s*){0,8}$/),
);

const codeThemeRule = v.pipe(
  v.object({
    /** TextMate scope selectors, for example, `["comment", "string.quoted source"]`. */
    scopes: v.pipe(
      v.array(v.unknown()),
      v.transform((scopes) => scopes.slice(0, maxScopes).filter(isScope)),
      v.nonEmpty(),
    ),
    foreground: v.fallback(v.optional(color), undefined),
    /** Any of `italic bold underline strikethrough`. An empty string resets the styles of earlier rules. */
    fontStyle: v.fallback(v.optional(fontStyle), undefined),
  }),
  v.check(({ foreground, fontStyle: style }) => foreground !== undefined || style !== undefined),
);

/** The parts of an editor color theme that apply to code. Rules that have no effect are left out. */
export type CodeTheme = Data<typeof codeTheme>;
export const codeTheme = v.object({
  type: v.picklist(["light", "dark"]),
  /** Colors of the text area, for example, `#1e1e1e`. */
  ground: color,
  ink: color,
  rules: v.pipe(
    v.array(v.unknown()),
    v.transform((rules) =>
      rules.slice(0, maxRules).flatMap((rule) => parseMessage(codeThemeRule, rule) ?? []),
    ),
  ),
});

function isScope(scope: unknown): scope is string {
  return typeof scope === "string" && scope.length <= maxScopeLength;
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
