import { readFileSync } from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { loadWASM, OnigScanner, OnigString } from "vscode-oniguruma";
import { INITIAL, parseRawGrammar, Registry, type IGrammar } from "vscode-textmate";

const require = createRequire(import.meta.url);
const project = path.resolve(import.meta.dirname, "../..");

/**
 * The grammars of VS Code and other extensions that our grammars refer to, by scope. An npm package contains them as
 * they ship with VS Code.
 */
const foreign: Readonly<Record<string, string>> = {
  "source.tsx": "tsx",
  "source.ts": "typescript",
  "source.js": "javascript",
  "source.json": "json",
  "source.json.comments": "jsonc",
  "source.yaml": "yaml",
  "source.shell": "shellscript",
  "source.python": "python",
  "text.html.markdown": "markdown",
  "source.mdx": "mdx",
};

interface Contribution {
  readonly scopeName: string;
  readonly path: string;
  readonly injectTo?: readonly string[];
}

const contributed: readonly Contribution[] = (
  JSON.parse(readFileSync(path.join(project, "package.json"), "utf8")) as {
    readonly contributes: { readonly grammars: readonly Contribution[] };
  }
).contributes.grammars;

/**
 * Returns the injections for a scope. As in VS Code, injections into `source.mdx` also apply to `source.mdx.docwright`.
 */
function injectionsInto(scopeName: string): string[] {
  return contributed
    .filter(({ injectTo = [] }) => injectTo.some((scope) => scopeName === scope || scopeName.startsWith(`${scope}.`)))
    .map((one) => one.scopeName);
}

async function readGrammar(scopeName: string) {
  const ours = contributed.find((one) => one.scopeName === scopeName);
  if (ours) {
    const file = path.join(project, ours.path);
    return parseRawGrammar(readFileSync(file, "utf8"), file);
  }
  const name = foreign[scopeName];
  if (name === undefined) return null;
  const { default: all } = (await import(`@shikijs/langs/${name}`)) as {
    readonly default: readonly { readonly scopeName: string; readonly name: string }[];
  };
  const found = all.find((one) => one.scopeName === scopeName);
  return found ? parseRawGrammar(JSON.stringify(found), `${name}.json`) : null;
}

const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
const onigLib = loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength)).then(() => ({
  createOnigScanner: (patterns: string[]) => new OnigScanner(patterns),
  createOnigString: (text: string) => new OnigString(text),
}));
const registry = new Registry({ onigLib, loadGrammar: readGrammar, getInjections: injectionsInto });

/** Returns the scopes of each character of a text, outermost first, as determined by VS Code's own engine. */
export async function scopesIn(text: string, scopeName: string): Promise<string[][]> {
  const grammar: IGrammar | null = await registry.loadGrammar(scopeName);
  if (!grammar) throw new Error(`no grammar for ${scopeName}`);
  const scopes: string[][] = [];
  let state = INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    for (const { startIndex, endIndex, scopes: found } of tokens)
      for (let at = startIndex; at < Math.min(endIndex, line.length); at++) scopes.push(found);
    scopes.push([]);
    state = ruleStack;
  }
  return scopes;
}
