import { getNodeLocation } from "../../config/json/json-tree.ts";
import {
  getCoverage,
  listDocumentingPages,
  findBlockingProblem,
  getNamedOperation,
} from "../../site/navigation/coverage.ts";
import { getPageSlug, isPublished } from "../../site/pages/pages.ts";
import type { Site } from "../../site/site.ts";
import { isExcluded, isHidden, getOperationName } from "../../site/specs/generated-page-plan.ts";
import {
  type ExcludedOperation,
  indexGeneratedPagesBySlug,
  type GeneratedPage,
  getGenerationResult,
} from "../../site/specs/generated-pages.ts";
import {
  getEndpointEntries,
  type EndpointTarget,
  findTarget,
  isSpecUsed,
  listPageEndpoints,
} from "../../site/specs/operation-references.ts";
import { hasOverlays, isReadable, getReadProblem, getSourcesWithSpecs } from "../../site/specs/specs.ts";
import { findNamedSpec, findNearestOperation } from "../../spec/find-spec.ts";
import type { EndpointReference } from "../../spec/operation-reference.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import { formatPhrase } from "../../text/phrase.ts";
import { getTargetLocation } from "../spec/symbols-and-references.ts";
import { describePageUrl, explainNavigation, getPageLocation } from "./explain-page.ts";
import {
  getReason,
  describeAmbiguousTarget,
  describeHiddenTarget,
  describeVisibleTarget,
  type Explanation,
  type Finding,
  formatNameList,
  toSteps,
} from "./explanation.ts";
import {
  explainBarrier,
  capitalize,
  describeElement,
  findPlacements,
  findRemovalBarrier,
  getElementStart,
  type NavigationPlacement,
} from "./placements.ts";

/** The findings about an operation, webhook, or channel, and whether readers see it. */
export interface OperationFindings {
  readonly findings: readonly Finding[];
  /** The navigation placements where readers see the endpoint. */
  readonly visiblePlacements: readonly NavigationPlacement[];
  readonly isShown: boolean;
  /**
   * Whether a page's reference also matches operations in other specifications. If so, the page might not show this
   * endpoint.
   */
  readonly isAmbiguous: boolean;
  /** The URL of the page that readers see first. Undefined if readers can't see any page. */
  readonly url: string | undefined;
  /** Whether readers who know the URL can open the endpoint. */
  readonly canBeOpened: boolean;
}

/** Returns the findings about an operation, webhook, or channel, in order from the specification to the navigation. */
export function collectOperationFindings(site: Site, spec: SpecOutline, target: ShownTarget): OperationFindings {
  const subject = `\`${getOperationName(target)}\``;
  const findings: Finding[] = [
    {
      kind: "operation",
      state: "ok",
      sentence: `\`${spec.path}\` defines ${subject}.`,
      location: getTargetLocation(spec, target),
    },
    ...explainSpec(site, spec),
    ...explainExtensions(site, spec, target),
  ];
  const generatedPages = getGenerationResult(site).pages.filter((page) => isSameTarget(page.target, target));
  const documentingSlugs = findDocumentingSlugs(site, target);
  const slugs = new Set([...documentingSlugs, ...generatedPages.map(({ slug }) => slug)]);
  const placements: NavigationPlacement[] = [];
  for (const slug of documentingSlugs) findings.push(...explainDocumentingPage(site, slug));
  if (target.kind !== "channel") findings.push(...explainAmbiguity(site, spec, target));
  for (const slug of slugs) placements.push(...findEndpointPlacements(site, slug, target));
  for (const page of generatedPages) findings.push(...explainGeneratedPage(site, page, placements));
  findings.push(...explainExclusions(site, spec, target, generatedPages.length > 0));
  const visiblePlacements = placements.filter(({ barrier }) => !barrier);
  findings.push(
    ...[...explainNavigation(site, placements, subject)].map((finding) =>
      visiblePlacements.length > 0 && finding.state === "stops" ? { ...finding, state: "note" as const } : finding,
    ),
  );
  const state =
    target.kind === "channel"
      ? undefined
      : getCoverage(site).find(({ operation }) => operation === target.operation)?.state;
  const isShown =
    state === undefined ? visiblePlacements.length > 0 : state === "shown" && visiblePlacements.length > 0;
  const [slug] = visiblePlacements.length > 0 ? visiblePlacements.map((placement) => placement.slug) : slugs;
  if (slugs.size === 0 && !findings.some((finding) => finding.state === "stops"))
    findings.push({
      kind: "navigation",
      state: "stops",
      sentence: "No navigation entry lists it, and no page documents it.",
      reason: "no navigation entry lists it, and no page documents it",
      fix: `add \`"${getOperationName(target)}"\` to the \`pages\` of a group that uses the specification`,
    });
  return {
    findings: isShown
      ? findings.map((finding) => (finding.state === "stops" ? { ...finding, state: "note" } : finding))
      : findings,
    visiblePlacements,
    isShown,
    isAmbiguous: state === "ambiguous",
    url: slug === undefined ? undefined : describePageUrl(site, slug),
    canBeOpened: slugs.size > 0 && state !== "faulty",
  };
}

