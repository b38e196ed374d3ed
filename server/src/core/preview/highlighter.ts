import { createHighlighterCoreSync, type ThemedTokenWithVariants } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import * as v from "valibot";
import { BoundedMap } from "../text/maps.ts";
import { hashText } from "../text/bytes.ts";
import { type Data, parseMessage } from "../text/parse-message.ts";
import { getOwnProperty } from "../text/plain-record.ts";
import type { CodeColor, CodeToken } from "./view/page-view.ts";

/** The format of `dist/grammars/index.json`, written by `tools/build/pack-grammars.mjs`. */
export interface GrammarIndex {
  /** The language for each alias, such as `typescript` for `ts`. */
  readonly aliases: Readonly<Record<string, string>>;
  /** For each language, the grammars that it requires. Its own grammar comes last. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  /** For each grammar without its own file, the file that contains it. */
  readonly files: Readonly<Record<string, string>>;
}

/** The content of a grammar or theme file. Only Shiki reads it. */
export type PackedJson = Readonly<Record<string, unknown>>;

export interface Highlighter {
  /** Returns highlighted lines, or undefined if the language has no grammar or the grammar isn't loaded. */
  readonly highlight: (code: string, language: string) => readonly (readonly CodeToken[])[] | undefined;
  /** Returns the palette. Always returns the same array until the palette changes. */
  readonly getPalette: () => readonly CodeColor[];
  /** Returns the file names of grammars that have been requested since the last call but aren't loaded. */
  readonly takeMissingFiles: () => readonly string[];
  readonly addGrammars: (grammars: ReadonlyMap<string, PackedJson>) => void;
}

/** The maximum length of code in UTF-16 code units. Longer code isn't highlighted. */
const maxCodeLength = 100_000;
const maxLineLength = 4000;
/**
 * The time limit for highlighting a line. The limit includes the time to load a language's grammar, which happens when
 * the language's first line is highlighted.
 */
const maxMillisecondsPerLine = 1500;
const maxCachedBlocks = 400;

/** Language names that authors use but grammars don't recognize. */
const languageAliases: Readonly<Record<string, string>> = {
  curl: "bash",
  env: "dotenv",
  cmd: "bash",
  pip: "bash",
  uv: "bash",
  npm: "bash",
  gradle: "groovy",
  ndjson: "json",
};

