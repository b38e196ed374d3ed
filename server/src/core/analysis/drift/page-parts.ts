import type { DocumentedField } from "../../page/frontmatter-fields.ts";
import type { PageReferences } from "../../page/page.ts";
import { type DocumentedTarget, endsWithPath, type PageSamples, segmentsOf } from "./called-operations.ts";

/** The documented fields of a page that belong to one operation. */
export interface PagePart {
  readonly target: DocumentedTarget;
  readonly fields: readonly DocumentedField[];
}

/**
 * Assigns the documented fields to the operations of a page. A section may name an endpoint in its heading, on a line,
 * or in a sample request. Its fields, and those of the sections below it, belong to the nearest endpoint in the section.
 * All others belong to `own`, the operation in the frontmatter. Omits fields of endpoints that aren't in the same
 * specification, because it's unknown what they accept.
 */
export function assignFields(
  page: PageReferences,
  { fields, requests }: Pick<PageSamples, "fields" | "requests">,
  own: DocumentedTarget,
): readonly PagePart[] {
  if (fields.length === 0) return [];
  const sections = sectionsOf(page, [...endpointsIn(page), ...requests.map(endpointOf)]);
  const parts = new Map<
    DocumentedTarget["operation"],
    { target: DocumentedTarget; fields: DocumentedField[] }
  >();
  const targets = new Map<NamedEndpoint, DocumentedTarget | undefined>();
  for (const field of fields) {
    const endpoint = nearestEndpoint(sections, field.tag.range.start);
    if (endpoint && !targets.has(endpoint)) targets.set(endpoint, targetOf(endpoint, own));
    const target = endpoint ? targets.get(endpoint) : own;
    if (!target) continue;
    const part = parts.get(target.operation);
    if (part) part.fields.push(field);
    else parts.set(target.operation, { target, fields: [field] });
  }
  return [...parts.values()];
}

interface NamedEndpoint {
  readonly at: number;
  /** Uppercase. */
  readonly method: string;
  /** A path or URL. */
  readonly url: string;
}

const methodAndPath =
  /\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b[`*_]*[ \t]+[`*_]*((?:https?:\/\/|\/)[^\s`*<>"')\]]*)/;
const line = new RegExp(
  String.raw`^[ \t>*_\`-]*${methodAndPath.source}[\`*_]*(?:[ \t]+HTTP\/[\d.]+)?[ \t]*$`,
  "gm",
);

/** Returns the endpoints in headings and on lines of their own, in text or code. */
function endpointsIn({ headings, text }: PageReferences): NamedEndpoint[] {
  const endpoints: NamedEndpoint[] = [];
  const add = (match: RegExpExecArray | null, from: number): void => {
    const [, method, url] = match ?? [];
    if (match && method !== undefined && url !== undefined)
      endpoints.push({ at: from + match.index, method, url });
  };
  for (const { range } of headings) add(methodAndPath.exec(text.slice(range.start, range.end)), range.start);
  for (const match of text.matchAll(line)) add(match, 0);
  return endpoints;
}

function endpointOf({ method, url, range }: PageSamples["requests"][number]): NamedEndpoint {
  return { at: range.start, method: method.text, url: url.text };
}

/** The text from a heading to the next one. */
interface Section {
  readonly at: number;
  readonly depth: number;
  readonly parent: Section | undefined;
  readonly endpoints: NamedEndpoint[];
}

function sectionsOf({ headings, text }: PageReferences, endpoints: readonly NamedEndpoint[]): Section[] {
  const sections: Section[] = [];
  for (const { depth, range } of headings) {
    let parent = sections.at(-1);
    while (parent && parent.depth >= depth) parent = parent.parent;
    sections.push({ at: text.lastIndexOf("\n", range.start - 1) + 1, depth, parent, endpoints: [] });
  }
  for (const endpoint of [...endpoints].sort((a, b) => a.at - b.at))
    lastBefore(sections, endpoint.at)?.endpoints.push(endpoint);
  return sections;
}

/**
 * Returns the last endpoint before the offset in its section. If there is none, returns the first one after
 * it, or the endpoint of a parent section.
 */
function nearestEndpoint(sections: readonly Section[], offset: number): NamedEndpoint | undefined {
  for (let section = lastBefore(sections, offset); section; section = section.parent) {
    const found = lastBefore(section.endpoints, offset) ?? section.endpoints[0];
    if (found) return found;
  }
  return undefined;
}

/** Returns the last of the items that starts at or before the offset. The items are sorted. */
function lastBefore<Item extends { readonly at: number }>(
  items: readonly Item[],
  offset: number,
): Item | undefined {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.at ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return items[low - 1];
}

function targetOf({ method, url }: NamedEndpoint, own: DocumentedTarget): DocumentedTarget | undefined {
  const segments = segmentsOf(url.replace(/^https?:\/\/[^/]*/i, "").replace(/[?#].*$/s, ""));
  const fits = ({ operation }: DocumentedTarget) =>
    operation.method === method && endsWithPath({ segments }, operation.path);
  if (fits(own)) return own;
  const { spec } = own;
  const found = spec.operations.map((operation) => ({ spec, operation })).filter(fits);
  const longest = Math.max(...found.map(({ operation }) => segmentsOf(operation.path).length));
  const [only, ...others] = found.filter(({ operation }) => segmentsOf(operation.path).length === longest);
  return others.length === 0 ? only : undefined;
}