function* explainSpec(site: Site, spec: SpecOutline): Iterable<Finding> {
  const problem = getReadProblem(spec);
  if (!isReadable(spec)) {
    const reason = problem
      ? `\`${spec.path}\` can't be read (${formatPhrase(problem.reason)})`
      : `\`${spec.path}\` uses an unsupported specification version`;
    yield {
      kind: "specification",
      state: "stops",
      sentence: problem
        ? `\`${spec.path}\` can't be read: ${formatPhrase(problem.reason)}.`
        : `\`${spec.path}\` uses an unsupported specification version.`,
      location: { file: spec.path, range: problem?.range ?? spec.versionRange },
      reason,
      fix: "fix the file",
    };
    return;
  }
  const sources = getSourcesWithSpecs(site).filter((source) => source.spec === spec);
  for (const { source, element } of sources.slice(0, 5))
    yield {
      kind: "specification",
      state: "ok",
      sentence: element
        ? `docs.json uses \`${spec.path}\` for ${describeElement(element)}.`
        : `docs.json lists \`${spec.path}\` under \`api\`, for pages that refer to it.`,
      location: source.location,
    };
  if (sources.length === 0)
    yield isSpecUsed(spec, site)
      ? {
          kind: "specification",
          state: "note",
          sentence: `No navigation element in docs.json uses \`${spec.path}\`, but pages or entries refer to it.`,
        }
      : {
          kind: "specification",
          state: "stops",
          sentence: `Neither docs.json nor any page refers to \`${spec.path}\`.`,
          reason: `neither docs.json nor any page refers to \`${spec.path}\``,
          fix: `add it under \`${spec.kind === "asyncapi" ? "asyncapi" : "openapi"}\` to a tab or group`,
        };
}

function* explainExtensions(site: Site, spec: SpecOutline, target: ShownTarget): Iterable<Finding> {
  if (target.kind === "channel") return;
  const { operation } = target;
  const targetLocation = getTargetLocation(spec, target);
  if (isExcluded(operation, site.profile))
    yield {
      kind: "operation",
      state: "stops",
      sentence: "It's marked `x-excluded`, so the service generates no page for it.",
      location: targetLocation,
      reason: "it's marked `x-excluded`",
      fix: "remove `x-excluded`",
    };
  else if (isHidden(operation, site.profile))
    yield {
      kind: "operation",
      state: "note",
      sentence: "It's marked `x-hidden`, so the navigation generated from the specification doesn't include it.",
      location: targetLocation,
    };
  const problem = findBlockingProblem(site, spec, operation);
  if (!problem) return;
  const reason = problem.isOwnProblem
    ? "the operation or a definition that it uses isn't valid"
    : `another operation in \`${spec.path}\` isn't valid, so this service leaves out the whole file`;
  yield {
    kind: "specification",
    state: "stops",
    sentence: `${capitalize(reason)}${problem.isOwnProblem ? ", so the service leaves it out" : ""}.`,
    location: problem.location,
    reason,
    fix: "fix the error",
  };
}

