/** Edits that convert a site from an older form. */
import { request, request0 } from "./message.ts";
import type { WorkspaceEdit } from "vscode-languageserver-protocol";

/**
 * For every site, the endpoint pages that specifications can generate instead, and the edit that replaces them.
 */
export const migrateEndpointPages = request0<EndpointMigration[]>("docwright/migrateEndpointPages");
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
 * The edit that replaces mint.json by a docs.json with the same settings. If docs.json exists, only the settings
 * that it lacks are copied, if the author agrees. Nothing is written.
 */
export const upgradeSettings = request<UpgradeSettings, UpgradedSettings>("docwright/upgradeSettings");
export interface UpgradeSettings {
  /** Of mint.json. */
  readonly uri: string;
}
export type UpgradedSettings =
  | {
      readonly ok: true;
      readonly edit: WorkspaceEdit;
      /** Whether there is no docs.json yet. */
      readonly isNew: boolean;
      /** Settings at the top that come along. */
      readonly taken: readonly string[];
      /** What does not, by its place in mint.json, and why. */
      readonly left: readonly { readonly path: string; readonly reason: string }[];
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };
