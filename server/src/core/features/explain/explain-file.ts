import { findNearestFile } from "../../site/links/file-suggestions.ts";
import { countCoverage, getCoverage } from "../../site/navigation/coverage.ts";
import { getPageSlug, isSnippet, getPageSlugs } from "../../site/pages/pages.ts";
import { findIgnoreReason } from "../../site/settings/ignore.ts";
import type { Site } from "../../site/site.ts";
import { isSpecUsed } from "../../site/specs/operation-references.ts";
import { getReadProblem } from "../../site/specs/specs.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import { formatPhrase } from "../../text/phrase.ts";
import { removePageExtension } from "../../text/site-path.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { findReferences } from "../references/find-references.ts";
import { describePageUrl, explainPage, explainSnippet } from "./explain-page.ts";
import {
  getReason,
  describeHiddenTarget,
  explainMissingPage,
  type Explanation,
  type Finding,
  createIgnoredFinding,
  toSteps,
} from "./explanation.ts";

type TextReader = (path: SitePath) => string | undefined;

const maxListedItems = 8;

/** Explains how readers see a file: as its own page, as part of other pages, or as an asset displayed on pages. */
export function explainFile(site: Site, file: SitePath, readText: TextReader): Explanation {
  if (!site.files.has(file)) return explainMissingFile(site, file, readText);
  if (/\.mdx?$/i.test(file)) return explainPageFile(site, file, readText);
  const spec = site.specs.get(file);
  if (spec) return explainSpec(site, spec);
  if (site.config.files.some(({ path }) => path === file)) return explainConfig(site, file);
  return site.nestedConfigs?.has(file) === true ? explainNestedConfig(file) : explainOtherFile(site, file);
}

function explainNestedConfig(file: SitePath): Explanation {
  const finding: Finding = {
    kind: "file",
    state: "stops",
    sentence: `The service reads only the docs.json at the site's root, so \`${file}\` has no effect.`,
    reason: "the service reads only the docs.json at the site's root",
    fix: "list its folder under `sites` in .docwright.json if the service publishes that folder",
  };
  return describeFile(file, "file", false, describeHiddenTarget([finding], "file"), [finding]);
}

function explainMissingFile(site: Site, file: SitePath, readText: TextReader): Explanation {
  const ignoreReason = findIgnoreReason(file, readText(".mintignore"));
  if (!ignoreReason && /\.mdx?$/.test(file))
    return { ...explainMissingPage(site, removePageExtension(file), readText), target: file };
  const nearestFile = findNearestFile(site.files, file);
  const finding: Finding = ignoreReason
    ? createIgnoredFinding(file, ignoreReason)
    : {
        kind: "file",
        state: "stops",
        sentence: `\`${file}\` doesn't exist.`,
        reason: `\`${file}\` doesn't exist`,
        ...(nearestFile !== undefined && { hint: `Did you mean \`${nearestFile.slice(1)}\`?` }),
      };
  return describeFile(file, "file", false, describeHiddenTarget([finding], "file"), [finding]);
}

function explainPageFile(site: Site, file: SitePath, readText: TextReader): Explanation {
  const slug = getPageSlug(file);
  if (slug === undefined || isSnippet(file)) return explainSnippet(site, file);
  const otherPage = getPageSlugs(site.files).fileBySlug.get(slug);
  if (otherPage !== undefined && otherPage !== file) {
    const reason = `\`${otherPage}\` has the same URL and takes precedence`;
    const finding: Finding = {
      kind: "conflict",
      state: "stops",
      sentence: `${reason}.`,
      location: { file: otherPage, range: { start: 0, end: 0 } },
      reason,
      fix: "rename or remove one of the files",
    };
    return describeFile(file, "page", false, describeHiddenTarget([finding], "page"), [finding]);
  }
  if (!site.pages.has(file)) {
    const reason = "it's part of a separate site";
    const finding: Finding = {
      kind: "file",
      state: "stops",
      sentence: `\`${file}\` is part of a separate site, because .docwright.json lists its folder under \`sites\`.`,
      reason,
    };
    return describeFile(file, "page", false, describeHiddenTarget([finding], "page"), [finding]);
  }
  return explainPage(site, slug, readText);
}

