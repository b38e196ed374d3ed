import type { Site } from "../site/site.ts";
import { partRange } from "../spec/edit-spec.ts";
import type { EndpointReference, ReferencePart } from "../spec/operation-reference.ts";
import type { SitePath, TextRange } from "../text/text-edit.ts";
import { listSiteReferencesIn } from "./spec/symbols-and-references.ts";

/**
 * The kinds of tokens in a reference to an endpoint. For example, `api.json` is a `file`, `GET` and `webhook` are each
 * a `method`, `/users/` is a `path`, and `{id}` is a `parameter`. Any other name in a specification is a `name`.
 */
export const endpointTokenKinds = ["file", "method", "path", "parameter", "name"] as const;
export type EndpointTokenKind = (typeof endpointTokenKinds)[number];

export interface EndpointToken {
  readonly kind: EndpointTokenKind;
  readonly range: TextRange;
}

/**
 * Returns the tokens of specification references in docs.json, an included file, or a page's frontmatter, in text
 * order. If `within` is given, returns only tokens that touch that range. A malformed reference has no tokens, because
 * a diagnostic already marks it.
 */
export function endpointTokens(site: Site, file: SitePath, within?: TextRange): readonly EndpointToken[] {
  const uses = listSiteReferencesIn(site, file).filter(
    ({ at: { range } }) => !within || (range.start <= within.end && within.start <= range.end),
  );
  const tokens = uses.flatMap(({ at, text, reference, named }): EndpointToken[] => {
    const written = at.range;
    const isPlain = [0, 2].includes(written.end - written.start - text.length);
    // The tokens can't be located in text that contains escapes.
    if (!isPlain) return [];
    const words: readonly EndpointToken[] = reference
      ? wordsOf(reference)
      : named
        ? [{ kind: "file", range: named.part }]
        : [];
    return words.map(({ kind, range }) => ({ kind, range: partRange(text, written, range) }));
  });
  return tokens.sort((a, b) => a.range.start - b.range.start);
}

function wordsOf(reference: EndpointReference): EndpointToken[] {
  const file = reference.file ? [word("file", reference.file)] : [];
  if (reference.form === "operation")
    return [...file, word("method", reference.method), ...partsOfPath(reference.path)];
  return [...file, word("name", reference.name)];
}

function word(kind: EndpointTokenKind, { range }: ReferencePart): EndpointToken {
  return { kind, range };
}

/** Returns the tokens of a path, such as `/users/` and `{id}` for `/users/{id}`. */
function partsOfPath({ text, range }: ReferencePart): EndpointToken[] {
  return [...text.matchAll(/\{[^{}]*\}|[^{}]+|[{}]/g)].map((part) => {
    const start = range.start + part.index;
    return {
      kind: part[0].length > 1 && part[0].startsWith("{") ? "parameter" : "path",
      range: { start, end: start + part[0].length },
    };
  });
}
