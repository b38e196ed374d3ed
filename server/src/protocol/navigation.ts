/** Messages for showing and changing the navigation of a site. */
import { createNotification0, createRequest, createRequest0 } from "./message.ts";
import type { PlannedEdit } from "./refactoring.ts";
import type { LspRange, ProblemCounts } from "./site.ts";

/**
 * Returns the navigation of every site as readers see it. When the result changes, the client receives
 * `navigationChanged` once.
 */
export const navigation = createRequest0<SiteNavigation[]>("docwright/navigation");
export interface SiteNavigation {
  /** The URI of the folder that contains docs.json. */
  readonly root: string;
  readonly name: string;
  /** Whether all pages have been read for the first time. */
  readonly isLoaded: boolean;
  /** Whether docs.json is invalid JSON. If it is, parts of the navigation may be missing. */
  readonly isInvalid?: true;
  /** The rows. Absent if docs.json doesn't contain a navigation. */
  readonly rows?: readonly NavigationNode[];
}
export interface NavigationNode {
  readonly kind: "division" | "group" | "generated" | "page" | "operation" | "link" | "nothing" | "unlisted";
  readonly label: string;
  /** The kind of section, such as `tab` or `language`. */
  readonly sectionKind?: string;
  readonly detail?: string;
  readonly icon?: string;
  /** The HTTP method of an operation, such as `GET`. */
  readonly method?: string;
  /** The location in docs.json, which identifies the entry in requests to change the navigation. */
  readonly location?: NavigationLocation;
  readonly openTarget?: NavigationLocation;
  /** The slug of a page, such as `guides/start`. */
  readonly slug?: string;
  readonly hidden?: "hidden" | "dropped";
  readonly isDefault?: boolean;
  /** Whether this is a section that consists only of a link. */
  readonly isLink?: true;
  /** Whether the item is shown in every section of its parent. */
  readonly isGlobal?: true;
  /**
   * The number of problems by severity in the item's file and in the files of its children. Undefined if there are no
   * problems.
   */
  readonly problems?: ProblemCounts;
  /** The readers' ratings. Undefined until they're available. */
  readonly rating?: { readonly up: number; readonly down: number; readonly open: number };
  readonly children: readonly NavigationNode[];
}
export interface NavigationLocation {
  readonly uri: string;
  readonly range: LspRange;
  /**
   * A mark that the client sends back unchanged. It prevents a change from being applied to a different entry that is
   * now at this position.
   */
  readonly mark?: string;
}

/** Notifies a client that has requested `navigation` that the result has changed. */
export const navigationChanged = createNotification0("docwright/navigationChanged");

/** Returns the edit that changes the navigation. The server doesn't write any files. */
export const changeNavigation = createRequest<ChangeNavigationParams, ChangeNavigationResult>(
  "docwright/changeNavigation",
);
export type ChangeNavigationParams =
  /** A change that moves `nodes` next to `target` or into it. */
  | {
      readonly kind: "move";
      readonly nodes: readonly NavigationLocation[];
      readonly target: NavigationLocation;
      readonly position: "before" | "after" | "inside";
    }
  | { readonly kind: "step"; readonly nodes: readonly NavigationLocation[]; readonly direction: "up" | "down" }
  /**
   * A change that adds a page after an entry or as the last entry of a group. If the page doesn't exist, it's created.
   */
  | {
      readonly kind: "add-page";
      readonly target: NavigationLocation;
      /** The path of the page, such as `guides/first-steps`. */
      readonly path: string;
      readonly title?: string;
    }
  | {
      readonly kind: "add-group";
      readonly target: NavigationLocation;
      readonly label: string;
      /** The icon, such as `rocket`. */
      readonly icon?: string;
    }
  | { readonly kind: "rename"; readonly nodes: readonly NavigationLocation[]; readonly label: string }
  /** A change that removes entries. Their pages aren't deleted. */
  | { readonly kind: "remove"; readonly nodes: readonly NavigationLocation[] };
export type ChangeNavigationResult = PlannedEdit;

/** Returns the navigation entry and the URL of a page that readers see. */
export const publishedPage = createRequest<PublishedPageParams, PublishedPage>("docwright/publishedPage");
export interface PublishedPageParams {
  /** The URI of a file in the site. */
  readonly uri: string;
  /** The slug of a page generated from a specification, such as `api/list-users`. */
  readonly slug?: string;
}
export type PublishedPage =
  | {
      readonly ok: true;
      /** The page's entry in docs.json, such as `guides/start` or `api.json GET /users`. */
      readonly configPath: string;
      /** The published URL. Absent if the site doesn't specify where it's published. */
      readonly url?: string;
    }
  /** A sentence that explains why there's no published page. */
  | { readonly ok: false; readonly reason: string };
