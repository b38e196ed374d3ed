import { valueOf } from "../config/json/json-tree.ts";
import { codeMeta } from "../page/components/code-meta.ts";
import { guessLanguage } from "./guess-language.ts";
import type { Offer } from "./completion.ts";
import { wordsOf } from "./likeness.ts";
import type { PageCaret } from "./page-caret-context.ts";
import type { PageCursor } from "./page-caret.ts";

/** Languages that pages write most; any other is as good. */
const languages: readonly string[] =
  "bash json python javascript typescript yaml text mdx jsx tsx html css sql go java rust php ruby csharp shell sh js ts xml toml dockerfile kotlin swift c cpp graphql diff markdown mermaid powershell http ini lua dart curl jsonc env".split(
    " ",
  );

/** Languages of code, those first that the code looks like, and those that this page and those around it use. */
export function offerLanguages(
  caret: PageCaret,
  cursor: Extract<PageCursor, { kind: "code-language" }>,
): Offer[] {
  const used = caret.uses().languages;
  const pairs = caret.uses().languagePairs;
  const blocks = caret.page?.codeBlocks ?? [];
  const before = blocks.findLast(({ range }) => range.end <= cursor.replace.start)?.language;
  const title = wordsOf(cursor.title);
  const guesses = guessLanguage(cursor.code);
  const eol = caret.page?.eol ?? "\n";
  const closing = cursor.needsClosing ? `${eol}${eol}${cursor.fence}` : "";
  return [...new Set([...languages, ...used.keys()])].map((name, index) => {
    const guess = guesses.indexOf(name);
    return {
      kind: "value",
      label: name,
      text: `${name}${closing}`,
      ...(closing === "" ? {} : { caret: name.length + eol.length }),
      rank:
        index / 100 -
        Math.log2(1 + Math.min(used.get(name) ?? 0, 500)) * 0.7 -
        Math.log2(1 + (before === undefined ? 0 : (pairs.get(`${before}>${name}`) ?? 0))) * 0.5 -
        (title.has(name) ? 4 : 0) -
        (guess < 0 ? 0 : 6 - guess),
    };
  });
}

/** What may follow the language: `title`, `highlight`, `lines`, without what is there. */
export function offerCodeMeta(_: PageCaret, cursor: Extract<PageCursor, { kind: "code-meta" }>): Offer[] {
  return [...codeMeta.values()]
    .filter(({ name }) => !new RegExp(`(^|\\s)${name}(=|\\s|$)`).test(cursor.meta))
    .map(({ name, meaning, type }, index) => {
      const text = type === "flag" ? name : type === "lines" ? `${name}={}` : `${name}=""`;
      return {
        kind: "setting",
        label: name,
        about: meaning,
        text,
        ...(type === "flag" ? {} : { caret: text.length - 1 }),
        rank: index / 100,
      };
    });
}

/** Names under `variables` of docs.json. */
export function offerVariables(
  { site }: PageCaret,
  cursor: Extract<PageCursor, { kind: "variable" }>,
): Offer[] {
  const variables = valueOf(site.config.root, "variables");
  if (variables?.kind !== "object") return [];
  return variables.properties.map(({ key, value }, index) => ({
    kind: "variable",
    label: key,
    ...(value?.kind === "string" ? { detail: value.value } : {}),
    text: cursor.needsClosing ? `${key}}}` : key,
    rank: index / 1000,
  }));
}
