import { type JsonNode, readJson } from "../../config/json/json-tree.ts";
import { type DocumentedField, listDocumentedFields } from "../../page/frontmatter-fields.ts";
import type { PageReferences } from "../../page/page.ts";
import {
  mapNodeRanges,
  mapRequestRanges,
  readCurl,
  type SampleRequest,
  type SampleText,
  removeFenceIndent,
} from "../../page/samples/read-curl.ts";
import { readFetch } from "../../page/samples/read-fetch.ts";
import { type Site, createSiteView } from "../../site/site.ts";
import { isSpecUsed, listPageEndpoints } from "../../site/specs/operation-references.ts";
import { isReadable, getSourcesWithSpecs } from "../../site/specs/specs.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { derive } from "../../text/maps.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { contradictsParameters } from "./compare-value.ts";

/** The URL of a sample request, split into its parts. */
export interface SampleUrl {
  /**
   * The origin in lowercase, such as `https://api.example.com`. Undefined if the URL has no origin or if the origin is
   * a variable, such as `$BASE` in `$BASE/users`.
   */
  readonly origin: string | undefined;
  /** The segments of the path, such as `["v1", "users", "123"]`. */
  readonly segments: readonly string[];
  readonly query: readonly { readonly name: string; readonly range: TextRange }[];
}

/** Parses the URL of a sample request, or returns undefined if the text isn't a URL. */
export function parseSampleUrl(url: SampleText): SampleUrl | undefined {
  const hashIndex = url.text.indexOf("#");
  const text = hashIndex < 0 ? url.text : url.text.slice(0, hashIndex);
  const queryStart = text.indexOf("?");
  const urlWithoutQuery = queryStart < 0 ? text : text.slice(0, queryStart);
  const match = /^(https?:\/\/[^/\s]+)?(\/?[^\s]*)$/i.exec(urlWithoutQuery);
  if (!match) return undefined;
  return {
    origin: match[1]?.toLowerCase(),
    segments: getSegments(match[2] ?? ""),
    query: queryStart < 0 ? [] : parseQuery(url, text, queryStart + 1),
  };
}

/** Splits a path into its segments. For example, returns `["v1", "users"]` for `/v1/users`. */
export function getSegments(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

function parseQuery({ offsets }: SampleText, text: string, queryOffset: number): SampleUrl["query"] {
  let position = queryOffset;
  return text
    .slice(queryOffset)
    .split("&")
    .flatMap((pair) => {
      const start = position;
      position += pair.length + 1;
      const equalsIndex = pair.indexOf("=");
      const name = equalsIndex < 0 ? pair : pair.slice(0, equalsIndex);
      const firstOffset = offsets[start];
      const lastOffset = offsets[start + name.length - 1];
      if (name === "" || firstOffset === undefined || lastOffset === undefined) return [];
      return [{ name: decodeName(name), range: { start: firstOffset, end: lastOffset + 1 } }];
    });
}

function decodeName(name: string): string {
  return name.replaceAll("%5B", "[").replaceAll("%5D", "]").replaceAll("%5b", "[").replaceAll("%5d", "]");
}

/**
 * Whether the URL's path ends with a path from a specification. For example, `…/v1/users/123` ends with `/users/{id}`.
 */
export function endsWithPath({ segments }: Pick<SampleUrl, "segments">, path: string): boolean {
  const templateSegments = getSegments(path);
  if (templateSegments.length > segments.length) return false;
  const lastSegments = segments.slice(segments.length - templateSegments.length);
  return templateSegments.every((template, i) => matchesTemplate(template, lastSegments[i] ?? ""));
}

/**
 * Whether a path segment matches a template such as `{id}`, `{id}.json`, or `users:{action}`. A parameter such as
 * `{id}` matches any text.
 */
function matchesTemplate(template: string, segment: string): boolean {
  if (!template.includes("{")) return template === segment;
  const [prefix = ""] = template.split("{");
  const suffix = template.slice(template.lastIndexOf("}") + 1);
  return (
    segment.length > prefix.length + suffix.length - (segment.startsWith("$") ? 1 : 0) &&
    segment.startsWith(prefix) &&
    segment.endsWith(suffix)
  );
}

/** A placeholder for the reader's own host, and the path segments after it. */
export interface PlaceholderHost {
  /**
   * `variable` is a placeholder such as `$BASE_URL`, `MEILISEARCH_URL`, or `<host>`. `host` is a host name such as
   * `your-project.com`. `own-machine` is `localhost` or another name for the reader's own computer.
   */
  readonly kind: "variable" | "host" | "own-machine";
  readonly segments: readonly string[];
}

/**
 * Returns the placeholder host of a URL, or undefined if the URL has a real host. A plain word isn't a placeholder,
 * because `/api/users` and `api/users` are relative to the URL of the page that runs the script.
 */
export function findPlaceholderHost({
  origin,
  segments,
}: Pick<SampleUrl, "origin" | "segments">): PlaceholderHost | undefined {
  if (origin === undefined) {
    const [firstSegment = "", ...otherSegments] = segments;
    if (isLocalHost(firstSegment)) return { kind: "own-machine", segments: otherSegments };
    return isVariable(firstSegment) ? { kind: "variable", segments: otherSegments } : undefined;
  }
  const host = origin.replace(/^https?:\/\//, "");
  if (isLocalHost(host)) return { kind: "own-machine", segments };
  return isPlaceholderHost(host) ? { kind: "host", segments } : undefined;
}

function isLocalHost(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])(:\d{1,5})?$/i.test(host);
}

