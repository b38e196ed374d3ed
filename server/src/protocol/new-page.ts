/** Messages for creating a new page. */
import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { createRequest } from "./message.ts";
import type { NavigationLocation } from "./navigation.ts";

/** Returns the templates, operations, and locations that can be chosen for a new page. */
export const newPageChoices = createRequest<NewPageChoicesParams, NewPageChoices>("docwright/newPageChoices");
export interface NewPageChoicesParams {
  /**
   * The URI of the folder for the new page, or of a page in the same folder. The URI of docs.json is equivalent to the
   * URI of the folder that contains it.
   */
  readonly uri: string;
  /**
   * The folder with the site's own templates, relative to the folder that contains docs.json, for example,
   * `.docwright/templates`.
   */
  readonly templatesFolder?: string;
}
export type NewPageChoices =
  | {
      readonly ok: true;
      /** The URI of the folder that contains docs.json. */
      readonly root: string;
      readonly name: string;
      /** The most likely folder for the page, relative to the root, such as `guides`. Empty if it's the root itself. */
      readonly folder: string;
      readonly templates: readonly NewPageTemplate[];
      /** The operations and webhooks that aren't on any page. */
      readonly operations: readonly NewPageOperation[];
      /**
       * The page at the requested `uri`, such as `guides/start`. If the author creates a snippet, this page can import
       * it.
       */
      readonly page?: string;
      /** The parts of the navigation to which pages can be added. If there are none, `warning` contains the reason. */
      readonly destinations: readonly NewPageDestination[];
      /** The index of the most likely element of `destinations`. */
      readonly likelyIndex?: number;
      /** A sentence that explains why the page can be created but not added to the navigation. */
      readonly warning?: string;
    }
  /** A sentence that explains why no page can be created. */
  | { readonly ok: false; readonly reason: string };
export interface NewPageTemplate {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly pageKind: "page" | "endpoint" | "snippet";
  /** Whether the template belongs to the site. */
  readonly isSiteTemplate: boolean;
}
export interface NewPageOperation {
  /** The path of the specification in the site. */
  readonly spec: string;
  /** The name, such as `GET /users` or `webhook order.paid`. */
  readonly name: string;
  readonly summary?: string;
  readonly deprecated: boolean;
}
export interface NewPageDestination {
  readonly location: NavigationLocation;
  /** The label, such as `Getting started`. */
  readonly label: string;
  /** The labels of the ancestors, outermost first, such as `["en", "Guides"]`. */
  readonly ancestors: readonly string[];
}

/**
 * Checks whether a page can be created at a path. Clients send this request on each keystroke. If the request doesn't
 * contain a path, the result contains one based on the title.
 */
export const checkNewPage = createRequest<CheckNewPageParams, CheckNewPageResult>("docwright/checkNewPage");
export interface CheckNewPageParams {
  readonly root: string;
  readonly pageKind: NewPageTemplate["pageKind"];
  readonly title: string;
  readonly folder: string;
  readonly path?: string;
  /** The position in the navigation where the page will be added. */
  readonly location?: NavigationLocation;
}
export interface CheckNewPageResult {
  readonly path: string;
  /** A sentence that explains why the page can't be created. */
  readonly refusal?: string;
  /** A sentence about content of the page that readers wouldn't see. */
  readonly warning?: string;
  /** Whether the navigation already lists the page. */
  readonly isListed: boolean;
  /** The counterparts of the page in the other languages and versions that contain its neighboring pages. */
  readonly counterparts: readonly { readonly slug: string; readonly label: string }[];
}

/** Returns the edit that creates the page and adds it to the navigation. The server doesn't write any files. */
export const newPage = createRequest<NewPageRequest, NewPageEdit>("docwright/newPage");
export interface NewPageRequest {
  readonly root: string;
  /** The `id` of a template. */
  readonly template: string;
  readonly templatesFolder?: string;
  readonly title: string;
  /** The path of the page, such as `guides/first-steps`. */
  readonly path: string;
  readonly operation?: Pick<NewPageOperation, "spec" | "name">;
  readonly location:
    | {
        readonly kind: "listed";
        /** The entry after which the page is inserted, or the part of the navigation that the page is appended to. */
        readonly at: NavigationLocation;
        /** A group to create for the page at `at`. */
        readonly group?: { readonly label: string; readonly icon?: string };
      }
    /**
     * The page isn't added to the navigation, either intentionally (`unlisted`) or because docs.json can't be edited at
     * the moment (`later`).
     */
    | { readonly kind: "unlisted" | "later" }
    /** The page that will import the snippet, such as `guides/start`. */
    | { readonly kind: "imported"; readonly by: string };
  /** The paths of counterparts in other languages and versions that should also be created. */
  readonly counterparts?: readonly string[];
  /** The author's local date, such as `2026-03-31`. */
  readonly today: string;
}
export type NewPageEdit =
  | {
      readonly ok: true;
      readonly uri: string;
      /** The complete edit, in which the page contains the default text for its placeholders. */
      readonly edit: WorkspaceEdit;
      /** The text of the page, with placeholders in VS Code's snippet syntax, such as `title: "${1:Title}"`. */
      readonly snippet: string;
    }
  /** A sentence that explains why the page can't be created. */
  | { readonly ok: false; readonly reason: string };
