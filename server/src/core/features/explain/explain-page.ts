import { pageSlugsOf, publishedPages } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { operationName } from "../../site/specs/generated-page-plan.ts";
import { generatedBySlug, type GeneratedPage } from "../../site/specs/generated-pages.ts";
import { placeOfTarget } from "../spec/site-things.ts";
import { addressFindings, addressOf } from "./address-findings.ts";
import { explainMissing } from "./explain-missing.ts";
import { explainPart } from "./explain-part.ts";
import { becauseOf, type Explanation, type Finding, stepsOf } from "./explanation.ts";
import { navigationFindings, unlistedFinding } from "./navigation-findings.ts";
import { pageFindings } from "./page-findings.ts";
import { placementsOf } from "./placements.ts";
import { hiddenVerdict, shownVerdict } from "./verdict.ts";

/** Why the page of this path is in the menus, or in none. `read` gives the text of a file of the site. */
export function explainPage(
  site: Site,
  slug: string,
  read: (path: string) => string | undefined,
): Explanation {
  const file = pageSlugsOf(site.files).fileOf.get(slug);
  const page = file === undefined ? undefined : site.pages.get(file);
  if (file !== undefined && page) {
    if (publishedPages(site.pages).importedBy.has(file)) return explainPart(site, file);
    return pageExplanation(site, slug, [...pageFindings(site, slug, page)], `\`${slug}\``);
  }
  const generated = file === undefined ? generatedBySlug(site).get(slug) : undefined;
  if (!generated) return explainMissing(site, slug, read);
  return pageExplanation(site, slug, [madeFinding(generated)], `\`${operationName(generated.target)}\``);
}

function pageExplanation(site: Site, slug: string, own: readonly Finding[], subject: string): Explanation {
  const placements = placementsOf(site, slug);
  const visible = placements.filter(({ barrier }) => !barrier);
  const address = [...addressFindings(site, slug)];
  const found = [
    ...own,
    ...address,
    ...(placements.length > 0
      ? navigationFindings(site, placements, subject)
      : [unlistedFinding(site, slug)]),
  ];
  // A place that readers see outweighs others that they do not.
  const findings = visible.length === 0 ? found : found.map(withoutStop);
  const shown = visible.length > 0 && !findings.some(({ state }) => state === "stops");
  const isThere = ![...own, ...address].some(
    ({ kind, state }) => state === "stops" && kind !== "frontmatter",
  );
  const url = addressOf(site, slug);
  return {
    target: slug,
    about: "page",
    shown,
    verdict: shown ? shownVerdict(site, visible) : hiddenVerdict(findings, isThere ? url : undefined),
    ...(!shown && { because: becauseOf(findings) ?? "nothing leads to it" }),
    url,
    steps: stepsOf(findings),
  };
}

function withoutStop(finding: Finding): Finding {
  return finding.kind === "navigation" && finding.state === "stops" ? { ...finding, state: "note" } : finding;
}

function madeFinding({ spec, target }: GeneratedPage): Finding {
  return {
    kind: "specification",
    state: "ok",
    sentence: `The service makes the page of \`${operationName(target)}\` in \`${spec.path}\`.`,
    place: placeOfTarget(spec, target),
  };
}
