import type { Config } from "../../config/config.ts";
import { type JsonNode, type JsonObject, readJson } from "../../config/json/json-tree.ts";
import type { DocumentedField } from "../../page/frontmatter-fields.ts";
import type { Page, PageOutline, PageReferences } from "../../page/page.ts";
import type { SampleRequest } from "../../page/samples/read-curl.ts";
import { substituteVariables } from "../../site/links/resolve-link.ts";
import type { Site } from "../../site/site.ts";
import { getPageEndpoints } from "../../site/specs/operation-references.ts";
import { findOperationsAtUrl } from "../../site/specs/specs.ts";
import type { OperationModel, SourceLocation } from "../../spec/model/operation-model.ts";
import type { PropertyModel, SchemaModel } from "../../spec/model/schema-model.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import type { OperationName } from "../../spec/validity/analyze-spec.ts";
import { derive } from "../../text/maps.ts";
import { type Phrase, toVerbatim } from "../../text/phrase.ts";
import type { SitePath, TextRange } from "../../text/text-edit.ts";
import {
  type OperationCall,
  findCalls,
  type DocumentedTarget,
  endsWithPath,
  findOnlySpec,
  type PageSamples,
  readPageSamples,
  parseSampleUrl,
  getSegments,
} from "./called-operations.ts";
import { compareBody, compareFields } from "./compare-fields.ts";
import { compareValue, contradictsParameters, createResponsePhrase } from "./compare-value.ts";
import {
  compareCall,
  compareSample,
  createObsoleteCheck,
  isUncertain,
  getLoadedOperation,
  findOperationsWithSamePath,
  getSamePathKey,
} from "./same-path-operations.ts";

/** The fields on a page that document one operation. */
export interface OperationFields {
  readonly target: DocumentedTarget;
  readonly fields: readonly DocumentedField[];
}

/**
 * Assigns the documented fields on a page to operations. A section can refer to an endpoint in its heading, on a
 * separate line, or in a sample request. The fields in the section and its subsections are assigned to the nearest such
 * endpoint, and all other fields to `pageTarget`, the operation in the frontmatter. If an endpoint isn't in the same
 * specification, its fields are omitted, because they can't be compared.
 */
function assignFields(
  page: PageReferences,
  { fields, requests }: Pick<PageSamples, "fields" | "requests">,
  pageTarget: DocumentedTarget,
): readonly OperationFields[] {
  if (fields.length === 0) return [];
  const sections = buildSections(page, [...findEndpoints(page), ...requests.map(toEndpoint)]);
  const fieldsByOperation = new Map<OperationOutline, { target: DocumentedTarget; fields: DocumentedField[] }>();
  const targetsByEndpoint = new Map<NamedEndpoint, DocumentedTarget | undefined>();
  for (const field of fields) {
    const endpoint = findNearestEndpoint(sections, field.tag.range.start);
    if (endpoint && !targetsByEndpoint.has(endpoint)) targetsByEndpoint.set(endpoint, findTarget(endpoint, pageTarget));
    const target = endpoint ? targetsByEndpoint.get(endpoint) : pageTarget;
    if (!target) continue;
    const operationFields = fieldsByOperation.get(target.operation);
    if (operationFields) operationFields.fields.push(field);
    else fieldsByOperation.set(target.operation, { target, fields: [field] });
  }
  return [...fieldsByOperation.values()];
}

interface NamedEndpoint {
  readonly offset: number;
  /** The method in uppercase. */
  readonly method: string;
  /** A path or URL. */
  readonly url: string;
}

