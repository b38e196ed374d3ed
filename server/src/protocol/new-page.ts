/** Making a new page. */
import { request } from "./message.ts";
import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import type { NavigationPlace } from "./navigation.ts";

/** What a new page can be made of, and where it may go. */
export const newPageChoices = request<GetNewPageChoices, NewPageChoices>("docwright/newPageChoices");
export interface GetNewPageChoices {
  /** A page beside which, or a folder in which the page is wanted; docs.json for the folder that it lies in. */
  readonly uri: string;
  /** Where the site keeps templates of its own, from the folder of docs.json: `.docwright/templates`. */
  readonly templatesFolder?: string;
}
export type NewPageChoices =
  | {
      readonly ok: true;
      /** URI of the folder that holds docs.json. */
      readonly root: string;
      readonly name: string;
      /** Where a page most likely goes, from there: `guides`, or `""`. */
      readonly folder: string;
      readonly templates: readonly NewPageTemplate[];
      /** Operations and webhooks that readers find on no page. */
      readonly operations: readonly NewPageOperation[];
      /** The page that was named, which may import a snippet: `guides/start`. */
      readonly page?: string;
      /** Parts of the navigation that take pages. None where `fault` says why. */
      readonly homes: readonly NewPageHome[];
      /** Which of them is most likely meant. */
      readonly likely?: number;
      /** Why the page can be made and not be listed, in a sentence. */
      readonly fault?: string;
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };
export interface NewPageTemplate {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly makes: "page" | "endpoint" | "snippet";
  /** One of the site's own. */
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
  /** What it stands in, from the outside in: `["en", "Guides"]`. */
  readonly around: readonly string[];
}

/**
 * For each key that is typed: whether a page can be made at a path. Without a path, the result has the one that
 * fits the title.
 */
export const checkNewPage = request<CheckNewPage, CheckedNewPage>("docwright/checkNewPage");
export interface CheckNewPage {
  readonly root: string;
  readonly makes: NewPageTemplate["makes"];
  readonly title: string;
  readonly folder: string;
  readonly path?: string;
  /** Where it is to be listed. */
  readonly at?: NavigationPlace;
}
export interface CheckedNewPage {
  readonly path: string;
  /** Why it cannot be made, in a sentence. */
  readonly refusal?: string;
  /** What readers would miss, in a sentence. */
  readonly warning?: string;
  /** The navigation names it already. */
  readonly isListed: boolean;
  /** The same page in other languages and versions, where its neighbours are there too. */
  readonly counterparts: readonly { readonly slug: string; readonly label: string }[];
}

/** The edit that makes the page and lists it. Nothing is written. */
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
        /** An entry behind which, or a part of the navigation at whose end. */
        readonly at: NavigationPlace;
        /** A group that is made there for the page. */
        readonly group?: { readonly label: string; readonly icon?: string };
      }
    /** In no menu, on purpose; or by now, as docs.json cannot be written. */
    | { readonly kind: "unlisted" | "later" }
    /** A snippet is imported by this page: `guides/start`. */
    | { readonly kind: "imported"; readonly by: string };
  /** Paths of the same page in other languages and versions that are wanted too. */
  readonly counterparts?: readonly string[];
  /** The day where the person is: `2026-03-31`. */
  readonly today: string;
}
export type NewPageEdit =
  | {
      readonly ok: true;
      readonly uri: string;
      /** Everything, with the page as it stands when nothing is typed into it. */
      readonly edit: WorkspaceEdit;
      /** The page's text with placeholders, as snippets are written: `title: "${1:Title}"`. */
      readonly snippet: string;
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };
