import type { ChangeAnnotation } from "vscode-languageserver/node";
import type { SiteEdit } from "../core/text/text-edit.ts";
import type { LiveSite } from "../workspace/live-site.ts";

/** What a person can agree to or not, one by one. */
const parts = {
  specifications: {
    label: "Extend the specifications",
    description: "What pages say and specifications do not",
  },
  config: { label: "List operations in docs.json", description: "In place of pages, with redirects" },
  links: { label: "Update links", description: "To addresses that change" },
  pages: { label: "Delete pages", description: "Their operations make them" },
} as const;

/** As the protocol has them; each asks. */
export const annotations: Readonly<Record<string, ChangeAnnotation>> = Object.fromEntries(
  Object.entries(parts).map(([id, words]) => [id, { ...words, needsConfirmation: true }]),
);

/** What an edit of the migration belongs to. */
export function annotationOf({ kind, file }: SiteEdit, { current }: LiveSite): keyof typeof parts {
  if (kind === "delete") return "pages";
  if (current?.site.specs.has(file)) return "specifications";
  return current?.site.config.files.some(({ path }) => path === file) ? "config" : "links";
}
