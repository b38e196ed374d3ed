import { createMissingFieldFixes } from "../../analysis/drift/fixes.ts";
import { type DriftFix, type DriftKind, findPageDrift, type PageDrift } from "../../analysis/drift/page-drift.ts";
import type { Page, PageCodeBlock, PageReferences } from "../../page/page.ts";
import type { Site } from "../../site/site.ts";
import { isSpecUsed } from "../../site/specs/operation-references.ts";
import { derive, groupBy } from "../../text/maps.ts";
import { formatPhrase, type Phrase, toCode } from "../../text/phrase.ts";
import { getFileName } from "../../text/site-path.ts";
import {
  type FileEdit,
  type SiteLocation,
  type SitePath,
  takeLastCharacters,
  type TextEdit,
  type TextRange,
} from "../../text/text-edit.ts";
import { checkPage, toFileEdits, type Example, type Finding, type Grouping, type Rule } from "../rule.ts";
import { createAllEdits, maxSeparateFindings } from "../subjects/same-target.ts";

/**
 * A mismatch between a page and the specification, with its location and the arguments for its message. It can represent
 * several mismatches: the missing fields of a code sample, or the items of an array that all have the same problem.
 */
export interface ReportedDrift {
  readonly drift: PageDrift;
  readonly at: SiteLocation;
  /** The locations of the expected values in the specification. */
  readonly specLocations: readonly { readonly at: SiteLocation; readonly name: string }[];
  /** All mismatches, including `drift`. */
  readonly drifts: readonly PageDrift[];
  /** The other items of the array, each as a single mismatch. */
  readonly otherItems: readonly ReportedDrift[];
  readonly args: {
    readonly name: string;
    /** The part of the request or page that contains the mismatch, such as `the request body`. */
    readonly holder: Phrase;
    readonly operation: string;
    readonly spec: string;
    /** The missing fields, or all names with the same mismatch in the same part of the operation, if there are several. */
    readonly names?: Phrase;
    readonly expected?: Phrase;
    readonly found?: Phrase;
    readonly near?: string;
  };
}

/**
 * Reports all mismatches of a kind. `getMessage` selects the message. Locations in the specification become related
 * locations with the message `there` or, if there are several, `severalThere`.
 */
export function checkDrift<Key extends string>(
  kind: DriftKind,
  getMessage: (reportedDrift: ReportedDrift) => Key,
  severalThere?: Key,
): Rule<Key | "there">["check"] {
  return checkPage<Key | "there">(function* (page, site) {
    for (const reportedDrift of findDrifts(page, site, kind)?.reportedDrifts ?? []) {
      const { drift, at, specLocations, otherItems, args } = reportedDrift;
      const locationMessage: Key | "there" =
        specLocations.length > 1 && severalThere !== undefined ? severalThere : "there";
      yield {
        message: getMessage(reportedDrift),
        args,
        at,
        data: { spec: drift.spec.path },
        relatedLocations: [
          ...specLocations.map(({ at, name }) => ({ at, message: locationMessage, args: { name } })),
          ...otherItems.map((item) => ({ at: item.at, message: getMessage(item), args: item.args })),
        ],
        // Readers don't see a specification that the site doesn't use, and it may be an earlier version.
        ...(!isSpecUsed(drift.spec, site) && { severity: "information" }),
      };
    }
  });
}

/**
 * Yields the fix that changes the page to match the specification, if this is possible for all mismatches that the
 * finding represents. `getTitle` selects the title by the number of different edits.
 */
export function createDriftFixes<Key extends string>(
  kind: DriftKind,
  getTitle: (finding: Finding, count: number) => Key,
): NonNullable<Rule<Key>["createFixes"]> {
  return function* (finding, site) {
    const reportedDrift = findReportedDrift(finding, site, kind);
    const fixes = reportedDrift ? getDriftFixes(reportedDrift, finding, site) : [];
    const [fix] = fixes;
    if (!reportedDrift || !fix) return;
    const hasSameText = fixes.every(
      (each) => each.kind === "replace" && fix.kind === "replace" && each.text === fix.text,
    );
    // A field can be missing in several items of an array.
    const { length } = kind === "missing-field" ? reportedDrift.specLocations : reportedDrift.drifts;
    const count = hasSameText ? 1 : length;
    yield {
      title: getTitle(finding, count),
      args: { ...finding.args, count, replacement: fix.kind === "replace" ? fix.text : "" },
      edits: [{ kind: "edit", file: finding.at.file, edits: fixes.map(toTextEdit) }],
    };
  };
}

/**
 * Combines mismatches of the same field of an operation, which often have their cause in the specification. Unknown names
 * in the same part of an operation are combined, too.
 */
export function createDriftGrouping<Key extends string>(kind: DriftKind, getTitle: () => Key): Grouping<Key> {
  return {
    getCause: ({ message, args = {}, data }) => {
      const { operation, holder, name, names, near, found } = args;
      const value = /^(?:wrong|answer)/.test(message) && !names ? found : undefined;
      // Samples that lack several fields usually lack the first of them for the same reason as the others, and names
      // that part of an operation doesn't have usually have one cause on all pages.
      const field =
        kind === "missing-field"
          ? [/answer/i.test(message), names ?? name]
          : isUnknown(message)
            ? ["unknown"]
            : [message, names ?? name, near, value];
      // The path comes first, so that the problem is also combined with the same problem in other languages.
      return `${String(data?.["spec"])}\n${JSON.stringify([operation, getPart(holder), ...field])}`;
    },
    *createFixes(findings, site) {
      const edits = createAllEdits(findings, (finding) => createDriftEdits(finding, site, kind));
      if (edits.length > 0) yield { title: getTitle(), args: { count: findings.length }, edits };
    },
  };
}

/** Whether a message is about names that have no similar name in the specification. */
export function isUnknown(message: string): boolean {
  return message === "unknown" || message === "severalUnknown";
}

