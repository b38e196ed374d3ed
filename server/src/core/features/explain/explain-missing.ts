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
        sentence: "docs.json lists it, and leaves the entry out of the menu.",
        place: locationOfNode(entry.node),
      })),
  ];
  const redirect = findRedirect(site, slug);
  if (redirect)
    findings.push({
      kind: "redirect",
      state: "note",
      sentence: `A redirect sends readers of its address to \`${redirect.destination}\`.`,
      place: locationOfNode(redirect.redirect.sourceNode),
    });
  return {
    target: slug,
    about: "page",
    shown: false,
    verdict: describeHidden(findings, undefined),
    because: becauseOf(findings) ?? "it is not there",
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
      ? `There is no page \`${slug}\`; letter case counts, and the page is \`${near}\`.`
      : `There is no file \`${slug}.mdx\`, and no specification makes a page \`${slug}\`.${hint}`,
    because: isCase
      ? `the page is written \`${near}\`, and letter case counts`
      : `there is no page \`${slug}\``,
    ...(near === undefined
      ? { remedy: `create \`${slug}.mdx\`` }
      : { hint: isCase ? "Write it so." : `Did you mean \`${near}\`?` }),
  };
}

/** Describes what excludes a path from the site. */
export function ignoredFinding(file: string, by: IgnoredBy): Finding {
  switch (by.kind) {
    case "line":
      return {
        kind: "ignored",
        state: "stops",
        sentence: `Line ${by.line} of \`.mintignore\`, \`${by.pattern}\`, leaves \`${file}\` out of the site.`,
        place: { file: ".mintignore", range: by.range },
        because: `line ${by.line} of \`.mintignore\`, \`${by.pattern}\`, leaves it out of the site`,
        remedy: "change that line",
      };
    case "folder":
      if (file === by.folder || file.endsWith(`/${by.folder}`))
        return {
          kind: "ignored",
          state: "stops",
          sentence: `\`${file}\` begins with a dot, and the service takes no such file into a site.`,
          because: "its name begins with a dot",
          remedy: "give it another name",
        };
      return {
        kind: "ignored",
        state: "stops",
        sentence: `The service leaves the folder \`${by.folder}\` out of every site.`,
        because: `the service leaves the folder \`${by.folder}\` out of every site`,
        remedy: "move the file to another folder",
      };
    case "repository-file":
      return {
        kind: "ignored",
        state: "stops",
        sentence: `The service takes \`${file}\` for a file of the repository and leaves it out of the site.`,
        because: "the service takes a file of this name for one of the repository",
        remedy: "name it `.mdx`, or give it another name",
      };
  }
}
