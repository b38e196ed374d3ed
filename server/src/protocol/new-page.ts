/** Messages for creating a new page. */
import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { request } from "./message.ts";
import type { NavigationPlace } from "./navigation.ts";

/** Returns the templates, operations, and locations for a new page. */
export const newPageChoices = request<GetNewPageChoices, NewPageChoices>("docwright/newPageChoices");
export interface GetNewPageChoices {
  /**
   * The URI of a page to create the new page next to, or of the folder to create it in. docs.json represents its
   * folder.
   */
  readonly uri: string;
  /**
   * The folder with the site's own templates, relative to the folder that contains docs.json, such as
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
      /** The most likely folder for the page, relative to the root, such as `guides` or `""`. */
      readonly folder: string;
      readonly templates: readonly NewPageTemplate[];
      /** Operations and webhooks that aren't on any page. */
      readonly operations: readonly NewPageOperation[];
      /** The requested page, which can import a snippet, such as `guides/start`. */
      readonly page?: string;
      /** The parts of the navigation that accept pages. Empty if `fault` contains a reason. */
      readonly homes: readonly NewPageHome[];
      /** The index of the most likely home. */
      readonly likely?: number;
      /** A sentence about why the page can be created but not added to the navigation. */
      readonly fault?: string;
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };
export interface NewPageTemplate {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly makes: "page" | "endpoint" | "snippet";
  /** Whether the template is one of the site's own. */
  readonly isOwn: boolean;
}
export interface NewPageOperation {
  /** The path of the specification in the site. */
  readonly spec: string;
  /** The name, such as `GET /users` or `webhook order.paid`. */
  readonly name: string;
  readonly summary?: string;
  readonly deprecated: boolean;
}
export interface NewPageHome {
  readonly at: NavigationPlace;
  /** The label, such as `Getting started`. */
  readonly label: string;
  /** The labels of the ancestors, with the outermost first, such as `["en", "Guides"]`. */
  readonly around: readonly string[];
}

/**
 * Checks whether a page can be created at a path. Clients send this request on each keystroke. Without a path, the
 * result contains one based on the title.
 */
export const checkNewPage = request<CheckNewPage, CheckedNewPage>("docwright/checkNewPage");
export interface CheckNewPage {
  readonly root: string;
  readonly makes: NewPageTemplate["makes"];
  readonly title: string;
  readonly folder: string;
  readonly path?: string;
  /** The position in the navigation at which the page is added. */
  readonly at?: NavigationPlace;
}
export interface CheckedNewPage {
  readonly path: string;
  /** A sentence about why the page can't be created. */
  readonly refusal?: string;
  /** A sentence about content that readers wouldn't see. */
  readonly warning?: string;
  /** Whether the navigation already lists the page. */
  readonly isListed: boolean;
  /** The same page in the other languages and versions that contain its neighboring pages. */
  readonly counterparts: readonly { readonly slug: string; readonly label: string }[];
}

/** Returns the edit that creates the page and adds it to the navigation. The server doesn't write any files. */
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
        /** An entry after which the page is inserted, or a part of the navigation to which it's appended. */
        readonly at: NavigationPlace;
        /** A group to create for the page at that position. */
        readonly group?: { readonly label: string; readonly icon?: string };
      }
    /**
     * The page is intentionally left out of the navigation (`unlisted`), or isn't added yet because docs.json can't be
     * edited (`later`).
     */
    | { readonly kind: "unlisted" | "later" }
    /** The page that imports the snippet, such as `guides/start`. */
    | { readonly kind: "imported"; readonly by: string };
  /** The paths of counterparts to create in other languages and versions. */
  readonly counterparts?: readonly string[];
  /** The author's local date, such as `2026-03-31`. */
  readonly today: string;
}
export type NewPageEdit =
  | {
      readonly ok: true;
      readonly uri: string;
      /** The complete edit. The page in it has the content that it has if the author doesn't type anything. */
      readonly edit: WorkspaceEdit;
      /** The page's text with placeholders in VS Code snippet syntax, such as `title: "${1:Title}"`. */
      readonly snippet: string;
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };
