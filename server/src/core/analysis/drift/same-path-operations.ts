import type { JsonNode, JsonObject } from "../../config/json/json-tree.ts";
import type { DocumentedField } from "../../page/frontmatter-fields.ts";
import type { PageOutline, PageReferences } from "../../page/page.ts";
import type { SampleRequest, SampleText } from "../../page/samples/read-curl.ts";
import { createSiteView, type Site } from "../../site/site.ts";
import { isHiddenPage } from "../../site/navigation/navigation-pages.ts";
import { resolveImport } from "../../site/pages/imports.ts";
import { isPublished } from "../../site/pages/pages.ts";
import {
  findTarget,
  getEndpointEntries,
  isSpecUsed,
  listPageEndpoints,
} from "../../site/specs/operation-references.ts";
import { getSourcesWithSpecs, hasOverlays } from "../../site/specs/specs.ts";
import { getOperationKey, type OperationModel, type SpecModels } from "../../spec/model/operation-model.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { addToGroup, derive } from "../../text/maps.ts";
import { getFolderPath } from "../../text/site-path.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import {
  endsWithPath,
  getServerBases,
  type DocumentedTarget,
  getSegments,
  type OperationCall,
  type PageSamples,
  readPageSamples,
  removeParameterNames,
} from "./called-operations.ts";
import { compareBody, compareRequest } from "./compare-fields.ts";
import { type AllowancesByDrift, bodyPhrase, findCommonDrifts, contradictsExample } from "./compare-value.ts";
import type { Drift, DriftFix, PageDrift } from "./page-drift.ts";
import { collectChoiceNames, getConstraints, statesCondition } from "./schema-constraints.ts";

export interface LoadedOperation {
  readonly operation: OperationModel;
  readonly models: SpecModels;
}

/** Returns the model of an operation, or undefined if it hasn't been loaded yet or if overlays may change it. */
export function getLoadedOperation(site: Site, { spec, operation }: DocumentedTarget): LoadedOperation | undefined {
  if (hasOverlays(spec, site)) return undefined;
  const models = site.analyses.get(spec.path)?.models;
  const isWebhook = spec.webhooks.includes(operation);
  const model = models?.operations.get(getOperationKey({ ...operation, isWebhook }));
  return models && model ? { operation: model, models } : undefined;
}

/**
 * Returns a function that checks whether only hidden pages show an operation, or, if no page shows it, only hidden
 * pages show other operations of its specification. Such a specification often describes an earlier version of the API.
 */
export const createObsoleteCheck = createSiteView(
  ["config", "specs", "pages", "profile"],
  (site): ((target: DocumentedTarget) => boolean) => {
    const visibleItems = new Set<SpecOutline | OperationOutline>();
    const hiddenItems = new Set<SpecOutline | OperationOutline>();
    const pages = listPageEndpoints(site).filter(({ page }) => isPublished(site.pages, page));
    const entries = getEndpointEntries(site).filter(({ entry }) => !entry.isIgnored);
    for (const endpoint of [...entries, ...pages]) {
      const { resolution } = endpoint;
      if (resolution.kind !== "found") continue;
      const items = "page" in endpoint && isHiddenPage(site, endpoint.page) ? hiddenItems : visibleItems;
      for (const spec of resolution.candidates) {
        const target = findTarget(spec, resolution.reference);
        items.add(spec);
        if (target && "operation" in target) items.add(target.operation);
      }
    }
    const sourceSpecs = new Set(getSourcesWithSpecs(site).map(({ element, spec }) => (element ? spec : undefined)));
    return ({ spec, operation }) => {
      if (sourceSpecs.has(spec) || visibleItems.has(operation)) return false;
      return hiddenItems.has(operation) || (hiddenItems.has(spec) && !visibleItems.has(spec));
    };
  },
);

/** The maximum number of snippets on a page whose fields are read, including those in other snippets. */
const maxSnippets = 100;

interface SnippetFields {
  /** The paths of the request fields, such as `address.city`, starting with the snippet's outermost field. */
  readonly requestPaths: ReadonlySet<string>;
  readonly responsePaths: ReadonlySet<string>;
}

