import type { SitePath, TextRange } from "../text/text-edit.ts";
import type { SpecKind, SpecOutline, SpecProblem } from "./spec-outline.ts";

/**
 * The probable kind of a file. It's determined without a parser before the file is read, or if the file can't be read.
 */
export interface SpecGuess {
  readonly kind: SpecKind;
  readonly version: string;
  /** The range of the key. */
  readonly range: TextRange;
}

export const specKinds: readonly SpecKind[] = ["openapi", "asyncapi", "swagger"];

/**
 * The maximum length in UTF-16 units, because the size in bytes isn't available here. Each unit takes at least one
 * byte, so no file under 20 MB is rejected.
 */
export const maxSpecLength = 20_000_000;

/** Whether the file name allows a specification. */
export function canBeSpec(path: SitePath): boolean {
  return /\.(json|ya?ml)$/i.test(path);
}

const jsonMention = /"(openapi|asyncapi|swagger|overlay)"\s*:/;
const yamlMention = /^[\ufeff \t{]*["']?(openapi|asyncapi|swagger|overlay)["']?\s*:/m;

/** Whether the file may be a specification or an overlay. This is a quick check that excludes most other files. */
export function mayBeSpec(path: SitePath, text: string): boolean {
  if (!canBeSpec(path)) return false;
  return (/\.json$/i.test(path) ? jsonMention : yamlMention).test(text);
}

/**
 * Guesses the kind of a file that can't be parsed from the key that contains a version. If possible, only a key at the
 * root counts. A character that can't start a version or a path, such as `{`, may be the cause of the error.
 */
export function guessSpec(text: string, isJson: boolean): SpecGuess | undefined {
  const pattern = isJson
    ? /"(?<kind>openapi|asyncapi|swagger)"\s*:\s*(?:"?(?<version>v?\d[\w.-]*)|[{[])/g
    : /^\ufeff?["']?(?<kind>openapi|asyncapi|swagger)["']?\s*:[ \t]*(?:["']?(?<version>v?\d[\w.-]*)|[{[@%*&!`])/gm;
  let tries = 0;
  for (const match of text.matchAll(pattern)) {
    const kind = specKinds.find((candidate) => candidate === match.groups?.["kind"]);
    if (!kind || ++tries > 20) return undefined;
    if (isJson && !isAtRoot(text, match.index)) continue;
    const start = match.index + match[0].indexOf(kind);
    return { kind, version: match.groups?.["version"] ?? "", range: { start, end: start + kind.length } };
  }
  return undefined;
}

/** Whether exactly one bracket is open before the offset, as far as that can be determined in invalid JSON. */
function isAtRoot(text: string, offset: number): boolean {
  let depth = 0;
  for (const [token] of text.slice(0, offset).matchAll(/"(?:[^"\\\n]|\\.)*"|[{}[\]]/g)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
  }
  return depth === 1;
}

/** Returns an outline without content for a file that couldn't be read, or couldn't be read in time. */
export function faultyOutline(path: SitePath, guess: SpecGuess, problem: SpecProblem): SpecOutline {
  return { ...emptyOutline(path, guess), problems: [problem] };
}

/** Returns the outline of an OpenAPI Overlay, which isn't a specification itself. */
export function overlayOutline(path: SitePath, overlayOf: string): SpecOutline {
  const guess = { kind: "openapi", version: "", range: { start: 0, end: 0 } } as const;
  return { ...emptyOutline(path, guess), overlayOf };
}

function emptyOutline(path: SitePath, guess: SpecGuess): SpecOutline {
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
    servers: [],
    origins: [],
    extensionFaults: [],
    problems: [],
    reads: [],
  };
}

/**
 * Returns the path of the local copy of a remote specification among the files in a site. It's the URL, which no file
 * in a site has as its path, followed by `#.json` or `#.yaml` if the URL doesn't show the format.
 */
export function remoteSpecPath(url: string, isJson: boolean): SitePath {
  const tells = isJson ? /\.json$/i : /\.ya?ml$/i;
  return tells.test(url) ? url : `${url}${isJson ? "#.json" : "#.yaml"}`;
}

/** Whether a path belongs to a local copy rather than a file in the site. */
export function isRemoteSpec(path: SitePath): boolean {
  return /^(https?:)?\/\//i.test(path);
}

/** Returns a specification's name in docs.json and on pages, which is its path, or the URL of a local copy. */
export function specName(path: SitePath): string {
  return isRemoteSpec(path) ? path.replace(/#\.(json|yaml)$/, "") : path;
}

/** Returns the local copy for a URL as written in docs.json or on a page. */
export function findRemoteSpec(
  specs: ReadonlyMap<SitePath, SpecOutline>,
  url: string,
): SpecOutline | undefined {
  return specs.get(url) ?? specs.get(`${url}#.json`) ?? specs.get(`${url}#.yaml`);
}
