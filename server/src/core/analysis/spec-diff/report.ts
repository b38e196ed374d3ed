import {
  type Finding,
  type RemovedLocation,
  formatAsCode,
  type NamedOperation,
  type OperationDifference,
  type PageDifference,
  type PageAppearance,
  type Section,
  type SpecDifference,
  type ChangeImpact,
  getPageImpact,
} from "./difference.ts";
import { formatList } from "../../text/phrase.ts";

/** The attributes of the changelog entry. */
export interface ChangelogHead {
  /** The date of the entry, such as `2026-11-21`. */
  readonly label: string;
  readonly description: string | undefined;
}

const sections: readonly (readonly [Section, string])[] = [
  ["added", "Added"],
  ["changed", "Changed"],
  ["deprecated", "Deprecated"],
  ["removed", "Removed"],
];

/**
 * Drafts a changelog entry in MDX for an author to edit. The entry lists new, changed, deprecated, and removed
 * operations with links to their current pages. Changes in wording are omitted, so the result is undefined if there are
 * no other changes.
 */
export function changelogDraft(
  { general, operations }: SpecDifference,
  { label, description }: ChangelogHead,
): string | undefined {
  const blocks = sections.flatMap(([section, heading]) => {
    const generalLines = general
      .filter((finding) => finding.section === section)
      .map(({ text }) => formatGeneralChange(text));
    const lines = [...generalLines, ...operations.flatMap((operation) => linesOf(operation, section))];
    return lines.length === 0 ? [] : [`  ## ${heading}`, lines.map((line) => `  - ${line}`).join("\n")];
  });
  if (blocks.length === 0) return undefined;
  const attributes = [
    `label=${attributeText(label)}`,
    ...(description === undefined ? [] : [`description=${attributeText(description)}`]),
  ];
  return `<Update ${attributes.join(" ")}>\n${blocks.join("\n\n")}\n</Update>\n`;
}

/** Formats a change that affects all operations as a sentence, such as "every operation is now available at …". */
export function formatGeneralChange(text: string): string {
  return text.replace(/^the operation /, "every operation ");
}

/**
 * Returns the lines for an operation: a single line for a new or removed operation; otherwise, one line for each change
 * on the operation's page.
 */
function linesOf({ kind, before, after, findings, pages }: OperationDifference, section: Section): string[] {
  const operation = after ?? before;
  if (!operation) return [];
  if (kind !== "changed") return kind === section ? [nameOf(operation, pages)] : [];
  const sectionFindings = findings.filter(
    (finding) => finding.section === section && (finding.weight !== "wording" || section === "deprecated"),
  );
  if (sectionFindings.length === 0) return [];
  const name = nameOf(operation, pages);
  const [only] = sectionFindings;
  if (sectionFindings.length === 1 && only) return [`${name}: ${only.text}`];
  return [`${name}:\n${sectionFindings.map(({ text }) => `    - ${text}`).join("\n")}`];
}

/** Formats an operation as a link to its page, such as `[List users](/api/list-users) (`GET /users`)`. */
function nameOf(operation: NamedOperation, [page]: readonly string[]): string {
  const { method, path, isWebhook, title } = operation;
  const call = formatAsCode(isWebhook ? path : `${method} ${path}`);
  const label = title === undefined || title.trim() === "" ? call : escapeChangelogText(title);
  const link = page === undefined ? label : `[${label}](/${encodeURI(page)})`;
  return label === call ? link : `${link} (${call})`;
}

/** Escapes text for MDX so that it contains no tags, expressions, links, or emphasis. */
export function escapeChangelogText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>{}|~$]/g, (character) => `\\${character}`);
}

function attributeText(text: string): string {
  const cleanText = text.replace(/\s+/g, " ").trim();
  return `"${cleanText.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}"`;
}

const impactMarks: Readonly<Record<ChangeImpact, string>> = {
  breaking: "**Breaking:** ",
  addition: "",
  wording: "Wording: ",
};

/**
 * Formats the difference as a Markdown report. `lineOf` returns a location's file and line, such as
 * `guides/start.mdx:12`.
 */