const methodPathPattern =
  /\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b[`*_]*[ \t]+[`*_]*((?:https?:\/\/|\/)[^\s`*<>"')\]]*)/;
const endpointLinePattern = new RegExp(
  String.raw`^[ \t>*_\`-]*${methodPathPattern.source}[\`*_]*(?:[ \t]+HTTP\/[\d.]+)?[ \t]*$`,
  "gm",
);

/** Returns the endpoints that appear in headings or on separate lines, as text or code. */
function findEndpoints({ headings, text }: PageReferences): NamedEndpoint[] {
  const endpoints: NamedEndpoint[] = [];
  const addMatch = (match: RegExpExecArray | null, baseOffset: number): void => {
    const [, method, url] = match ?? [];
    if (match && method !== undefined && url !== undefined)
      endpoints.push({ offset: baseOffset + match.index, method, url });
  };
  for (const { range } of headings) addMatch(methodPathPattern.exec(text.slice(range.start, range.end)), range.start);
  for (const match of text.matchAll(endpointLinePattern)) addMatch(match, 0);
  return endpoints;
}

function toEndpoint({ method, url, range }: PageSamples["requests"][number]): NamedEndpoint {
  return { offset: range.start, method: method.text, url: url.text };
}

/** The part of a page from one heading to the next. */
interface Section {
  readonly offset: number;
  readonly depth: number;
  readonly parent: Section | undefined;
  readonly endpoints: NamedEndpoint[];
}

function buildSections({ headings, text }: PageReferences, endpoints: readonly NamedEndpoint[]): Section[] {
  const sections: Section[] = [];
  for (const { depth, range } of headings) {
    let parent = sections.at(-1);
    while (parent && parent.depth >= depth) parent = parent.parent;
    sections.push({ offset: text.lastIndexOf("\n", range.start - 1) + 1, depth, parent, endpoints: [] });
  }
  for (const endpoint of [...endpoints].sort((a, b) => a.offset - b.offset))
    findLastItemBefore(sections, endpoint.offset)?.endpoints.push(endpoint);
  return sections;
}

/**
 * Returns the endpoint nearest to the offset: the last one before the offset in the section or, if there is none, the
 * first one after the offset. If the section doesn't contain any endpoints, searches its parent sections.
 */
function findNearestEndpoint(sections: readonly Section[], offset: number): NamedEndpoint | undefined {
  for (let section = findLastItemBefore(sections, offset); section; section = section.parent) {
    const endpoint = findLastItemBefore(section.endpoints, offset) ?? section.endpoints[0];
    if (endpoint) return endpoint;
  }
  return undefined;
}

/** Returns the last item that starts at or before the offset. The items must be sorted by position. */
function findLastItemBefore<Item extends { readonly offset: number }>(
  items: readonly Item[],
  offset: number,
): Item | undefined {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.offset ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return items[low - 1];
}

function findTarget({ method, url }: NamedEndpoint, pageTarget: DocumentedTarget): DocumentedTarget | undefined {
  const segments = getSegments(url.replace(/^https?:\/\/[^/]*/i, "").replace(/[?#].*$/s, ""));
  const isMatch = ({ operation }: DocumentedTarget) =>
    operation.method === method &&
    endsWithPath({ segments }, operation.path) &&
    !contradictsParameters(operation, segments);
  if (isMatch(pageTarget)) return pageTarget;
  const { spec } = pageTarget;
  const targets = spec.operations.map((operation) => ({ spec, operation })).filter(isMatch);
  const maxSegmentCount = Math.max(...targets.map(({ operation }) => getSegments(operation.path).length));
  const [onlyTarget, ...otherTargets] = targets.filter(
    ({ operation }) => getSegments(operation.path).length === maxSegmentCount,
  );
  return otherTargets.length === 0 ? onlyTarget : undefined;
}

/** A drift, together with the operation that the page contradicts. */
export type PageDrift = Drift & DocumentedTarget;

/**
 * Returns the differences between a page and the operations that it refers to, in page order. Skips operations whose
 * models haven't been loaded yet.
 */
export function findPageDrift(site: Site, page: Page): readonly PageDrift[] {
  return getPageDrift(site)(page.references)(page.outline);
}

const getPageDrift = derive((site: Site) =>
  derive((references: PageReferences) =>
    derive((outline: PageOutline): readonly PageDrift[] => {
      if (!mayHaveSamples(references)) return [];
      const samples = readPageSamples(references);
      const { pageTarget, operationFields, calls } = findOperationsOnPage(site, outline, references);
      const drifts = pageTarget ? findTargetDrift(site, samples, pageTarget) : [];
      // If the sample response is an array instead of an object or vice versa, the fields aren't expected to match.
      const hasOtherResponseType = drifts.some(
        ({ kind, direction, name }) => kind === "wrong-type" && direction === "response" && name === "",
      );
      for (const { target, fields } of operationFields) {
        const loadedOperation = getLoadedOperation(site, target);
        const fieldDrifts = loadedOperation
          ? compareFields(fields, loadedOperation.operation, loadedOperation.models)
          : [];
        const isConsequence = ({ kind, direction }: Drift) =>
          hasOtherResponseType &&
          kind === "unknown-field" &&
          direction === "response" &&
          target.operation === pageTarget?.operation;
        drifts.push(...fieldDrifts.filter((drift) => !isConsequence(drift)).map((drift) => ({ ...drift, ...target })));
      }
      const isOwnCalled = calls.some(({ target }) => target.operation === pageTarget?.operation);
      for (const call of calls) {
        const sampleDrifts = compareCall(site, call, pageTarget, isOwnCalled);
        const isIntentionallyInvalid =
          sampleDrifts.length > 0 && isFollowedByErrorResponse(references, call.request.range.start);
        drifts.push(...sampleDrifts.filter(({ kind }) => !isIntentionallyInvalid || !errorCaseKinds.has(kind)));
      }
      return drifts
        .filter((drift) => !isUncertain(drift, site, samples, references))
        .sort((a, b) => a.range.start - b.range.start);
    }),
  ),
);

/** The kinds of drift that can be intentional in a sample request if the page also shows the resulting error. */
const errorCaseKinds: ReadonlySet<DriftKind> = new Set(["missing-field", "wrong-type", "wrong-value"]);

/** Whether the code block at this offset is followed by a response with an error in the same section. */
function isFollowedByErrorResponse({ codeBlocks, headings, text }: PageReferences, offset: number): boolean {
  const index = codeBlocks.findIndex(({ range }) => range.end > offset);
  const block = codeBlocks[index];
  const nextBlock = codeBlocks[index + 1];
  if (!block || !nextBlock || nextBlock.contentRange.end - nextBlock.contentRange.start > maxErrorLength) return false;
  const isInOtherSection = headings.some(
    ({ range }) => range.start >= block.range.end && range.start < nextBlock.range.start,
  );
  if (isInOtherSection) return false;
  const code = text.slice(nextBlock.contentRange.start, nextBlock.contentRange.end);
  if (/^[ \t]*[45]\d\d\b/.test(nextBlock.meta) || /^\s*HTTP\/[\d.]+ [45]\d\d\b/.test(code)) return true;
  if (!/^(?:jsonc?|http)$/i.test(nextBlock.language ?? "json")) return false;
  const { root } = readJson("", code.slice(Math.max(0, code.indexOf("{"))));
  return root?.kind === "object" && root.properties.some(({ key, value }) => isErrorField(key, value));
}

/** The maximum number of characters in a response with an error. */
const maxErrorLength = 10_000;

function isErrorField(key: string, value: JsonNode | undefined): boolean {
  if (/^status(?:_?code)?$/i.test(key)) return value?.kind === "number" && value.value >= 400 && value.value < 600;
  if (!/^(?:errors?|error_?(?:code|message|type))$/i.test(key)) return false;
  if (value?.kind === "array") return value.items.length > 0;
  return value?.kind === "object" ? value.properties.length > 0 : value?.kind === "string" && value.value !== "";
}

/** Maps each specification to the operations whose models `findPageDrift` needs. */
function findDocumentedOperations(site: Site): ReadonlyMap<SpecOutline, ReadonlySet<OperationOutline>> {
  const operationsBySpec = new Map<SpecOutline, Set<OperationOutline>>();
  const addOperation = ({ spec, operation }: DocumentedTarget): void => {
    const operations = operationsBySpec.get(spec);
    if (operations) operations.add(operation);
    else operationsBySpec.set(spec, new Set([operation]));
  };
  const comparedKeys = new Set<string>();
  const addTargetsWithSamePath = (target: DocumentedTarget): void => {
    addOperation(target);
    const key = getSamePathKey(target);
    if (comparedKeys.has(key)) return;
    comparedKeys.add(key);
    for (const other of findOperationsWithSamePath(site, target) ?? []) addOperation(other);
  };
  for (const [path, references] of site.references) {
    const outline = site.pages.get(path);
    if (!outline || !mayHaveSamples(references)) continue;
    const { bodies, responses, requests } = readPageSamples(references);
    const { pageTarget, operationFields, calls } = findOperationsOnPage(site, outline, references);
    if (pageTarget && responses.length + requests.length > 0) addOperation(pageTarget);
    if (pageTarget && bodies.length > 0) addTargetsWithSamePath(pageTarget);
    for (const { target } of operationFields) addOperation(target);
    for (const { request, target } of calls) (request.body ? addTargetsWithSamePath : addOperation)(target);
  }
  return operationsBySpec;
}

/**
 * Returns the sample requests on a page that definitely call an operation in one of the specifications, in page order.
 * Variables from docs.json are replaced with their values.
 */
export function findCallsOnPage(
  site: Site,
  outline: PageOutline,
  references: PageReferences,
): readonly OperationCall[] {
  if (!mayHaveSamples(references)) return [];
  const requests = readPageSamples(references).requests.map((request) => fillVariables(request, site.config));
  const availableSpecs = { specs: site.specs, onlySpec: findOnlySpec(site) };
  return findCalls(requests, availableSpecs, findPageOperation(site, outline));
}

function fillVariables(request: SampleRequest, config: Config): SampleRequest {
  const replaceVariables = (text: string) => substituteVariables(text, config) ?? text;
  const { url, headers, query, bodyText } = request;
  return {
    ...request,
    url: { ...url, text: replaceVariables(url.text) },
    headers: headers.map(({ name, value }) => ({ name, value: { ...value, text: replaceVariables(value.text) } })),
    query: query.map((parameter) => ({ ...parameter, value: replaceVariables(parameter.value) })),
    ...(bodyText !== undefined && { bodyText: replaceVariables(bodyText) }),
  };
}

/**
 * Returns the operations that a page refers to. The result is cached for each page until docs.json or a specification
 * changes.
 */
function findOperationsOnPage(site: Site, outline: PageOutline, references: PageReferences): PageOperations {
  const pageOperations = getPageOperations(site.config)(site.specs)(findOnlySpec(site) ?? noSpec)(outline)(references);
  const isObsolete = createObsoleteCheck(site);
  const pageOperation = getPageEndpoints(site, outline).length > 0 ? pageOperations.pageTarget?.operation : undefined;
  const shouldCompare = (target: DocumentedTarget) => target.operation === pageOperation || !isObsolete(target);
  const { pageTarget, operationFields, calls } = pageOperations;
  return {
    pageTarget: pageTarget && shouldCompare(pageTarget) ? pageTarget : undefined,
    operationFields: operationFields.filter(({ target }) => shouldCompare(target)),
    calls: calls.filter(({ target }) => shouldCompare(target)),
  };
}

const noSpec: { readonly path?: undefined } = {};

interface PageOperations {
  readonly pageTarget: DocumentedTarget | undefined;
  readonly operationFields: readonly OperationFields[];
  readonly calls: readonly OperationCall[];
}

const getPageOperations = derive((config: Config) =>
  derive((specs: Site["specs"]) =>
    derive((onlySpec: SpecOutline | typeof noSpec) =>
      derive((outline: PageOutline) =>
        derive((references: PageReferences): PageOperations => {
          const pageTarget = findPageOperation({ config, specs }, outline);
          const availableSpecs = { specs, onlySpec: onlySpec.path === undefined ? undefined : onlySpec };
          const samples = readPageSamples(references);
          const operationFields = pageTarget ? assignFields(references, samples, pageTarget) : [];
          return { pageTarget, operationFields, calls: findCalls(samples.requests, availableSpecs, pageTarget) };
        }),
      ),
    ),
  ),
);

/**
 * Whether a page may contain fields or requests to compare. This fast check runs first, because most pages contain
 * neither.
 */
const mayHaveSamples = derive(
  ({ tags, codeBlocks, text }: PageReferences) =>
    tags.some(({ name }) => name === "ParamField" || name === "Param" || name === "ResponseField") ||
    (codeBlocks.length > 0 && /\bcurl\b|\bfetch\s*\(|<Re(quest|sponse)Example/.test(text)),
);

function findPageOperation(site: Pick<Site, "config" | "specs">, outline: PageOutline): DocumentedTarget | undefined {
  const [endpoint] = getPageEndpoints(site, outline);
  const api = outline.fields.get("api");
  if (!endpoint && typeof api === "string") return getOnlyItem(findOperationsAtUrl(site.specs, api) ?? []);
  const resolution = endpoint?.resolution;
  if (resolution?.kind !== "found" || resolution.candidates.length > 1) return undefined;
  const { target, spec } = resolution;
  return target.kind === "operation" || target.kind === "webhook" ? { spec, operation: target.operation } : undefined;
}

function findTargetDrift(site: Site, samples: PageSamples, pageTarget: DocumentedTarget): PageDrift[] {
  const loadedOperation = getLoadedOperation(site, pageTarget);
  if (!loadedOperation) return [];
  const { operation, models } = loadedOperation;
  const drifts: Drift[] = [];
  const bodyDrifts = samples.bodies.flatMap((node) =>
    compareSample(site, pageTarget, node, (candidate, allowancesByDrift) =>
      compareBody(node, candidate, allowancesByDrift),
    ),
  );
  for (const { status, node } of samples.responses) {
    const response = status
      ? operation.responses.find((response) => response.status === status)
      : getOnlyItem(operation.responses.filter((response) => response.status.startsWith("2")));
    const schema = response?.content.find(({ type }) => /json/i.test(type))?.schema;
    if (!response || !schema) continue;
    const container = createResponsePhrase(response.status);
    const { location } = response;
    drifts.push(...compareValue(node, { schema, direction: "response", container, location }, models));
  }
  drifts.push(...samples.requests.flatMap((request) => compareMethod(request, pageTarget, operation)));
  return [...bodyDrifts, ...drifts.map((drift) => ({ ...drift, ...pageTarget }))];
}

function getOnlyItem<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** Reports a call to the page's own path with a method that the path doesn't support. */
function compareMethod(request: SampleRequest, pageTarget: DocumentedTarget, model: OperationModel): Drift[] {
  const url = parseSampleUrl(request.url);
  const { operation, spec } = pageTarget;
  if (!url || request.method.text === operation.method || !endsWithPath(url, operation.path)) return [];
  if (spec.operations.some(({ method, path }) => method === request.method.text && endsWithPath(url, path))) return [];
  const { range, text } = request.method;
  return [
    {
      kind: "wrong-method",
      range: range ?? request.url.range,
      name: operation.path,
      container: "the request",
      direction: "request",
      expected: toVerbatim(operation.method),
      actual: toVerbatim(text),
      location: model.location,
      fix: range && { kind: "replace", range, text: operation.method },
    },
  ];
}

/** A part of a page that contradicts the specification of an operation. */
export interface Drift {
  readonly kind: DriftKind;
  /**
   * The range on the page: the unknown name, the value with the wrong type, or the object or tag that lacks a field.
   */
  readonly range: TextRange;
  /** The field with its parents, such as `user.address.city`, or the parameter's name. */
  readonly name: string;
  /**
   * The object or part of the operation that contains the field, in plain language, such as `the request body`, `the
   * query string`, or `the 200 response`.
   */
  readonly container: Phrase;
  readonly direction: Direction;
  /**
   * The type or value that the specification requires, such as `an integer` or `one of "asc", "desc"`. Undefined if the
   * drift is about a name.
   */
  readonly expected?: Phrase;
  /** The type or value on the page, in the same format as `expected`. */
  readonly actual?: Phrase;
  /** The field that the author may have meant. Set only for an unknown field. */
  readonly suggestedName?: string | undefined;
  /** Whether the author certainly meant `suggestedName`. Set only if there is one. */
  readonly isCertain?: boolean;
  /** Whether the specification requires the field. Set only if the `required` flag on the page is wrong. */
  readonly isRequired?: boolean;
  /** The location of the field's definition in the specification. */
  readonly location: SourceLocation;
  readonly fix: DriftFix | undefined;
  /** The object and the property that it lacks. Set only if a field is missing from a JSON value. */
  readonly missingProperty?: { readonly node: JsonObject; readonly property: PropertyModel };
  /**
   * The missing field and the documented field to insert it after. Set only if a field is missing from the documented
   * fields.
   */
  readonly missingField?: {
    readonly precedingField: DocumentedField;
    readonly name: string;
    readonly schema: SchemaModel | undefined;
  };
}

export type DriftKind =
  | "unknown-field"
  | "missing-field"
  | "wrong-type"
  | "wrong-required"
  | "wrong-value"
  | "wrong-method";

/** A single edit to the page that resolves the drift. */
export type DriftFix =
  /** Replaces text with a type, a value, or the most similar name in the specification. */
  | { readonly kind: "replace"; readonly range: TextRange; readonly text: string }
  | { readonly kind: "insert"; readonly offset: number; readonly text: string; readonly name: string }
  | { readonly kind: "remove"; readonly range: TextRange };

/**
 * Whether a request or a response is documented. Fields that are valid only in the opposite direction aren't reported
 * as missing.
 */
export type Direction = "request" | "response";

export interface ComparedPart {
  readonly schema: SchemaModel;
  readonly direction: Direction;
  /** The part of the operation that contains the value, such as `the request body`. */
  readonly container: Phrase;
  readonly location: SourceLocation;
}

/** Maps the path of each specification to the operations whose models are needed to check pages for drift. */
export const findRequiredOperations = derive(
  (site: Site): ReadonlyMap<SitePath, readonly OperationName[]> =>
    new Map(
      [...findDocumentedOperations(site)].map(([spec, operations]) => [
        spec.path,
        [...operations].map((operation) => ({
          method: operation.method,
          path: operation.path,
          isWebhook: spec.webhooks.includes(operation),
        })),
      ]),
    ),
);
