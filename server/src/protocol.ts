/**
 * What the server and its editors say to each other beyond the language server protocol. Types and names only;
 * whoever answers owns the shape, every message is a whole snapshot. Also imported by the extension.
 */
import type { WorkspaceEdit } from "vscode-languageserver/node";
import type { PageAnswer } from "./core/features/page-answer.ts";

export type { PageAnswer } from "./core/features/page-answer.ts";
export * from "./protocol-api-tests.ts";
export * from "./protocol-explain.ts";
export * from "./protocol-feedback.ts";
export * from "./protocol-move.ts";
export * from "./protocol-navigation.ts";
export * from "./protocol-new-page.ts";
export * from "./protocol-preview.ts";
export * from "./protocol-refactoring.ts";

/** `initializationOptions` (contracts.md §4). */
export interface InitializationOptions {
  readonly profile?: "standard" | "mintlify" | "auto";
  readonly host?: HostOptions;
  /** The editor wants `docwright/siteStatus`; others would only wonder about it. */
  readonly siteStatus?: boolean;
  /** The user trusts the workspace, so git may be asked which pages there were at the last commit. */
  readonly git?: boolean;
  /** The editor has `docwright.openPlayground`, so lenses may lead to it. */
  readonly playground?: boolean;
  /** The editor has `docwright.explain`, so lenses and hovers may lead to it. */
  readonly explain?: boolean;
  /** The editor has `docwright.renameHeading` and what else asks for words or choices, so code actions may lead to it. */
  readonly refactoring?: boolean;
  /** Whether a lens above a page says where readers find it; unless this is `false`. */
  readonly pageLens?: boolean;
  /** The user trusts the workspace, so what they ask for may be fetched from hosts that they have agreed to. */
  readonly network?: boolean;
}

/** What the editor reports by itself, so that nothing is said twice. */
export interface HostOptions {
  /** It marks JSON syntax errors, comments, trailing commas and duplicate keys in open files. */
  readonly jsonSyntax?: boolean;
  /** `remote`: it checks open files against the schema they name. */
  readonly jsonSchema?: "none" | "remote";
  /** What another extension for MDX answers in pages, and Docwright therefore does not. */
  readonly mdx?: readonly PageAnswer[];
}

/** Notification to the server: the host has changed, for every document or for one. Params: `HostChanged`. */
export const hostChanged = "docwright/hostChanged";
export interface HostChanged {
  readonly uri?: string;
  readonly host: HostOptions;
}

/** Notification to the client whenever a site's numbers have changed and come to rest. Params: `SitesStatus`. */
export const siteStatus = "docwright/siteStatus";
export interface SitesStatus {
  readonly sites: readonly SiteStatus[];
}
export interface SiteStatus {
  /** URI of the folder that holds docs.json. */
  readonly root: string;
  /** `name` of docs.json, else the folder's name. */
  readonly name: string;
  readonly profile: "standard" | "mintlify";
  readonly pages: number;
  readonly specs: number;
  readonly operations: number;
  readonly counts: ProblemCounts;
  /** Copies of specifications on the web that are older than a day. */
  readonly staleCopies: number;
  readonly scanning: boolean;
  /** How often the whole site has been read since the server started. */
  readonly scans: number;
}
export interface ProblemCounts {
  readonly error: number;
  readonly warning: number;
  readonly information: number;
  readonly hint: number;
}

/** Request to the server, no params: rules by count, most severe and most frequent first. Result: `SiteReport[]`. */
export const siteReport = "docwright/siteReport";
export interface SiteReport {
  readonly status: SiteStatus;
  readonly rules: readonly RuleCount[];
}
export interface RuleCount {
  readonly code: string;
  readonly summary: string;
  readonly severity: keyof ProblemCounts;
  readonly count: number;
  /** The first hundred places, in the order of files. */
  readonly places: readonly ProblemPlace[];
}
export interface ProblemPlace {
  readonly uri: string;
  readonly message: string;
  readonly range: PlaceRange;
}
/** As in the language server protocol. */
export interface PlaceRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/**
 * Request to the server, no params: where readers find each operation of the specifications that sites use. Result:
 * `SiteCoverage[]`. Whoever has asked is told once, by `docwright/coverageChanged`, when the answer is another.
 */
export const coverage = "docwright/coverage";
export interface SiteCoverage {
  /** URI of the folder that holds docs.json. */
  readonly root: string;
  readonly name: string;
  /** False while specifications are being read for the first time. */
  readonly loaded: boolean;
  /** In the order of files. */
  readonly specifications: readonly SpecificationCoverage[];
}
export interface SpecificationCoverage {
  readonly uri: string;
  /** POSIX, from the folder that holds docs.json. */
  readonly path: string;
  readonly title?: string;
  /** Why none of its operations can be told: `cannot be read`. */
  readonly fault?: string;
  /** Operations that are meant for readers, which those marked as hidden or excluded are not. */
  readonly meant: number;
  /** How many of them the navigation shows. */
  readonly shown: number;
  /** In the order of the file. */
  readonly operations: readonly CoveredOperation[];
}
export interface CoveredOperation {
  readonly place: CoveragePlace;
  /** Upper case. */
  readonly method: string;
  /** For a webhook its name. */
  readonly path: string;
  readonly webhook: boolean;
  readonly summary?: string;
  /** `page-only`: on a page that no menu leads to; `missing`: on no page; `faulty`: on none as long as it is not valid. */
  readonly state: "shown" | "page-only" | "faulty" | "hidden" | "excluded" | "missing";
  readonly example: boolean;
  readonly deprecated: boolean;
  /** Those in the navigation first. */
  readonly pages: readonly CoveragePage[];
  /** Where a quick fix of `openapi/operation-undocumented` lists it; absent when there is none. */
  readonly listing?: CoveragePlace;
}
export interface CoveragePage {
  /** `/api-reference/users/list`. */
  readonly url: string;
  /** Of its file; absent for a page that the service makes. */
  readonly uri?: string;
  readonly navigation: boolean;
  readonly language?: string;
  readonly version?: string;
}
export interface CoveragePlace {
  readonly uri: string;
  readonly range: PlaceRange;
}

/** Notification to a client that has asked for `docwright/coverage`: the answer is another now. No params. */
export const coverageChanged = "docwright/coverageChanged";

/** Request to the server, no params: what sites name on the web. Result: `RemoteSpecification[]`. */
export const remoteSpecifications = "docwright/remoteSpecifications";
export interface RemoteSpecification {
  /** As written. */
  readonly url: string;
  /** The host to agree to; absent for a URL that is never fetched. */
  readonly host?: string;
  /** When the copy was fetched, in milliseconds since 1970; absent without one. */
  readonly fetchedAt?: number;
  readonly stale: boolean;
}

/**
 * Request to the server: make a copy of a specification, or renew it. Only what a site names is fetched, only from hosts
 * that the person has agreed to, and only with `network`. Params: `FetchSpecification`, result: `FetchedSpecification`.
 */
export const fetchSpecification = "docwright/fetchSpecification";
export interface FetchSpecification {
  readonly url: string;
  /** What the person has agreed to: `api.example.com`. */
  readonly hosts: readonly string[];
}
export type FetchedSpecification =
  | { readonly kind: "fetched"; readonly isNew: boolean }
  /** It leads to another host, which has not been asked. */
  | { readonly kind: "consent"; readonly host: string }
  /** A clause to be put behind the URL: `answers 404`. */
  | { readonly kind: "failed"; readonly text: string };

/**
 * Request to the server: a Swagger 2.0 file of a site as OpenAPI 3. Nothing is written. Params: `ConvertSpecification`,
 * result: `ConvertedSpecification`.
 */
export const convertSpecification = "docwright/convertSpecification";
export interface ConvertSpecification {
  readonly uri: string;
  readonly to: "3.0" | "3.1";
}
export type ConvertedSpecification =
  | {
      readonly ok: true;
      /** What was converted, to be compared before the result is put in its place. */
      readonly before: string;
      readonly text: string;
      /** What was assumed or cannot be kept, in sentences. */
      readonly notes: readonly string[];
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

/**
 * Request to the server: which pages of endpoints the specifications can make instead, and the edit that makes it so,
 * for every site. No params. Result: `EndpointMigration[]`.
 */
export const migrateEndpointPages = "docwright/migrateEndpointPages";
export interface EndpointMigration {
  /** URI of the folder that holds docs.json. */
  readonly root: string;
  readonly name: string;
  readonly pages: readonly MigratedPage[];
  /** What would be wrong afterwards and is not now. */
  readonly newProblems: readonly NewProblem[];
  /** Whether the edits for loss-free pages are agreed to from the start: by themselves they break nothing. */
  readonly isPartChosen: boolean;
  /** With annotations, some of which ask to be confirmed; absent when there is nothing to do, or the client cannot show it. */
  readonly edit?: WorkspaceEdit;
}
export interface NewProblem {
  readonly path: string;
  /** The first line is 1. */
  readonly line: number;
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly code: string;
  readonly message: string;
}
export interface MigratedPage {
  readonly path: string;
  /** `GET /users`. */
  readonly operation: string;
  readonly verdict: "loss-free" | "extension" | "keep";
  /** Sentences that say why a page is kept. */
  readonly reasons: readonly string[];
  /** What the specification has to say so that readers miss nothing, in plain words. */
  readonly differences: readonly string[];
  readonly address: string;
  readonly newAddress?: string;
}

/**
 * Request to the server: what readers of the docs notice between the specification in the editor and an older version.
 * Only with `git`. Params: `CompareSpecification`, result: `ComparedSpecification`.
 */
export const compareSpecification = "docwright/compareSpecification";
export interface CompareSpecification {
  readonly uri: string;
  /** A file that the person has picked; the last commit without it. */
  readonly other?: { readonly name: string; readonly text: string };
  /** What a changelog entry of today is called: `2026-11-21`. */
  readonly date: string;
}
export type ComparedSpecification =
  | { readonly ok: true; readonly markdown: string }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };

/** Request to the server: what closes the tag whose `>` was just typed. Params: `CloseTag`, result: `ClosedTag` or null. */
export const closeTag = "docwright/closeTag";
export interface CloseTag {
  readonly textDocument: { readonly uri: string };
  /** Behind the `>`. */
  readonly position: PlaceRange["start"];
}
export interface ClosedTag {
  /** To be written there: `</Card>`. */
  readonly text: string;
}
