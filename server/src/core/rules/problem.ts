import type { Severity } from "../site/settings/site-settings.ts";
import type { FileEdit, SiteLocation } from "../text/text-edit.ts";
import type { Finding } from "./rule.ts";

/** What an author is shown: a finding with its severity settled and its sentence written. */
export interface Problem {
  readonly code: string;
  readonly severity: Severity;
  readonly at: SiteLocation;
  readonly message: string;
  readonly related: readonly { readonly at: SiteLocation; readonly message: string }[];
  readonly tags: readonly ("unnecessary" | "deprecated")[];
  /** What the rule found, for its fixes. */
  readonly finding: Finding;
  /** How many more places on the page have this problem and aren't listed. Absent if all are. */
  readonly unlisted?: number;
}

export interface ProblemFix {
  readonly title: string;
  readonly edits: readonly FileEdit[];
  readonly all: boolean;
}
