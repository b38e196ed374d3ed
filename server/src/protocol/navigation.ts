/** The navigation of a site and its changes. */
import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { notification0, request, request0 } from "./message.ts";
import type { PlannedEdit } from "./refactoring.ts";
import type { PlaceRange, ProblemCounts } from "./site.ts";

/**
 * Returns the navigation of every site as readers see it. When the result changes, the client gets `navigationChanged`
 * once.
 */
export const navigation = request0<SiteNavigation[]>("docwright/navigation");
export interface SiteNavigation {
  /** URI of the folder that contains docs.json. */
  readonly root: string;
  readonly name: string;
  /** False while pages are being read for the first time. */
  readonly loaded: boolean;
  /** Whether docs.json isn't valid JSON, so parts of the navigation may be missing. */
  readonly isInvalid?: true;
  /** Absent if docs.json has no navigation. */
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
  /** Location in docs.json, which identifies the entry in changes. */
  readonly at?: NavigationPlace;
  readonly opens?: NavigationPlace;
  /** `guides/start` */
  readonly slug?: string;
  readonly hidden?: "hidden" | "dropped";
  readonly isDefault?: boolean;
  /** A section that's only a link and contains nothing. */
  readonly isLink?: true;
  /** Shown with every section of its parent. */
  readonly isGlobal?: true;
  /** Problems in its file; if it has children, the totals including theirs. Absent if there are none. */
  readonly problems?: ProblemCounts;
  /** Readers' ratings, once available. */
  readonly rating?: { readonly up: number; readonly down: number; readonly open: number };
  readonly children: readonly NavigationNode[];
}
export interface NavigationPlace {
  readonly uri: string;
  readonly range: PlaceRange;
  /** Sent back unchanged, so a change isn't applied to another entry that's now in this position. */
  readonly mark?: string;
}

/** To a client that has requested `navigation`: the result has changed. */
export const navigationChanged = notification0("docwright/navigationChanged");

/** Returns the edit that changes the navigation. The server writes no files. */
export const changeNavigation = request<ChangeNavigation, ChangedNavigation>("docwright/changeNavigation");
export type ChangeNavigation =
  /** Moves `nodes` next to or into `target`. */
  | {
      readonly kind: "move";
      readonly nodes: readonly NavigationPlace[];
      readonly target: NavigationPlace;
      readonly position: "before" | "after" | "inside";
    }
  | { readonly kind: "step"; readonly nodes: readonly NavigationPlace[]; readonly direction: "up" | "down" }
  /** Adds a page as the last entry of a group or after an entry. Creates the page if it doesn't exist. */
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
  /** Removes entries but not their pages. */
  | { readonly kind: "remove"; readonly nodes: readonly NavigationPlace[] };
export type ChangedNavigation = PlannedEdit;

