import type { ChangeAnnotation } from "vscode-languageserver/node";
import type { Migration } from "../../core/analysis/migration/plan-migration.ts";
import type { Site } from "../../core/site/site.ts";
import type { SiteEdit, TextEdit } from "../../core/text/text-edit.ts";
import { createMessage, type LocalizedMessage } from "../../core/text/message.ts";

/**
 * Redirects that are added along with a move. For a published site, users don't have to confirm them but can leave them
 * out.
 */
export function redirectsAdded(isPublished: boolean): ChangeAnnotation {
  return {
    label: "Add redirects",
    description: "This changes page URLs. Redirects keep old links working.",
    needsConfirmation: !isPublished,
  };
}
/** Redirects that users can confirm along with a deletion. */
export const redirectsLeft: ChangeAnnotation = {
  label: "Add redirects",
  description: "Readers who follow old links see a nearby page.",
  needsConfirmation: true,
};
export const listingRemoved: ChangeAnnotation = {
  label: "Remove from navigation",
  needsConfirmation: false,
};
export const deletedToo: ChangeAnnotation = {
  label: "Delete files that only these files use",
  description: "Nothing else on the site refers to them.",
  needsConfirmation: true,
};
/** Settings in mint.json that docs.json doesn't have. */
export const settingsTaken: ChangeAnnotation = {
  label: "Copy settings",
  description: "docs.json doesn't set them yet, so readers will see a difference.",
  needsConfirmation: true,
};
export const oldFileDeleted: ChangeAnnotation = {
  label: "Delete mint.json",
  description: "The service ignores it if there's a docs.json.",
  needsConfirmation: false,
};
/** Counterparts of the page in other languages and versions. */
export const counterpartsMoved: ChangeAnnotation = {
  label: "Other languages and versions",
  description: "The corresponding page moves to the same location.",
  needsConfirmation: false,
};

/** Returns the annotation for a rule's safe fixes. Users can leave them out but don't have to confirm them. */
export function toFixAnnotation(code: string, summary: string): ChangeAnnotation {
  return { label: code, description: summary, needsConfirmation: false };
}

export function explainLocked(file: string): LocalizedMessage {
  return createMessage("{0} is read-only, so nothing was changed. Make it writable first.", file);
}

/** The groups of changes that users can confirm separately. */
const parts = {
  config: { label: "List operations in docs.json", description: "Instead of pages, with redirects" },
  links: { label: "Update links", description: "To URLs that change" },
  pages: { label: "Delete pages", description: "Generated pages show the same content" },
  extensions: {
    label: "Pages that need an extension",
    description: "Their text moves to the specification, and operations replace them",
  },
} as const;

/**
 * Returns the annotations in LSP form. Changes that don't need the extension are preconfirmed if they're safe. The
 * others need confirmation.
 */
export function annotations(isPartSafe: boolean): Record<string, ChangeAnnotation> {
  return Object.fromEntries(
    Object.entries(parts).map(([id, words]) => [
      id,
      { ...words, needsConfirmation: !isPartSafe || id === "extensions" },
    ]),
  );
}

/** Returns the annotation for a migration edit. `one` is the text edit, or undefined for a deletion. */
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
