import type { SampleRequest } from "../../page/samples/sample-request.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { derive } from "../../text/view.ts";
import type { Site } from "../site.ts";
import { endsWithPath, readSampleUrl, segmentsOf, type SampleUrl } from "./sample-url.ts";
import { standInHost } from "./stand-in-host.ts";

/** An operation that something on a page speaks of for sure. */
export interface Spoken {
  readonly spec: SpecOutline;
  readonly operation: OperationOutline;
}

export interface Call {
  readonly request: SampleRequest;
  readonly spoken: Spoken;
}

export interface KnownSpecs {
  readonly specs: Site["specs"];
  /** The only one that the site uses (`onlySpec`). */
  readonly only: SpecOutline | undefined;
}

/**
 * Calls of which it is sure which operation they are: that of the page, else the one that address and method name. An
 * address whose host stands for another (`$BASE_URL/users`) is sure where the site has one API only.
 */
export function callsOf(
  requests: readonly SampleRequest[],
  known: KnownSpecs,
  own: Spoken | undefined,
): readonly Call[] {
  return requests.flatMap((request) => {
    const url = readSampleUrl(request.url);
    if (!url || url.segments.length === 0) return [];
    const method = request.method.text;
    const isOwn = own?.operation.method === method && endsWithPath(url, own.operation.path);
    const spoken = isOwn ? own : (operationAt(known, url, method) ?? operationBehind(known, url, method));
    return spoken ? [{ request, spoken }] : [];
  });
}

/** By server, path and method. Where several files have it, the one that the site uses counts. */
function operationAt({ specs, only }: KnownSpecs, url: SampleUrl, method: string): Spoken | undefined {
  const { origin, segments } = url;
  if (origin === undefined) return undefined;
  const found: Spoken[] = [];
  for (const spec of specs.values())
    for (const base of basesOf(spec))
      if (base.origin === origin) found.push(...operationsBehind(base, spec, segments, method));
  const ofOnly = found.filter(({ spec }) => spec === only);
  return mostLiteral(ofOnly.length > 0 ? ofOnly : found);
}

/**
 * By path and method alone, the path as a whole. A host on one's own machine is the API's where the specification
 * says that it may run there, or where it may run anywhere.
 */
function operationBehind({ only }: KnownSpecs, url: SampleUrl, method: string): Spoken | undefined {
  const host = standInHost(url);
  if (!only || !host) return undefined;
  const bases = basesOf(only);
  if (host.kind === "own-machine" && only.servers.length > 0 && !only.servers.some(mayBeOwnMachine))
    return undefined;
  const found = bases.flatMap((base) => operationsBehind(base, only, host.segments, method));
  // What a variable stands for may end with the path that all operations have in common.
  if (host.kind === "variable")
    found.push(...operationsBehind({ segments: [] }, only, host.segments, method));
  return mostLiteral(found.filter(({ operation }) => literalSegments(operation) > 0));
}

function operationsBehind(
  base: Pick<Base, "segments">,
  spec: SpecOutline,
  segments: readonly string[],
  method: string,
): readonly Spoken[] {
  if (!base.segments.every((segment, i) => segment === segments[i])) return [];
  const rest = segments.slice(base.segments.length);
  return (operationsByLength(spec).get(rest.length) ?? [])
    .filter((operation) => operation.method === method && endsWithPath({ segments: rest }, operation.path))
    .map((operation) => ({ spec, operation }));
}

/** More literal segments win; two that fit alike say nothing. */
function mostLiteral(found: readonly Spoken[]): Spoken | undefined {
  const most = Math.max(...found.map(({ operation }) => literalSegments(operation)));
  const best = found.filter(({ operation }) => literalSegments(operation) === most);
  const [only] = best;
  return only && best.every(({ operation }) => operation === only.operation) ? only : undefined;
}

interface Base {
  /** Absent where the specification leaves it open: `/v1`, `https://{host}/v1`. */
  readonly origin: string | undefined;
  readonly segments: readonly string[];
}

/** What addresses of a specification begin with; a file without servers has the root of wherever it is. */
const basesOf = derive((spec: SpecOutline): readonly Base[] => {
  if (spec.servers.length === 0) return [{ origin: undefined, segments: [] }];
  return spec.servers.flatMap((server): Base[] => {
    const found = /^((?:https?|\{[^{}\s]*\}):\/\/[^/\s]+)?(\/[^\s{}]*)?$/i.exec(server);
    if (!found) return [];
    const origin = found[1] === undefined || /[{}]/.test(found[1]) ? undefined : found[1].toLowerCase();
    return [{ origin, segments: segmentsOf(found[2] ?? "") }];
  });
});

function mayBeOwnMachine(server: string): boolean {
  const host = standInHost({ origin: /^https?:\/\/[^/\s]+/i.exec(server)?.[0].toLowerCase(), segments: [] });
  return host?.kind === "own-machine" || /^\/|^[^/]*:\/\/[^/]*\{/.test(server);
}

const operationsByLength = derive((spec: SpecOutline) => {
  const byLength = new Map<number, OperationOutline[]>();
  for (const operation of spec.operations) {
    const { length } = segmentsOf(operation.path);
    const group = byLength.get(length);
    if (group) group.push(operation);
    else byLength.set(length, [operation]);
  }
  return byLength;
});

function literalSegments({ path }: OperationOutline): number {
  return segmentsOf(path).filter((segment) => !segment.includes("{")).length;
}
