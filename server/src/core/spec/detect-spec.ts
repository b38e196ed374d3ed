import type { SitePath, TextRange } from "../text/text-edit.ts";
import type { SpecKind, SpecOutline, SpecProblem } from "./spec-outline.ts";

/**
 * The probable kind of a file. The kind is guessed without a parser, because the file hasn't been read yet or can't be
 * read.
 */
export interface SpecGuess {
  readonly kind: SpecKind;
  readonly version: string;
  /** The range of the key that names the format. */
  readonly range: TextRange;
}

export const specKinds: readonly SpecKind[] = ["openapi", "asyncapi", "swagger"];

/**
 * The maximum length of a file in UTF-16 units. Each unit takes up at least one byte, so this limit never rejects a
 * file under 20 MB.
 */
export const maxSpecLength = 20_000_000;

/** Whether a file with this name can be a specification. */
export function canBeSpec(path: SitePath): boolean {
  return /\.(json|ya?ml)$/i.test(path);
}

const jsonKeyPattern = /"(openapi|asyncapi|swagger|overlay)"\s*:/;
const yamlKeyPattern = /^[\ufeff \t{]*["']?(openapi|asyncapi|swagger|overlay)["']?\s*:/m;

/** Whether the file may be a specification or an overlay. This quick check excludes most other files. */
export function mayBeSpec(path: SitePath, text: string): boolean {
  if (!canBeSpec(path)) return false;
  // A JSON file can contain YAML (see `readJsonTree`).
  return (/\.json$/i.test(path) && jsonKeyPattern.test(text)) || yamlKeyPattern.test(text);
}

/**
 * Guesses the kind of a file that can't be parsed, based on its first root key that names a format. In JSON, whether a
 * key is at the root can only be estimated. The key's value must look like a version or start with a character, such as
 * `{`, that may be the cause of the error.
 */
export function guessSpec(text: string, isJson: boolean): SpecGuess | undefined {
  const pattern = isJson
    ? /"(?<kind>openapi|asyncapi|swagger)"\s*:\s*(?:"?(?<version>v?\d[\w.-]*)|[{[])/g
    : /^\ufeff?["']?(?<kind>openapi|asyncapi|swagger)["']?\s*:[ \t]*(?:["']?(?<version>v?\d[\w.-]*)|[{[@%*&!`])/gm;
  let attemptCount = 0;
  for (const match of text.matchAll(pattern)) {
    const kind = specKinds.find((candidate) => candidate === match.groups?.["kind"]);
    if (!kind || ++attemptCount > 20) return undefined;
    if (isJson && !isAtRoot(text, match.index)) continue;
    const start = match.index + match[0].indexOf(kind);
    return { kind, version: match.groups?.["version"] ?? "", range: { start, end: start + kind.length } };
  }
  return undefined;
}

/** Whether exactly one bracket is open before the offset. In invalid JSON, the result can be wrong. */
function isAtRoot(text: string, offset: number): boolean {
  let depth = 0;
  for (const [token] of text.slice(0, offset).matchAll(/"(?:[^"\\\n]|\\.)*"|[{}[\]]/g)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
  }
  return depth === 1;
}

/** Returns an empty outline for a file that can't be read, or that takes too long to read. */
export function createErrorOutline(path: SitePath, guess: SpecGuess, problem: SpecProblem): SpecOutline {
  return { ...createEmptyOutline(path, guess), problems: [problem] };
}

/** Returns the outline of an OpenAPI Overlay, which isn't a specification itself. */
export function createOverlayOutline(path: SitePath, overlayTarget: string): SpecOutline {
  const guess = { kind: "openapi", version: "", range: { start: 0, end: 0 } } as const;
  return { ...createEmptyOutline(path, guess), overlayTarget };
}

function createEmptyOutline(path: SitePath, guess: SpecGuess): SpecOutline {
  return {
    path,
    kind: guess.kind,
    version: guess.version,
    versionRange: guess.range,
    isVersionString: true,
    isSupported: guess.kind !== "swagger",
    title: undefined,
    operations: [],
    webhooks: [],
    schemas: [],
    channels: [],
    tags: [],
    hasServers: true,
    servers: [],
    origins: [],
    extensionProblems: [],
    problems: [],
    includedFiles: [],
  };
}

/**
 * Returns the path of the local copy of a remote specification. The path consists of the URL followed by `#.json` or
 * `#.yaml` if the URL doesn't indicate the format. A file in the site can't have such a path.
 */
export function createRemoteSpecPath(url: string, isJson: boolean): SitePath {
  const extensionPattern = isJson ? /\.json$/i : /\.ya?ml$/i;
  return extensionPattern.test(url) ? url : `${url}${isJson ? "#.json" : "#.yaml"}`;
}

/** Whether the path belongs to a local copy of a remote specification rather than to a file in the site. */
export function isRemoteSpec(path: SitePath): boolean {
  return /^(https?:)?\/\//i.test(path);
}

/** Returns the name that docs.json and pages use for a specification: its path or, for a local copy, its URL. */
export function getSpecName(path: SitePath): string {
  return isRemoteSpec(path) ? path.replace(/#\.(json|yaml)$/, "") : path;
}

/** Returns the local copy of the specification at a URL from docs.json or a page. */
export function findRemoteSpec(specs: ReadonlyMap<SitePath, SpecOutline>, url: string): SpecOutline | undefined {
  return specs.get(url) ?? specs.get(`${url}#.json`) ?? specs.get(`${url}#.yaml`);
}