/** Creates a highlighter for two themes at a time. Grammars are added as pages need them. */
export function createHighlighter(
  index: GrammarIndex,
  themes: { readonly light: PackedJson; readonly dark: PackedJson },
): Highlighter {
  const light = { ...themes.light, name: "light" };
  const dark = { ...themes.dark, name: "dark" };
  const shiki = createHighlighterCoreSync({
    langs: [],
    themes: [light, dark],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const defaultColors = { light: shiki.getTheme("light").fg, dark: shiki.getTheme("dark").fg };
  const paletteIndexByKey = new Map<string, number>();
  const palette: CodeColor[] = [];
  let lastSentPalette: readonly CodeColor[] = [];
  const loadedNames = new Set<string>();
  const missingFiles = new Set<string>();
  /**
   * Maps a grammar's name and a hash of the code to the highlighted lines, or to undefined if the code can't be
   * highlighted. Prevents the same code from being highlighted again.
   */
  const cache = new BoundedMap<string, readonly (readonly CodeToken[])[] | undefined>(maxCachedBlocks);

  const toCodeToken = ({ content, variants }: ThemedTokenWithVariants): CodeToken => {
    const style = variants["light"]?.fontStyle ?? 0;
    const [lightColor, darkColor] = [
      variants["light"]?.color ?? defaultColors.light,
      variants["dark"]?.color ?? defaultColors.dark,
    ];
    if (style <= 0 && isSameColor(lightColor, defaultColors.light) && isSameColor(darkColor, defaultColors.dark))
      return content;
    const key = `${lightColor} ${darkColor} ${style}`;
    let paletteIndex = paletteIndexByKey.get(key);
    if (paletteIndex === undefined) {
      paletteIndex = palette.length;
      paletteIndexByKey.set(key, paletteIndex);
      palette.push({
        light: lightColor,
        dark: darkColor,
        ...(style > 0 && (style & 1) !== 0 && { italic: true as const }),
        ...(style > 0 && (style & 2) !== 0 && { bold: true as const }),
        ...(style > 0 && (style & 4) !== 0 && { underline: true as const }),
      });
    }
    return [content, paletteIndex];
  };

  return {
    highlight: (code, language) => {
      const name = findGrammarName(index, language);
      if (name === undefined || code.length > maxCodeLength) return undefined;
      const neededFiles = [...getEmbeddedLanguages(index, name, code), name].flatMap(
        (grammarName) => index.needs[grammarName] ?? [],
      );
      const requestedFiles = neededFiles.filter((fileName) => !loadedNames.has(fileName));
      if (requestedFiles.length > 0) {
        for (const fileName of requestedFiles) missingFiles.add(fileName);
        return undefined;
      }
      const key = `${name} ${hashText(code)}`;
      if (cache.has(key)) return cache.get(key);
      const lines = tryTokenize(() =>
        shiki.codeToTokensWithThemes(code, {
          lang: name,
          themes: { light: "light", dark: "dark" },
          tokenizeMaxLineLength: maxLineLength,
          tokenizeTimeLimit: maxMillisecondsPerLine,
        }),
      )?.map((line) => joinTokens(line.map(toCodeToken)));
      cache.set(key, lines);
      return lines;
    },
    getPalette: () => {
      if (lastSentPalette.length < palette.length) lastSentPalette = palette.slice();
      return lastSentPalette;
    },
    takeMissingFiles: () => {
      const fileNames = [...missingFiles];
      missingFiles.clear();
      return fileNames;
    },
    addGrammars: (grammars) => {
      const addedGrammars = [...grammars].filter(([name]) => !loadedNames.has(name));
      for (const [name] of addedGrammars) loadedNames.add(name);
      // The files are packed from Shiki's own grammars, so they have this type.
      type Grammar = Parameters<typeof shiki.loadLanguageSync>[0];
      shiki.loadLanguageSync(...(addedGrammars.map(([, grammar]) => grammar) as unknown as Grammar[]));
    },
  };
}

/** Languages that other languages can contain outside fenced code, such as YAML frontmatter in Markdown. */
const embeddedLanguages: Readonly<Record<string, readonly string[]>> = {
  markdown: ["yaml"],
  mdx: ["tsx", "yaml"],
};
const fencePattern = /^[ \t>]*(?:`{3,}|~{3,})[ \t]*([\w+#-]{1,30})/gm;
const maxEmbeddedLanguages = 10;

/**
 * Returns the grammars for languages embedded in this code (for example, in frontmatter, tags, and fenced blocks),
 * without duplicates.
 */
function getEmbeddedLanguages(index: GrammarIndex, name: string, code: string): readonly string[] {
  const neededNames = Object.hasOwn(embeddedLanguages, name) ? embeddedLanguages[name] : undefined;
  if (!neededNames) return [];
  const fencedLanguages = [...code.matchAll(fencePattern)].flatMap(
    ([, language = ""]) => findGrammarName(index, language) ?? [],
  );
  return [...new Set([...neededNames, ...fencedLanguages])].slice(0, maxEmbeddedLanguages);
}

/** Returns the name of the grammar for a fence's language, or undefined for plain text and unsupported languages. */
function findGrammarName({ aliases, needs }: GrammarIndex, language: string): string | undefined {
  const lowerCaseName = language.toLowerCase();
  const name = getOwnProperty(languageAliases, lowerCaseName) ?? lowerCaseName;
  const grammar = getOwnProperty(aliases, name) ?? name;
  return Object.hasOwn(needs, grammar) ? grammar : undefined;
}

/**
 * Returns the tokens, or undefined if a grammar fails on unexpected text. In that case, the code is shown without
 * colors.
 */
function tryTokenize<Tokens>(tokenize: () => Tokens): Tokens | undefined {
  try {
    return tokenize();
  } catch {
    return undefined;
  }
}

/** Merges adjacent tokens of the same color. */
function joinTokens(tokens: readonly CodeToken[]): readonly CodeToken[] {
  const line: CodeToken[] = [];
  for (const token of tokens) {
    const lastToken = line.at(-1);
    if (typeof token === "string" && typeof lastToken === "string") line[line.length - 1] = lastToken + token;
    else if (
      typeof token !== "string" &&
      lastToken !== undefined &&
      typeof lastToken !== "string" &&
      lastToken[1] === token[1]
    )
      line[line.length - 1] = [lastToken[0] + token[0], token[1]];
    else line.push(token);
  }
  return line;
}

function isSameColor(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The maximum number of rules in a theme. The largest themes have about 2,000 rules. */
const maxRules = 5000;
const maxScopes = 500;
const maxScopeLength = 300;

const colorSchema = v.pipe(v.string(), v.regex(/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i));
const fontStyleSchema = v.pipe(
  v.string(),
  v.regex(/^(?:(?:italic|bold|underline|strikethrough|normal|regular|none)\s*){0,8}$/),
);

const codeThemeRuleSchema = v.pipe(
  v.object({
    /** TextMate scope selectors, such as `["comment", "string.quoted source"]`. */
    scopes: v.pipe(
      v.array(v.unknown()),
      v.transform((scopes) => scopes.slice(0, maxScopes).filter(isScope)),
      v.nonEmpty(),
    ),
    foreground: v.fallback(v.optional(colorSchema), undefined),
    /** Any of `italic bold underline strikethrough`. An empty string resets the styles set by earlier rules. */
    fontStyle: v.fallback(v.optional(fontStyleSchema), undefined),
  }),
  v.check(({ foreground, fontStyle }) => foreground !== undefined || fontStyle !== undefined),
);

/** The parts of an editor color theme that apply to code. Rules that have no effect are left out. */
export type CodeTheme = Data<typeof codeThemeSchema>;
export const codeThemeSchema = v.object({
  type: v.picklist(["light", "dark"]),
  /** Colors of the text area, such as `#1e1e1e`. */
  background: colorSchema,
  foreground: colorSchema,
  rules: v.pipe(
    v.array(v.unknown()),
    v.transform((rules) => rules.slice(0, maxRules).flatMap((rule) => parseMessage(codeThemeRuleSchema, rule) ?? [])),
  ),
});

function isScope(scope: unknown): scope is string {
  return typeof scope === "string" && scope.length <= maxScopeLength;
}

/** Returns the theme in the format of a theme file. */
export function packTheme({ type, background, foreground, rules }: CodeTheme): PackedJson {
  return {
    type,
    fg: foreground,
    bg: background,
    colors: { "editor.foreground": foreground, "editor.background": background },
    tokenColors: [
      { settings: { foreground, background } },
      ...rules.map(({ scopes, ...settings }) => ({ scope: scopes, settings })),
    ],
  };
}
