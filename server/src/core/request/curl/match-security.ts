import { decodePercent } from "../../text/decode-text.ts";
import type { RequestForm, SchemeForm } from "../request-form.ts";
import type { Credential, RequestValues } from "../request-values.ts";
import { textOfBase64 } from "./text-of-base64.ts";
import type { Piece } from "./take-parameters.ts";

export interface SignedPieces {
  readonly headers: readonly Piece[];
  readonly query: readonly Piece[];
  readonly cookies: readonly Piece[];
}

/** The way to sign in of which most is there, with what is filled in for it; its pieces are then used. */
export function matchSecurity(
  { security }: RequestForm,
  pieces: SignedPieces,
): Pick<RequestValues, "way" | "credentials"> {
  const ways = security.map((way) => way.map((scheme) => ({ scheme, piece: pieceOf(scheme, pieces) })));
  const counts = ways.map((way) =>
    way.every(({ scheme, piece }) => piece !== undefined || scheme.kind === "mutualTLS") ? way.length + 1 : 0,
  );
  const way = Math.max(0, counts.indexOf(Math.max(...counts)));
  const credentials: Record<string, Credential> = {};
  for (const { scheme, piece } of ways[way] ?? []) {
    if (!piece) continue;
    piece.used = true;
    credentials[scheme.name] = credentialOf(scheme, piece.value);
  }
  return { way, credentials };
}

function pieceOf(scheme: SchemeForm, { headers, query, cookies }: SignedPieces): Piece | undefined {
  const free = (list: readonly Piece[], isIt: (piece: Piece) => boolean) =>
    list.find((piece) => !piece.used && isIt(piece));
  switch (scheme.kind) {
    case "apiKey": {
      const { field } = scheme;
      if (scheme.in === "header")
        return free(headers, ({ name }) => name.toLowerCase() === field.toLowerCase());
      return free(scheme.in === "query" ? query : cookies, ({ name }) => decodePercent(name) === field);
    }
    case "basic":
      return authorization(free, headers, "basic");
    case "bearer":
    case "oauth2":
    case "openIdConnect":
      return authorization(free, headers, "bearer");
    case "http":
      return authorization(free, headers, scheme.scheme);
    case "mutualTLS":
    case "unknown":
      return undefined;
  }
}

function authorization(
  free: (list: readonly Piece[], isIt: (piece: Piece) => boolean) => Piece | undefined,
  headers: readonly Piece[],
  scheme: string,
): Piece | undefined {
  return free(
    headers,
    ({ name, value }) =>
      name.toLowerCase() === "authorization" && value.toLowerCase().startsWith(`${scheme.toLowerCase()} `),
  );
}

function credentialOf(scheme: SchemeForm, text: string): Credential {
  if (scheme.kind === "apiKey")
    return { kind: "value", value: scheme.in === "query" ? decodePercent(text) : text };
  const blank = text.indexOf(" ") + 1;
  const value = text.slice(blank);
  // A word that is written otherwise than we would stays.
  const word = scheme.kind === "http" ? scheme.scheme : scheme.kind === "basic" ? "Basic" : "Bearer";
  if (text.slice(0, blank - 1) !== word) return { kind: "value", value: text };
  if (scheme.kind !== "basic") return { kind: "value", value };
  const mark = /^\{\{base64:(.*)\}\}$/s.exec(value)?.[1];
  const inside = mark === undefined ? textOfBase64(value) : decodedAround(mark);
  const colon = inside?.indexOf(":") ?? -1;
  if (inside === undefined || colon < 0) return { kind: "value", value };
  // The colon of a mark in the name of the user is none that parts.
  const at = inside.startsWith("{{secret:") ? inside.indexOf(":", inside.indexOf("}}")) : colon;
  return { kind: "basic", user: inside.slice(0, at), password: inside.slice(at + 1) };
}

function decodedAround(mark: string): string {
  return mark.replace(/\{\{[^{}]*\}\}|[^{}]+/g, (piece) =>
    piece.startsWith("{{") ? piece : decodePercent(piece),
  );
}
