import { createHash } from "node:crypto";
import type { FeedbackEntry, FeedbackSnippet } from "./feedback-entry.ts";
import { readInstant } from "./iso-time.ts";

type Fields = Readonly<Record<string, unknown>>;

/** UTF-16 units; what is longer is cut and counts as incomplete. */
const longestText = 1_000_000;
const longestName = 2000;

/**
 * An entry of the service's answer. Each field is forgiven by itself: what is missing or of another type is named in
 * `incomplete`. Undefined for what is no entry at all, as null or a text.
 */
export function readEntry(value: unknown): FeedbackEntry | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const fields = value as Fields;
  const incomplete: string[] = [];
  const text = (name: string, kind: "name" | "text"): string | undefined => {
    const found = own(fields, name);
    const longest = kind === "name" ? longestName : longestText;
    if (typeof found !== "string" || found.length > longest) incomplete.push(name);
    return typeof found === "string" ? found.slice(0, longest) : undefined;
  };
  const optional = (name: string, kind: "name" | "text"): string | undefined =>
    own(fields, name) == null ? undefined : text(name, kind);

  const told = text("id", "name");
  const id = told === undefined || told === "" || incomplete.length > 0 ? madeId(fields) : told;
  if (told === "") incomplete.push("id");
  const path = text("path", "name") ?? "";
  // Both may be null, but have to be there.
  const comment = own(fields, "comment") === null ? undefined : text("comment", "text");
  const time = own(fields, "createdAt") === null ? {} : readTime(own(fields, "createdAt"));
  if (time.createdAt === undefined && own(fields, "createdAt") !== null) incomplete.push("createdAt");
  const source = text("source", "name") || "unknown";
  const status = text("status", "name") || "unknown";
  const helpful = own(fields, "helpful");
  if (typeof helpful !== "boolean" && (source === "contextual" || helpful != null))
    incomplete.push("helpful");
  const contact = optional("contact", "name");
  const code = source === "code_snippet" ? text("code", "text") : optional("code", "text");
  const snippet: FeedbackSnippet | undefined =
    code === undefined
      ? undefined
      : {
          code,
          ...named("filename", optional("filename", "name")),
          ...named("lang", optional("lang", "name")),
        };
  return {
    id,
    path,
    ...named("comment", comment === "" ? undefined : comment),
    ...time,
    source,
    status,
    ...(typeof helpful === "boolean" && { helpful }),
    ...named("contact", contact === "" ? undefined : contact),
    ...(snippet && { snippet }),
    incomplete,
  };
}

/** Of ISO 8601, or seconds or milliseconds since 1970. Anything else is kept as it was sent. */
export function readTime(value: unknown): Pick<FeedbackEntry, "createdAt" | "createdAtText"> {
  if (typeof value !== "string" && typeof value !== "number") return {};
  const number = typeof value === "number" ? value : /^\d{9,13}$/.test(value) ? Number(value) : undefined;
  // Seconds of the next centuries are milliseconds of early 1970.
  const time =
    number === undefined
      ? readInstant(String(value))
      : Math.abs(number) < 1e11
        ? Math.round(number * 1000)
        : Math.round(number);
  const isKnown = time !== undefined && time >= 0 && time < lastTime;
  return isKnown ? { createdAt: time } : { createdAtText: String(value).slice(0, 100) };
}

const lastTime = Date.UTC(10_000, 0);

/** The same entry gets the same one each time it is read. */
function madeId(fields: Fields): string {
  const said = [
    "id",
    "path",
    "comment",
    "createdAt",
    "source",
    "helpful",
    "contact",
    "code",
    "filename",
    "lang",
  ];
  // What is no plain value is left out: it could be nested without end.
  const text = said.map((name) => plain(own(fields, name)));
  return `?${createHash("sha256").update(JSON.stringify(text)).digest("hex").slice(0, 24)}`;
}

function plain(value: unknown): unknown {
  return typeof value === "object" ? null : value;
}

/** Not `fields[name]`: names as `constructor` are found on every object. */
function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function named<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined ? {} : ({ [name]: value } as Partial<Record<Name, string>>);
}
