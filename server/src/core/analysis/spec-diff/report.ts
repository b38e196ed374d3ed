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

const sectionHeadings: readonly (readonly [Section, string])[] = [
  ["added", "Added"],
  ["changed", "Changed"],
  ["deprecated", "Deprecated"],
  ["removed", "Removed"],
];

/**
 * Drafts a changelog entry in MDX for an author to edit. The entry lists new, changed, deprecated, and removed
 * operations with links to their current pages. Changes in wording, except for deprecations, are omitted, so the result
 * is undefined if there are no other changes.
 */
export function createChangelog(
  { general, operations }: SpecDifference,
  { label, description }: ChangelogHead,
): string | undefined {
  const blocks = sectionHeadings.flatMap(([section, heading]) => {
    const generalLines = general
      .filter((finding) => finding.section === section)
      .map(({ text }) => formatGeneralChange(text));
    const lines = [...generalLines, ...operations.flatMap((operation) => formatOperationLines(operation, section))];
    return lines.length === 0 ? [] : [`  ## ${heading}`, lines.map((line) => `  - ${line}`).join("\n")];
  });
  if (blocks.length === 0) return undefined;
  const attributes = [
    `label=${formatAttribute(label)}`,
    ...(description === undefined ? [] : [`description=${formatAttribute(description)}`]),
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
function formatOperationLines(
  { kind, before, after, findings, pages }: OperationDifference,
  section: Section,
): string[] {
  const operation = after ?? before;
  if (!operation) return [];
  if (kind !== "changed") return kind === section ? [formatOperation(operation, pages)] : [];
  const sectionFindings = findings.filter(
    (finding) => finding.section === section && (finding.weight !== "wording" || section === "deprecated"),
  );
  if (sectionFindings.length === 0) return [];
  const name = formatOperation(operation, pages);
  const [onlyFinding] = sectionFindings;
  if (sectionFindings.length === 1 && onlyFinding) return [`${name}: ${onlyFinding.text}`];
  return [`${name}:\n${sectionFindings.map(({ text }) => `    - ${text}`).join("\n")}`];
}

/** Formats an operation as a link to its page, such as `[List users](/api/list-users) (`GET /users`)`. */
function formatOperation(operation: NamedOperation, [page]: readonly string[]): string {
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

function formatAttribute(text: string): string {
  const cleanText = text.replace(/\s+/g, " ").trim();
  return `"${cleanText.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}"`;
}

const impactSymbols: Readonly<Record<ChangeImpact, string>> = {
  breaking: "**Breaking:** ",
  addition: "",
  wording: "Wording: ",
};

/**
 * Formats the difference as a Markdown report. `formatLocation` returns a location's file and line, such as
 * `guides/start.mdx:12`.
 */
export function formatReport(
  difference: SpecDifference,
  title: string,
  formatLocation: (location: RemovedLocation) => string,
): string {
  const { general, operations, pages, removedLocations, isPartial } = difference;
  const blocks = [
    `# ${escapeChangelogText(title)}`,
    general.length + operations.length + (pages?.length ?? 0) + removedLocations.length === 0
      ? "No changes that readers of the docs would notice."
      : summarize(difference),
    ...(removedLocations.length > 0
      ? [
          "## Broken on the site",
          formatBulletList(removedLocations.map((location) => formatRemovedLocation(location, formatLocation))),
        ]
      : []),
    ...(pages && pages.length > 0 ? ["## Pages", formatBulletList(pages.map(formatPageLine))] : []),
    ...(general.length > 0
      ? [
          "## All operations",
          formatBulletList(
            sortByImpact(general).map(({ weight, text }) => impactSymbols[weight] + formatGeneralChange(text)),
          ),
        ]
      : []),
    ...createOperationBlocks(operations, "removed", "Removed operations"),
    ...createOperationBlocks(operations, "added", "Added operations"),
    ...operations.filter(({ kind }) => kind === "changed").flatMap(createChangedBlocks),
    ...(isPartial ? ["Some parts are too large to compare completely."] : []),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** Summarizes the difference in one line, such as "2 breaking changes, 3 additions, 1 wording change." */
export function summarize(difference: SpecDifference): string {
  const counts = countChanges(difference);
  const countPhrases = (
    [
      ["breaking", "breaking change", "breaking changes"],
      ["addition", "addition", "additions"],
      ["wording", "wording change", "wording changes"],
    ] as const
  ).flatMap(([impact, singularLabel, pluralLabel]) =>
    counts[impact] === 0 ? [] : [`${counts[impact]} ${counts[impact] === 1 ? singularLabel : pluralLabel}`],
  );
  const { length } = difference.removedLocations;
  const removalText = length === 0 ? "" : ` ${length} ${length === 1 ? "reference" : "references"} to fix on the site.`;
  return `${countPhrases.length === 0 ? "No operations changed" : countPhrases.join(", ")}.${removalText}`;
}

/** Counts the changes to operations and pages by impact. */
export function countChanges({ general, operations, pages }: SpecDifference): Readonly<Record<ChangeImpact, number>> {
  const counts = { breaking: 0, addition: 0, wording: 0 };
  for (const { weight } of general) counts[weight]++;
  for (const { kind, findings } of operations)
    if (kind === "changed") for (const { weight } of findings) counts[weight]++;
    else counts[kind === "added" ? "addition" : "breaking"]++;
  for (const page of pages ?? []) if (page.kind === "changed") counts[getPageImpact(page)]++;
  return counts;
}

function createOperationBlocks(
  operations: readonly OperationDifference[],
  kind: "added" | "removed",
  heading: string,
): string[] {
  const matchingOperations = operations.filter((operation) => operation.kind === kind);
  if (matchingOperations.length === 0) return [];
  const lines = matchingOperations.flatMap(({ before, after }) => {
    const operation = after ?? before;
    return operation ? [`${impactSymbols[kind === "removed" ? "breaking" : "addition"]}${formatCall(operation)}`] : [];
  });
  return [`## ${heading}`, formatBulletList(lines)];
}

function createChangedBlocks({ after, findings, pages }: OperationDifference): string[] {
  if (!after) return [];
  const [page] = pages;
  const pageLines = page === undefined ? [] : [`On ${formatAsCode(`/${page}`)}.`];
  return [
    `## ${formatCall(after)}`,
    ...pageLines,
    formatBulletList(sortByImpact(findings).map(({ weight, text }) => impactSymbols[weight] + text)),
  ];
}

/** Sorts changes by their impact, with breaking changes first. */
export function sortByImpact(findings: readonly Finding[]): readonly Finding[] {
  const impactOrder: readonly ChangeImpact[] = ["breaking", "addition", "wording"];
  return impactOrder.flatMap((impact) => findings.filter((finding) => finding.weight === impact));
}

export function formatCall({ method, path, isWebhook }: NamedOperation): string {
  return isWebhook ? `webhook ${formatAsCode(path)}` : formatAsCode(`${method} ${path}`);
}

function formatPageLine(page: PageDifference): string {
  return impactSymbols[getPageImpact(page)] + formatPageChange(page);
}

/** Describes a change to a page, such as "`/api/users` moved to `/api/people`". */
export function formatPageChange({ kind, before, after }: PageDifference): string {
  const appearance = after ?? before;
  if (kind !== "changed" || !before || !after)
    return appearance
      ? `${formatAsCode(`/${appearance.slug}`)} ${kind === "added" ? "was added" : "was removed"}${formatNavigation(appearance, kind === "added" ? "to" : "from")}`
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

function formatNavigation({ listed, groups }: PageAppearance, preposition: "to" | "from"): string {
  if (!listed) return " (not in the navigation)";
  return groups.length === 0 ? "" : ` ${preposition} ${formatAsCode(groups.join(" › "))}`;
}

function formatRegrouping(oldPage: PageAppearance, newPage: PageAppearance): string {
  const [oldGroups, newGroups] = [oldPage, newPage].map(({ groups }) => formatAsCode(groups.join(" › ")));
  if (oldPage.groups.length === 0) return `is now in ${newGroups}`;
  return newPage.groups.length === 0 ? `is no longer in ${oldGroups}` : `is now in ${newGroups} (was in ${oldGroups})`;
}

function formatRemovedLocation(
  location: RemovedLocation,
  formatLocation: (removal: RemovedLocation) => string,
): string {
  return `${formatAsCode(formatLocation(location))}: ${formatRemoval(location)}`;
}

/**
 * Describes a location that no longer works, such as "the link `/api/users` no longer leads to a page (use
 * `/api/people`)".
 */
export function formatRemoval({ kind, text, outcome, replacement }: RemovedLocation): string {
  const subject = {
    link: "the link",
    navigation: "the listed operation",
    frontmatter: "the page's operation",
  }[kind];
  const effectPhrase =
    kind === "link"
      ? outcome === "missing"
        ? "no longer leads to a page"
        : "now opens the page of a different operation"
      : "is no longer in the specification";
  const fix = replacement === undefined ? "" : ` (use ${formatAsCode(replacement)})`;
  return `${subject} ${formatAsCode(text)} ${effectPhrase}${fix}`;
}

function formatBulletList(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

/** Formats the difference as a Markdown document that includes a draft of a changelog entry for the author to copy. */
export function formatReportWithChangelog(
  difference: SpecDifference,
  title: string,
  head: ChangelogHead,
  formatLocation: (location: RemovedLocation) => string,
): string {
  const report = formatReport(difference, title, formatLocation);
  const changelog = createChangelog(difference, head);
  if (changelog === undefined) return report;
  return `${report}\n## Draft changelog entry\n\n\`\`\`mdx\n${changelog}\`\`\`\n`;
}
