/**
 * What the server and the client exchange about the sites and the host. Each module of this folder holds the
 * messages of one feature that the language server protocol doesn't have; each message is a whole snapshot.
 */
import { notification, request0 } from "./message.ts";
import type { DelegatableFeature } from "../core/features/completion/completion.ts";

export type { DelegatableFeature } from "../core/features/completion/completion.ts";

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
  readonly mdx?: readonly DelegatableFeature[];
}

/** To the server: what the host reports has changed, for every document or for one. */
export const hostDidChange = notification<HostChanged>("docwright/hostChanged");
export interface HostChanged {
  readonly uri?: string;
  readonly host: HostOptions;
}

/** To the client whenever a site's numbers have changed and don't change for a moment. */
export const siteStatus = notification<SitesStatus>("docwright/siteStatus");
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

/** Rules by count, most severe and most frequent first. */
export const siteReport = request0<SiteReport[]>("docwright/siteReport");
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