/** Returns the fields that the snippets on a page document. */
const listSnippetFields = derive((site: Site) =>
  derive((page: PageReferences): SnippetFields => {
    const [requestPaths, responsePaths] = [new Set<string>(), new Set<string>()];
    const snippets = new Set<SitePath>();
    const pages = [page];
    for (const shownPage of pages)
      for (const path of listShownFiles(site, shownPage)) {
        const snippet = site.references.get(path);
        if (!snippet || snippets.has(path) || snippets.size >= maxSnippets) continue;
        snippets.add(path);
        pages.push(snippet);
        for (const field of readPageSamples(snippet).fields)
          addPaths([field], "", field.location === "response" ? responsePaths : requestPaths);
      }
    return { requestPaths, responsePaths };
  }),
);

/** The maximum number of fields that contain the outermost field of a snippet. */
const maxDepth = 20;

/**
 * Whether a snippet on the page documents the field. The page may show the snippet inside other fields, so the snippet
 * can document `address.city` as `city`. In a request, nested fields are often documented as response fields.
 */
export function isInSnippet(site: Site, page: PageReferences, { name, direction }: PageDrift): boolean {
  const { requestPaths, responsePaths } = listSnippetFields(site)(page);
  const segments = name.replaceAll("[]", "").split(".").slice(-maxDepth);
  const paths = segments.map((_, index) => segments.slice(index).join("."));
  const mayBeResponseField = direction === "response" || segments.length > 1;
  return paths.some((path) => requestPaths.has(path) || (mayBeResponseField && responsePaths.has(path)));
}

/** Returns the files that a page imports and shows with a tag. */
function listShownFiles(site: Site, { imports, tags, path }: PageReferences): readonly SitePath[] {
  if (imports.length === 0) return [];
  const tagNames = new Set(tags.map(({ name }) => name));
  const sources = new Set(
    imports.flatMap(({ source, names }) => (names.some(({ localName }) => tagNames.has(localName)) ? [source] : [])),
  );
  return [...sources].flatMap((source) => {
    const target = resolveImport(site, source, path);
    return "path" in target ? [target.path] : [];
  });
}

/** Adds the paths of the fields. The name of a field inside another one may already be a path. */
function addPaths(fields: readonly DocumentedField[], prefix: string, paths: Set<string>): void {
  for (const { name, children } of fields) {
    const path = (name.startsWith(prefix) ? name : prefix + name).replaceAll("[]", "");
    paths.add(path);
    addPaths(children, `${path}.`, paths);
  }
}

/**
 * Whether the specification's own example differs in the same way, whether the page documents a field of the response
 * as a field of the request body or states that a missing field isn't necessary, or whether a snippet documents it.
 */
export function isUncertain(drift: PageDrift, site: Site, { fields }: PageSamples, page: PageReferences): boolean {
  if (drift.kind === "missing-field" && drift.direction === "request" && listUnnecessaryNames(page).has(drift.name))
    return true;
  if (drift.missingField && isInSnippet(site, page, drift)) return true;
  if (drift.kind === "wrong-required") {
    if (statesCondition(getFieldText(page, drift.range))) return true;
    if (!drift.isRequired && isForOneUse(site, page.path)) return true;
  }
  const loadedOperation = getLoadedOperation(site, drift);
  if (loadedOperation && contradictsExample(drift, loadedOperation.operation, loadedOperation.models)) return true;
  if (drift.missingField === undefined || drift.direction !== "response") return false;
  const bodyFields = fields.filter(({ location }) => location === "body");
  return documentsField(bodyFields, drift.name);
}

/**
 * Whether other pages in the folder document the same operation. Each of them then probably describes one use of the
 * operation, which can require more fields than the operation does. Hidden pages count only if this page is hidden, too.
 */
function isForOneUse(site: Site, path: SitePath): boolean {
  const page = site.pages.get(path);
  const key = page && getReferenceKey(page);
  const paths = key === undefined ? [] : (groupPagesByReference(site.pages).get(key) ?? []);
  return paths.some((otherPath) => otherPath !== path && (!isHiddenPage(site, otherPath) || isHiddenPage(site, path)));
}

const groupPagesByReference = derive((pages: Site["pages"]): ReadonlyMap<string, readonly SitePath[]> => {
  const pathsByKey = new Map<string, SitePath[]>();
  for (const page of pages.values()) {
    const key = getReferenceKey(page);
    if (key !== undefined) addToGroup(pathsByKey, key, page.path);
  }
  return pathsByKey;
});

/** Returns the page's folder and the operation in its frontmatter. */
function getReferenceKey({ path, fields }: PageOutline): string | undefined {
  const reference = fields.get("openapi") ?? fields.get("api");
  return typeof reference === "string" ? `${getFolderPath(path)}\n${reference.trim()}` : undefined;
}

