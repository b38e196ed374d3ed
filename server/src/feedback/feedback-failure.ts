/** Why the service gave no (further) answer, in data and in words for the author. Never holds a key, a header or a contact. */
export interface FeedbackFailure {
  readonly kind:
    | "key-refused"
    | "not-allowed"
    | "not-found"
    | "too-many-requests"
    | "budget-spent"
    | "service-broken"
    | "unreachable"
    | "timeout"
    | "certificate"
    | "redirected"
    | "not-json"
    | "cut-off"
    | "too-large"
    | "bad-answer"
    | "refused"
    | "bad-question"
    | "cancelled";
  readonly status?: number;
  /** When it is worth asking again, milliseconds since 1970: of `budget-spent` and `too-many-requests`. */
  readonly until?: number;
  /** One sentence or two: what happened and what to do. */
  readonly message: string;
  /** For a disclosure: first 200 characters of what was said, control characters taken out. */
  readonly details?: string;
}
