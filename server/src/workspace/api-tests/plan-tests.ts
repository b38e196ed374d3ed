import { callsOnPage } from "../../core/analysis/drift/page-drift.ts";
import type { Site } from "../../core/site/site.ts";
import { isOperationUsed } from "../../core/site/specs/operation-references.ts";
import { operationKey, type SpecModels } from "../../core/spec/model/operation-model.ts";
import type { SpecOutline } from "../../core/spec/spec-outline.ts";
import type { SitePath } from "../../core/text/text-edit.ts";
import type { ApiTest, TestTarget } from "./api-test.ts";
import { operationTests, type TestedOperation } from "./operation-tests.ts";
import { chooseServer, siteAuth } from "./request-values.ts";
import { sampleTest } from "./sample-tests.ts";

export interface TestedSite {
  readonly site: Site;
  /** Models of `testedSpecs`, with every operation. */
  readonly models: ReadonlyMap<SitePath, SpecModels>;
  /** Whether the author's URL belongs to the only specification. */
  readonly isOnlySpec: boolean;
}

/** Returns the specifications whose operations are tested: those that the site uses, sorted by file. */
export function testedSpecs(site: Site): readonly SpecOutline[] {
  return [...site.specs.values()]
    .filter((spec) => spec.kind === "openapi" && spec.operations.length > 0 && isOperationUsed(spec, site))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Plans every request that the site shows, in a fixed order: operations in file order, then the samples of pages. */
export function planTests({ site, models, isOnlySpec }: TestedSite, target: TestTarget): readonly ApiTest[] {
  const tested = new Map<SpecOutline, ReadonlyMap<string, TestedOperation>>();
  const auth = siteAuth(site);
  for (const spec of testedSpecs(site)) {
    const known = models.get(spec.path);
    if (!known) continue;
    const operations = [...known.operations].flatMap(([key, operation]): [string, TestedOperation][] => {
      if (operation.isWebhook) return [];
      const server = chooseServer(operation.servers, target, isOnlySpec);
      return [[key, { spec: spec.path, operation, schemas: known.schemas, auth, server }]];
    });
    tested.set(spec, new Map(operations));
  }
  const examples = [...tested.values()].flatMap((operations) =>
    [...operations.values()].flatMap((operation) => operationTests(operation, target)),
  );
  return [...examples, ...samplesOf(site, tested, target)];
}

function samplesOf(
  site: Site,
  operations: ReadonlyMap<SpecOutline, ReadonlyMap<string, TestedOperation>>,
  target: TestTarget,
): readonly ApiTest[] {
  const pages = [...site.pages.keys()].sort();
  return pages.flatMap((page) => {
    const outline = site.pages.get(page);
    const references = site.references.get(page);
    if (!outline || !references) return [];
    return callsOnPage(site, outline, references).flatMap(({ request, spoken }, i) => {
      const tested = operations.get(spoken.spec)?.get(operationKey(spoken.operation));
      return tested ? [sampleTest({ page, number: i + 1, request, tested }, target)] : [];
    });
  });
}
