import type { SampleText } from "../../page/samples/sample-request.ts";
import type { TextRange } from "../../text/text-edit.ts";

/** The address of a request, taken apart. */
export interface SampleUrl {
  /** `https://api.example.com`, in lower case; absent where it is a variable or missing: `$BASE/users`. */
  readonly origin: string | undefined;
  /** `["v1", "users", "123"]`. */
  readonly segments: readonly string[];
  readonly query: readonly { readonly name: string; readonly range: TextRange }[];
}

/** Undefined for what is no address at all. */
export function readSampleUrl(url: SampleText): SampleUrl | undefined {
  const hash = url.text.indexOf("#");
  const text = hash < 0 ? url.text : url.text.slice(0, hash);
  const question = text.indexOf("?");
  const address = question < 0 ? text : text.slice(0, question);
  const found = /^(https?:\/\/[^/\s]+)?(\/?[^\s]*)$/i.exec(address);
  if (!found) return undefined;
  return {
    origin: found[1]?.toLowerCase(),
    segments: segmentsOf(found[2] ?? ""),
    query: question < 0 ? [] : namesIn(url, text, question + 1),
  };
}

/** `/v1/users` → `["v1", "users"]`. */
export function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

function namesIn({ offsets }: SampleText, text: string, from: number): SampleUrl["query"] {
  let at = from;
  return text
    .slice(from)
    .split("&")
    .flatMap((part) => {
      const start = at;
      at += part.length + 1;
      const equals = part.indexOf("=");
      const name = equals < 0 ? part : part.slice(0, equals);
      const first = offsets[start];
      const last = offsets[start + name.length - 1];
      if (name === "" || first === undefined || last === undefined) return [];
      return [{ name: decoded(name), range: { start: first, end: last + 1 } }];
    });
}

function decoded(name: string): string {
  return name.replaceAll("%5B", "[").replaceAll("%5D", "]").replaceAll("%5b", "[").replaceAll("%5d", "]");
}

/** Whether the address ends with this path of a specification: `/users/{id}` for `…/v1/users/123`. */
export function endsWithPath({ segments }: Pick<SampleUrl, "segments">, path: string): boolean {
  const wanted = segmentsOf(path);
  if (wanted.length > segments.length) return false;
  const own = segments.slice(segments.length - wanted.length);
  return wanted.every((segment, i) => fits(segment, own[i] ?? ""));
}

/** `{id}`, `{id}.json` and `users:{action}` stand for any text of their kind. */
function fits(template: string, segment: string): boolean {
  if (!template.includes("{")) return template === segment;
  const [before = ""] = template.split("{");
  const after = template.slice(template.lastIndexOf("}") + 1);
  return (
    segment.length > before.length + after.length - (segment.startsWith("$") ? 1 : 0) &&
    segment.startsWith(before) &&
    segment.endsWith(after)
  );
}
