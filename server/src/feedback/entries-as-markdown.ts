import type { ExportedEntry } from "./export-entries.ts";
import { visibleText } from "./view/visible-text.ts";

const ratingWords = { up: "▲ helpful", down: "▼ not helpful", none: "no rating" } as const;

/** Entries for reading, by page. What readers wrote stands in fences, so that nothing of it is taken for Markdown. */
export function markdownOf(entries: readonly ExportedEntry[]): string {
  const pages = new Map<string, ExportedEntry[]>();
  for (const entry of entries) {
    const key = entry.url ?? `?${entry.path}`;
    const page = pages.get(key);
    if (page) page.push(entry);
    else pages.set(key, [entry]);
  }
  const parts = [...pages.values()].map((page) => {
    const [first] = page;
    const path = first?.url ?? first?.path ?? "";
    return [`## ${escaped(first?.page ?? path)}`, escaped(path), ...page.map(entryPart)].join("\n\n");
  });
  return `${["# Reader feedback", ...parts].join("\n\n")}\n`;
}

function entryPart(entry: ExportedEntry): string {
  const { createdAt, rating, source, status, contact, triage, assigned } = entry;
  const facts = [
    ratingWords[rating],
    createdAt?.replace(/T.*$/, ""),
    source,
    status,
    contact,
    triage && `marked ${triage} here`,
    assigned !== undefined ? `assigned to ${assigned}` : undefined,
  ];
  const line = facts.filter((fact) => fact !== undefined).map(escaped);
  return [
    `- ${line.join(" · ")}`,
    ...(entry.comment !== undefined ? [fenced(entry.comment, "text")] : []),
    ...(entry.code !== undefined ? [fenced(entry.code, "text")] : []),
    ...(entry.note !== undefined ? [`Note: ${escaped(entry.note)}`] : []),
  ]
    .map((part, i) => (i === 0 ? part : indented(part)))
    .join("\n\n");
}

/** One line in which nothing is markup. */
function escaped(text: string): string {
  return visibleText(text)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, "\\$&");
}

/** A block of code whose fence is longer than any in it. */
function fenced(text: string, lang: string): string {
  const visible = visibleText(text);
  const longest = Math.max(2, ...(visible.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${lang}\n${visible}\n${fence}`;
}

/** Below an item of a list. */
function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}