function explainSpec(site: Site, spec: SpecOutline): Explanation {
  const fileStart = { file: spec.path, range: { start: 0, end: 0 } };
  const problem = getReadProblem(spec);
  if (problem || !spec.isSupported) {
    const reason = problem
      ? `it can't be read (${formatPhrase(problem.reason)})`
      : "it uses an unsupported specification version";
    const finding: Finding = {
      kind: "specification",
      state: "stops",
      sentence: `The service generates no pages from \`${spec.path}\`: ${reason}.`,
      location: { file: spec.path, range: problem?.range ?? spec.versionRange },
      reason,
      fix: "fix the file",
    };
    return describeFile(spec.path, "file", false, describeHiddenTarget([finding], "file"), [finding]);
  }
  const specCoverage = getCoverage(site).filter((entry) => entry.spec === spec);
  const { eligibleCount, shownCount } = countCoverage(specCoverage);
  const findings: Finding[] = [
    {
      kind: "specification",
      state: "ok",
      sentence: `\`${spec.path}\` can be read, and its version is supported.`,
      location: fileStart,
    },
    isSpecUsed(spec, site)
      ? { kind: "specification", state: "ok", sentence: "docs.json or a page refers to it." }
      : {
          kind: "specification",
          state: "stops",
          sentence: "Neither docs.json nor any page refers to it.",
          reason: "neither docs.json nor any page refers to it",
          fix: `add it under \`${spec.kind === "asyncapi" ? "asyncapi" : "openapi"}\` to a tab or group`,
        },
    ...specCoverage
      .filter(({ state }) => state !== "shown")
      .slice(0, maxListedItems)
      .map(({ operation, isWebhook, state }): Finding => ({
        kind: "operation",
        state: "note",
        sentence: `\`${isWebhook ? "WEBHOOK" : operation.method} ${operation.path}\` is ${stateLabels[state]}.`,
        location: { file: operation.file ?? spec.path, range: operation.range },
      })),
  ];
  const summary = isSpecUsed(spec, site)
    ? `Readers find ${shownCount} of this file's ${eligibleCount} operations in the navigation.`
    : describeHiddenTarget(findings, "file");
  return describeFile(spec.path, "file", shownCount > 0, summary, findings);
}

const stateLabels = {
  shown: "shown",
  "page-only": "on a page that isn't in the navigation",
  faulty: "left out because it isn't valid",
  ambiguous: "on a page that doesn't name the specification, and another specification defines it, too",
  hidden: "marked as hidden",
  excluded: "marked as excluded",
  missing: "not on any page",
} as const;

function explainConfig(site: Site, file: SitePath): Explanation {
  const isEntry = file === site.config.entry;
  const sentence = isEntry
    ? `\`${file}\` defines the site's navigation and appearance.`
    : `\`${file}\` is part of \`${site.config.entry}\`.`;
  const location = { file, range: { start: 0, end: 0 } };
  return describeFile(file, "file", true, `Readers see the effects of this file: ${sentence}`, [
    { kind: "file", state: "ok", sentence, location },
  ]);
}

function explainOtherFile(site: Site, file: SitePath): Explanation {
  const references = findReferences(site, { kind: "file", file });
  const url = describePageUrl(site, file);
  const findings: Finding[] = [
    { kind: "file", state: "ok", sentence: `\`${file}\` is a file in the site. Its URL path is \`${url}\`.` },
    ...references.slice(0, maxListedItems).map(({ location }): Finding => ({
      kind: "use",
      state: "ok",
      sentence: `\`${location.file}\` refers to it.`,
      location,
    })),
  ];
  if (references.length === 0)
    findings.push({
      kind: "use",
      state: "stops",
      sentence: "No page or setting refers to it.",
      reason: "no page or setting refers to it",
    });
  const summary =
    references.length > 0
      ? `Readers see this file in ${references.length === 1 ? "one place" : `${references.length} places`} and at \`${url}\`.`
      : `Readers don't see this file on any page because no page or setting refers to it. They can still open it at \`${url}\`.`;
  return { ...describeFile(file, "file", references.length > 0, summary, findings), url };
}

function describeFile(
  target: string,
  about: Explanation["about"],
  isVisible: boolean,
  summary: string,
  findings: readonly Finding[],
): Explanation {
  const reason = isVisible ? undefined : getReason(findings);
  return {
    target,
    about,
    shown: isVisible,
    verdict: summary,
    ...(reason !== undefined && { because: reason }),
    steps: toSteps(findings),
  };
}