/**
 * Whether the text is a variable, such as `$HOST`, `${process.env.HOST}`, `{{baseUrl}}`, `<your-host>`, or `BASE_URL`.
 */
function isVariable(segment: string): boolean {
  return (
    /^\$[A-Za-z_]\w*$/.test(segment) ||
    /^(\$\{[^{}]*\}|\{\{?[^{}]*\}\}?|<[^<>]*>|%\w+%)$/.test(segment) ||
    /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(segment)
  );
}

/**
 * Whether readers must replace the host. This is the case if it contains the word "your" or characters that aren't
 * valid in a host name.
 */
function isPlaceholderHost(host: string): boolean {
  return /[_<>{}$]/.test(host) || host.split(/[.:-]/).includes("your");
}

/** An operation that a page unambiguously refers to. */
export interface DocumentedTarget {
  readonly spec: SpecOutline;
  readonly operation: OperationOutline;
}

export interface OperationCall {
  readonly request: SampleRequest;
  readonly target: DocumentedTarget;
}

export interface AvailableSpecs {
  readonly specs: Site["specs"];
  /** The site's only specification (see `findOnlySpec`). */
  readonly onlySpec: SpecOutline | undefined;
}

/**
 * Returns the requests that definitely call an operation in one of the specifications: the page's own operation or one
 * that matches the URL and method. A URL with a placeholder host, such as `$BASE_URL/users`, matches only if the site
 * has a single API.
 */
export function findCalls(
  requests: readonly SampleRequest[],
  availableSpecs: AvailableSpecs,
  pageTarget: DocumentedTarget | undefined,
): readonly OperationCall[] {
  return requests.flatMap((request) => {
    const url = parseSampleUrl(request.url);
    if (!url || url.segments.length === 0) return [];
    const method = request.method.text;
    const isPageOperation = pageTarget?.operation.method === method && endsWithPath(url, pageTarget.operation.path);
    const target = isPageOperation
      ? pageTarget
      : (findOperationAtServer(availableSpecs, url, method) ??
        findOperationAtPlaceholderHost(availableSpecs, url, method));
    return target ? [{ request, target }] : [];
  });
}

/**
 * Finds an operation by server, path, and method. If several specifications contain the operation, the site's only
 * specification (`onlySpec`) takes precedence.
 */
function findOperationAtServer(
  { specs, onlySpec }: AvailableSpecs,
  url: SampleUrl,
  method: string,
): DocumentedTarget | undefined {
  const { origin, segments } = url;
  if (origin === undefined) return undefined;
  const targets: DocumentedTarget[] = [];
  for (const spec of specs.values())
    for (const base of getServerBases(spec))
      if (base.origin === origin) targets.push(...findOperationsAtPath(base, spec, segments, method));
  const targetsInOnlySpec = targets.filter(({ spec }) => spec === onlySpec);
  return findMostLiteralTarget(targetsInOnlySpec.length > 0 ? targetsInOnlySpec : targets);
}

