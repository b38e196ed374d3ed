/**
 * Messages between the server and the client about the sites and the host. Each module in this folder contains the
 * messages for one feature that the Language Server Protocol doesn't provide. Each message contains the complete
 * current state.
 */
import { createNotification, createRequest0 } from "./message.ts";
import type { HintKind as InlayHintKind } from "../core/features/hover/inlay-hints.ts";
import type { DelegatableFeature } from "../core/features/completion/completion.ts";

export type { DelegatableFeature } from "../core/features/completion/completion.ts";
export type { HintKind as InlayHintKind } from "../core/features/hover/inlay-hints.ts";

/** The `initializationOptions` in the Language Server Protocol. */
export interface InitializationOptions {
  readonly profile?: "standard" | "mintlify" | "auto";
  readonly host?: HostOptions;
  /**
   * Whether the editor supports `docwright/siteStatus`. Clients that don't support this notification don't receive it.
   */
  readonly siteStatus?: boolean;
  /**
   * Whether the user trusts the workspace. If this is true, the server can query Git for the pages in the last commit.
   */
  readonly git?: boolean;
  /** Whether the editor has the command `docwright.openPlayground`. If it does, CodeLenses can use it. */
  readonly playground?: boolean;
  /** Whether the editor has the command `docwright.explain`. If it does, CodeLenses and hovers can use it. */
  readonly explain?: boolean;
  /**
   * Whether the editor has `docwright.renameHeading` and the other commands that prompt for input. If it does, code
   * actions can use these commands, and the server sends `docwright/referencesLeft`.
   */
  readonly refactoring?: boolean;
  /** Whether a CodeLens above a page shows where readers can find the page. The default is true. */
  readonly pageLens?: boolean;
  /** The kinds of inlay hints that are shown in docs.json. By default, all kinds are shown. */
  readonly inlayHints?: readonly InlayHintKind[];
  /**
   * Whether the user trusts the workspace. If this is true, the server can fetch specifications at the user's request,
   * but only from hosts that the user has allowed.
   */
  readonly network?: boolean;
}

/** The problems and features that the editor or its extensions already provide. Docwright doesn't duplicate them. */
export interface HostOptions {
  /** Whether the editor reports JSON syntax errors, comments, trailing commas, and duplicate keys in open files. */
  readonly jsonSyntax?: boolean;
  /** Whether the editor validates open files against the schema that they refer to (`remote`). */
  readonly jsonSchema?: "none" | "remote";
  /** The features on pages that are provided by another MDX extension and therefore not by Docwright. */
  readonly mdx?: readonly DelegatableFeature[];
}

/** Notifies the server that the problems reported by the host have changed, either for all documents or for one. */
export const hostDidChange = createNotification<HostChangedParams>("docwright/hostChanged");
export interface HostChangedParams {
  readonly uri?: string;
  readonly host: HostOptions;
}

/**
 * Notifies the client that a site's counts have changed. The notification is sent after the counts have been stable for
 * a moment.
 */
export const siteStatus = createNotification<SitesStatus>("docwright/siteStatus");
export interface SitesStatus {
  readonly sites: readonly SiteStatus[];
}
export interface SiteStatus {
  /** The URI of the folder that contains docs.json. */
  readonly root: string;
  /** The `name` in docs.json or, if it isn't set, the folder's name. */
  readonly name: string;
  readonly profile: "standard" | "mintlify";
  readonly pageCount: number;
  readonly specCount: number;
  readonly operationCount: number;
  readonly counts: ProblemCounts;
  /** Whether the site has or uses a specification, or a page has a frontmatter field for an operation. */
  readonly hasApi: boolean;
  /** The number of remote specifications that the site uses, whether or not they've been fetched. */
  readonly remoteSpecCount: number;
  /** The number of local copies of remote specifications that are older than one day. */
  readonly staleCopyCount: number;
  readonly isScanning: boolean;
  /** The number of full scans of the site since the server started. */
  readonly scanCount: number;
}
export interface ProblemCounts {
  readonly error: number;
  readonly warning: number;
  readonly information: number;
  readonly hint: number;
}

/** Returns the status of each site. */
export const listSites = createRequest0<SiteStatus[]>("docwright/sites");

/** The same type as `Range` in the Language Server Protocol. */
export interface LspRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}
