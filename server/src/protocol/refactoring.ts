/** Messages for edits of a site: edits that rename or delete parts of it, and edits while the author types. */
import type { Location, Position, WorkspaceEdit } from "vscode-languageserver-protocol";
import { createNotification, createRequest, createRequest0 } from "./message.ts";

/** An edit that hasn't been applied yet, or a sentence that explains why there isn't one. */
export type PlannedEdit =
  | {
      readonly ok: true;
      readonly edit: WorkspaceEdit;
      /** Redirects that the author must add manually because docs.json has errors. */
      readonly manualRedirects?: readonly PlannedRedirect[];
    }
  | { readonly ok: false; readonly reason: string };

export interface PlannedRedirect {
  readonly source: string;
  readonly destination: string;
}

/**
 * Returns the edit that changes the text of a heading and preserves its anchor by writing the anchor after the heading.
 * The server doesn't write any files. The code action that renames a heading passes `HeadingToRename` to the editor's
 * command `docwright.renameHeading`.
 */
export const renameHeading = createRequest<RenameHeadingParams, PlannedEdit>("docwright/renameHeading");
export interface RenameHeadingParams {
  readonly uri: string;
  /** A position in the heading's text. */
  readonly position: Position;
  readonly newName: string;
}
export interface HeadingToRename extends Omit<RenameHeadingParams, "newName"> {
  readonly name: string;
}

/**
 * Returns the edit that changes the title of a page in the navigation. The title is changed in the file that defines
 * it: the page itself or, for a page generated from an operation, the specification. The server doesn't write any
 * files.
 */
export const renameRow = createRequest<RenameRowParams, PlannedEdit>("docwright/renameRow");
export interface RenameRowParams {
  /** The URI of the folder that contains docs.json. */
  readonly root: string;
  /** The slug of the navigation row, such as `guides/start`. */
  readonly slug: string;
  readonly title: string;
}

/** Returns the files that readers never see, for each site. */
export const unusedFiles = createRequest0<UnusedFiles[]>("docwright/unusedFiles");
export interface UnusedFiles {
  /** The URI of the folder that contains docs.json. */
  readonly root: string;
  readonly name: string;
  /** The files, sorted by path. */
  readonly files: readonly {
    /** The path relative to the root. */
    readonly path: string;
    readonly uri: string;
    /** The kind of file. `page` means that the page is published but nothing links to it. */
    readonly kind: "media" | "snippet" | "page";
    /** Whether other unused files refer to the file. */
    readonly isReferenced: boolean;
    readonly bytes: number;
  }[];
}

/**
 * Returns the edit that deletes files in a site and removes references to them from the navigation. Adding redirects
 * and deleting files that are used only by the deleted files require the author's confirmation. The server doesn't
 * write any files.
 */
export const deleteFiles = createRequest<DeleteSiteFilesParams, PlannedEdit>("docwright/deleteFiles");
export interface DeleteSiteFilesParams {
  readonly root: string;
  /** The paths relative to the root. */
  readonly files: readonly string[];
}

// The following messages are for moving files in a site.

/**
 * Returns the edit that moves a page, a folder, or a file in a site and updates all references to it. The server
 * doesn't write any files.
 */
export const moveFiles = createRequest<MoveFilesParams, MovedFilesEdit>("docwright/moveFiles");
export interface MoveFilesParams {
  /** The URI of a file or folder in a site. */
  readonly uri: string;
  /**
   * The new path relative to the site's root, such as `guides/first-steps`. For a page, the file extension can be
   * omitted.
   */
  readonly to: string;
  /** Whether to also move the page's counterparts in other languages and versions. */
  readonly movesCounterparts: boolean;
  /** How redirects are handled. The default is `add` if the site is published and `confirm` if it isn't. */
  readonly redirects?: RedirectChoice;
}
/**
 * `add` means that redirects are selected. `confirm` means that the editor shows all edits first, and the author
 * selects the redirects. `omit` means that no redirects are added.
 */
export type RedirectChoice = "add" | "confirm" | "omit";
export type MovedFilesEdit =
  | {
      readonly ok: true;
      readonly edit: WorkspaceEdit;
      /** The redirects from the old paths of pages. */
      readonly redirects: readonly PlannedRedirect[];
      /**
       * Redirects that the author must add manually because docs.json has errors. If there are any, `redirects` is
       * empty.
       */
      readonly manualRedirects: readonly PlannedRedirect[];
      /** The references that must be updated manually, at their locations after the move. At most 1,000. */
      readonly remainingLocations: readonly Location[];
      /** The number of all references that must be updated manually. */
      readonly remainingCount: number;
      /** Whether the site appears to be published. */
      readonly isPublished: boolean;
    }
  /** A sentence that explains why the files can't be moved. */
  | { readonly ok: false; readonly reason: string };

/**
 * Returns the edit that adds the redirects that are still missing after a move. A redirect is omitted if its source is
 * already redirected or is the path of a page. The server doesn't write any files.
 */
