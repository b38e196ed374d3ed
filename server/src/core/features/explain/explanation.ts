import { getNodeLocation } from "../../config/json/json-tree.ts";
import { findNearestPage, findNearestTarget } from "../../site/links/link-suggestions.ts";
import { findRedirect } from "../../site/links/redirects.ts";
import { getPageListings } from "../../site/navigation/navigation-pages.ts";
import { getPageSlugs } from "../../site/pages/pages.ts";
import { findIgnoreReason, type IgnoreReason } from "../../site/settings/ignore.ts";
import type { Site } from "../../site/site.ts";
import type { SiteLocation } from "../../text/text-edit.ts";
import { describePlacement, type NavigationPlacement } from "./placements.ts";

/** An explanation of where readers find something on a site, or why they don't. */
export interface Explanation {
  /** The normalized target, such as `guides/start`, `GET /users`, or `/old/path`. */
  readonly target: string;
  readonly about: "page" | "part" | "file" | "operation" | "address";
  /** Whether readers can reach the target through the navigation or, for a URL, whether they get a page at that URL. */
  readonly shown: boolean;
  /** A summary of one or two sentences. */
  readonly verdict: string;
  /** A short reason why readers don't see the target, such as `the group \`Basics\` is hidden`. */
  readonly because?: string;
  /**
   * The path on the host at which readers can open the target, such as `/docs/guides/start`. Undefined if the target
   * has no URL.
   */
  readonly url?: string;
  /** The steps of the explanation, in order from the file to what readers see. */
  readonly steps: readonly ExplainStep[];
}

export type StepKind =
  | "file"
  | "ignored"
  | "part"
  | "conflict"
  | "syntax"
  | "address"
  | "redirect"
  | "frontmatter"
  | "navigation"
  | "specification"
  | "operation"
  | "use";

/** One step in an explanation. */
export interface ExplainStep {
  readonly kind: StepKind;
  /**
   * The effect of the step. `ok`: the step doesn't prevent readers from seeing the target. `stops`: the step prevents
   * readers from seeing the target. `note`: the step is only informational.
   */
  readonly state: "ok" | "stops" | "note";
  /** A sentence for the author, with names in backticks. */
  readonly sentence: string;
  /** The location that the author should look at or change. */
  readonly location?: SiteLocation | undefined;
}

/** A step, and the phrases that it contributes to the summary. */
export interface Finding extends ExplainStep {
  /** The reason to show after a colon, such as `the group \`Basics\` is hidden`. Set only if `state` is `stops`. */
  readonly reason?: string;
  /** The fix that would show the target, such as `remove \`hidden\` from the group \`Basics\``. */
  readonly fix?: string;
  /** A full sentence that replaces the fix, such as `Did you mean \`guides/start\`?` */
  readonly hint?: string;
}

/** Returns the reason from the first finding whose state is `stops`, or undefined if there's none. */
export function getReason(findings: readonly Finding[]): string | undefined {
  return findings.find(({ state, reason }) => state === "stops" && reason !== undefined)?.reason;
}

/** Returns the findings as steps, without the properties that are needed only for the summary. */
export function toSteps(findings: readonly Finding[]): readonly ExplainStep[] {
  return findings.map(({ kind, state, sentence, location }) => ({
    kind,
    state,
    sentence,
    ...(location && { location }),
  }));
}

/**
 * Describes where readers see the target, for example, `Readers find this page in Guides › Basics, as the second page,
 * and in one other location.`
 */
export function describeVisibleTarget(
  site: Site,
  placements: readonly NavigationPlacement[],
  subject: "page" | "operation" | "channel",
): string {
  const [firstPlacement] = placements;
  const locationText = firstPlacement ? describePlacement(site, firstPlacement) : "in the navigation";
  const moreCount = placements.length - 1;
  const note =
    moreCount <= 0 ? "" : moreCount === 1 ? ", and in one other location" : `, and in ${moreCount} other locations`;
  return `Readers find this ${subject} ${locationText}${note}.`;
}

/**
 * Describes why readers don't see the target. The description contains the reason from the first finding whose state is
 * `stops`, and the fix. `url` is the URL at which readers can still open the target, or undefined if they can't.
 */
export function describeHiddenTarget(
  findings: readonly Finding[],
  subject: "page" | "file" | "operation" | "channel",
  url?: string,
): string {
  const blockingFinding = findings.find(({ state, reason }) => state === "stops" && reason !== undefined);
  const reason = blockingFinding?.reason ?? "the navigation doesn't include it";
  const advice =
    blockingFinding?.hint ?? (blockingFinding?.fix === undefined ? undefined : `To show it, ${blockingFinding.fix}.`);
  const fixText = advice === undefined ? "" : ` ${advice}`;
  return url === undefined
    ? `Readers don't see this ${subject}: ${reason}.${fixText}`
    : `Readers don't see this ${subject} in the navigation: ${reason}. They can still open it at \`${url}\`.${fixText}`;
}

/** Describes a target that readers might not see, because the navigation might show another target instead. */
export function describeAmbiguousTarget(findings: readonly Finding[], subject: "operation" | "channel"): string {
  const blockingFinding = findings.find(({ state, reason }) => state === "stops" && reason !== undefined);
  const fixText = blockingFinding?.fix === undefined ? "" : ` To show it, ${blockingFinding.fix}.`;
  return `It's unclear whether readers see this ${subject}: ${blockingFinding?.reason ?? "several specifications define it"}.${fixText}`;
}

