import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProfileName } from "../../core/config/settings/profile.ts";
import { rulePage, rules } from "../../core/rules/engine/registry.ts";
import { getShownPercent } from "../../core/site/navigation/coverage.ts";
import type { Severity } from "../../core/site/settings/site-settings.ts";
import { readVersion } from "../command.ts";
import {
  type CheckResult,
  fingerprint,
  type ReportedProblem,
  type ReportedRange,
  selectProblems,
  timePlaceholder,
} from "./check-result.ts";
import { pathFrom } from "./report-ci.ts";

/**
 * Returns the report as one JSON object. `profile` is the profile of the sites, or `auto` if their profiles differ. By
 * default, all problems are included. The counts always include all problems.
 */
export function reportJson(
  result: CheckResult,
  options: {
    readonly minSeverity?: Severity | undefined;
    readonly maxProblems: number;
    readonly coverage?: boolean;
  },
): string {
  const problems = selectProblems(result.problems, options.minSeverity ?? "hint", options.maxProblems);
  const total = (count: "pages" | "specs" | "operations") =>
    result.sites.reduce((sum, site) => sum + site[count], 0);
  return escapeForTerminals(
    JSON.stringify({
      version: 1,
      profile: commonProfile(result),
      root: result.root,
      sites: result.sites,
      pages: total("pages"),
      specs: total("specs"),
      operations: total("operations"),
      milliseconds: timePlaceholder,
      counts: result.counts,
      problems: problems.map(({ file, range, severity, code, message, related, fixTitles }) => ({
        file,
        range,
        severity,
        code,
        message,
        related,
        fixes: fixTitles(),
      })),
      ...(options.coverage && { coverage: coverageFor(result) }),
    }),
  ).replace(JSON.stringify(timePlaceholder), timePlaceholder);
}

function coverageFor(result: CheckResult) {
  const { counts, operations } = result.coverage();
  return { percent: getShownPercent(counts), ...counts, operations };
}

function commonProfile({ sites }: CheckResult): ProfileName | "auto" {
  const [first, ...others] = new Set(sites.map(({ profile }) => profile));
  return first && others.length === 0 ? first : "auto";
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

const levels: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  error: "error",
  warning: "warning",
  information: "note",
  hint: "note",
};

/**
 * Returns the report as SARIF 2.1.0 for code scanning services. The report contains each problem's rule, location, safe
 * fix, and fingerprint.
 */
export function reportSarif(result: CheckResult, options: SarifOptions): string {
  const shown = selectProblems(result.problems, options.minSeverity ?? "hint", options.maxProblems);
  const used = new Set(shown.map(({ code }) => code));
  const described = rules.filter(({ code }) => used.has(code));
  const indexes = new Map(described.map(({ code }, index) => [code, index]));
  const artifact = (file: string) => artifactLocation(file, result.root, options.cwd);
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
            rules: described.map(({ code, summary, why, severity }) => ({
              id: code,
              shortDescription: { text: summary },
              fullDescription: { text: why },
              helpUri: rulePage(code),
              help: { text: `${why} ${rulePage(code)}` },
              defaultConfiguration: {
                level: levels[typeof severity === "string" ? severity : severity.standard],
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
            executionSuccessful: !result.notices.some(({ incomplete }) => incomplete),
            ...(result.notices.length > 0 && {
              toolExecutionNotifications: result.notices.map(({ text, incomplete }) => ({
                level: incomplete ? "error" : "warning",
                message: { text },
              })),
            }),
          },
        ],
        results: shown.map((problem) => resultOf(problem, indexes.get(problem.code), artifact)),
      },
    ],
  };
  return JSON.stringify(log, null, 2).replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

type ArtifactOf = (file: string) => object;

function resultOf(problem: ReportedProblem, ruleIndex: number | undefined, artifact: ArtifactOf): object {
  const { file, range, severity, code, message, related } = problem;
  const fix = problem.safeFix();
  const toSarifLocation = (where: { readonly file: string; readonly range: ReportedRange }) => ({
    artifactLocation: artifact(where.file),
    region: regionOf(where.range),
  });
  return {
    ruleId: code,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: levels[severity],
    message: { text: message },
    locations: [{ physicalLocation: toSarifLocation({ file, range }) }],
    ...(related.length > 0 && {
      relatedLocations: related.map((other, id) => ({
        id,
        physicalLocation: toSarifLocation(other),
        message: { text: other.message },
      })),
    }),
    partialFingerprints: { "docwrightProblem/v1": fingerprint(problem) },
    ...(fix && fix.edits.length > 0 && { fixes: [fixOf(fix, artifact)] }),
  };
}

function fixOf({ title, edits }: NonNullable<ReturnType<ReportedProblem["safeFix"]>>, artifact: ArtifactOf) {
  const files = [...new Set(edits.map(({ file }) => file))];
  return {
    description: { text: title },
    artifactChanges: files.map((file) => ({
      artifactLocation: artifact(file),
      replacements: edits
        .filter((edit) => edit.file === file)
        .map(({ range, newText }) => ({
          deletedRegion: regionOf(range),
          ...(newText !== "" && { insertedContent: { text: newText } }),
        })),
    })),
  };
}

/**
 * Converts a range to a SARIF region. Lines and columns start at 1. The end column is the one after the last character.
 */
function regionOf({ start, end }: ReportedRange) {
  return {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

function artifactLocation(file: string, root: string, cwd: string): object {
  const path = pathFrom(cwd, root, file);
  if (path === undefined) return { uri: pathToFileURL(join(root, file)).href };
  return { uri: path.split("/").map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" };
}