/** Returns the text of the field that contains the range, up to the next field. */
function getFieldText({ text }: PageReferences, { end }: TextRange): string {
  const fieldText = text.slice(end, end + maxFieldLength).split(/<\/?(?:Param|Response)Field\b/)[0] ?? "";
  return /^[^<>]*\/>/.test(fieldText) ? "" : fieldText;
}

const maxFieldLength = 1000;

/** The names in code on lines according to which something is ignored or isn't used. */
const listUnnecessaryNames = derive(({ text }: PageReferences): ReadonlySet<string> => {
  const lines = text
    .split("\n")
    .filter((line) => line.includes("`") && unnecessaryPattern.test(line) && !negationPattern.test(line));
  return new Set(lines.flatMap((line) => [...line.matchAll(/`([\w.[\]-]+)`/g)].map(([, name = ""]) => name)));
});

const unnecessaryPattern =
  /\b(?:ignor(?:ed|es)|omit(?:ted)?|unused|(?:not|n't) (?:used?|need(?:ed)?|required?|necessary))\b/i;
const negationPattern = /(?:\b(?:not|never|cannot)|n't) (?:be )?(?:omit|ignor)/i;

/** Whether one of the fields has this name with its parents, such as `user.name`. */
function documentsField(fields: readonly DocumentedField[], path: string): boolean {
  return fields.some(({ name, children }) => {
    if (name === path) return true;
    return path.startsWith(`${name}.`) && documentsField(children, path.slice(name.length + 1));
  });
}

/**
 * Compares a sample request with the operation that it calls. If its body fits the operation that the page documents
 * better, its URL or method is wrong, so only this is returned.
 */
export function compareCall(
  site: Site,
  { request, target }: OperationCall,
  pageTarget: DocumentedTarget | undefined,
  isOwnCalled: boolean,
): readonly PageDrift[] {
  const drifts = compareSample(site, target, request.body, (candidate, allowanceMap) =>
    compareRequest(request, candidate, allowanceMap),
  );
  const { body, hasOpenBody } = request;
  if (!pageTarget || pageTarget.operation === target.operation || body?.kind !== "object") return drifts;
  const [own, called] = [getLoadedOperation(site, pageTarget), getLoadedOperation(site, target)];
  if (!own || !called || hasUndefinedName(own, body) !== false) return drifts;
  const hasOwnPath = endsWithPath({ segments: getSegments(target.operation.path) }, pageTarget.operation.path);
  const bodyDrifts = drifts.filter(({ container }) => container === bodyPhrase);
  const ownDrifts = compareBody(body, own, new Map(), hasOpenBody);
  const isOwn = hasUndefinedName(called, body)
    ? ownDrifts.length <= bodyDrifts.length
    : hasOwnPath && !isOwnCalled && bodyDrifts.length > 0 && ownDrifts.length === 0;
  return isOwn ? [createCallDrift(request, target, pageTarget, own)] : drifts;
}

/**
 * Whether the outermost object of a request body has a name that the operation doesn't define. Undefined if the
 * operation accepts any name or no body.
 */
function hasUndefinedName({ operation, models }: LoadedOperation, { properties }: JsonObject): boolean | undefined {
  const schema = operation.body?.content.find(({ type }) => /json/i.test(type))?.schema;
  const constraints = schema && getConstraints(schema, models);
  const choiceNames = constraints && collectChoiceNames(constraints, models);
  if (!constraints?.isClosed || !choiceNames || constraints.properties.size + choiceNames.size === 0) return undefined;
  return properties.some(({ key }) => !constraints.properties.has(key) && !choiceNames.has(key));
}

/** Reports that the sample calls `target`, although its body is for the operation that the page documents. */
function createCallDrift(
  { method, url }: SampleRequest,
  target: DocumentedTarget,
  pageTarget: DocumentedTarget,
  { operation: { location } }: LoadedOperation,
): PageDrift {
  const { operation } = pageTarget;
  const hasOwnMethod = method.text === operation.method;
  const segment = hasOwnMethod ? findOtherSegment(url, target.operation.path, operation.path) : undefined;
  const range = hasOwnMethod ? segment?.range : method.range;
  const fix: DriftFix | undefined = range && { kind: "replace", range, text: segment?.text ?? operation.method };
  return {
    kind: "wrong-method",
    range: (hasOwnMethod ? undefined : method.range) ?? url.range,
    name: `${target.operation.method} ${target.operation.path}`,
    container: "the request",
    direction: "request",
    location,
    // Both have to change if the path also differs.
    fix: hasOwnMethod || target.operation.path === operation.path ? fix : undefined,
    ...pageTarget,
  };
}

/** Returns the only segment of the URL that differs between the two paths, and its replacement. */
function findOtherSegment(
  { text, offsets }: SampleText,
  calledPath: string,
  path: string,
): { readonly range: TextRange; readonly text: string } | undefined {
  const [called, expected] = [getSegments(calledPath), getSegments(path)];
  const indexes = expected.flatMap((segment, index) => (segment === called[index] ? [] : [index]));
  const [index] = indexes;
  if (called.length !== expected.length || indexes.length !== 1 || index === undefined) return undefined;
  const replacement = expected[index] ?? "";
  const segments = [...text.replace(/[?#].*/s, "").matchAll(/[^/]+/g)];
  const segment = segments[segments.length - called.length + index];
  const start = segment && offsets[segment.index];
  const last = segment && offsets[segment.index + segment[0].length - 1];
  const isLiteral = segment?.[0] === called[index] && !replacement.includes("{");
  return isLiteral && start !== undefined && last !== undefined
    ? { range: { start, end: last + 1 }, text: replacement }
    : undefined;
}

/**
 * Compares a sample with an operation. An API such as JSON-RPC has many operations with the same method and path that
 * differ only in a value in the body. If the operation doesn't allow the sample's value, the sample is compared with
 * the operations that allow it. If no operation does, only the problem with this value is returned.
 */
export function compareSample(
  site: Site,
  sampleTarget: DocumentedTarget,
  body: JsonNode | undefined,
  compare: (candidate: LoadedOperation, allowancesByDrift: AllowancesByDrift) => readonly Drift[],
): readonly PageDrift[] {
  const loadedOperation = getLoadedOperation(site, sampleTarget);
  const allowancesByDrift: AllowancesByDrift = new Map();
  const drifts = loadedOperation ? compare(loadedOperation, allowancesByDrift) : [];
  const isRpc = body !== undefined && isRpcCall(body);
  const isMismatch = isRpc ? isOtherRpcMethod : isDistinguishingValue;
  const matchesTarget = !drifts.some(isMismatch);
  if (drifts.length === 0 || (matchesTarget && !isRpc)) return drifts.map((drift) => ({ ...drift, ...sampleTarget }));
  const names = isRpc ? ["method"] : drifts.filter(isMismatch).map(({ name }) => name);
  const distinguishingBody = body && pickProperties(body, new Set(names));
  const matches = matchesTarget ? [{ target: sampleTarget, drifts }] : [];
  const mismatches: { target: DocumentedTarget; drifts: readonly Drift[] }[] = matchesTarget
    ? []
    : [{ target: sampleTarget, drifts: drifts.filter(isMismatch) }];
  const otherTargets = findOperationsWithSamePath(site, sampleTarget);
  for (const target of otherTargets ?? [undefined]) {
    const otherOperation = target && getLoadedOperation(site, target);
    // The operation hasn't been loaded yet, or overlays may change it. It may accept this sample even if another
    // operation accepts the same distinguishing value, so comparing the sample with only the loaded operations could
    // find false problems.
    if (!otherOperation) return [];
    const candidateDrifts = compareBody(distinguishingBody, otherOperation, allowancesByDrift, true);
    if (candidateDrifts.some(isMismatch)) {
      mismatches.push({ target, drifts: candidateDrifts });
      continue;
    }
    const drifts = compare(otherOperation, allowancesByDrift);
    if (drifts.length === 0 || matches.length >= maxMatches) return [];
    (drifts.some(isMismatch) ? mismatches : matches).push({ target, drifts });
  }
  // In JSON-RPC, `method` identifies the operation as a path does, and specifications don't contain all methods.
  // Without `jsonrpc`, the body may belong to another kind of API.
  if (matches.length === 0 && isRpc && (mismatches.length > 1 || hasKey(body, "jsonrpc"))) return [];
  const isOnlyTarget = mismatches.length === 1 && matches.length === 0;
  const candidates = isOnlyTarget ? [{ target: sampleTarget, drifts }] : matches.length > 0 ? matches : mismatches;
  const target = candidates[0]?.target ?? sampleTarget;
  const commonDrifts = findCommonDrifts(
    candidates.map(({ drifts }) => drifts),
    allowancesByDrift,
  );
  return commonDrifts.map((drift) => ({ ...drift, ...target }));
}

/** Returns the object, or the objects in a list, with only these properties. */
function pickProperties(node: JsonNode, names: ReadonlySet<string>): JsonNode {
  if (node.kind === "array") return { ...node, items: node.items.map((item) => pickProperties(item, names)) };
  if (node.kind !== "object") return node;
  return { ...node, properties: node.properties.filter(({ key }) => names.has(key)) };
}

/** Whether a value in the body distinguishes the operation from the one that the sample calls. */
function isDistinguishingValue({ kind, name }: Drift): boolean {
  return kind === "wrong-value" && !/[.[]/.test(name);
}

/** Whether the operation is another JSON-RPC method. An operation for one call doesn't accept several calls. */
function isOtherRpcMethod({ kind, name }: Drift): boolean {
  return kind === "wrong-value" ? /^(?:\[\]\.)?method$/.test(name) : kind === "wrong-type" && name === "";
}

/**
 * Whether the body is a JSON-RPC request or a list of them. Version 1.0 requires `params`, and version 2.0 requires
 * `jsonrpc`.
 */
function isRpcCall(body: JsonNode): boolean {
  if (body.kind === "array") return body.items.length > 0 && body.items.every(isRpcCall);
  if (body.kind !== "object") return false;
  const method = body.properties.find(({ key }) => key === "method")?.value;
  return method?.kind === "string" && (hasKey(body, "jsonrpc") || hasKey(body, "params"));
}

/** Whether the object, or the first object in a list, has a property with this name. */
function hasKey(node: JsonNode | undefined, name: string): boolean {
  if (node?.kind === "array") return hasKey(node.items[0], name);
  return node?.kind === "object" && node.properties.some(({ key }) => key === name);
}

/** The maximum number of operations with the same path whose distinguishing values are read. */
const maxComparisons = 300;

/** The maximum number of operations that allow a sample's distinguishing value and are compared with the sample. */
const maxMatches = 20;

/**
 * Returns the other operations of used specifications with the same method, path, and origin. Returns undefined if
 * there are too many of them.
 */
export function findOperationsWithSamePath(
  site: Site,
  { spec, operation }: DocumentedTarget,
): readonly DocumentedTarget[] | undefined {
  const { targetsByOriginAndPath: targetsByHost, targetsByPath } = groupSamePathTargets(site.specs);
  const key = getPathKey(operation);
  const origins = getOrigins(spec);
  const targets = origins.includes(undefined)
    ? targetsByPath.get(key)
    : [...origins, undefined].flatMap((origin) => targetsByHost.get(`${origin ?? ""}\n${key}`) ?? []);
  const otherTargets = new Set((targets ?? []).filter((other) => other.operation !== operation));
  const usedTargets = [...otherTargets].filter((other) => isSpecUsed(other.spec, site));
  return usedTargets.length > maxComparisons ? undefined : usedTargets;
}

/** Returns a key that is the same for operations that a sample is compared with together. */
export function getSamePathKey({ spec, operation }: DocumentedTarget): string {
  return [getPathKey(operation), ...getOrigins(spec)].join("\n");
}

interface SamePathTargets {
  readonly targetsByOriginAndPath: ReadonlyMap<string, readonly DocumentedTarget[]>;
  readonly targetsByPath: ReadonlyMap<string, readonly DocumentedTarget[]>;
}

/** Groups the operations with the same method and path, both with and without the server's origin. */
const groupSamePathTargets = derive((specs: Site["specs"]): SamePathTargets => {
  const targetsByPath = new Map<string, DocumentedTarget[]>();
  for (const spec of specs.values())
    for (const operation of spec.operations) addToGroup(targetsByPath, getPathKey(operation), { spec, operation });
  const targetsByOriginAndPath = new Map<string, DocumentedTarget[]>();
  for (const [key, targets] of targetsByPath) {
    if (targets.length < 2) targetsByPath.delete(key);
    else
      for (const target of targets)
        for (const origin of getOrigins(target.spec))
          addToGroup(targetsByOriginAndPath, `${origin ?? ""}\n${key}`, target);
  }
  return { targetsByOriginAndPath, targetsByPath };
});

function getPathKey({ method, path }: DocumentedTarget["operation"]): string {
  return `${method} ${getSegments(path).map(removeParameterNames).join("/")}`;
}

/** The origins of a specification's servers. Undefined represents an unknown one. */
const getOrigins = derive((spec: SpecOutline): readonly (string | undefined)[] => [
  ...new Set(getServerBases(spec).map(({ origin }) => origin)),
]);