/**
 * Formats a list of names, such as `a`, `b`, and `c`. If there are more than `maxCount` names, only the first ones are
 * listed.
 */
export function formatNameList(names: readonly string[], maxCount = 3): string {
  const quotedNames = names.map((name) => `\`${name}\``);
  if (quotedNames.length > maxCount) {
    const moreCount = quotedNames.length - maxCount;
    return `${quotedNames.slice(0, maxCount).join(", ")}, and ${moreCount === 1 ? "one more" : `${moreCount} more`}`;
  }
  const lastName = quotedNames.pop() ?? "";
  if (quotedNames.length === 0) return lastName;
  return quotedNames.length === 1 ? `${quotedNames[0]} and ${lastName}` : `${quotedNames.join(", ")}, and ${lastName}`;
}

/** Explains a path for which there's no page, because the path is ignored, misspelled, or missing. */
export function explainMissingPage(
  site: Site,
  slug: string,
  readText: (path: string) => string | undefined,
): Explanation {
  const mintignore = readText(".mintignore");
  const ignoredFindings = (/\.mdx?$/.test(slug) ? [slug] : [`${slug}.mdx`, `${slug}.md`]).flatMap((path) => {
    const ignoreReason = findIgnoreReason(path, mintignore);
    return ignoreReason ? [createIgnoredFinding(path, ignoreReason)] : [];
  });
  const findings: Finding[] = [
    ignoredFindings[0] ?? createMissingFinding(site, slug),
    ...getPageListings(site.config)
      .filter((listedPage) => listedPage.slug === slug)
      .slice(0, 5)
      .map(({ entry }): Finding => ({
        kind: "navigation",
        state: "note",
        sentence: "docs.json lists it, but the service leaves the entry out of the navigation.",
        location: getNodeLocation(entry.node),
      })),
  ];
  const redirect = findRedirect(site, slug);
  if (redirect)
    findings.push({
      kind: "redirect",
      state: "note",
      sentence: `A redirect sends readers from its URL to \`${redirect.destination}\`.`,
      location: getNodeLocation(redirect.redirect.sourceNode),
    });
  return {
    target: slug,
    about: "page",
    shown: false,
    verdict: describeHiddenTarget(findings, "page"),
    because: getReason(findings) ?? "it doesn't exist",
    steps: toSteps(findings),
  };
}

function createMissingFinding(site: Site, slug: string): Finding {
  const { slugsByLowerCase } = getPageSlugs(site.files);
  const [otherSlug] = slugsByLowerCase.get(slug.toLowerCase()) ?? [];
  const nearestPath =
    otherSlug ?? findNearestPage(site.files, slug) ?? findNearestTarget(site, `/${slug}`, undefined)?.slice(1);
  const hint = nearestPath === undefined ? "" : ` Did you mean \`${nearestPath}\`?`;
  const isCaseError = otherSlug !== undefined;
  return {
    kind: "file",
    state: "stops",
    sentence: isCaseError
      ? `Page \`${slug}\` doesn't exist. Paths are case-sensitive, and the page's path is \`${nearestPath}\`.`
      : `\`${slug}.mdx\` doesn't exist, and no specification generates a page at \`${slug}\`.${hint}`,
    reason: isCaseError
      ? `paths are case-sensitive, and the page's path is \`${nearestPath}\``
      : `page \`${slug}\` doesn't exist`,
    ...(nearestPath === undefined
      ? { fix: `create \`${slug}.mdx\`` }
      : { hint: isCaseError ? "Use that capitalization." : `Did you mean \`${nearestPath}\`?` }),
  };
}

/** Returns a finding that explains why a file is excluded from the site. */
export function createIgnoredFinding(file: string, ignoreReason: IgnoreReason): Finding {
  switch (ignoreReason.kind) {
    case "line":
      return {
        kind: "ignored",
        state: "stops",
        sentence: `Line ${ignoreReason.line} of \`.mintignore\` (\`${ignoreReason.pattern}\`) excludes \`${file}\` from the site.`,
        location: { file: ".mintignore", range: ignoreReason.range },
        reason: `line ${ignoreReason.line} of \`.mintignore\` (\`${ignoreReason.pattern}\`) excludes it from the site`,
        fix: "change that line",
      };
    case "folder":
      if (file === ignoreReason.folder || file.endsWith(`/${ignoreReason.folder}`))
        return {
          kind: "ignored",
          state: "stops",
          sentence: `The name of \`${file}\` starts with a dot, and the service excludes such files from every site.`,
          reason: "its name starts with a dot",
          fix: "rename the file",
        };
      return {
        kind: "ignored",
        state: "stops",
        sentence: `The service excludes the folder \`${ignoreReason.folder}\` from every site.`,
        reason: `the service excludes the folder \`${ignoreReason.folder}\` from every site`,
        fix: "move the file to another folder",
      };
    case "repository-file":
      return {
        kind: "ignored",
        state: "stops",
        sentence: `The service treats \`${file}\` as a repository file and excludes it from the site.`,
        reason: "the service treats files with this name as repository files",
        fix: "change its extension to `.mdx`, or choose another name",
      };
  }
}