/** Returns the paths of the pages that refer to the endpoint and have their own file. */
function findDocumentingSlugs(site: Site, target: ShownTarget): readonly string[] {
  if (target.kind !== "channel")
    return listDocumentingPages(site)
      .filter(({ operations, isAmbiguous }) => !isAmbiguous && operations.includes(target.operation))
      .map(({ slug }) => slug);
  return listPageEndpoints(site).flatMap(({ resolution, page }) => {
    const slug = getPageSlug(page);
    const isSameChannel =
      resolution.kind === "found" &&
      resolution.target.kind === "channel" &&
      resolution.target.channel === target.channel;
    return isSameChannel && slug !== undefined && isPublished(site.pages, page) ? [slug] : [];
  });
}

function* explainDocumentingPage(site: Site, slug: string): Iterable<Finding> {
  const path = site.pages.has(`${slug}.mdx`) ? `${slug}.mdx` : `${slug}.md`;
  const pageLocation = getPageLocation(site, path);
  yield { kind: "file", state: "ok", sentence: `Page \`${path}\` documents it.`, location: pageLocation };
  if (site.pages.get(path)?.fields.get("hidden") === true)
    yield {
      kind: "frontmatter",
      state: "stops",
      sentence: `\`hidden: true\` in the frontmatter of \`${path}\` hides it from the navigation and search.`,
      location: pageLocation,
      reason: `\`hidden: true\` in the frontmatter of \`${path}\` hides it from the navigation`,
      fix: "remove `hidden`",
    };
}

/** Yields findings for pages whose reference also matches operations in other specifications. */
function* explainAmbiguity(
  site: Site,
  spec: SpecOutline,
  { operation }: Exclude<ShownTarget, { kind: "channel" }>,
): Iterable<Finding> {
  for (const { page, operations, isAmbiguous } of listDocumentingPages(site)) {
    if (!isAmbiguous || !operations.includes(operation)) continue;
    const otherSpecs = [...site.specs.values()].filter(
      (other) =>
        other !== spec && [...other.operations, ...other.webhooks].some((candidate) => operations.includes(candidate)),
    );
    const reason = `page \`${page}\` doesn't name a specification, and ${formatNameList(otherSpecs.map(({ path }) => path))} also ${otherSpecs.length === 1 ? "defines" : "define"} the operation`;
    yield {
      kind: "conflict",
      state: "stops",
      sentence: `${capitalize(reason)}, so you can't predict which one readers see.`,
      location: getPageLocation(site, page),
      reason,
      fix: `add \`${spec.path}\` before the operation on that page`,
    };
  }
}

/**
 * Returns the placements of a URL that show this endpoint. Other placements are excluded, because several endpoints can
 * have the same URL.
 */
function findEndpointPlacements(site: Site, slug: string, target: ShownTarget): readonly NavigationPlacement[] {
  return findPlacements(site, slug).filter(
    ({ page }) => !page?.generatedPage || page.file !== undefined || isSameTarget(page.generatedPage.target, target),
  );
}

