import type { SitePath, TextRange } from "../text/text-range.ts";
import { outlineSpec } from "./outline-spec.ts";
import { readJsonTree } from "./read-json-tree.ts";
import { readYamlTree } from "./read-yaml-tree.ts";
import { entryOf, valueAt, type SpecNode, type SpecTree } from "./spec-node.ts";
import type { SpecKind, SpecOutline, SpecProblem } from "./spec-outline.ts";

/** Bytes are not known here; a UTF-16 unit is at least one byte, so this refuses nothing that is under 20 MB. */
export const largestSpecLength = 20_000_000;

/** File names that can be specifications at all. */
export function canBeSpec(path: SitePath): boolean {
  return /\.(json|ya?ml)$/i.test(path);
}

/**
 * The outline of a specification file, or undefined when the file is none: its root has no key `openapi`,
 * `asyncapi` or `swagger`. A file that cannot be read but looks like one has an outline with its problem, so that
 * references to it can say why they lead nowhere. Never throws; other JSON and YAML costs one search.
 */
export function readSpec(path: SitePath, text: string): SpecOutline | undefined {
  if (!canBeSpec(path)) return undefined;
  const isJson = /\.json$/i.test(path);
  if (text.length > largestSpecLength) {
    const guess = guessSpec(text.slice(0, 100_000), isJson);
    return (
      guess && faultyOutline(path, guess, { kind: "too-large", text: "it is over 20 MB", range: guess.range })
    );
  }
  if (!mayBeSpec(path, text)) return undefined;
  const tree = isJson ? readJsonTree(path, text) : readYamlTree(text);
  const kind = kindOf(tree.root);
  if (!tree.fault) return kind && outlineSpec(path, kind, tree);
  const guess = guessSpec(text, isJson);
  if (kind && looksFaithful(tree)) return { ...outlineSpec(path, kind, tree), problems: [tree.fault] };
  return guess && faultyOutline(path, guess, tree.fault);
}

/** An outline without content for a file that could not be read (in time). */
export function faultyOutline(path: SitePath, guess: SpecGuess, problem: SpecProblem): SpecOutline {
  return {
    path,
    kind: guess.kind,
    version: guess.version,
    versionRange: guess.range,
    versionIsText: true,
    supported: guess.kind !== "swagger",
    title: undefined,
    operations: [],
    webhooks: [],
    schemas: [],
    channels: [],
    tags: [],
    hasServers: true,
    extensionFaults: [],
    problems: [problem],
  };
}

export interface SpecGuess {
  readonly kind: SpecKind;
  readonly version: string;
  /** The key. */
  readonly range: TextRange;
}

const jsonMention = /"(openapi|asyncapi|swagger)"\s*:/;
const yamlMention = /^[\ufeff \t{]*["']?(openapi|asyncapi|swagger)["']?\s*:/m;

/** A quick look that turns down most files which are no specification. */
export function mayBeSpec(path: SitePath, text: string): boolean {
  if (!canBeSpec(path)) return false;
  return (/\.json$/i.test(path) ? jsonMention : yamlMention).test(text);
}

/** What a text that cannot be read seems to be: the key with a version behind it, at the root as far as can be told. */
export function guessSpec(text: string, isJson: boolean): SpecGuess | undefined {
  const pattern = isJson
    ? /"(?<kind>openapi|asyncapi|swagger)"\s*:\s*"?(?<version>v?\d[\w.-]*)/g
    : /^\ufeff?["']?(?<kind>openapi|asyncapi|swagger)["']?\s*:\s*["']?(?<version>v?\d[\w.-]*)/gm;
  let tries = 0;
  for (const match of text.matchAll(pattern)) {
    const kind = kinds.find((candidate) => candidate === match.groups?.["kind"]);
    if (!kind || ++tries > 20) return undefined;
    if (isJson && !isAtRoot(text, match.index)) continue;
    const start = match.index + match[0].indexOf(kind);
    return { kind, version: match.groups?.["version"] ?? "", range: { start, end: start + kind.length } };
  }
  return undefined;
}

/** Whether one bracket is open before the offset, as far as faulty JSON lets it be seen. */
function isAtRoot(text: string, offset: number): boolean {
  let depth = 0;
  for (const [token] of text.slice(0, offset).matchAll(/"(?:[^"\\\n]|\\.)*"|[{}[\]]/g)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
  }
  return depth === 1;
}

const kinds: readonly SpecKind[] = ["openapi", "asyncapi", "swagger"];
const usualRootKeys = ["info", "paths", "webhooks", "channels", "components"];

/** Some settings files have a root key `openapi` with a path behind it; a specification has a version there. */
function kindOf(root: SpecNode | undefined): SpecKind | undefined {
  const kind = kinds.find((key) => entryOf(root, key));
  if (!kind) return undefined;
  const version = valueAt(root, kind);
  const isVersion = version?.kind === "scalar" && /^v?\d/.test(String(version.value));
  return isVersion || usualRootKeys.some((key) => entryOf(root, key)) ? kind : undefined;
}

function looksFaithful(tree: SpecTree): boolean {
  return tree.fault?.kind === "syntax" && tree.root !== undefined;
}
