import type { TextRange } from "../text/text-edit.ts";
import { fixedMethods } from "./outline-operations.ts";
import { isRemoteSpec } from "./detect-spec.ts";

/** A word in a reference. The word's range is relative to the start of the text. */
export interface ReferencePart {
  readonly text: string;
  readonly range: TextRange;
}

/** The target of a reference from a page or navigation entry to a specification. */
export type EndpointReference =
  /** An operation: `GET /users` or `api.json GET /users`. */
  | {
      readonly form: "operation";
      readonly file: ReferencePart | undefined;
      /** The method as written, such as `get`. */
      readonly method: ReferencePart;
      readonly path: ReferencePart;
    }
  /** A webhook: `webhook order.paid` or `api.json webhook order.paid`. */
  | { readonly form: "webhook"; readonly file: ReferencePart | undefined; readonly name: ReferencePart }
  /** A schema in `openapi-schema`: `User` or `api.json User`. */
  | { readonly form: "schema"; readonly file: ReferencePart | undefined; readonly name: ReferencePart }
  /** A channel in `asyncapi`: `chat` or `ws.yaml chat`. */
  | { readonly form: "channel"; readonly file: ReferencePart | undefined; readonly name: ReferencePart };

export type OperationReference = Extract<EndpointReference, { form: "operation" }>;

/** The reason why text isn't a reference. */
export type ReferenceErrorKind =
  /** The text is empty or a single word instead of a method and a path. */
  | "no-path"
  /** The path has no leading slash, as in `GET users`. */
  | "path-without-slash"
  /** The first word isn't a method, as in `fetch /users`. */
  | "unknown-method"
  /** The path is a full URL, as in `GET https://api.example.com/users`. */
  | "full-url"
  /** There are too many words, as in `my api.json GET /users`. */
  | "too-many-words";

export type ReferenceResult =
  | { readonly ok: true; readonly reference: EndpointReference }
  | { readonly ok: false; readonly error: ReferenceErrorKind; readonly range: TextRange };

/** Parses the `openapi` field in frontmatter or a navigation entry: `[file] METHOD /path` or `[file] webhook name`. */
export function readOperationReference(text: string): ReferenceResult {
  const parts = splitWords(text);
  const [firstWord, secondWord, thirdWord, fourthWord] = parts;
  if (fourthWord) return createReferenceError(parts, "too-many-words", text);
  if (!firstWord || !secondWord) return createReferenceError(parts, "no-path", text);
  const [file, method, target] = thirdWord ? [firstWord, secondWord, thirdWord] : [undefined, firstWord, secondWord];
  if (isWebhook(method)) return { ok: true, reference: { form: "webhook", file, name: target } };
  if (!isMethod(method.text)) return createReferenceError([method], "unknown-method", text);
  if (isRemoteSource(target.text)) return createReferenceError([target], "full-url", text);
  if (!target.text.startsWith("/")) return createReferenceError([target], "path-without-slash", text);
  return { ok: true, reference: { form: "operation", file, method, path: target } };
}

/** Parses the `openapi-schema` or `asyncapi` field in frontmatter: `[file] name`. */
export function readNameReference(text: string, form: "schema" | "channel"): ReferenceResult {
  const parts = splitWords(text);
  const [firstWord, secondWord, thirdWord] = parts;
  if (!firstWord) return createReferenceError(parts, "no-path", text);
  if (thirdWord) return createReferenceError(parts, "too-many-words", text);
  const reference = secondWord
    ? { form, file: firstWord, name: secondWord }
    : { form, file: undefined, name: firstWord };
  return { ok: true, reference };
}

/**
 * Whether a navigation entry is meant to be an endpoint, even if it isn't valid. For example, `GET /users`, `fetch
 * /users`, `webhook paid`, and `GET users` are meant to be endpoints, but `get started` isn't. Any other entry is a
 * page path, which can also contain spaces.
 */
export function isEndpointLike(text: string): boolean {
  if (!/\s/.test(text)) return false;
  const parts = splitWords(text);
  const [precedingPart, lastPart] = parts.slice(-2);
  if (!precedingPart || !lastPart) return false;
  if (/^[A-Za-z]+$/.test(precedingPart.text) && lastPart.text.startsWith("/")) return true;
  if (isWebhook(precedingPart) && parts.length <= 3) return true;
  const firstWords = parts.slice(0, 3);
  return firstWords.some(({ text: word }) => methods.has(word)) && parts.length <= 4;
}

/**
 * Whether the method in a reference is uppercase, as the specification requires. References to webhooks can be in any
 * case.
 */
export function hasUpperCaseMethod({ method }: OperationReference): boolean {
  return method.text === method.text.toUpperCase();
}

/**
 * Whether the source is a URL such as `https://…`. The service fetches such sources during the build, whereas Docwright
 * reads only a local copy, and only if the user has requested one.
 */
export function isRemoteSource(source: string): boolean {
  return isRemoteSpec(source);
}

const methods: ReadonlySet<string> = new Set(fixedMethods);

/**
 * Whether the text is a standard method in any case or an uppercase word. OpenAPI 3.2 also allows uppercase words as
 * methods.
 */
function isMethod(text: string): boolean {
  return methods.has(text.toUpperCase()) || /^[A-Z][A-Z-]+$/.test(text);
}

function isWebhook(part: ReferencePart): boolean {
  return part.text.toLowerCase() === "webhook";
}

function splitWords(text: string): ReferencePart[] {
  return [...text.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    range: { start: match.index, end: match.index + match[0].length },
  }));
}

function createReferenceError(
  parts: readonly ReferencePart[],
  error: ReferenceErrorKind,
  text: string,
): ReferenceResult {
  const start = parts[0]?.range.start ?? 0;
  const end = parts.at(-1)?.range.end ?? text.length;
  return { ok: false, error, range: { start, end } };
}