/** Returns where readers find a page. */
export const publishedPage = request<FindPublishedPage, PublishedPage>("docwright/publishedPage");
export interface FindPublishedPage {
  /** A file in the site. */
  readonly uri: string;
  /** Slug of a page generated from a specification: `api/list-users`. */
  readonly slug?: string;
}
export type PublishedPage =
  | {
      readonly ok: true;
      /** The page's entry in docs.json: `guides/start`, `api.json GET /users`. */
      readonly configPath: string;
      /** Absent if the site doesn't specify where it's published. */
      readonly url?: string;
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

// Creates a new page.

/** Returns the templates, operations, and locations for a new page. */
export const newPageChoices = request<GetNewPageChoices, NewPageChoices>("docwright/newPageChoices");
export interface GetNewPageChoices {
  /** A page to create the new page next to, or the folder to create it in; docs.json represents its folder. */
  readonly uri: string;
  /** Folder of the site's own templates, relative to the folder that contains docs.json: `.docwright/templates`. */
  readonly templatesFolder?: string;
}
export type NewPageChoices =
  | {
      readonly ok: true;
      /** URI of the folder that contains docs.json. */
      readonly root: string;
      readonly name: string;
      /** The most likely folder for the page, relative to the root: `guides`, or `""`. */
      readonly folder: string;
      readonly templates: readonly NewPageTemplate[];
      /** Operations and webhooks that aren't on any page. */
      readonly operations: readonly NewPageOperation[];
      /** The requested page, which can import a snippet: `guides/start`. */
      readonly page?: string;
      /** Parts of the navigation that accept pages. Empty if `fault` gives a reason. */
      readonly homes: readonly NewPageHome[];
      /** Index of the most likely one. */
      readonly likely?: number;
      /** A sentence that explains why the page can be created but not added to the navigation. */
      readonly fault?: string;
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };
export interface NewPageTemplate {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly makes: "page" | "endpoint" | "snippet";
  /** Whether it's one of the site's own templates. */
  readonly isOwn: boolean;
}
export interface NewPageOperation {
  /** Path of the specification in the site. */
  readonly spec: string;
  /** `GET /users`, `webhook order.paid` */
  readonly name: string;
  readonly summary?: string;
  readonly deprecated: boolean;
}
export interface NewPageHome {
  readonly at: NavigationPlace;
  /** `Getting started` */
  readonly label: string;
  /** Labels of its ancestors, outermost first: `["en", "Guides"]`. */
  readonly around: readonly string[];
}

/**
 * Checks on each keystroke whether a page can be created at a path. Without a path, the result contains one based on
 * the title.
 */
export const checkNewPage = request<CheckNewPage, CheckedNewPage>("docwright/checkNewPage");
export interface CheckNewPage {
  readonly root: string;
  readonly makes: NewPageTemplate["makes"];
  readonly title: string;
  readonly folder: string;
  readonly path?: string;
  /** Where to add the page to the navigation. */
  readonly at?: NavigationPlace;
}
export interface CheckedNewPage {
  readonly path: string;
  /** A sentence that explains why the page can't be created. */
  readonly refusal?: string;
  /** A sentence that describes what readers wouldn't see. */
  readonly warning?: string;
  /** Whether the navigation already lists the page. */
  readonly isListed: boolean;
  /** The same page in other languages and versions that also have its neighbors. */
  readonly counterparts: readonly { readonly slug: string; readonly label: string }[];
}

/** Returns the edit that creates the page and adds it to the navigation. The server writes no files. */
export const newPage = request<NewPageRequest, NewPageEdit>("docwright/newPage");
export interface NewPageRequest {
  readonly root: string;
  /** `id` of a template. */
  readonly template: string;
  readonly templatesFolder?: string;
  readonly title: string;
  /** `guides/first-steps` */
  readonly path: string;
  readonly operation?: Pick<NewPageOperation, "spec" | "name">;
  readonly where:
    | {
        readonly kind: "listed";
        /** An entry to insert after, or a part of the navigation to append to. */
        readonly at: NavigationPlace;
        /** A group to create there for the page. */
        readonly group?: { readonly label: string; readonly icon?: string };
      }
    /**
     * Intentionally left out of the navigation (`unlisted`), or not added yet because docs.json can't be edited
     * (`later`).
     */
    | { readonly kind: "unlisted" | "later" }
    /** The page that imports the snippet: `guides/start`. */
    | { readonly kind: "imported"; readonly by: string };
  /** Paths of counterparts to create in other languages and versions. */
  readonly counterparts?: readonly string[];
  /** The author's local date: `2026-03-31`. */
  readonly today: string;
}
export type NewPageEdit =
  | {
      readonly ok: true;
      readonly uri: string;
      /** The complete edit, including the page as it is if you type nothing. */
      readonly edit: WorkspaceEdit;
      /** The page's text with placeholders in VS Code snippet syntax: `title: "${1:Title}"`. */
      readonly snippet: string;
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

// Explains why readers see something on a site, or why they don't.

/**
 * Explains why readers see something on a site, or why they don't. Returns one result for each site in question. Empty if
 * there's no site.
 */
export const explain = request<ExplainRequest, Explained[]>("docwright/explain");
export interface ExplainRequest {
  /** URI of a file. It selects the site and, without `target`, is what gets explained. */
  readonly uri?: string;
  /** A page (`guides/start`), a file, a URL, or an operation (`GET /users`). */
  readonly target?: string;
}
export interface Explained {
  /** URI of the folder that contains docs.json. */
  readonly root: string;
  readonly name: string;
  /** By its name in the site. */
  readonly target: string;
  readonly about: "page" | "part" | "file" | "operation" | "address";
  readonly shown: boolean;
  /** One or two sentences, with names in backticks. */
  readonly verdict: string;
  /** Why not, in a few words. */
  readonly because?: string;
  /** Path of the URL: `/docs/guides/start`. */
  readonly url?: string;
  readonly steps: readonly ExplainedStep[];
}
export interface ExplainedStep {
  /** What the sentence is about: `navigation`, `redirect`. */
  readonly kind: string;
  readonly state: "ok" | "stops" | "note";
  readonly sentence: string;
  readonly place?: { readonly uri: string; readonly range: PlaceRange };
}