/**
 * Finds an operation by its method and complete path if the URL has a placeholder host. A local host matches only if
 * the specification lists it as a server or doesn't specify a host.
 */
function findOperationAtPlaceholderHost(
  { onlySpec }: AvailableSpecs,
  url: SampleUrl,
  method: string,
): DocumentedTarget | undefined {
  const host = findPlaceholderHost(url);
  if (!onlySpec || !host) return undefined;
  const bases = getServerBases(onlySpec);
  if (host.kind === "own-machine" && onlySpec.servers.length > 0 && !onlySpec.servers.some(mayBeLocalHost))
    return undefined;
  const targets = bases.flatMap((base) => findOperationsAtPath(base, onlySpec, host.segments, method));
  // The variable's value may include the base path of the specification's server.
  if (host.kind === "variable")
    targets.push(...findOperationsAtPath({ segments: [] }, onlySpec, host.segments, method));
  return findMostLiteralTarget(targets.filter(({ operation }) => countLiteralSegments(operation) > 0));
}

function findOperationsAtPath(
  base: Pick<ServerBase, "segments">,
  spec: SpecOutline,
  segments: readonly string[],
  method: string,
): readonly DocumentedTarget[] {
  if (!base.segments.every((segment, i) => segment === segments[i])) return [];
  const relativeSegments = segments.slice(base.segments.length);
  const matchingNodes = [...findNodes(buildPathTree(spec), relativeSegments)];
  // If the specification defines `/users/me`, the URL `/users/me` never refers to `/users/{id}`, even if `/users/me`
  // doesn't support the method.
  const maxLiteralCount = matchingNodes.reduce((max, { literalCount }) => Math.max(max, literalCount), 0);
  return matchingNodes
    .filter(({ literalCount }) => literalCount === maxLiteralCount)
    .flatMap(({ operationsByMethod }) => operationsByMethod.get(method) ?? [])
    .filter((operation) => !contradictsParameters(operation, relativeSegments))
    .map((operation) => ({ spec, operation }));
}

/** Returns the operation with the most literal segments, or undefined if several operations tie for the most. */
function findMostLiteralTarget(targets: readonly DocumentedTarget[]): DocumentedTarget | undefined {
  const maxCount = Math.max(...targets.map(({ operation }) => countLiteralSegments(operation)));
  const bestTargets = targets.filter(({ operation }) => countLiteralSegments(operation) === maxCount);
  const [onlyTarget] = bestTargets;
  return onlyTarget && bestTargets.every(({ operation }) => operation === onlyTarget.operation)
    ? onlyTarget
    : undefined;
}

interface ServerBase {
  /**
   * The origin. Undefined if the specification doesn't define a fixed one, for example, in `/v1` or
   * `https://{host}/v1`.
   */
  readonly origin: string | undefined;
  readonly segments: readonly string[];
}

/**
 * The base URLs of a specification. If the specification doesn't list any servers, the only base URL is the root of an
 * unknown host.
 */
export const getServerBases = derive((spec: SpecOutline): readonly ServerBase[] => {
  if (spec.servers.length === 0) return [{ origin: undefined, segments: [] }];
  return spec.servers.flatMap((server): ServerBase[] => {
    const match = /^((?:https?|\{[^{}\s]*\}):\/\/[^/\s]+)?(\/[^\s{}]*)?$/i.exec(server);
    if (!match) return [];
    const origin = match[1] === undefined || /[{}]/.test(match[1]) ? undefined : match[1].toLowerCase();
    return [{ origin, segments: getSegments(match[2] ?? "") }];
  });
});

