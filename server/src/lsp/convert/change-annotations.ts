import type { ChangeAnnotation } from "vscode-languageserver/node";
import type { Migration } from "../../core/analysis/migration/plan-migration.ts";
import type { Site } from "../../core/site/site.ts";
import type { SiteEdit, TextEdit } from "../../core/text/text-edit.ts";
import { createMessage, type LocalizedMessage, createVerbatimMessage } from "../../core/text/message.ts";
import type { Session } from "../session/session.ts";

/** A group of changes that the user confirms or excludes together. */
export interface EditAnnotation {
  readonly label: LocalizedMessage;
  readonly description?: LocalizedMessage;
  readonly needsConfirmation: boolean;
}

/** Returns the annotations by ID in LSP format, in the client's language. */
export function localizeAnnotations(
  annotations: Readonly<Record<string, EditAnnotation>>,
  { messages: { formatMessage } }: Pick<Session, "messages">,
): Record<string, ChangeAnnotation> {
  return Object.fromEntries(
    Object.entries(annotations).map(([id, { label, description, needsConfirmation }]) => [
      id,
      {
        label: formatMessage(label),
        ...(description && { description: formatMessage(description) }),
        needsConfirmation,
      },
    ]),
  );
}

/**
 * Returns the annotation for redirects that are added when files are moved. The redirects are selected by default if
 * the site is published. If it isn't, they must be confirmed.
 */
export function createRedirectAnnotation(isPublished: boolean): EditAnnotation {
  return {
    label: createMessage("Add redirects"),
    description: createMessage("This changes page URLs. Redirects keep old links working."),
    needsConfirmation: !isPublished,
  };
}
/** The annotation for redirects that are offered when files are deleted. */
export const deletionRedirectAnnotation: EditAnnotation = {
  label: createMessage("Add redirects"),
  description: createMessage("Readers who follow old links are redirected to a nearby page."),
  needsConfirmation: true,
};
export const navigationRemovalAnnotation: EditAnnotation = {
  label: createMessage("Remove from navigation"),
  needsConfirmation: false,
};
export const relatedDeletionAnnotation: EditAnnotation = {
  label: createMessage("Delete files that only these files use"),
  description: createMessage("Nothing else on the site refers to these files."),
  needsConfirmation: true,
};
/** The annotation for copying the settings that are in mint.json but not in docs.json. */
export const settingsMigrationAnnotation: EditAnnotation = {
  label: createMessage("Copy settings"),
  description: createMessage("docs.json doesn't contain these settings yet, so readers will see a difference."),
  needsConfirmation: true,
};
export const oldFileDeletionAnnotation: EditAnnotation = {
  label: createMessage("Delete mint.json"),
  description: createMessage("The service ignores mint.json if there's a docs.json."),
  needsConfirmation: false,
};
/** The annotation for moving counterparts of the page in other languages and versions. */
export const counterpartMoveAnnotation: EditAnnotation = {
  label: createMessage("Other languages and versions"),
  description: createMessage("The corresponding page moves to the same location."),
  needsConfirmation: false,
};

/**
 * Returns the annotation for a rule's safe fixes. Users can exclude the fixes but don't have to confirm them.
 */
export function toFixAnnotation(code: string, summary: string): EditAnnotation {
  return {
    label: createVerbatimMessage(code),
    description: createVerbatimMessage(summary),
    needsConfirmation: false,
  };
}

export function createReadOnlyMessage(file: string): LocalizedMessage {
  return createMessage("{0} is read-only, so nothing was changed. Make it writable first.", file);
}

/** The groups of changes in a migration. Users can confirm each group separately. */
const migrationAnnotations = {
  config: {
    label: createMessage("List operations in docs.json"),
    description: createMessage("Operations replace pages, and redirects are added"),
  },
  links: {
    label: createMessage("Update links"),
    description: createMessage("Links to pages whose URLs change"),
  },
  pages: {
    label: createMessage("Delete pages"),
    description: createMessage("Generated pages show the same content"),
  },
  extensions: {
    label: createMessage("Pages that need an extension"),
    description: createMessage("The text of these pages moves to the specification, and operations replace the pages"),
  },
} as const;

/**
 * Returns the annotations for a migration by ID. Changes require confirmation if they need a specification extension or
 * if `isLosslessPartSafe` is false.
 */
export function createMigrationAnnotations(isLosslessPartSafe: boolean): Record<string, EditAnnotation> {
  return Object.fromEntries(
    Object.entries(migrationAnnotations).map(([id, annotation]) => [
      id,
      { ...annotation, needsConfirmation: !isLosslessPartSafe || id === "extensions" },
    ]),
  );
}

/** Returns the ID of the annotation for an edit in a migration. `textEdit` is undefined if the file is deleted. */
export function getAnnotationId(
  { kind, file }: SiteEdit,
  textEdit: TextEdit | undefined,
  { pages, extensionEdits }: Migration,
  { config }: Site,
): keyof typeof migrationAnnotations {
  if (kind === "delete" || !textEdit) {
    const page = pages.find((result) => result.file === file);
    return page?.outcome === "extension" ? "extensions" : "pages";
  }
  if (extensionEdits.has(textEdit)) return "extensions";
  return config.files.some(({ path }) => path === file) ? "config" : "links";
}
