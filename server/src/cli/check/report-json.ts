import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProfileName } from "../../core/config/settings/profile.ts";
import { getRulePageUrl, rules } from "../../core/rules/engine/registry.ts";
import { getShownPercent } from "../../core/site/navigation/coverage.ts";
import type { Severity } from "../../core/site/settings/site-settings.ts";
import { readVersion } from "../command.ts";
import {
  type CheckResult,
  getFingerprint,
  type ReportedProblem,
  type ReportedRange,
  selectProblems,
  timePlaceholder,
} from "./check-result.ts";
import { getPathFromCwd } from "./report-ci.ts";

/**
 * Returns the report as one JSON object. `profile` is the profile of the sites, or `auto` if their profiles differ. By
 * default, all problems are included. The counts always include all problems.
 */
export function formatJsonReport(
  result: CheckResult,
  options: {
    readonly minSeverity?: Severity | undefined;
    readonly maxProblems: number;
    readonly reportsCoverage?: boolean;
  },
): string {
  const problems = selectProblems(result.problems, options.minSeverity ?? "hint", options.maxProblems);
  const countTotal = (countName: "pages" | "specs" | "operations") =>
    result.sites.reduce((sum, site) => sum + site[countName], 0);
  return escapeForTerminals(
    JSON.stringify({
      version: 1,
      profile: getCommonProfile(result),
      root: result.root,
      sites: result.sites,
      pages: countTotal("pages"),
      specs: countTotal("specs"),
      operations: countTotal("operations"),
      milliseconds: timePlaceholder,
      counts: result.counts,
      problems: problems.map(({ file, range, severity, code, message, related, listFixTitles }) => ({
        file,
        range,
        severity,
        code,
        message,
        related,
        fixes: listFixTitles(),
      })),
      ...(options.reportsCoverage && { coverage: createCoverageJson(result) }),
    }),
  ).replace(JSON.stringify(timePlaceholder), timePlaceholder);
}

function createCoverageJson(result: CheckResult) {
  const { counts, operations } = result.getCoverage();
  return {
    percent: getShownPercent(counts),
    meant: counts.eligibleCount,
    shown: counts.shownCount,
    withExample: counts.exampleCount,
    hidden: counts.hiddenCount,
    operations,
  };
}

function getCommonProfile({ sites }: CheckResult): ProfileName | "auto" {
  const [firstProfile, ...otherProfiles] = new Set(sites.map(({ profile }) => profile));
  return firstProfile && otherProfiles.length === 0 ? firstProfile : "auto";
}

/** Escapes C1 controls and direction marks. JSON doesn't escape them, but some terminals interpret them. */
function escapeForTerminals(json: string): string {
  return json.replace(/[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

interface SarifOptions {
  readonly minSeverity?: Severity | undefined;
  readonly maxProblems: number;
  readonly cwd: string;
  /** The language of the messages as an RFC 5646 tag, such as `pt-BR`. */
  readonly language: string;
}

const levelBySeverity: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  error: "error",
  warning: "warning",
  information: "note",
  hint: "note",
};

/**
 * Returns the report as SARIF 2.1.0 for code scanning services. The report contains each problem's rule, location, safe
 * fix, and fingerprint.
 */
export function formatSarifReport(result: CheckResult, options: SarifOptions): string {
  const problems = selectProblems(result.problems, options.minSeverity ?? "hint", options.maxProblems);
  const usedCodes = new Set(problems.map(({ code }) => code));
  const usedRules = rules.filter(({ code }) => usedCodes.has(code));
  const indexesByCode = new Map(usedRules.map(({ code }, index) => [code, index]));
  const createArtifactLocation = (file: string) => toArtifactLocation(file, result.root, options.cwd);
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Docwright",
            semanticVersion: readVersion(),
            informationUri: "https://github.com/docwright/docwright",
            rules: usedRules.map(({ code, summary, why, severity }) => ({
              id: code,
              shortDescription: { text: summary },
              fullDescription: { text: why },
              helpUri: getRulePageUrl(code),
              help: { text: `${why} ${getRulePageUrl(code)}` },
              defaultConfiguration: {
                level: levelBySeverity[typeof severity === "string" ? severity : severity.standard],
              },
            })),
          },
        },
        language: options.language,
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: {
          "%SRCROOT%": { uri: `${pathToFileURL(options.cwd).href.replace(/\/$/, "")}/` },
        },
        invocations: [
          {
            executionSuccessful: !result.notices.some(({ isReportIncomplete }) => isReportIncomplete),
            ...(result.notices.length > 0 && {
              toolExecutionNotifications: result.notices.map(({ text, isReportIncomplete }) => ({
                level: isReportIncomplete ? "error" : "warning",
                message: { text },
              })),
            }),
          },
        ],
        results: problems.map((problem) => toResult(problem, indexesByCode.get(problem.code), createArtifactLocation)),
      },
    ],
  };
  return JSON.stringify(log, null, 2).replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

type CreateArtifactLocation = (file: string) => object;

function toResult(
  problem: ReportedProblem,
  ruleIndex: number | undefined,
  createArtifactLocation: CreateArtifactLocation,
): object {
  const { file, range, severity, code, message, related } = problem;
  const fix = problem.getSafeFix();
  const toSarifLocation = (location: { readonly file: string; readonly range: ReportedRange }) => ({
    artifactLocation: createArtifactLocation(location.file),
    region: toRegion(location.range),
  });
  return {
    ruleId: code,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: levelBySeverity[severity],
    message: { text: message },
    locations: [{ physicalLocation: toSarifLocation({ file, range }) }],
    ...(related.length > 0 && {
      relatedLocations: related.map((relatedLocation, id) => ({
        id,
        physicalLocation: toSarifLocation(relatedLocation),
        message: { text: relatedLocation.message },
      })),
    }),
    partialFingerprints: { "docwrightProblem/v1": getFingerprint(problem) },
    ...(fix && fix.edits.length > 0 && { fixes: [toFix(fix, createArtifactLocation)] }),
  };
}

function toFix(
  { title, edits }: NonNullable<ReturnType<ReportedProblem["getSafeFix"]>>,
  createArtifactLocation: CreateArtifactLocation,
) {
  const files = [...new Set(edits.map(({ file }) => file))];
  return {
    description: { text: title },
    artifactChanges: files.map((file) => ({
      artifactLocation: createArtifactLocation(file),
      replacements: edits
        .filter((edit) => edit.file === file)
        .map(({ range, newText }) => ({
          deletedRegion: toRegion(range),
          ...(newText !== "" && { insertedContent: { text: newText } }),
        })),
    })),
  };
}

/**
 * Converts a range to a SARIF region. Lines and columns start at 1. The end column is the one after the last character.
 */
function toRegion({ start, end }: ReportedRange) {
  return {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

function toArtifactLocation(file: string, root: string, cwd: string): object {
  const path = getPathFromCwd(cwd, root, file);
  if (path === undefined) return { uri: pathToFileURL(join(root, file)).href };
  return { uri: path.split("/").map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" };
}
