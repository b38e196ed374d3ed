import { writePage } from "../../drift/endpoint-page.ts";
import { injections } from "../../drift/injections.ts";
import { cleanPage } from "../../drift/make-page.ts";
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
  inject: (site, random) => driftIn(site, random, names),
}));

function driftIn(site: SiteCopy, random: Random, names: RegExp): Injection | undefined {
  const found = random.pick(apisOf(site));
  const operation = found && random.pick(found.api.operations);
  const clean = found && operation && cleanPage(found.api, operation, found.path, random);
  const inject = injections.get(random.pick([...injections.keys()].filter((name) => names.test(name))) ?? "");
  const made = clean && inject?.(clean, random);
  if (!made) return undefined;
  const { text, lines } = writePage(made.page);
  const path = `zz-drift-${random.word(8)}.mdx`;
  const starts = lineStarts(text);
  return {
    edits: [{ path, start: 0, end: 0, text }],
    marks: made.at.map((key) => ({ path, at: starts[lines.get(key) ?? 0] ?? 0 })),
    what: `${clean.operation.method} ${clean.operation.path} ${made.what}`,
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

interface SiteApi {
  readonly path: string;
  readonly api: Api;
}

const known = new WeakMap<SiteCopy, readonly SiteApi[]>();

function apisOf(site: SiteCopy): readonly SiteApi[] {
  const before = known.get(site);
  if (before) return before;
  const apis = readApis("", site.texts).map((api) => ({ path: api.name.slice(1), api }));
  known.set(site, apis);
  return apis;
}
