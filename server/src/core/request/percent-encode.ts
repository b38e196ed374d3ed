import { utf8Bytes } from "./utf8-bytes.ts";

/**
 * What stands in a URL as it is; everything else becomes `%` and the bytes of its UTF-8.
 * - `value`: RFC 3986 “unreserved”, as RFC 6570 expands `{name}`.
 * - `reserved`: of a query also what may stand there (RFC 3986 “query”) and `%41` itself, as RFC 6570 expands `{+name}`,
 *   but for `&` and `+`, which a query cannot hold as content (OpenAPI leaves them to the sender).
 * - `reservedPath`: the same for a segment of a path, without `/` and `?`.
 * - `path`: a path that somebody wrote, with its slashes and `%41`.
 * - `query`: a query that somebody wrote, with its `&`, `=`, `+` and `%41`.
 * - `form`: the urlencoded serialiser of the URL standard, where a blank is `+`.
 */
export type PercentSet = "value" | "reserved" | "reservedPath" | "path" | "query" | "form";

const pctEncoded = String.raw`%(?![0-9A-Fa-f]{2})`;
const encoded: Readonly<Record<PercentSet, RegExp>> = {
  value: /[^A-Za-z0-9\-._~]/gu,
  reserved: new RegExp(String.raw`[^A-Za-z0-9\-._~!$'()*,;=:@/?%]|${pctEncoded}`, "gu"),
  reservedPath: new RegExp(String.raw`[^A-Za-z0-9\-._~!$&'()*+,;=:@%]|${pctEncoded}`, "gu"),
  path: new RegExp(String.raw`[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]|${pctEncoded}`, "gu"),
  query: new RegExp(String.raw`[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]|${pctEncoded}`, "gu"),
  form: /[^A-Za-z0-9*\-._]/gu,
};

export function percentEncode(text: string, set: PercentSet): string {
  return text.replace(encoded[set], (char) =>
    set === "form" && char === " "
      ? "+"
      : utf8Bytes(char)
          .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
          .join(""),
  );
}
