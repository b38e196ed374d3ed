import type { OperationModel, SpecModels } from "../../spec/model/operation-model.ts";
import type { SpecOutline } from "../../spec/spec-outline.ts";
import type { SiteEdit, SitePath, TextEdit } from "../../text/text-edit.ts";
import type { Difference, EndpointView } from "./endpoint-view.ts";
import type { ExtensionFields } from "./extension-text.ts";

/** What is to become of a page that describes an endpoint. */
export interface PageVerdict {
  readonly file: SitePath;
  readonly slug: string;
  /** As the frontmatter writes it: `openapi.json GET /users`. */
  readonly written: string;
  /** `GET /users`; absent where no specification has it. */
  readonly operation: string | undefined;
  readonly spec: SitePath | undefined;
  /**
   * `loss-free`: the page generated from the specification shows the same. `extension`: it does with what is written
   * into the specification. `keep`: the file stays.
   */
  readonly verdict: "loss-free" | "extension" | "keep";
  /** Why the file stays, in whole sentences. */
  readonly reasons: readonly string[];
  /** What the generated page would not show by itself. */
  readonly differences: readonly Difference[];
  /** The address of the generated page; the old one where that is kept. */
  readonly newSlug: string | undefined;
  /** What is written into the specification. */
  readonly extension: ExtensionFields | undefined;
  /** What readers find, before and after; absent for a page that stays. */
  readonly views: { readonly before: EndpointView; readonly after: EndpointView } | undefined;
}

/** A whole migration: what becomes of each page, and every edit that it takes. */
export interface Migration {
  readonly pages: readonly PageVerdict[];
  /** One for each file: specifications first, then docs.json and its parts, then pages, deletions last. */
  readonly edits: readonly SiteEdit[];
  /**
   * Which of the edits of texts serve pages that need an extension: without them and without deleting those pages
   * the others still make sense. All of them where the two kinds of pages cannot be told apart.
   */
  readonly extensionEdits: ReadonlySet<TextEdit>;
}

export interface MigrationOptions {
  /** Which pages are wanted; all without it. */
  readonly isWanted?: (file: SitePath) => boolean;
  /** Pages that leave out some of what the specification says are migrated too; readers then see more than before. */
  readonly acceptMore?: boolean;
}

/** What is known of an operation beyond its outline; undefined where nothing is. */
export type ModelOf = (
  spec: SpecOutline,
  operation: { readonly method: string; readonly path: string; readonly isWebhook: boolean },
) => { readonly operation: OperationModel; readonly models: SpecModels } | undefined;