/** Returns the name of a part of an operation, which is the same for all successful responses. */
function getPart(holder: unknown): string {
  return JSON.stringify(holder).replace(
    /^\{"phrase":"the \{status\} response","values":\{"status":"2.*$/,
    '"the response"',
  );
}

/** Returns the edits that fix all mismatches of a finding, or an empty list if one of them can't be fixed. */
function createDriftEdits(finding: Finding, site: Site, kind: DriftKind): FileEdit[] {
  const reportedDrift = findReportedDrift(finding, site, kind);
  const fixes = reportedDrift ? getDriftFixes(reportedDrift, finding, site) : [];
  return toFileEdits(finding.at.file, fixes.map(toTextEdit));
}

/** The mismatches of one kind on a page. */
interface DriftsOfKind {
  readonly reportedDrifts: readonly ReportedDrift[];
  readonly firstByLocationKey: ReadonlyMap<string, ReportedDrift>;
}

function findDrifts(page: Page, site: Site, kind: DriftKind): DriftsOfKind | undefined {
  const drifts = findPageDrift(site, page);
  return drifts.length > 0 ? indexDrifts(page.references)(drifts).get(kind) : undefined;
}

/** Combines and indexes the mismatches on a page once for all rules and fixes. */
const indexDrifts = derive((page: PageReferences) =>
  derive((drifts: readonly PageDrift[]): ReadonlyMap<DriftKind, DriftsOfKind> => {
    const driftsByKind = groupBy(drifts, ({ kind }) => kind);
    return new Map([...driftsByKind].map(([kind, kindDrifts]) => [kind, indexDriftsByLocation(kindDrifts, page)]));
  }),
);

function indexDriftsByLocation(drifts: readonly PageDrift[], page: PageReferences): DriftsOfKind {
  const getNames = collectNames(drifts);
  const reportedDrifts = combineDrifts(drifts, page).map(([drift, ...otherDrifts]) => {
    const reportedDrift = createReportedDrift(page.path, drift, otherDrifts);
    const names = getNames(drift);
    return names ? { ...reportedDrift, args: { ...reportedDrift.args, names } } : reportedDrift;
  });
  const driftEntries = reportedDrifts.map(
    (reportedDrift) => [createLocationKey(reportedDrift.at.range, reportedDrift.args.name), reportedDrift] as const,
  );
  return { reportedDrifts, firstByLocationKey: new Map(driftEntries.toReversed()) };
}

/**
 * Returns a function that returns all names with the same mismatch in the same part of the operation, or undefined if
 * they're reported separately.
 */
function collectNames(drifts: readonly PageDrift[]): (drift: PageDrift) => Phrase | undefined {
  const namesByPart = new Map<string, Set<string>>();
  const getPart = ({ kind, isRequired, suggestedName, spec, operation, container }: PageDrift) =>
    kind in minCombinedNames && suggestedName === undefined
      ? JSON.stringify([kind, isRequired, spec.path, operation.method, operation.path, formatPhrase(container)])
      : undefined;
  for (const drift of drifts) {
    const part = getPart(drift);
    if (part === undefined) continue;
    const names = namesByPart.get(part) ?? new Set();
    namesByPart.set(part, names.add(drift.name));
  }
  const phrases = new Map(
    [...namesByPart].map(([part, names]) => [part, names.size > 1 ? formatNameList([...names]) : undefined]),
  );
  return (drift) => {
    const part = getPart(drift) ?? "";
    return (namesByPart.get(part)?.size ?? 0) < (minCombinedNames[drift.kind] ?? 0) ? undefined : phrases.get(part);
  };
}

/**
 * The number of names from which mismatches of a kind are combined. A wrong type or flag is reported separately if only
 * a few fields have one, because each of them needs its own change.
 */
const minCombinedNames: Readonly<Partial<Record<DriftKind, number>>> = {
  "unknown-field": 2,
  "wrong-type": maxSeparateFindings + 1,
  "wrong-required": maxSeparateFindings + 1,
};

function createLocationKey({ start, end }: TextRange, name: unknown): string {
  return `${start} ${end} ${String(name)}`;
}

function createReportedDrift(file: SitePath, drift: PageDrift, otherDrifts: readonly PageDrift[] = []): ReportedDrift {
  const { kind, range, name, container, operation, spec, expected, actual, suggestedName } = drift;
  const drifts = [drift, ...otherDrifts];
  const locationByName = new Map(drifts.map((each) => [each.name, each.location]));
  const found = createValueList(drifts) ?? actual;
  const operationText = `${operation.method} ${operation.path}`;
  const specName = shortenPath(spec.path);
  const isLong =
    kind === "wrong-value" &&
    [name, operationText, specName, ...[expected, found].map((phrase) => (phrase ? formatPhrase(phrase) : ""))].join("")
      .length > maxArgsLength;
  return {
    drift,
    drifts,
    at: { file, range },
    specLocations: [...locationByName].map(([name, at]) => ({ at, name })),
    otherItems: kind === "missing-field" ? [] : otherDrifts.map((other) => createReportedDrift(file, other)),
    args: {
      name,
      holder: container,
      operation: operationText,
      spec: specName,
      ...(locationByName.size > 1 && { names: formatNameList([...locationByName.keys()]) }),
      ...(expected !== undefined && { expected: isLong ? ("one of the listed values" as const) : expected }),
      ...(found !== undefined && { found }),
      ...(suggestedName !== undefined && { near: suggestedName }),
    },
  };
}

/** The length of the arguments for which a message about a value is short enough. */
const maxArgsLength = 80;

/** Returns the path of a specification without its folders if it's long, because its name must be readable. */
function shortenPath(path: SitePath): string {
  const name = getFileName(path);
  return path.length <= maxPathLength || name === path ? path : `…/${name}`;
}

const maxPathLength = 20;

/**
 * Combines mismatches that authors fix together: all fields that a code sample lacks, and the items of an array that all
 * have the same problem. The groups are in page order.
 */
function combineDrifts(
  drifts: readonly PageDrift[],
  page: PageReferences,
): readonly (readonly [PageDrift, ...PageDrift[]])[] {
  const findBlock = createBlockFinder(page);
  const countByNameKey = new Map<string, number>();
  const keyByDrift = new Map<PageDrift, string | PageDrift>();
  for (const drift of drifts) {
    const { kind, name, container, direction, operation, spec, range, expected, suggestedName } = drift;
    const block = findBlock(range);
    const isItem = name.includes("[]");
    const locationKey = block?.range.start ?? `${range.start} ${name.slice(0, name.lastIndexOf(".") + 1)}`;
    const operationParts = [spec.path, operation.method, operation.path, formatPhrase(container), direction];
    const keyParts =
      kind === "missing-field"
        ? [locationKey, ...operationParts]
        : isItem && block
          ? [locationKey, ...operationParts, name, expected && formatPhrase(expected), suggestedName]
          : undefined;
    if (!keyParts) {
      keyByDrift.set(drift, drift);
      continue;
    }
    const key = JSON.stringify(keyParts);
    // A name that isn't in an array is missing twice only if the code block contains two requests.
    const nameKey = `${key}\n${name}`;
    const occurrence = isItem ? 0 : (countByNameKey.get(nameKey) ?? 0);
    countByNameKey.set(nameKey, occurrence + 1);
    keyByDrift.set(drift, `${key}\n${occurrence}`);
  }
  return [...groupBy(drifts, (drift) => keyByDrift.get(drift)).values()].flatMap(([firstDrift, ...otherDrifts]) =>
    firstDrift ? [[firstDrift, ...otherDrifts] as const] : [],
  );
}

/** Returns a function that finds the code block that contains a range. */
function createBlockFinder({ codeBlocks }: PageReferences): (range: TextRange) => PageCodeBlock | undefined {
  const blocks = codeBlocks.toSorted((a, b) => a.range.start - b.range.start);
  return ({ start, end }) => {
    let [low, high] = [0, blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((blocks[middle]?.range.start ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    const block = blocks[low - 1];
    return block && end <= block.range.end ? block : undefined;
  };
}

/** The maximum number of missing names or wrong values that a message lists. */
const maxListedPhrases = 3;

/** The maximum length of a list in a message, so that it isn't shortened. */
const maxListLength = 40;

function formatNameList(names: readonly string[]): Phrase {
  return createShortList(names.map(toCode), toCode(`…${takeLastCharacters(names[0] ?? "", maxNameLength)}`));
}

const maxNameLength = 24;

/** Returns the different values of several items in an array, or undefined if all of them are equal. */
function createValueList(drifts: readonly PageDrift[]): Phrase | undefined {
  const valueByText = new Map(drifts.flatMap(({ actual }) => (actual ? [[formatPhrase(actual), actual]] : [])));
  const values = [...valueByText.values()];
  return drifts[0]?.kind === "wrong-value" && values.length > 1 ? createShortList(values) : undefined;
}

/** Lists the first phrases and the number of the others. If even the first one is too long, `shortPhrase` replaces it. */
function createShortList(phrases: readonly Phrase[], shortPhrase = phrases[0]): Phrase {
  for (let count = Math.min(maxListedPhrases, phrases.length); count > 0; count--) {
    const list = createList(phrases.slice(0, count), phrases.length - count);
    if (formatPhrase(list).length <= maxListLength) return list;
  }
  return createList(shortPhrase ? [shortPhrase] : [], phrases.length - 1);
}

function createList(phrases: readonly Phrase[], otherCount: number): Phrase {
  const remainderPhrase: Phrase = { phrase: "{count} more", values: { count: otherCount } };
  return { allOf: otherCount > 0 ? [...phrases, remainderPhrase] : phrases };
}

/** Finds a finding's mismatches again on the current page. */
function findReportedDrift(finding: Finding, site: Site, kind: DriftKind): ReportedDrift | undefined {
  const { file, range } = finding.at;
  const outline = site.pages.get(file);
  const references = site.references.get(file);
  if (!outline || !references) return undefined;
  const locationKey = createLocationKey(range, finding.args?.["name"]);
  return findDrifts({ outline, references }, site, kind)?.firstByLocationKey.get(locationKey);
}

/** Returns the fixes of all mismatches, or an empty list if one of them can't be fixed. */
function getDriftFixes({ drift, drifts }: ReportedDrift, { at }: Finding, site: Site): readonly DriftFix[] {
  const references = site.references.get(at.file);
  if (drift.kind === "missing-field") return references ? createMissingFieldFixes(drifts, references, site) : [];
  const fixes = drifts.flatMap(({ fix }) => fix ?? []);
  return fixes.length === drifts.length ? fixes : [];
}

function toTextEdit(fix: DriftFix): TextEdit {
  switch (fix.kind) {
    case "replace":
      return { range: fix.range, newText: fix.text };
    case "insert":
      return { range: { start: fix.offset, end: fix.offset }, newText: fix.text };
    case "remove":
      return { range: fix.range, newText: "" };
  }
}

/** Returns an example with and without a mismatch. The examples of all drift rules share the same small API. */
export function createExample(codeWithProblem: string, correctCode: string): Example {
  return { bad: createExampleSite(codeWithProblem), good: createExampleSite(correctCode) };
}

/** Formats JSON as a `RequestExample`. */
export function formatSample(json: string): string {
  return `<RequestExample>\n\`\`\`json\n${json}\n\`\`\`\n</RequestExample>`;
}

function createExampleSite(text: string): string {
  return `
//- docs.json
{ "navigation": { "pages": ["order"] } }
//- order.mdx
---
openapi: POST /orders
---

${text}
//- api.json
{ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "paths": { "/orders": { "post": {
  "parameters": [{ "name": "dry_run", "in": "query", "schema": { "type": "boolean" } }],
  "requestBody": { "content": { "application/json": { "schema": { "type": "object", "required": ["item", "size"], "properties": {
    "item": { "type": "string" }, "count": { "type": "integer" }, "size": { "type": "string", "enum": ["small", "large"] } } } } } },
  "responses": { "200": { "description": "Done" } } } } } }
`;
}