function mayBeLocalHost(server: string): boolean {
  const host = findPlaceholderHost({
    origin: /^https?:\/\/[^/\s]+/i.exec(server)?.[0].toLowerCase(),
    segments: [],
  });
  return host?.kind === "own-machine" || /^\/|^[^/]*:\/\/[^/]*\{/.test(server);
}

/**
 * A node in a tree that indexes operations by path segment. Lookups must be fast, because a page can contain thousands
 * of requests.
 */
interface PathNode {
  readonly childrenBySegment: Map<string, PathNode>;
  readonly childrenByTemplate: Map<string, PathNode>;
  /** The number of literal segments (segments that aren't templates) in the path. */
  readonly literalCount: number;
  /**
   * The operations for each method. At most two are stored per method, because a request that matches two is already
   * ambiguous.
   */
  readonly operationsByMethod: Map<string, OperationOutline[]>;
}

function createPathNode(literalCount: number): PathNode {
  return { childrenBySegment: new Map(), childrenByTemplate: new Map(), literalCount, operationsByMethod: new Map() };
}

const buildPathTree = derive((spec: SpecOutline): PathNode => {
  const root = createPathNode(0);
  for (const operation of spec.operations) {
    let node = root;
    for (const segment of getSegments(operation.path)) {
      const isTemplate = segment.includes("{");
      const childrenByKey = isTemplate ? node.childrenByTemplate : node.childrenBySegment;
      const key = removeParameterNames(segment);
      const child = childrenByKey.get(key) ?? createPathNode(node.literalCount + (isTemplate ? 0 : 1));
      childrenByKey.set(key, child);
      node = child;
    }
    const operations = node.operationsByMethod.get(operation.method);
    if (!operations) node.operationsByMethod.set(operation.method, [operation]);
    else if (operations.length < 2) operations.push(operation);
  }
  return root;
});

/**
 * Returns the template without parameter names, such as `{}.json` for `{id}.json`. Templates with the same result match
 * the same segments.
 */
export function removeParameterNames(segment: string): string {
  return segment.replace(/\{.*\}/s, "{}");
}

/** Yields the nodes of the operations whose paths match all segments, starting with the segment at `index`. */
function* findNodes(node: PathNode, segments: readonly string[], index = 0): Generator<PathNode, void> {
  const segment = segments[index];
  if (segment === undefined) {
    if (node.operationsByMethod.size > 0) yield node;
    return;
  }
  const literalChild = node.childrenBySegment.get(segment);
  if (literalChild) yield* findNodes(literalChild, segments, index + 1);
  for (const [template, child] of node.childrenByTemplate)
    if (matchesTemplate(template, segment)) yield* findNodes(child, segments, index + 1);
}

function countLiteralSegments({ path }: OperationOutline): number {
  return getSegments(path).filter((segment) => !segment.includes("{")).length;
}

/**
 * The site's only specification, which all calls to the site's own API refer to. Undefined if the site has several
 * specifications, or if any specification is remote or can't be read.
 */
export const findOnlySpec = createSiteView(["config", "specs", "pages", "profile"], (site): SpecOutline | undefined => {
  if (getSourcesWithSpecs(site).some(({ family, spec }) => family === "openapi" && !spec)) return undefined;
  if (listPageEndpoints(site).some(({ resolution }) => resolution.kind === "unknown")) return undefined;
  const usedSpecs = [...site.specs.values()].filter(
    (spec) => spec.kind === "openapi" && spec.operations.length > 0 && isSpecUsed(spec, site),
  );
  const [usedSpec] = usedSpecs;
  return usedSpec && usedSpecs.length === 1 && isReadable(usedSpec) ? usedSpec : undefined;
});

/** The parts of a page that can be compared with a specification. */
export interface PageSamples {
  readonly fields: readonly DocumentedField[];
  /**
   * API requests on the page. Requests in changelog entries are excluded, because they document earlier versions of the
   * API.
   */
  readonly requests: readonly SampleRequest[];
  /** JSON in `RequestExample` components. */
  readonly bodies: readonly JsonNode[];
  /** JSON in `ResponseExample` components, each with the status that its component's title contains. */
  readonly responses: readonly { readonly status: string | undefined; readonly node: JsonNode }[];
}

const maxSampleSize = 100_000;
const shellPattern = /^(bash|sh|shell|zsh|curl|console|terminal|powershell|cmd)$/i;
const scriptPattern = /^(js|javascript|ts|typescript|jsx|tsx|node|nodejs|mjs)$/i;

/** Returns the parts of a page to compare with a specification. The result is cached for each version of the page. */
export const readPageSamples = derive((page: PageReferences): PageSamples => {
  const requests: SampleRequest[] = [];
  const bodies: JsonNode[] = [];
  const responses: { status: string | undefined; node: JsonNode }[] = [];
  const isInUpdate = createUpdateCheck(page);
  const findExample = createExampleFinder(page);
  for (const block of page.codeBlocks) {
    const { start, end } = block.contentRange;
    const language = block.language ?? "";
    if (isInUpdate(start) || end - start > maxSampleSize) continue;
    const isRelevant = ({ range }: SampleRequest) => !isCounterexample(page.text.slice(start, range.start));
    const readRequests = shellPattern.test(language) ? readCurl : scriptPattern.test(language) ? readFetch : undefined;
    if (readRequests) {
      const { code, offsets } = removeFenceIndent(page.text, block.range.start, block.contentRange);
      requests.push(
        ...readRequests(code, 0)
          .map((request) => mapRequestRanges(request, offsets))
          .filter(isRelevant),
      );
    } else if (/^json$/i.test(language)) {
      const componentName = findExample(block.range);
      const node = componentName && parseJson(page.text.slice(start, end), start);
      if (node && componentName === "RequestExample") bodies.push(node);
      if (node && componentName === "ResponseExample")
        responses.push({ status: /\b[1-5]\d\d\b/.exec(block.meta)?.[0], node });
    }
  }
  return { fields: listDocumentedFields(page), requests, bodies, responses };
});

/** Whether the last comment before a request marks the request as wrong, for example, `# ❌ Incorrect`. */
function isCounterexample(precedingText: string): boolean {
  const comment = precedingText
    .slice(-maxContextLength)
    .split("\n")
    .toReversed()
    .find((line) => /^\s*(?:#|\/\/)/.test(line));
  return comment !== undefined && /[❌✗✘🚫⛔]|^[\s#/]*(?:bad|don['’]t|incorrect|invalid|wrong)\b/iu.test(comment);
}

const maxContextLength = 1000;

/**
 * Returns a function that checks whether an offset is in a changelog entry (`<Update>`). Call the function with offsets
 * in ascending order.
 */
function createUpdateCheck({ tags }: PageReferences): (offset: number) => boolean {
  const updates = tags.filter(({ name, closingTagRange: closingRange }) => name === "Update" && closingRange);
  let nextIndex = 0;
  return (offset) => {
    while ((updates[nextIndex]?.closingTagRange?.end ?? Infinity) <= offset) nextIndex++;
    return (updates[nextIndex]?.range.end ?? Infinity) <= offset;
  };
}

/**
 * Returns a function that finds the example component that contains a range. Call the function with non-overlapping
 * ranges in ascending order.
 */
function createExampleFinder({ tags }: PageReferences): (range: TextRange) => string | undefined {
  const examples = tags.filter(
    ({ name, closingTagRange: closingRange }) =>
      (name === "RequestExample" || name === "ResponseExample") && closingRange,
  );
  // Readers see only the first component of each kind.
  const shownExamples = new Set(
    ["RequestExample", "ResponseExample"].map((kind) => examples.find(({ name }) => name === kind)),
  );
  let nextIndex = 0;
  return ({ start, end }) => {
    while ((examples[nextIndex]?.closingTagRange?.start ?? Infinity) <= start) nextIndex++;
    for (let index = nextIndex; (examples[index]?.range.end ?? Infinity) <= start; index++)
      if ((examples[index]?.closingTagRange?.start ?? 0) >= end)
        return shownExamples.has(examples[index]) ? examples[index]?.name : undefined;
    return undefined;
  };
}

/**
 * Parses JSON in a code sample. Returns undefined if the JSON is incomplete, for example, because an ellipsis replaces
 * part of it.
 */
function parseJson(code: string, start: number): JsonNode | undefined {
  const { root, problems } = readJson("", code);
  if (!root || problems.length > 0) return undefined;
  return mapNodeRanges(
    root,
    Array.from({ length: code.length }, (_, i) => start + i),
  );
}