function* explainGeneratedPage(
  site: Site,
  page: GeneratedPage,
  placements: readonly NavigationPlacement[],
): Iterable<Finding> {
  const { slug, node } = page;
  const sourceDescription = node.type === "entry" ? "An entry in docs.json" : describeElement(node);
  yield {
    kind: "navigation",
    state: "ok",
    sentence: `${capitalize(sourceDescription)} generates its page, \`${describePageUrl(site, slug)}\`.`,
    location: node.type === "entry" ? getNodeLocation(node.node) : getElementStart(node),
  };
  const replacingPage = indexGeneratedPagesBySlug(site).get(slug);
  if (replacingPage && !isSameTarget(replacingPage.target, page.target))
    yield {
      kind: "conflict",
      state: "note",
      sentence: `\`${getOperationName(replacingPage.target)}\` has the same URL, so readers see its page there instead.`,
      location: getTargetLocation(replacingPage.spec, replacingPage.target),
    };
  const file = placements.find((placement) => placement.slug === slug && placement.page?.file !== undefined)?.page
    ?.file;
  if (file !== undefined)
    yield {
      kind: "conflict",
      state: "note",
      sentence: `\`${file}\` has the same URL, so readers see that file there instead.`,
      location: getPageLocation(site, file),
    };
}

const exclusionReasons: Partial<Record<ExcludedOperation["reason"], string>> = {
  "listed-one-by-one": "generates pages only for the operations that its entries list, and this isn't one of them",
  "not-the-first": "has several specifications, and this service uses only the first",
  "asyncapi-beside-openapi": "also has `openapi`, so this service ignores `asyncapi`",
  "beside-href": "has an `href`, so the service ignores everything else in it",
};

/**
 * Yields findings for elements that use the specification but don't generate a page for the endpoint, and for entries
 * that have no effect.
 */
function* explainExclusions(
  site: Site,
  spec: SpecOutline,
  target: ShownTarget,
  isGenerated: boolean,
): Iterable<Finding> {
  for (const { element, source, reason } of getGenerationResult(site).excludedOperations) {
    const explanation = exclusionReasons[reason];
    const isSpecSource = getSourcesWithSpecs(site).some(
      (candidate) => candidate.source === source && candidate.spec === spec,
    );
    if (explanation === undefined || !isSpecSource) continue;
    const name = describeElement(element);
    yield {
      kind: "navigation",
      state: isGenerated ? "note" : "stops",
      sentence: `${capitalize(name)} ${explanation}.`,
      location: source.location,
      reason: `${name} ${explanation}`,
      fix:
        reason === "listed-one-by-one"
          ? `add \`"${getOperationName(target)}"\` to ${name}`
          : "move the specification to a separate navigation element",
    };
  }
  if (target.kind === "channel") return;
  for (const { entry, resolution } of getEndpointEntries(site)) {
    const barrier =
      entry.isIgnored && getNamedOperation(resolution, site.profile) === target.operation
        ? findRemovalBarrier(entry)
        : undefined;
    if (barrier) yield explainBarrier(barrier, "it");
  }
}

function isSameTarget(target: GeneratedPage["target"], other: ShownTarget): boolean {
  if (target.kind === "channel" || other.kind === "channel")
    return target.kind === "channel" && other.kind === "channel" && target.channel === other.channel;
  return target.operation === other.operation;
}

/** The target of a reference that can have a page: an operation, webhook, or channel. */
export type ShownTarget = Exclude<EndpointTarget, { kind: "schema" }>;

/**
 * Explains where readers find an operation, webhook, or channel. If several specifications contain it, each of them is
 * explained.
 */
export function explainOperation(site: Site, reference: EndpointReference): Explanation {
  const lookup = "file" in reference && reference.file ? findNamedSpec(site.specs, reference.file.text) : undefined;
  const specs = lookup?.kind === "found" ? lookup.specs : [...site.specs.values()];
  const endpoints = specs.flatMap((spec) => {
    const target = findTarget(spec, reference);
    return target && target.kind !== "schema" ? [{ spec, target }] : [];
  });
  return endpoints.length > 0 ? explainEndpoints(site, endpoints) : explainUnknownReference(site, reference, specs);
}

