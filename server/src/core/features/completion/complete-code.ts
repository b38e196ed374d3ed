import { getJsonValue } from "../../config/json/json-tree.ts";
import type { NavElement } from "../../config/settings/navigation.ts";
import { codeMetaByName } from "../../page/components/code-meta.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { findElementAt } from "../cursor/json-cursor.ts";
import type { PageCursor } from "../cursor/page-cursor.ts";
import type { Suggestion } from "./completion.ts";
import type { PageCaret } from "./context.ts";
import { splitWords } from "./ranking.ts";

/**
 * Patterns for the first lines of code, and the languages that they indicate. The most reliable patterns come first.
 */
const languagePatterns: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\s*<\?php/, ["php"]],
  [
    /^\s*(graph|flowchart|sequenceDiagram|classDiagram|stateDiagram|erDiagram|gantt|pie|mindmap|gitGraph)\b/,
    ["mermaid"],
  ],
  [
    /^(\s*#[^\n]*\n)*\s*(\$ |curl |npm |npx |pnpm |yarn |pip3? |uv |brew |git |docker |cd |export \w+=|sudo |mint |poetry |bun |bunx |mkdir |helm |kubectl |apt)/,
    ["bash", "sh", "shell", "curl"],
  ],
  [/^\s*(GET|POST|PUT|PATCH|DELETE) \S+|^\s*HTTP\/\d/, ["http", "bash"]],
  [/^\s*(SELECT|INSERT|CREATE|ALTER|UPDATE|DELETE|DROP|WITH|GRANT)\b/i, ["sql"]],
  [/^\s*(package \w+\s*\n|func \w+\()|:= |^import \(\n/m, ["go"]],
  [
    /^\s*(def |class \w+.*:\s*$|from [\w.]+ import|async def |@\w+[^\n]*\n\s*(async )?def )|\bprint\(|^import \w+(\.\w+)*( as \w+)?\s*$/m,
    ["python", "py"],
  ],
  [/^\s*(public |private |import java|@Override)|System\.out/m, ["java", "csharp"]],
  [/^\s*(using \w+|namespace )|Console\.|^var \w+ = new /m, ["csharp"]],
  [/^\s*(use \w+::|fn \w+|let mut |pub )/m, ["rust"]],
  [/^\s*(interface|type) \w+|: (string|number|boolean)\b|\bas const\b/m, ["typescript", "ts", "tsx"]],
  [
    /^\s*import .* from ['"]|^\s*(const|let|await|export) |=> [{(]|console\.log/m,
    ["typescript", "javascript", "ts", "js", "tsx", "jsx"],
  ],
  [/^\s*[{[][^]*["}\]]\s*,?\s*$/, ["json", "jsonc"]],
  [/^\s*<[A-Z]\w*/m, ["mdx", "jsx", "tsx"]],
  [/^\s*<(!doctype|html|div|script|head|body|a|p|iframe|button|link|meta)/i, ["html"]],
  [/^\s*<\w/, ["xml", "html"]],
  [/^\s*[.#@]?[\w-]+[^{}\n]*\{\s*\n?\s*[\w-]+\s*:/m, ["css"]],
  [/^\s*FROM \S+/m, ["dockerfile"]],
  [/^---\n|^\s*[\w-]+:( |\s*$)/m, ["yaml", "mdx"]],
  [/^\s*\[[\w.-]+\]\s*$/m, ["toml", "ini"]],
  [/^#{1,6} |^[-*] |\[[^\]]+\]\(/m, ["mdx", "markdown"]],
];

const maxLength = 600;

/**
 * Guesses the language of code from its first lines. Returns the candidates, with the most likely one first, or an
 * empty list if no language is likely.
 */
export function guessLanguages(code: string): readonly string[] {
  const codeStart = code.slice(0, maxLength);
  if (codeStart.trim() === "") return [];
  return [
    ...new Set(
      languagePatterns
        .filter(([pattern]) => pattern.test(codeStart))
        .slice(0, 2)
        .flatMap(([, names]) => names),
    ),
  ];
}

/** The languages that pages use most often. Completion also accepts any other language. */
const languages: readonly string[] =
  "bash json python javascript typescript yaml text mdx jsx tsx html css sql go java rust php ruby csharp shell sh js ts xml toml dockerfile kotlin swift c cpp graphql diff markdown mermaid powershell http ini lua dart curl jsonc env".split(
    " ",
  );

/**
 * Suggests languages for a code block. Languages that match the code come first, followed by those used on this page
 * and on nearby pages.
 */
export function completeLanguages(
  caret: PageCaret,
  cursor: Extract<PageCursor, { kind: "code-language" }>,
): Suggestion[] {
  const languageCounts = caret.getUsageCounts().languages;
  const pairCounts = caret.getUsageCounts().languagePairs;
  const codeBlocks = caret.page?.codeBlocks ?? [];
  const precedingLanguage = codeBlocks.findLast(({ range }) => range.end <= cursor.replace.start)?.language;
  const titleWords = splitWords(cursor.title);
  const guesses = guessLanguages(cursor.code);
  const eol = caret.page?.eol ?? "\n";
  const closingText = cursor.needsClosing ? `${eol}${eol}${cursor.fence}` : "";
  return [...new Set([...languages, ...languageCounts.keys()])].map((name, index) => {
    const guessIndex = guesses.indexOf(name);
    return {
      kind: "value",
      label: name,
      text: `${name}${closingText}`,
      ...(closingText === "" ? {} : { caret: name.length + eol.length }),
      rank:
        index / 100 -
        Math.log2(1 + Math.min(languageCounts.get(name) ?? 0, 500)) * 0.7 -
        Math.log2(1 + (precedingLanguage === undefined ? 0 : (pairCounts.get(`${precedingLanguage}>${name}`) ?? 0))) *
          0.5 -
        (titleWords.has(name) ? 4 : 0) -
        (guessIndex < 0 ? 0 : 6 - guessIndex),
    };
  });
}

/**
 * Suggests the attributes that can follow the language, such as `title` and `highlight`, except for those that are
 * already set.
 */
export function completeCodeMeta(_: PageCaret, cursor: Extract<PageCursor, { kind: "code-meta" }>): Suggestion[] {
  return [...codeMetaByName.values()]
    .filter(({ name }) => !new RegExp(`(^|\\s)${name}(=|\\s|$)`).test(cursor.meta))
    .map(({ name, meaning, type }, index) => {
      const text = type === "flag" ? name : type === "lines" ? `${name}={}` : `${name}=""`;
      return {
        kind: "setting",
        label: name,
        description: meaning,
        text,
        ...(type === "flag" ? {} : { caret: text.length - 1 }),
        rank: index / 100,
      };
    });
}

/** Suggests the names defined under `variables` in docs.json. */
export function completeVariables(
  { site }: PageCaret,
  cursor: Extract<PageCursor, { kind: "variable" }>,
): Suggestion[] {
  const variables = getJsonValue(site.config.root, "variables");
  if (variables?.kind !== "object") return [];
  return variables.properties.map(({ key, value }, index) => ({
    kind: "variable",
    label: key,
    ...(value?.kind === "string" ? { detail: value.value } : {}),
    text: cursor.needsClosing ? `${key}}}` : key,
    rank: index / 1000,
  }));
}

/** The rank of a language or version that a sibling element already uses. Such a value is the least likely choice. */
const usedRank = 2;

/**
 * Maps language codes, in lowercase, to their ranks for the element at a path: 0 for the folder that contains the
 * element's pages, 0.5 for another folder of the site, 0.6 for `en` if nothing else applies, and 2 for a language that
 * a sibling element already uses.
 */
export function rankPageLanguages(site: Site, path: readonly (string | number)[]): ReadonlyMap<string, number> {
  const element = findElementAt(site.config, path);
  const rankByLanguage = new Map<string, number>();
  for (const file of site.files) {
    const folder = file.slice(0, Math.max(0, file.indexOf("/"))).toLowerCase();
    if (/^[a-z]{2}(-[a-z]+)?$/.test(folder)) rankByLanguage.set(folder, 0.5);
  }
  for (const other of getNavigation(site.config).elements)
    if (other !== element && other.kind === "language" && other.parent === element?.parent) {
      const code = other.label?.value.toLowerCase();
      if (code !== undefined) rankByLanguage.set(code, usedRank);
    }
  if (!rankByLanguage.has("en")) rankByLanguage.set("en", 0.6);
  const folder = element && findLanguageFolder(element);
  if (folder !== undefined && rankByLanguage.get(folder) !== usedRank) rankByLanguage.set(folder, 0);
  return rankByLanguage;
}

/**
 * Returns the language folder of the element's first page, such as `fr`, or `en` if the page isn't in a language
 * folder. Returns undefined if the element contains no pages.
 */
function findLanguageFolder(element: NavElement): string | undefined {
  for (const child of element.children) {
    const text = child.type === "entry" ? child.text.replace(/^\/+/, "") : undefined;
    const folder =
      text === undefined ? (child.type === "element" ? findLanguageFolder(child) : undefined) : getLanguageFolder(text);
    if (folder !== undefined) return folder;
  }
  return undefined;
}

function getLanguageFolder(entry: string): string {
  const folders = entry.toLowerCase().split("/").slice(0, -1);
  return folders.find((folder) => /^[a-z]{2}(-[a-z]{2,4})?$/.test(folder) && folder !== "v2") ?? "en";
}
