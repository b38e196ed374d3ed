import type { ChangeAnnotation } from "vscode-languageserver/node";
import type { Migration } from "../../core/analysis/migration/plan-migration.ts";
import type { Site } from "../../core/site/site.ts";
import type { SiteEdit, TextEdit } from "../../core/text/text-edit.ts";

/** What a person agrees to beside a move. */
export const redirectsAdded: ChangeAnnotation = {
  label: "Add redirects",
  description: "Pages get other addresses by this. Redirects keep old links to them working.",
  needsConfirmation: true,
};
/** And beside files that go. */
export const redirectsLeft: ChangeAnnotation = {
  label: "Add redirects",
  description: "Readers of old links come to a page beside it.",
  needsConfirmation: true,
};
export const listingRemoved: ChangeAnnotation = {
  label: "Take out of the navigation",
  needsConfirmation: false,
};
export const deletedToo: ChangeAnnotation = {
  label: "Delete what only these used",
  description: "Nothing else in the site names them.",
  needsConfirmation: true,
};
/** What a mint.json says that docs.json does not. */
export const settingsTaken: ChangeAnnotation = {
  label: "Take over settings",
  description: "docs.json says nothing of them yet, so readers will see a difference.",
  needsConfirmation: true,
};
export const oldFileDeleted: ChangeAnnotation = {
  label: "Delete mint.json",
  description: "The service does not read it beside docs.json.",
  needsConfirmation: false,
};
/** The page in other languages and versions. */
export const counterpartsMoved: ChangeAnnotation = {
  label: "Other languages and versions",
  description: "The same page there goes to the same place.",
  needsConfirmation: false,
};

export function formatLocked(file: string): string {
  return `${file} may not be written, so nothing was changed. Make it writable first.`;
}

/** What a person can agree to or not, one by one. */
const parts = {
  config: { label: "List operations in docs.json", description: "In place of pages, with redirects" },
  links: { label: "Update links", description: "To addresses that change" },
  pages: { label: "Delete pages", description: "Generated pages show the same" },
  extensions: {
    label: "Pages that need an extension",
    description: "Their words go to the specification, operations take their places",
  },
} as const;

/** As the protocol has them. What needs no extension is agreed to already where that is safe; the rest asks. */
export function annotations(isPartSafe: boolean): Record<string, ChangeAnnotation> {
  return Object.fromEntries(
    Object.entries(parts).map(([id, words]) => [
      id,
      { ...words, needsConfirmation: !isPartSafe || id === "extensions" },
    ]),
  );
}

/** What an edit of the migration belongs to; `one` is that of a text, absent for a deletion. */
export function annotationOf(
  { kind, file }: SiteEdit,
  one: TextEdit | undefined,
  { pages, extensionEdits }: Migration,
  { config }: Site,
): keyof typeof parts {
  if (kind === "delete" || !one) {
    const page = pages.find((result) => result.file === file);
    return page?.verdict === "extension" ? "extensions" : "pages";
  }
  if (extensionEdits.has(one)) return "extensions";
  return config.files.some(({ path }) => path === file) ? "config" : "links";
}
