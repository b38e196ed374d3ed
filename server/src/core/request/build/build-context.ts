import { percentEncode, type PercentSet } from "../media/encoding.ts";
import { mapBetweenSecrets } from "./secret-placeholders.ts";
import { fillText, fillValue, type Variables } from "./variables.ts";

const maxCount = 10_000;
const maxDepth = 60;

/**
 * Whether a value has more than 10,000 members in total or is nested more than 60 levels deep, as circular values are.
 * Stops at these limits.
 */
export function isTooLarge(value: unknown): boolean {
  const waiting: (readonly [value: object, depth: number])[] = [];
  let count = 0;
  const add = (each: unknown, depth: number) => {
    count++;
    if (typeof each === "object" && each !== null) waiting.push([each, depth]);
  };
  add(value, 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [object, depth] = next;
    if (depth >= maxDepth) return true;
    for (const key in object) {
      if (!Object.hasOwn(object, key)) continue;
      add(Reflect.get(object, key), depth + 1);
      if (count > maxCount) return true;
    }
  }
  return false;
}

/** The state of a request that is being built. */
export interface BuildContext {
  readonly variables: Variables;
  readonly problems: RequestProblem[];
  /** Already encoded. A field without a `name` is added unchanged. */
  readonly query: Field[];
  readonly headers: Field[];
  readonly cookies: Field[];
}

export interface Field {
  readonly name: string | undefined;
  readonly value: string;
  /** The location that its problems are reported for. */
  readonly place: string;
}

const maxProblems = 200;

/** Reports a problem at a location. Each message is reported only once. */
export function reportProblem({ problems }: BuildContext, place: string, text: string, stops = false): void {
  const isKnown = problems.some((each) => each.place === place && each.text === text);
  if (!isKnown && (stops || problems.length < maxProblems)) problems.push({ place, text, stops });
}

/** A credential replaces a parameter with the same name. */
export function fillPlaceholders(fields: Field[], field: Field, isSame: (name: string) => boolean): void {
  for (let at = fields.length - 1; at >= 0; at--) {
    const name = fields[at]?.name;
    if (name !== undefined && isSame(name)) fields.splice(at, 1);
  }
  fields.push(field);
}

export function filledText(building: BuildContext, place: string, text: string): string {
  return fillText(text, building.variables, (name) => reportUnknownVariable(building, place, name));
}

/** Returns undefined and reports a problem if the value is too large. */
export function filledValue(building: BuildContext, place: string, value: unknown): unknown {
  if (isTooLarge(value)) {
    reportProblem(
      building,
      place,
      "This value contains more than 10,000 values or is nested more than 60 levels deep. Reduce its size.",
      true,
    );
    return undefined;
  }
  return fillValue(value, building.variables, (name) => reportUnknownVariable(building, place, name));
}

export function reportUnknownVariable(building: BuildContext, place: string, name: string): void {
  reportProblem(
    building,
    place,
    `\`{{${name}}}\` isn't a variable in this environment, so it's sent as written.`,
  );
}

/** Percent-encodes the text except secret placeholders, whose values are encoded when they're inserted. */
export function encodeMarked(text: string, set: PercentSet): string {
  return mapBetweenSecrets(text, (piece) => percentEncode(piece, set));
}

/**
 * A request as it's sent, except for secrets (`{{secret:NAME}}`, and `{{base64:user:{{secret:NAME}}}}` after `Basic`)
 * and file contents. See `secret-placeholders.ts` for the placeholder format. Code samples, cURL, the history, and the
 * relay's envelope are generated from it.
 */
export interface BuiltRequest {
  readonly method: string;
  /** The absolute, encoded URL with its query, exactly as it's sent. */
  readonly url: string;
  /**
   * Headers in order. Names can occur more than once. Includes `Content-Type` except for `parts`, whose boundary the
   * relay generates.
   */
  readonly headers: readonly NamedText[];
  /** Cookies in order, encoded. Separate from `headers` because browsers don't let pages set them. */
  readonly cookies: readonly NamedText[];
  readonly body: BuiltBody | undefined;
}

export type NamedText = readonly [name: string, value: string];

export type BuiltBody =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly fileRef: string; readonly name: string }
  | {
      readonly kind: "parts";
      /** `multipart/form-data` */ readonly type: string;
      readonly parts: readonly BuiltPart[];
    };

export type BuiltPart = {
  /** Undefined if parts are identified by position. They have no `Content-Disposition`. */
  readonly name?: string;
  readonly contentType?: string;
  /**
   * Headers after `Content-Disposition` and `Content-Type`, with unique names. Undefined if there are none. A part
   * without a name can have a `Content-Disposition` here.
   */
  readonly headers?: readonly NamedText[];
} & (
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "file"; readonly fileRef: string; readonly filename: string }
  /** A nested multipart document of the type `contentType`, without its boundary. */
  | { readonly kind: "parts"; readonly parts: readonly BuiltPart[] }
);

/** A reason why the request can't be sent, or deviates from the specification. */
export interface RequestProblem {
  /** The subject: `parameterKey`, `server`, `path`, `method`, `credential NAME`, `body`, or `body NAME`. */
  readonly place: string;
  /** A sentence with the problem and its fix. */
  readonly text: string;
  /** Whether the problem prevents sending. Otherwise it's a warning. */
  readonly stops: boolean;
}

export interface RequestResult {
  readonly request: BuiltRequest;
  readonly problems: readonly RequestProblem[];
}
