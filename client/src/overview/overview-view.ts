import * as vscode from "vscode";
import type { NamedCount, RuleCount, SiteOverview } from "../../../server/src/protocol/site-overview.ts";
import type {
  CountTable,
  OverviewButton,
  RuleView,
  SiteView,
} from "../../../webview/src/overview/overview-protocol.ts";
import { toVisibleText } from "../editor/plain-markdown.ts";
import { formatCounts, formatCountsAsSymbols, formatOpenCount } from "../feedback/labels.ts";
import type { FeedbackSummary, FeedbackTotals } from "../feedback/store.ts";
import { formatNumber } from "../editor/workspace.ts";

/** The maximum lengths of strings from the site, in UTF-16 code units. */
const maxNameLength = 200;
const maxPathLength = 1000;

/** Returns the data that the overview shows about a site. The path of docs.json is formatted as in the editor. */
export function toSiteView(overview: SiteOverview, feedback: FeedbackSummary, configPath: string): SiteView {
  const { status } = overview;
  return {
    kind: "site",
    name: status.name.slice(0, maxNameLength),
    facts: [configPath, vscode.l10n.t("{0} profile", status.profile)],
    progressText: status.isScanning ? vscode.l10n.t("Checking the site…") : "",
    actions: [
      { action: "copy", label: vscode.l10n.t("Copy as Markdown") },
      { action: "save", label: vscode.l10n.t("Save as Markdown…") },
    ],
    pages: createPagesView(overview),
    problems: createProblemsView(overview),
    coverage: createCoverageView(overview),
    feedback: createFeedbackView(feedback),
  };
}

function createPagesView({ pages }: SiteOverview): SiteView["pages"] {
  const counts = [
    { count: pages.shown, label: vscode.l10n.t("In the navigation") },
    { count: pages.generated, label: vscode.l10n.t("Generated from specifications") },
    { count: pages.hidden, label: vscode.l10n.t("Hidden") },
    { count: pages.unlisted, label: vscode.l10n.t("Not in the navigation") },
  ];
  return {
    heading: vscode.l10n.t("Pages"),
    counts: counts
      .filter(({ count }, index) => index === 0 || count > 0)
      .map(({ count, label }) => ({ count: formatNumber(count), label })),
    tables: [
      ...createCountTable(vscode.l10n.t("Language"), pages.languages),
      ...createCountTable(vscode.l10n.t("Version"), pages.versions),
    ],
  };
}

function createCountTable(column: string, counts: readonly NamedCount[]): CountTable[] {
  if (counts.length === 0) return [];
  const rows = counts.map(({ name, pages }) => ({
    name: name.slice(0, maxNameLength),
    count: formatNumber(pages),
  }));
  return [{ columns: [column, vscode.l10n.t("Pages")], rows }];
}

function createProblemsView({ status, rules, fixes }: SiteOverview): SiteView["problems"] {
  const { error, warning, information, hint } = status.counts;
  const counts = [
    { severity: "error", count: error, label: formatErrorCount(error) },
    { severity: "warning", count: warning, label: formatWarningCount(warning) },
    { severity: "information", count: information, label: formatInfoMessageCount(information) },
    { severity: "hint", count: hint, label: formatHintCount(hint) },
  ] as const;
  return {
    heading: vscode.l10n.t("Problems"),
    counts: counts.filter(({ count }) => count > 0).map(({ severity, label }) => ({ severity, label })),
    emptyText: status.isScanning ? vscode.l10n.t("Checking the site…") : vscode.l10n.t("No problems found."),
    columns: {
      severity: vscode.l10n.t("Severity"),
      problem: vscode.l10n.t("Problem"),
      count: vscode.l10n.t("Count"),
      rule: vscode.l10n.t("Rule"),
      locations: vscode.l10n.t("First locations"),
    },
    rules: rules.map(createRuleView),
    ...(fixes.problemCount > 0 && {
      fix: {
        action: "fix",
        label: vscode.l10n.t("Fix All Safe Problems…"),
        hint: describeFixes(fixes),
      },
    }),
  };
}

function formatErrorCount(count: number): string {
  return count === 1 ? vscode.l10n.t("1 error") : vscode.l10n.t("{0} errors", formatNumber(count));
}

function formatWarningCount(count: number): string {
  return count === 1 ? vscode.l10n.t("1 warning") : vscode.l10n.t("{0} warnings", formatNumber(count));
}

function formatInfoMessageCount(count: number): string {
  return count === 1 ? vscode.l10n.t("1 info message") : vscode.l10n.t("{0} info messages", formatNumber(count));
}

function formatHintCount(count: number): string {
  return count === 1 ? vscode.l10n.t("1 hint") : vscode.l10n.t("{0} hints", formatNumber(count));
}

/** Describes the safe fixes, such as `12 fixes in 3 files. You can review them before anything changes.` */
function describeFixes({ problemCount, fileCount }: SiteOverview["fixes"]): string {
  const reviewHint = vscode.l10n.t("You can review every edit before it's applied.");
  if (problemCount === 1) return `${vscode.l10n.t("1 fix in 1 file.")} ${reviewHint}`;
  const fixesText =
    fileCount === 1
      ? vscode.l10n.t("{0} fixes in 1 file.", formatNumber(problemCount))
      : vscode.l10n.t("{0} fixes in {1} files.", formatNumber(problemCount), formatNumber(fileCount));
  return `${fixesText} ${reviewHint}`;
}

