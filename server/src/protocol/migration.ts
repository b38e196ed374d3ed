/** Edits that migrate a site from an older format. */
import { request, request0 } from "./message.ts";
import type { WorkspaceEdit } from "vscode-languageserver-protocol";

/**
 * For every site, returns the endpoint pages that specifications can generate instead, and the edit that replaces them.
 */
export const migrateEndpointPages = request0<EndpointMigration[]>("docwright/migrateEndpointPages");
export interface EndpointMigration {
  /** URI of the folder that contains docs.json. */
  readonly root: string;
  readonly name: string;
  readonly pages: readonly MigratedPage[];
  /** Problems that the edit would introduce. */
  readonly newProblems: readonly NewProblem[];
  /** Whether the edits for lossless pages are confirmed by default. On their own, they break nothing. */
  readonly isPartChosen: boolean;
  /**
   * An edit with annotations, some of which need confirmation; absent if there's nothing to do or the client doesn't
   * support it.
   */
  readonly edit?: WorkspaceEdit;
}
export interface NewProblem {
  readonly path: string;
  /** One-based. */
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
  /** Sentences that explain why the page isn't replaced. */
  readonly reasons: readonly string[];
  /** What the specification must contain so readers miss nothing, in plain language. */
  readonly differences: readonly string[];
  readonly address: string;
  readonly newAddress?: string;
}

/**
 * Returns the edit that replaces mint.json with a docs.json that has the same settings. If docs.json exists, the edit
 * copies only the settings that it lacks, if the author agrees. The server writes no files.
 */
export const upgradeSettings = request<UpgradeSettings, UpgradedSettings>("docwright/upgradeSettings");
export interface UpgradeSettings {
  /** URI of mint.json. */
  readonly uri: string;
}
export type UpgradedSettings =
  | {
      readonly ok: true;
      readonly edit: WorkspaceEdit;
      /** Whether docs.json doesn't exist yet. */
      readonly isNew: boolean;
      /** Top-level settings that are migrated. */
      readonly taken: readonly string[];
      /** Settings that aren't migrated, by their path in mint.json, and the reason. */
      readonly left: readonly { readonly path: string; readonly reason: string }[];
    }
  /** A sentence. */
  | { readonly ok: false; readonly reason: string };