export const addRedirects = createRequest<AddRedirectsParams, PlannedRedirects>("docwright/addRedirects");
export interface AddRedirectsParams {
  /** The URI of the folder that contains docs.json. */
  readonly root: string;
  readonly redirects: readonly PlannedRedirect[];
}
export type PlannedRedirects =
  | {
      readonly ok: true;
      /** Undefined if no redirects are missing. */
      readonly edit?: WorkspaceEdit;
      /** The redirects that the edit adds. */
      readonly redirects: readonly PlannedRedirect[];
    }
  /** A sentence that explains why the redirects can't be added. */
  | { readonly ok: false; readonly reason: string };

/**
 * Returns, for each site, the files that were moved outside the editor since the last commit, and the edit that updates
 * all references to them. Sites without such files are omitted. Requires `git`.
 */
export const movesToRepair = createRequest0<MovesToRepair[]>("docwright/movesToRepair");
export interface MovesToRepair {
  /** The URI of the folder that contains docs.json. */
  readonly root: string;
  readonly name: string;
  /** The moves, with paths relative to the root. */
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  readonly edit?: WorkspaceEdit;
  /** Redirects that the author must add manually because docs.json has errors. */
  readonly manualRedirects?: readonly PlannedRedirect[];
  /** The references that must be updated manually, at their locations after the edit. At most 1,000. */
  readonly remainingLocations?: readonly Location[];
  /** The number of all references that must be updated manually. */
  readonly remainingCount?: number;
  /** A sentence that explains why there isn't an edit. */
  readonly reason?: string;
}

/**
 * Notifies the client that the edit for a move or rename that it has requested by another method doesn't update all
 * references. Only clients with `refactoring` in their `InitializationOptions` receive this notification.
 */
export const remainingReferences = createNotification<RemainingReferences>("docwright/referencesLeft");
export interface RemainingReferences {
  /** The references that must be updated manually, at their locations after the move. At most 1,000. */
  readonly remainingLocations: readonly Location[];
  /** The number of all references that must be updated manually. */
  readonly remainingCount: number;
}

// The following messages are for edits that migrate a site from an older format.

/**
 * Returns, for each site, the endpoint pages that can be generated from specifications instead, and the edit that
 * replaces them.
 */
export const migrateEndpointPages = createRequest0<EndpointMigration[]>("docwright/migrateEndpointPages");
export interface EndpointMigration {
  /** The URI of the folder that contains docs.json. */
  readonly root: string;
  readonly name: string;
  readonly pages: readonly MigratedPage[];
  /** Problems that the edit would introduce. */
  readonly newProblems: readonly NewProblem[];
  /**
   * Whether the edits for pages that can be migrated without losses are selected by default, because these edits don't
   * cause problems on their own.
   */
  readonly isSafePartSelected: boolean;
  /**
   * An edit with annotations, some of which require confirmation. Absent if there's nothing to migrate or if the client
   * doesn't support such an edit.
   */
  readonly edit?: WorkspaceEdit;
}
export interface NewProblem {
  readonly path: string;
  /** The line number, starting at 1. */
  readonly line: number;
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly code: string;
  readonly message: string;
}
export interface MigratedPage {
  readonly path: string;
  /** The operation, such as `GET /users`. */
  readonly operation: string;
  readonly result: "loss-free" | "extension" | "keep";
  /** Sentences that explain why the page isn't replaced. */
  readonly reasons: readonly string[];
  /** Descriptions of content that readers would miss unless it's added to the specification. */
  readonly differences: readonly string[];
  readonly url: string;
  readonly newUrl?: string;
}

/**
 * Returns the edit that replaces mint.json with a docs.json that has the same settings. If a docs.json already exists,
 * the edit copies only the settings that are missing from it, and only if the author agrees. The server doesn't write
 * any files.
 */
export const upgradeSettings = createRequest<UpgradeSettingsParams, UpgradeSettingsResult>("docwright/upgradeSettings");
export interface UpgradeSettingsParams {
  /** The URI of mint.json. */
  readonly uri: string;
}
export type UpgradeSettingsResult =
  | {
      readonly ok: true;
      readonly edit: WorkspaceEdit;
      /** Whether docs.json doesn't exist yet. */
      readonly isNew: boolean;
      /** The top-level settings that are migrated. */
      readonly migratedSettings: readonly string[];
      /** The settings that aren't migrated, as paths in mint.json with reasons. */
      readonly skippedSettings: readonly { readonly path: string; readonly reason: string }[];
    }
  /** A sentence that explains why mint.json can't be replaced. */
  | { readonly ok: false; readonly reason: string };

/** Returns the text that closes the tag whose `>` was just typed, or null if no text is needed. */
export const closeTag = createRequest<CloseTagParams, CloseTagResult | null>("docwright/closeTag");
export interface CloseTagParams {
  readonly textDocument: { readonly uri: string };
  /** The position after the `>`. */
  readonly position: Position;
}
export interface CloseTagResult {
  /** The text to insert, such as `</Card>`. */
  readonly text: string;
}