export function differenceReport(
  difference: SpecDifference,
  title: string,
  lineOf: (location: RemovedLocation) => string,
): string {
  const { general, operations, pages, lost, isPartial } = difference;
  const blocks = [
    `# ${escapeChangelogText(title)}`,
    general.length + operations.length + (pages?.length ?? 0) + lost.length === 0
      ? "No changes that readers of the docs would notice."
      : summarize(difference),
    ...(lost.length > 0
      ? [
          "## Broken on the site",
          formatBulletList(lost.map((location) => formatRemovedLocation(location, lineOf))),
        ]
      : []),
    ...(pages && pages.length > 0 ? ["## Pages", formatBulletList(pages.map(pageLine))] : []),
    ...(general.length > 0
      ? [
          "## All operations",
          formatBulletList(
            groupByImpact(general).map(({ weight, text }) => impactMarks[weight] + formatGeneralChange(text)),
          ),
        ]
      : []),
    ...operationBlocks(operations, "removed", "Removed operations"),
    ...operationBlocks(operations, "added", "Added operations"),
    ...operations.filter(({ kind }) => kind === "changed").flatMap(changedBlocks),
    ...(isPartial ? ["Some parts are too large to compare completely."] : []),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** Summarizes the difference in one line, such as "2 breaking changes, 3 additions, 1 wording change." */
export function summarize(difference: SpecDifference): string {
  const counts = countsOf(difference);
  const parts = (
    [
      ["breaking", "breaking change", "breaking changes"],
      ["addition", "addition", "additions"],
      ["wording", "wording change", "wording changes"],
    ] as const
  ).flatMap(([weight, one, many]) =>
    counts[weight] === 0 ? [] : [`${counts[weight]} ${counts[weight] === 1 ? one : many}`],
  );
  const { length } = difference.lost;
  const lostText =
    length === 0 ? "" : ` ${length} ${length === 1 ? "reference" : "references"} to fix on the site.`;
  return `${parts.length === 0 ? "No operations changed" : parts.join(", ")}.${lostText}`;
}

/** Counts the changes to operations and pages by impact. */
export function countsOf({
  general,
  operations,
  pages,
}: SpecDifference): Readonly<Record<ChangeImpact, number>> {
  const counts = { breaking: 0, addition: 0, wording: 0 };
  for (const { weight } of general) counts[weight]++;
  for (const { kind, findings } of operations)
    if (kind === "changed") for (const { weight } of findings) counts[weight]++;
    else counts[kind === "added" ? "addition" : "breaking"]++;
  for (const page of pages ?? []) if (page.kind === "changed") counts[getPageImpact(page)]++;
  return counts;
}

function operationBlocks(
  operations: readonly OperationDifference[],
  kind: "added" | "removed",
  heading: string,
): string[] {
  const matchingOperations = operations.filter((operation) => operation.kind === kind);
  if (matchingOperations.length === 0) return [];
  const lines = matchingOperations.flatMap(({ before, after }) => {
    const operation = after ?? before;
    return operation
      ? [`${impactMarks[kind === "removed" ? "breaking" : "addition"]}${callOf(operation)}`]
      : [];
  });
  return [`## ${heading}`, formatBulletList(lines)];
}

function changedBlocks({ after, findings, pages }: OperationDifference): string[] {
  if (!after) return [];
  const [page] = pages;
  const pageLines = page === undefined ? [] : [`On ${formatAsCode(`/${page}`)}.`];
  return [
    `## ${callOf(after)}`,
    ...pageLines,
    formatBulletList(groupByImpact(findings).map(({ weight, text }) => impactMarks[weight] + text)),
  ];
}

/** Sorts changes by their impact, with breaking changes first. */
export function groupByImpact(findings: readonly Finding[]): readonly Finding[] {
  const order: readonly ChangeImpact[] = ["breaking", "addition", "wording"];
  return order.flatMap((impact) => findings.filter((finding) => finding.weight === impact));
}

export function callOf({ method, path, isWebhook }: NamedOperation): string {
  return isWebhook ? `webhook ${formatAsCode(path)}` : formatAsCode(`${method} ${path}`);
}

function pageLine(page: PageDifference): string {
  return impactMarks[getPageImpact(page)] + formatPageChange(page);
}

/** Describes a change to a page, such as "`/api/users` moved to `/api/people`". */
export function formatPageChange({ kind, before, after }: PageDifference): string {
  const appearance = after ?? before;
  if (kind !== "changed" || !before || !after)
    return appearance
      ? `${formatAsCode(`/${appearance.slug}`)} ${kind === "added" ? "was added" : "was removed"}${inMenu(appearance, kind === "added" ? "to" : "from")}`
      : "";
  const changes = [
    ...(before.slug === after.slug ? [] : [`moved to ${formatAsCode(`/${after.slug}`)}`]),
    ...(before.title === after.title
      ? []
      : [`is now titled ${formatAsCode(after.title)} (was ${formatAsCode(before.title)})`]),
    ...(before.groups.join("\n") === after.groups.join("\n") ? [] : [formatRegrouping(before, after)]),
    ...(before.listed === after.listed
      ? []
      : [after.listed ? "is now in the navigation" : "is no longer in the navigation"]),
  ];
  return `${formatAsCode(`/${before.slug}`)} ${formatList("conjunction", changes, "en")}`;
}

function inMenu({ listed, groups }: PageAppearance, preposition: "to" | "from"): string {
  if (!listed) return " (not in the navigation)";
  return groups.length === 0 ? "" : ` ${preposition} ${formatAsCode(groups.join(" › "))}`;
}

function formatRegrouping(before: PageAppearance, after: PageAppearance): string {
  const [was, now] = [before, after].map(({ groups }) => formatAsCode(groups.join(" › ")));
  if (before.groups.length === 0) return `is now in ${now}`;
  return after.groups.length === 0 ? `is no longer in ${was}` : `is now in ${now} (was in ${was})`;
}

function formatRemovedLocation(
  location: RemovedLocation,
  lineOf: (place: RemovedLocation) => string,
): string {
  return `${formatAsCode(lineOf(location))}: ${formatRemovals(location)}`;
}

/**
 * Describes a location that no longer works, such as "the link `/api/users` no longer leads to a page (use
 * `/api/people`)".
 */
export function formatRemovals({ kind, text, becomes, instead }: RemovedLocation): string {
  const subject = {
    link: "the link",
    navigation: "the listed operation",
    frontmatter: "the page's operation",
  }[kind];
  const effectPhrase =
    kind === "link"
      ? becomes === "missing"
        ? "no longer leads to a page"
        : "now opens the page of a different operation"
      : "is no longer in the specification";
  const fix = instead === undefined ? "" : ` (use ${formatAsCode(instead)})`;
  return `${subject} ${formatAsCode(text)} ${effectPhrase}${fix}`;
}

function formatBulletList(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

/** Formats the difference as a Markdown document that includes a draft of a changelog entry for the author to copy. */
export function differenceDocument(
  difference: SpecDifference,
  title: string,
  head: ChangelogHead,
  lineOf: (location: RemovedLocation) => string,
): string {
  const report = differenceReport(difference, title, lineOf);
  const changelog = changelogDraft(difference, head);
  if (changelog === undefined) return report;
  return `${report}\n## Draft changelog entry\n\n\`\`\`mdx\n${changelog}\`\`\`\n`;
}
