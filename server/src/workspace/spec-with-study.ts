import type { SpecOutline } from "../core/spec/spec-outline.ts";
import type { SpecStudy } from "../core/spec/validity/analyze-spec.ts";
import type { FoundInText } from "./disk.ts";
import type { LostKind } from "./lost-spec.ts";

/** An outline, and the study of it where one was asked for. */
export interface SpecWithStudy {
  readonly outline: SpecOutline;
  readonly study: SpecStudy | undefined;
}

/** What comes of reading a file; nothing is read of one that is no specification. */
export type OutlineReply =
  | {
      readonly kind: "answer";
      readonly read: SpecWithStudy | undefined;
      readonly found: FoundInText | undefined;
    }
  | { readonly kind: LostKind };

export const noSpec: OutlineReply = { kind: "answer", read: undefined, found: undefined };
