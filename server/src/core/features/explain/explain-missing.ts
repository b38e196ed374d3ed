import { locationOfNode } from "../../config/json/json-tree.ts";
import { nearestPage, nearestTarget } from "../../site/links/link-suggestions.ts";
import { findRedirect } from "../../site/links/redirects.ts";
import { pageListings } from "../../site/navigation/navigation-pages.ts";
import { pageSlugsOf } from "../../site/pages/pages.ts";
import { type IgnoredBy, findIgnoreReason } from "../../site/settings/ignore.ts";
import type { Site } from "../../site/site.ts";
import { becauseOf, type Explanation, type Finding, describeHidden, stepsOf } from "./explanation.ts";

/** Explains a page path that doesn't have a page: whether it's ignored, misspelled, or missing. */
export function explainMissing(
  site: Site,
  slug: string,
  read: (path: string) => string | undefined,
): Explanation {
  const mintignore = read(".mintignore");
  const left = (/\.mdx?$/.test(slug) ? [slug] : [`${slug}.mdx`, `${slug}.md`]).flatMap((path) => {
    const by = findIgnoreReason(path, mintignore);
    return by ? [ignoredFinding(path, by)] : [];
  });
  const findings: Finding[] = [
    left[0] ?? missingFinding(site, slug),
    ...pageListings(site.config)
      .filter((listing) => listing.slug === slug)
      .slice(0, 5)
      .map(({ entry }): Finding => ({
        kind: "navigation",
        state: "note",
        sentence: "docs.json lists it, but the service leaves the entry out of the navigation.",
        place: locationOfNode(entry.node),
      })),
  ];
  const redirect = findRedirect(site, slug);
  if (redirect)
    findings.push({
      kind: "redirect",
      state: "note",
      sentence: `A redirect sends readers from its URL to \`${redirect.destination}\`.`,
      place: locationOfNode(redirect.redirect.sourceNode),
    });
  return {
    target: slug,
    about: "page",
    shown: false,
    verdict: describeHidden(findings, undefined),
    because: becauseOf(findings) ?? "it doesn't exist",
    steps: stepsOf(findings),
  };
}

function missingFinding(site: Site, slug: string): Finding {
  const { byLowerCase } = pageSlugsOf(site.files);
  const [other] = byLowerCase.get(slug.toLowerCase()) ?? [];
  const near = other ?? nearestPage(site.files, slug) ?? nearestTarget(site, `/${slug}`, undefined)?.slice(1);
  const hint = near === undefined ? "" : ` Did you mean \`${near}\`?`;
  const isCase = other !== undefined;
  return {
    kind: "file",
    state: "stops",
    sentence: isCase
      ? `Page \`${slug}\` doesn't exist. Paths are case-sensitive, and the page is \`${near}\`.`
      : `\`${slug}.mdx\` doesn't exist, and no specification generates a page at \`${slug}\`.${hint}`,
    because: isCase
      ? `paths are case-sensitive, and the page is \`${near}\``
      : `page \`${slug}\` doesn't exist`,
    ...(near === undefined
      ? { remedy: `create \`${slug}.mdx\`` }
      : { hint: isCase ? "Use that capitalization." : `Did you mean \`${near}\`?` }),
  };
}

/** Describes what excludes a path from the site. */
export function ignoredFinding(file: string, by: IgnoredBy): Finding {
  switch (by.kind) {
    case "line":
      return {
        kind: "ignored",
        state: "stops",
        sentence: `Line ${by.line} of \`.mintignore\`, \`${by.pattern}\`, excludes \`${file}\` from the site.`,
        place: { file: ".mintignore", range: by.range },
        because: `line ${by.line} of \`.mintignore\`, \`${by.pattern}\`, excludes it from the site`,
        remedy: "change that line",
      };
    case "folder":
      if (file === by.folder || file.endsWith(`/${by.folder}`))
        return {
          kind: "ignored",
          state: "stops",
          sentence: `The name of \`${file}\` starts with a dot, and the service excludes such files from every site.`,
          because: "its name starts with a dot",
          remedy: "rename the file",
        };
      return {
        kind: "ignored",
        state: "stops",
        sentence: `The service excludes the folder \`${by.folder}\` from every site.`,
        because: `the service excludes the folder \`${by.folder}\` from every site`,
        remedy: "move the file to another folder",
      };
    case "repository-file":
      return {
        kind: "ignored",
        state: "stops",
        sentence: `The service treats \`${file}\` as a repository file and excludes it from the site.`,
        because: "the service treats files with this name as repository files",
        remedy: "change its extension to `.mdx`, or rename the file",
      };
  }
}
