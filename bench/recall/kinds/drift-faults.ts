import { writePage } from "../../drift/endpoint-page.ts";
import { injections } from "../../drift/injections.ts";
import { makeCleanPage } from "../../drift/make-page.ts";
import { readApis, type Api } from "../../drift/read-api.ts";
import type { FaultKind, Injection } from "../fault-kind.ts";
import type { Random } from "../random.ts";
import type { SiteCopy } from "../site-copy.ts";

/**
 * The kinds of drift that are added for each rule code. `names` matches their names in the drift benchmark
 * (bench/drift.ts).
 */
const parts: readonly (readonly [code: string, names: RegExp])[] = [
  ["missing-field", /^required (field|parameter) missing/],
  ["unknown-field", /^(field|parameter) (too many|renamed)/],
  ["wrong-method", /^wrong method/],
  ["wrong-required", /^wrong required/],
  ["wrong-type", /^wrong type/],
  ["wrong-value", /^wrong value/],
];

/** Pages about an operation in one of the site's own specifications that contradict the specification. */
export const driftFaults: readonly FaultKind[] = parts.map(([code, names]): FaultKind => ({
  name: `drift/${code}`,
  codes: [`drift/${code}`],
  inject: (site, random) => injectDrift(site, random, names),
}));

function injectDrift(site: SiteCopy, random: Random, names: RegExp): Injection | undefined {
  const api = random.pick(listApis(site));
  const operation = api && random.pick(api.api.operations);
  const page = api && operation && makeCleanPage(api.api, operation, api.path, random);
  const inject = injections.get(random.pick([...injections.keys()].filter((name) => names.test(name))) ?? "");
  const injection = page && inject?.(page, random);
  if (!injection) return undefined;
  const { text, lines } = writePage(injection.page);
  const path = `zz-drift-${random.nextWord(8)}.mdx`;
  const starts = listLineStarts(text);
  return {
    edits: [{ path, start: 0, end: 0, text }],
    marks: injection.at.map((key) => ({ path, at: starts[lines.get(key) ?? 0] ?? 0 })),
    what: `${page.operation.method} ${page.operation.path} ${injection.what}`,
  };
}

function listLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

interface SiteApi {
  readonly path: string;
  readonly api: Api;
}

const knownCache = new WeakMap<SiteCopy, readonly SiteApi[]>();

function listApis(site: SiteCopy): readonly SiteApi[] {
  const before = knownCache.get(site);
  if (before) return before;
  const apis = readApis("", site.texts).map((api) => ({ path: api.name.slice(1), api }));
  knownCache.set(site, apis);
  return apis;
}
