import type { SpecPlace } from "../spec/model/operation-model.ts";

/** An answer that is held against what the specification says of it. */
export interface AnswerToCheck {
  readonly status: number;
  /** `application/json; charset=utf-8`; empty without one. */
  readonly type: string;
  /** At most 2,000,000 characters; absent for binary answers. */
  readonly text: string | undefined;
}

export interface AnswerCheck {
  readonly verdict:
    /** As the specification says. */
    | "as-specified"
    | "differs"
    /** The specification says nothing about this status, type or content. */
    | "unspecified"
    /** It could not be told: too large, too deep, or it took too long. */
    | "unknown";
  /** For `unspecified` and `unknown`: a sentence. */
  readonly reason?: string;
  /** For `unspecified` responses: what the specification doesn't name, or names in another way. */
  readonly unspecified?: "status" | "type" | "body";
  /** In the order of the answer; at most 200. */
  readonly mismatches: readonly AnswerMismatch[];
  /** More were found than are told. */
  readonly isCut?: true;
  /** Of a message on a channel: the key of the one that it was held against. */
  readonly message?: string;
}

export interface AnswerMismatch {
  /** JSON Pointer into the answer: `/data/0/email`; empty for the whole. */
  readonly pointer: string;
  /** `is a number; the specification says string`: what follows the value's name in a sentence */
  readonly text: string;
  /** Where the specification says so. */
  readonly at?: SpecPlace;
  /** Odd, but no fault: a `format` is a remark in JSON Schema 2020-12, unless a specification asks for more. */
  readonly isWarning?: true;
}