function createRuleView({ code, summary, severity, count, isFixable, locations }: RuleCount): RuleView {
  return {
    code,
    severity,
    severityLabel: getSeverityLabel(severity),
    summary: summary === "" ? code : summary.replace(/\.$/, ""),
    count: formatNumber(count),
    fixLabel: isFixable ? vscode.l10n.t("Safe fix") : "",
    locations: locations.map((problemLocation) => ({
      label: formatLocation(problemLocation),
      message: problemLocation.message,
    })),
    moreText: count > locations.length ? vscode.l10n.t("{0} more", formatNumber(count - locations.length)) : "",
  };
}

/** Returns the label of a location, such as `guides/start.mdx:12`. */
export function formatLocation({ path, range }: RuleCount["locations"][number]): string {
  return `${path.slice(-maxPathLength)}:${range.start.line + 1}`;
}

function getSeverityLabel(severity: RuleCount["severity"]): string {
  switch (severity) {
    case "error":
      return vscode.l10n.t("Error");
    case "warning":
      return vscode.l10n.t("Warning");
    case "information":
      return vscode.l10n.t("Information");
    case "hint":
      return vscode.l10n.t("Hint");
  }
}

function createCoverageView({ isLoaded, specifications, unfetchedUrls }: SiteOverview): SiteView["coverage"] {
  return {
    heading: vscode.l10n.t("API Coverage"),
    emptyText: !isLoaded
      ? vscode.l10n.t("Loading the site…")
      : specifications.length + unfetchedUrls.length === 0
        ? vscode.l10n.t(
            "This site has no OpenAPI specification. Add one to docs.json to see which operations readers can find.",
          )
        : "",
    columns: [vscode.l10n.t("Specification"), vscode.l10n.t("Operations in the navigation")],
    specifications: specifications.map(({ path, title = "", problem, eligibleCount, shownCount }) => ({
      path: path.slice(0, maxPathLength),
      title: title.slice(0, maxNameLength),
      text: problem
        ? describeSpecProblem(problem)
        : vscode.l10n.t("{0} of {1} shown", formatNumber(shownCount), formatNumber(eligibleCount)),
      ...(problem === undefined && eligibleCount > 0 && { share: shownCount / eligibleCount }),
    })),
    unfetchedSpecs: unfetchedUrls.map((url) => ({
      url: url.slice(0, maxPathLength),
      text: vscode.l10n.t("This is a remote specification that hasn't been fetched yet."),
      fetchLabel: vscode.l10n.t("Fetch Specification"),
    })),
    actions: specifications.length === 0 ? [] : [{ action: "openCoverage", label: vscode.l10n.t("Open API Coverage") }],
  };
}

function describeSpecProblem(problem: NonNullable<SiteOverview["specifications"][number]["problem"]>): string {
  return problem === "unreadable"
    ? vscode.l10n.t("This specification can't be read.")
    : vscode.l10n.t("This specification's OpenAPI version isn't supported.");
}

function createFeedbackView(summary: FeedbackSummary): SiteView["feedback"] {
  const heading = vscode.l10n.t("Reader Feedback");
  const openButton: OverviewButton = { action: "openFeedback", label: vscode.l10n.t("Open Reader Feedback") };
  switch (summary.kind) {
    case "untrusted": {
      const text = vscode.l10n.t(
        "Reader feedback is off until you trust this folder, because its settings determine where your API key is sent.",
      );
      return { heading, text, actions: [{ action: "manageTrust", label: vscode.l10n.t("Manage Trust") }] };
    }
    case "off": {
      const text = vscode.l10n.t("Reader feedback isn't connected.");
      return {
        heading,
        text,
        actions: [{ action: "connectFeedback", label: vscode.l10n.t("Connect Feedback…") }],
      };
    }
    case "no-key": {
      const text = vscode.l10n.t("To load reader feedback, Docwright needs an API key.");
      return { heading, text, actions: [{ action: "setKey", label: vscode.l10n.t("Set API Key…") }] };
    }
    case "loading":
      return { heading, text: vscode.l10n.t("Loading reader feedback…"), actions: [openButton] };
    case "failed":
      return { heading, text: vscode.l10n.t("Reader feedback couldn't be loaded."), actions: [openButton] };
    case "empty":
      return { heading, text: vscode.l10n.t("No reader feedback yet."), actions: [openButton] };
    case "entries":
      return { heading, ...createTotalsView(summary), actions: [openButton] };
  }
}

