/** The navigation of a site, and changes to it. */
import { notification0, request, request0 } from "./message.ts";
import type { PlaceRange, ProblemCounts } from "./site.ts";
import type { PlannedEdit } from "./refactoring.ts";

/**
 * The navigation of every site as readers find it. The client then gets `navigationChanged` once, when the result
 * is another.
 */
export const navigation = request0<SiteNavigation[]>("docwright/navigation");
export interface SiteNavigation {
  /** URI of the folder that holds docs.json. */
  readonly root: string;
  readonly name: string;
  /** False while pages are being read for the first time. */
  readonly loaded: boolean;
  /** Absent without a navigation in docs.json. */
  readonly rows?: readonly NavigationNode[];
}
export interface NavigationNode {
  readonly kind: "division" | "group" | "generated" | "page" | "operation" | "link" | "nothing" | "unlisted";
  readonly label: string;
  /** `tab`, `language`. */
  readonly division?: string;
  readonly detail?: string;
  readonly icon?: string;
  /** `GET` */
  readonly method?: string;
  /** Its text in docs.json, by which it is named when it is changed. */
  readonly at?: NavigationPlace;
  /** What opens. */
  readonly opens?: NavigationPlace;
  /** `guides/start` */
  readonly slug?: string;
  readonly hidden?: "hidden" | "dropped";
  readonly isDefault?: boolean;
  /** A division that is a link and holds nothing. */
  readonly isLink?: true;
  /** Shown beside everything in what it stands in. */
  readonly isGlobal?: true;
  /** Of its file, and with children of theirs together; absent when there are none. */
  readonly problems?: ProblemCounts;
  /** What readers think of it, once that is known. */
  readonly rating?: { readonly up: number; readonly down: number; readonly open: number };
  readonly children: readonly NavigationNode[];
}
export interface NavigationPlace {
  readonly uri: string;
  readonly range: PlaceRange;
  /** Returned as it was given, so that a change isn't made to another entry that is now in this position. */
  readonly mark?: string;
}

/** To a client that has requested `navigation`: the result is another now. */
export const navigationChanged = notification0("docwright/navigationChanged");

/** The edit that changes the navigation. Nothing is written. */
export const changeNavigation = request<ChangeNavigation, ChangedNavigation>("docwright/changeNavigation");
export type ChangeNavigation =
  /** `nodes` go beside or into `target`. */
  | {
      readonly kind: "move";
      readonly nodes: readonly NavigationPlace[];
      readonly target: NavigationPlace;
      readonly position: "before" | "after" | "inside";
    }
  | { readonly kind: "step"; readonly nodes: readonly NavigationPlace[]; readonly direction: "up" | "down" }
  /** Lists a page, which is made when there is none, as the last in a group or behind an entry. */
  | {
      readonly kind: "add-page";
      readonly target: NavigationPlace;
      /** `guides/first-steps` */
      readonly path: string;
      readonly title?: string;
    }
  | {
      readonly kind: "add-group";
      readonly target: NavigationPlace;
      readonly label: string;
      /** `rocket` */
      readonly icon?: string;
    }
  | { readonly kind: "rename"; readonly nodes: readonly NavigationPlace[]; readonly label: string }
  /** Takes entries out; their pages stay. */
  | { readonly kind: "remove"; readonly nodes: readonly NavigationPlace[] };
export type ChangedNavigation = PlannedEdit;

/** Where readers find a page. */
export const publishedPage = request<FindPublishedPage, PublishedPage>("docwright/publishedPage");
export interface FindPublishedPage {
  /** A file of the site. */
  readonly uri: string;
  /** Of a page that is made of a specification: `api/list-users`. */
  readonly slug?: string;
}
export type PublishedPage =
  | {
      readonly ok: true;
      /** As docs.json names it: `guides/start`, `api.json GET /users`. */
      readonly configPath: string;
      /** Absent where the site does not say where it is published. */
      readonly url?: string;
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };
