import { type Site, withFile } from "../../site/site.ts";
import { operationKey } from "../../spec/model/operation-model.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { compareOperations } from "./compare-operations.ts";
import {
  comparePages,
  findRemovedLocations,
  matchPages,
  type PagePair,
  type SiteStates,
  getPageSource,
} from "./compare-pages.ts";
import { getSpecIdentity, type Version } from "./compare-variants.ts";
import {
  type Finding,
  matchOperations,
  type NamedOperation,
  type OperationDifference,
  type OperationPair,
  type SpecDifference,
} from "./difference.ts";

/** One version of a specification, with the models of all its operations. */
export interface SpecVersion extends Version {
  readonly outline: SpecOutline;
}

/**
 * A site that uses the specification, and its path in the site. It doesn't matter which version the site currently
 * contains.
 */
export interface SpecUse {
  readonly site: Site;
  readonly path: SitePath;
}

/** Returns the changes that readers of the docs notice when one version of a specification replaces another. */
export function specDifference(
  before: SpecVersion,
  after: SpecVersion,
  use: SpecUse | undefined,
): SpecDifference {
  const operations = matchOperations(before.outline, after.outline);
  const states = use && statesOf(use, before.outline, after.outline);
  const pages = states && matchPages(states.before, states.after, states.path, operations);
  const versions = { before: before.models, after: after.models, same: getSpecIdentity(before, after) };
  let isPartial = false;
  const differences = operations.flatMap((pair): OperationDifference[] => {
    const names = { before: nameOf(pair.before, pair), after: nameOf(pair.after, pair) };
    const own = { ...names, pages: addressesOf(pair, pages ?? []) };
    if (!pair.before || !pair.after)
      return [{ kind: pair.before ? "removed" : "added", ...own, findings: [] }];
    const [one, other] = [modelOf(before, pair.before, pair), modelOf(after, pair.after, pair)];
    if (!one || !other) return [];
    const compared = compareOperations(one, other, versions);
    isPartial ||= compared.isPartial && compared.findings.length > 0;
    return compared.findings.length > 0 ? [{ kind: "changed", ...own, findings: compared.findings }] : [];
  });
  const inBoth = operations.filter((pair) => pair.before && pair.after).length;
  const general = commonTo(differences, inBoth);
  return {
    general,
    operations: general.length === 0 ? differences : differences.flatMap((one) => without(one, general)),
    pages: pages && comparePages(pages),
    lost: states && pages ? findRemovedLocations(states, pages, operations) : [],
    isPartial,
  };
}

/** Returns changes to the file's servers and authorization that affect all its operations. */
function commonTo(operations: readonly OperationDifference[], count: number): readonly Finding[] {
  if (count < 2) return [];
  const seen = new Map<string, { readonly finding: Finding; times: number }>();
  for (const finding of operations.flatMap(({ findings }) => findings)) {
    if (finding.kind !== "servers" && finding.kind !== "security") continue;
    const known = seen.get(finding.text);
    if (known) known.times++;
    else seen.set(finding.text, { finding, times: 1 });
  }
  return [...seen.values()].filter(({ times }) => times === count).map(({ finding }) => finding);
}

function without(operation: OperationDifference, general: readonly Finding[]): OperationDifference[] {
  if (operation.kind !== "changed") return [operation];
  const texts = new Set(general.map(({ text }) => text));
  const findings = operation.findings.filter(({ text }) => !texts.has(text));
  return findings.length > 0 ? [{ ...operation, findings }] : [];
}

/** Returns the site with each version of the specification. */
function statesOf({ site, path }: SpecUse, before: SpecOutline, after: SpecOutline): SiteStates {
  const state = (spec: SpecOutline): Site =>
    withFile(site, { kind: "spec", path, spec: spec.path === path ? spec : { ...spec, path } }).site;
  return { before: state(before), after: state(after), path };
}

function nameOf(
  operation: OperationOutline | undefined,
  { isWebhook }: OperationPair,
): NamedOperation | undefined {
  return operation && { method: operation.method, path: operation.path, isWebhook, title: operation.summary };
}

function modelOf({ models }: Version, { method, path }: OperationOutline, { isWebhook }: OperationPair) {
  return models.operations.get(operationKey({ method, path, isWebhook }));
}

function addressesOf({ after }: OperationPair, pages: readonly PagePair[]): readonly string[] {
  if (!after) return [];
  const own = pages.flatMap(({ after: page }) => (page && getPageSource(page) === after ? [page] : []));
  const shown = [...own.filter(({ listed }) => listed), ...own.filter(({ listed }) => !listed)];
  return [...new Set(shown.map(({ slug }) => slug))];
}
