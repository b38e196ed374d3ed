import { utf8Bytes } from "../text/bytes.ts";

/**
 * What stands in a URL as it is; everything else becomes `%` and the bytes of its UTF-8.
 * - `value`: RFC 3986 “unreserved”, as RFC 6570 expands `{name}`.
 * - `reserved`: as RFC 6570 expands `{+name}`, `%41` included, but for what a query cannot hold as content: `[`, `]`, `#`
 *   and the `&`, `=`, `+` of forms (OpenAPI 3.2, Appendix C, leaves these to the sender).
 * - `reservedPath`: the same in a path, which cannot hold `/`, `?`, `#`, `[` and `]` as content.
 * - `reservedCookie`: the same in a cookie, whose separators are `;` and `,`.
 * - `path`, `query`: what somebody wrote as a path or query, with its own separators and `%41`.
 * - `form`: the urlencoded serialiser of the URL standard, where a blank is `+`.
 */
export type PercentSet = "value" | "reserved" | "reservedPath" | "reservedCookie" | "path" | "query" | "form";

const encoded: Readonly<Record<PercentSet, RegExp>> = {
  value: allBut("~"),
  reserved: allButTriplets("~!$'()*,;:@/?"),
  reservedPath: allButTriplets("~!$&'()*+,;=:@"),
  reservedCookie: allButTriplets("~!$&'()*+=:@/?#[]"),
  path: allButTriplets("~!$&'()*+,;=:@/"),
  query: allButTriplets("~!$&'()*+,;=:@/?"),
  form: allBut("*"),
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

/** Letters, digits, `-`, `.`, `_` are never encoded. */
function allBut(kept: string): RegExp {
  return new RegExp(`[^A-Za-z0-9\\-._${kept}]`, "gu");
}

function allButTriplets(kept: string): RegExp {
  return new RegExp(`[^A-Za-z0-9\\-._%${kept.replace(/[[\]]/g, "\\$&")}]|%(?![0-9A-Fa-f]{2})`, "gu");
}