function createTotalsView({
  openCount,
  up,
  down,
  worstPages,
}: FeedbackTotals): Pick<SiteView["feedback"], "text" | "worstPages"> {
  const ratings = { up, down, openEntries: [] };
  const text = `${formatOpenCount(openCount)}. ${formatCounts(ratings)}`;
  if (worstPages.length === 0) return { text };
  return {
    text,
    worstPages: {
      columns: [vscode.l10n.t("Pages that need work"), vscode.l10n.t("Ratings"), vscode.l10n.t("Open comments")],
      rows: worstPages.map((page) => ({
        url: page.url.slice(0, maxPathLength),
        title: page.title.slice(0, maxNameLength),
        ratings: formatCountsAsSymbols({ ...page, openEntries: [] }),
        accessibleText: formatCounts({ ...page, openEntries: [] }),
        comments: formatNumber(page.openCount),
      })),
    },
  };
}

/**
 * Returns the overview as Markdown that users can share. It doesn't contain absolute paths, and text from the site is
 * escaped.
 */
export function formatOverview({ name, facts, pages, problems, coverage, feedback }: SiteView): string {
  const parts = [
    `# ${escapeText(name)}`,
    facts.map(escapeText).join(" · "),
    `## ${escapeText(problems.heading)}`,
    ...formatProblems(problems),
    `## ${escapeText(pages.heading)}`,
    pages.counts.map(({ count, label }) => `- ${escapeText(label)}: ${escapeText(count)}`).join("\n"),
    ...pages.tables.map(({ columns, rows }) =>
      formatTable(
        columns,
        rows.map((row) => [escapeText(row.name), escapeText(row.count)]),
        [1],
      ),
    ),
    `## ${escapeText(coverage.heading)}`,
    ...formatCoverage(coverage),
    `## ${escapeText(feedback.heading)}`,
    escapeText(feedback.text),
    ...formatFeedback(feedback),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function formatProblems({ rules, counts, columns, emptyText }: SiteView["problems"]): string[] {
  if (rules.length === 0) return [escapeText(emptyText)];
  const rows = rules.map(({ severityLabel, summary, code, count, locations, moreText }) => [
    escapeText(severityLabel),
    formatSummary(summary),
    formatCodeSpan(code),
    escapeText(count),
    [...locations.map(({ label }) => formatCodeSpan(label)), ...(moreText === "" ? [] : [escapeText(moreText)])].join(
      ", ",
    ),
  ]);
  const { severity, problem, rule, count, locations } = columns;
  return [
    counts.map(({ label }) => escapeText(label)).join(" · "),
    formatTable([severity, problem, rule, count, locations], rows, [3]),
  ];
}

function formatCoverage({ emptyText, columns, specifications, unfetchedSpecs }: SiteView["coverage"]): string[] {
  const rows = [
    ...specifications.map(({ path, text }) => [formatCodeSpan(path), escapeText(text)]),
    ...unfetchedSpecs.map(({ url, text }) => [formatCodeSpan(url), escapeText(text)]),
  ];
  return [escapeText(emptyText), ...(rows.length === 0 ? [] : [formatTable(columns, rows, [])])];
}

function formatFeedback({ worstPages }: SiteView["feedback"]): string[] {
  if (!worstPages) return [];
  const rows = worstPages.rows.map(({ title, url, ratings, comments }) => [
    `${escapeText(title)} (${formatCodeSpan(url)})`,
    escapeText(ratings),
    escapeText(comments),
  ]);
  return [formatTable(worstPages.columns, rows, [2])];
}

/** Returns a table. `rightAlignedColumns` contains the indexes of the columns that are right-aligned. */
function formatTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  rightAlignedColumns: readonly number[],
): string {
  const formatLine = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    formatLine(columns.map(escapeText)),
    formatLine(columns.map((_, index) => (rightAlignedColumns.includes(index) ? "---:" : "---"))),
    ...rows.map(formatLine),
  ].join("\n");
}

/** Returns the summary of a rule as Markdown, with names in backticks. */
function formatSummary(summary: string): string {
  const parts = toSingleLine(summary).split("`");
  if (parts.length % 2 === 0) return escapeText(summary);
  return parts.map((part, index) => (index % 2 === 1 ? formatCodeSpan(part) : escapeMarkdown(part))).join("");
}

/** Returns the text on one line. Escapes all characters that could be markup. */
function escapeText(text: string): string {
  return escapeMarkdown(toSingleLine(text));
}

function escapeMarkdown(text: string): string {
  const markupPattern = /[\\`*_[\]<>&|#~!@$]|:(?=\/\/)|(?<=www)\.|^[-+=]|^\d+(?=[.)])/gi;
  return text.replace(markupPattern, (character) => (/^\d/.test(character) ? `${character}\\` : `\\${character}`));
}

/**
 * Returns the text as inline code. Vertical bars are escaped, because they would end the table cell even in code. Text
 * in which a vertical bar follows a backslash can't be inline code, so it's escaped as text.
 */
function formatCodeSpan(text: string): string {
  const line = toSingleLine(text);
  if (line.includes("\\|")) return escapeMarkdown(line);
  const fence = "`".repeat(Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  const isPadded = line.startsWith("`") || line.endsWith("`");
  const paddedLine = isPadded ? ` ${line} ` : line;
  return `${fence}${paddedLine.replaceAll("|", "\\|")}${fence}`;
}

function toSingleLine(text: string): string {
  return toVisibleText(text).replace(/\s+/g, " ").trim();
}
