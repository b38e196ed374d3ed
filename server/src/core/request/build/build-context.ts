import { percentEncode, type PercentSet } from "../media/encoding.ts";
import { mapBetweenSecrets } from "./secret-placeholders.ts";
import { fillText, fillValue, type Variables } from "./variables.ts";

const maxCount = 10_000;
const maxDepth = 60;

/** Whether a value has more than 10,000 members in all or lies over 60 levels deep; circles do. Looks no further than that. */
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

/** A request while it is being built: what has been found out so far. */
export interface BuildContext {
  readonly variables: Variables;
  readonly problems: RequestProblem[];
  /** Encoded; a piece without a `name` stands as it is. */
  readonly query: Field[];
  readonly headers: Field[];
  readonly cookies: Field[];
}

export interface Field {
  readonly name: string | undefined;
  readonly value: string;
  /** What problems about it are told of. */
  readonly place: string;
}

const maxProblems = 200;

/** Tells what is wrong at a place, each sentence once. */
export function reportProblem({ problems }: BuildContext, place: string, text: string, stops = false): void {
  const isKnown = problems.some((each) => each.place === place && each.text === text);
  if (!isKnown && (stops || problems.length < maxProblems)) problems.push({ place, text, stops });
}

/** What a credential sends takes the place of what a parameter of the same name does. */
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

/** Undefined, and told, where there is too much of it. */
export function filledValue(building: BuildContext, place: string, value: unknown): unknown {
  if (isTooLarge(value)) {
    reportProblem(
      building,
      place,
      "This has more than 10,000 members or lies over 60 levels deep. Send less of it.",
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
    `\`{{${name}}}\` is no variable of this environment, so it is sent as it is written.`,
  );
}

/** Encoded, but for the marks of secrets, whose values are encoded when they are put in. */
export function encodeMarked(text: string, set: PercentSet): string {
  return mapBetweenSecrets(text, (piece) => percentEncode(piece, set));
}

/**
 * A request as it goes over the wire, but for secrets (`{{secret:NAME}}`, and `{{base64:user:{{secret:NAME}}}}` behind
 * `Basic`; `secret-placeholders.ts` says how they are read and replaced) and the bytes of files. Code samples, cURL, the history
 * and the relay's envelope are all made of it.
 */
export interface BuiltRequest {
  readonly method: string;
  /** Absolute and encoded, with its query, byte for byte as it is sent. */
  readonly url: string;
  /** In their order; names may come twice. `Content-Type` among them, but for `parts`, whose boundary the relay makes. */
  readonly headers: readonly NamedText[];
  /** In their order, encoded. Apart from `headers`, as browsers do not let pages set them. */
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
  /** Absent where parts have places instead of names: no `Content-Disposition` is made then. */
  readonly name?: string;
  readonly contentType?: string;
  /** Behind `Content-Disposition` and `Content-Type`, each name once; absent where there are none. A part without a name may have a `Content-Disposition` here. */
  readonly headers?: readonly NamedText[];
} & (
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "file"; readonly fileRef: string; readonly filename: string }
  /** A multipart document of the type that `contentType` says, without its boundary. */
  | { readonly kind: "parts"; readonly parts: readonly BuiltPart[] }
);

/** What stands in the way of sending, or will not be as the specification says. */
export interface RequestProblem {
  /** What it is about: `parameterKey`, `server`, `path`, `method`, `credential NAME`, `body`, `body NAME`. */
  readonly place: string;
  /** A sentence: what is wrong and what to do. */
  readonly text: string;
  /** It cannot be sent like this; else it is a warning. */
  readonly stops: boolean;
}

export interface RequestResult {
  readonly request: BuiltRequest;
  readonly problems: readonly RequestProblem[];
}
