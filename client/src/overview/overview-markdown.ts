import type { SiteView } from "../../../webview/src/overview/overview-protocol.ts";
import { visible } from "../editor/plain-markdown.ts";

/** Returns the overview as Markdown, to share with others. Text from the site is escaped. Contains no absolute paths. */
export function overviewMarkdown({ name, facts, pages, problems, coverage, feedback }: SiteView): string {
  const parts = [
    `# ${escapeText(name)}`,
    facts.map(escapeText).join(" · "),
    `## ${escapeText(problems.heading)}`,
    ...problemParts(problems),
    `## ${escapeText(pages.heading)}`,
    pages.counts.map(({ count, label }) => `- ${escapeText(label)}: ${escapeText(count)}`).join("\n"),
    ...pages.tables.map(({ columns, rows }) =>
      table(
        columns,
        rows.map((row) => [escapeText(row.name), escapeText(row.count)]),
        [1],
      ),
    ),
    `## ${escapeText(coverage.heading)}`,
    ...coverageParts(coverage),
    `## ${escapeText(feedback.heading)}`,
    escapeText(feedback.text),
    ...feedbackParts(feedback),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function problemParts({ rules, counts, columns, empty }: SiteView["problems"]): string[] {
  if (rules.length === 0) return [escapeText(empty)];
  const rows = rules.map(({ severityLabel, summary, code, count, places, more }) => [
    escapeText(severityLabel),
    formatSummary(summary),
    codeSpan(code),
    escapeText(count),
    [...places.map(({ label }) => codeSpan(label)), ...(more === "" ? [] : [escapeText(more)])].join(", "),
  ]);
  const { severity, problem, rule, count, places } = columns;
  return [
    counts.map(({ label }) => escapeText(label)).join(" · "),
    table([severity, problem, rule, count, places], rows, [3]),
  ];
}

function coverageParts({ empty, columns, specifications, unfetched }: SiteView["coverage"]): string[] {
  const rows = [
    ...specifications.map(({ path, text }) => [codeSpan(path), escapeText(text)]),
    ...unfetched.map(({ url, text }) => [codeSpan(url), escapeText(text)]),
  ];
  return [escapeText(empty), ...(rows.length === 0 ? [] : [table(columns, rows, [])])];
}

function feedbackParts({ worst }: SiteView["feedback"]): string[] {
  if (!worst) return [];
  const rows = worst.rows.map(({ title, url, ratings, comments }) => [
    `${escapeText(title)} (${codeSpan(url)})`,
    escapeText(ratings),
    escapeText(comments),
  ]);
  return [table(worst.columns, rows, [2])];
}

/** Returns a table. `right` contains the indexes of the columns that are aligned to the right. */
function table(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(escapeText)),
    line(columns.map((_, at) => (right.includes(at) ? "---:" : "---"))),
    ...rows.map(line),
  ].join("\n");
}

/** Returns a rule's summary, in which names are in backticks. */
function formatSummary(summary: string): string {
  const parts = onOneLine(summary).split("`");
  if (parts.length % 2 === 0) return escapeText(summary);
  return parts.map((part, at) => (at % 2 === 1 ? codeSpan(part) : escapePart(part))).join("");
}

/** Returns the text on one line, with anything that could be markup escaped. */
function escapeText(text: string): string {
  return escapePart(onOneLine(text));
}

function escapePart(text: string): string {
  const markup = /[\\`*_[\]<>&|#~!@$]|:(?=\/\/)|(?<=www)\.|^[-+=]|^\d+(?=[.)])/gi;
  return text.replace(markup, (mark) => (/^\d/.test(mark) ? `${mark}\\` : `\\${mark}`));
}

/**
 * Returns the text as inline code. A vertical bar would end a table cell even in code, so it's escaped. After a
 * backslash, that isn't possible in code.
 */
function codeSpan(text: string): string {
  const line = onOneLine(text);
  if (line.includes("\\|")) return escapePart(line);
  const fence = "`".repeat(Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  const isPadded = line.startsWith("`") || line.endsWith("`");
  const inner = isPadded ? ` ${line} ` : line;
  return `${fence}${inner.replaceAll("|", "\\|")}${fence}`;
}

function onOneLine(text: string): string {
  return visible(text).replace(/\s+/g, " ").trim();
}
