import { endpointsInFrontmatter, endpointsInJson } from "./endpoint-grammars.ts";
import type { Grammar } from "./grammar.ts";
import { mdxGrammar } from "./mdx-grammar.ts";

const grammars: readonly (readonly [string, Grammar])[] = [
  ["mdx", mdxGrammar],
  ["endpoints-in-json", endpointsInJson],
  ["endpoints-in-frontmatter", endpointsInFrontmatter],
];

/** Returns the files in `syntaxes/`, by path. */
export function grammarFiles(): ReadonlyMap<string, string> {
  return new Map(
    grammars.map(([name, grammar]) => [
      `syntaxes/${name}.tmLanguage.json`,
      `${JSON.stringify({ information_for_contributors: ["Made by npm run generate from tools/grammars."], ...grammar }, null, 1)}\n`,
    ]),
  );
}