/** Explains where readers find the given endpoints. */
export function explainEndpoints(
  site: Site,
  endpoints: readonly { readonly spec: SpecOutline; readonly target: ShownTarget }[],
): Explanation {
  const [firstEndpoint] = endpoints;
  const endpointResults = endpoints.map(({ spec, target }) => collectOperationFindings(site, spec, target));
  const findings = endpointResults.flatMap((result) => result.findings);
  const visiblePlacements = endpointResults.flatMap((result) => result.visiblePlacements);
  const name = firstEndpoint ? getOperationName(firstEndpoint.target) : "";
  const subject = firstEndpoint?.target.kind === "channel" ? "channel" : "operation";
  const url = endpointResults.map((result) => result.url).find((url) => url !== undefined);
  const isShown = endpointResults.some((result) => result.isShown);
  return {
    target: name,
    about: "operation",
    shown: isShown,
    verdict: isShown
      ? describeVisibleTarget(site, visiblePlacements, subject)
      : endpointResults.some((result) => result.isAmbiguous)
        ? describeAmbiguousTarget(findings, subject)
        : describeHiddenTarget(findings, subject, endpointResults.find((result) => result.canBeOpened)?.url),
    ...(!isShown && { because: getReason(findings) ?? "the navigation doesn't include it" }),
    ...(url !== undefined && { url }),
    steps: toSteps(findings),
  };
}

function explainUnknownReference(site: Site, reference: EndpointReference, specs: readonly SpecOutline[]): Explanation {
  const name = formatReference(reference);
  const nearestOperation =
    reference.form === "operation"
      ? findNearestOperation(undefined, specs, reference.method.text, reference.path.text)?.operation
      : undefined;
  const nearestName = nearestOperation && `${nearestOperation.method} ${nearestOperation.path}`;
  const locationText = specs.length === 1 ? `\`${specs[0]?.path ?? ""}\`` : "a specification on this site";
  const reason = specs.length === 0 ? "the site has no specification" : `${locationText} doesn't define \`${name}\``;
  const findings: Finding[] = [
    {
      kind: "operation",
      state: "stops",
      sentence:
        (specs.length === 0
          ? "The site has no specification."
          : specs.length === 1
            ? `${locationText} doesn't define \`${name}\`.`
            : `None of the site's ${specs.length} specifications defines \`${name}\`.`) +
        (nearestName === undefined ? "" : ` Did you mean \`${nearestName}\`?`),
      ...(nearestOperation &&
        specs[0] && {
          location: {
            file: nearestOperation.file ?? findSpecPath(specs, nearestOperation),
            range: nearestOperation.range,
          },
        }),
      reason: specs.length > 1 ? `none of the site's specifications defines \`${name}\`` : reason,
      ...(nearestName !== undefined && { hint: `Did you mean \`${nearestName}\`?` }),
    },
    ...specs
      .filter((spec) => hasOverlays(spec, site))
      .map((spec): Finding => ({
        kind: "specification",
        state: "note",
        sentence: `Overlays change \`${spec.path}\` when the service reads it, so an overlay may define the operation.`,
      })),
    ...specs
      .filter((spec) => !isReadable(spec))
      .map((spec): Finding => ({
        kind: "specification",
        state: "note",
        sentence: `\`${spec.path}\` can't be read, so its contents are unknown.`,
        location: { file: spec.path, range: getReadProblem(spec)?.range ?? spec.versionRange },
      })),
  ];
  return {
    target: name,
    about: "operation",
    shown: false,
    verdict: describeHiddenTarget(findings, "operation"),
    steps: toSteps(findings),
  };
}

function findSpecPath(specs: readonly SpecOutline[], operation: SpecOutline["operations"][number]): string {
  return specs.find(({ operations }) => operations.includes(operation))?.path ?? "";
}

function formatReference(reference: EndpointReference): string {
  switch (reference.form) {
    case "operation":
      return `${reference.method.text} ${reference.path.text}`;
    case "webhook":
      return `WEBHOOK ${reference.name.text}`;
    case "channel":
      return `CHANNEL ${reference.name.text}`;
    case "schema":
      return reference.name.text;
  }
}
