import type { NamedOperation, OperationDifference, Section, SpecDifference } from "./difference.ts";
import { nameAsCode } from "./name-as-code.ts";

/** What stands in the head of the entry. */
export interface ChangelogHead {
  /** `2026-11-21`. */
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
 * An entry for the site's changelog as MDX, for an author to go over: what is new, changed, deprecated and gone, with
 * links to the pages as they are now. What is only said in other words is left out. Undefined where that leaves nothing.
 */
export function changelogDraft(
  { general, operations }: SpecDifference,
  { label, description }: ChangelogHead,
): string | undefined {
  const blocks = sections.flatMap(([section, heading]) => {
    const ofAll = general
      .filter((finding) => finding.section === section)
      .map(({ text }) => generalWords(text));
    const lines = [...ofAll, ...operations.flatMap((operation) => linesOf(operation, section))];
    return lines.length === 0 ? [] : [`  ## ${heading}`, lines.map((line) => `  - ${line}`).join("\n")];
  });
  if (blocks.length === 0) return undefined;
  const attributes = [
    `label=${attributeText(label)}`,
    ...(description === undefined ? [] : [`description=${attributeText(description)}`]),
  ];
  return `<Update ${attributes.join(" ")}>\n${blocks.join("\n\n")}\n</Update>\n`;
}

/** "every operation has the server …" */
export function generalWords(text: string): string {
  return text.replace(/^the operation /, "every operation ");
}

/** A line for the operation itself, or one for each thing on its page. */
function linesOf({ kind, before, after, findings, pages }: OperationDifference, section: Section): string[] {
  const operation = after ?? before;
  if (!operation) return [];
  if (kind !== "changed") return kind === section ? [nameOf(operation, pages)] : [];
  const own = findings.filter(
    (finding) => finding.section === section && (finding.weight !== "wording" || section === "deprecated"),
  );
  if (own.length === 0) return [];
  const name = nameOf(operation, pages);
  const [only] = own;
  if (own.length === 1 && only) return [`${name}: ${only.text}`];
  return [`${name}:\n${own.map(({ text }) => `    - ${text}`).join("\n")}`];
}

/** `[List users](/api/list-users) (`GET /users`)`. */
function nameOf(operation: NamedOperation, [page]: readonly string[]): string {
  const { method, path, isWebhook, title } = operation;
  const call = nameAsCode(isWebhook ? path : `${method} ${path}`);
  const words = title === undefined || title.trim() === "" ? call : plainText(title);
  const link = page === undefined ? words : `[${words}](/${encodeURI(page)})`;
  return words === call ? link : `${link} (${call})`;
}

/** Text in MDX that is text: no tag, expression, link or emphasis. */
export function plainText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>{}|~$]/g, (character) => `\\${character}`);
}

function attributeText(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  return `"${plain.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}"`;
}
