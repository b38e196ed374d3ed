import type { Site } from "../site/site.ts";
import { getPartRange } from "../spec/edit-spec.ts";
import type { EndpointReference, ReferencePart } from "../spec/operation-reference.ts";
import type { SitePath, TextRange } from "../text/text-edit.ts";
import { listSiteReferencesInFile } from "./spec/symbols-and-references.ts";

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
 * order. If `visibleRange` is given, returns only tokens that touch that range. A malformed reference has no tokens,
 * because a diagnostic already marks it.
 */
export function createEndpointTokens(site: Site, file: SitePath, visibleRange?: TextRange): readonly EndpointToken[] {
  const references = listSiteReferencesInFile(site, file).filter(
    ({ at: { range } }) => !visibleRange || (range.start <= visibleRange.end && visibleRange.start <= range.end),
  );
  const tokens = references.flatMap(({ at, text, reference, namedSpec }): EndpointToken[] => {
    const textRange = at.range;
    const isUnescaped = [0, 2].includes(textRange.end - textRange.start - text.length);
    // The tokens can't be located in text that contains escapes.
    if (!isUnescaped) return [];
    const wordTokens: readonly EndpointToken[] = reference
      ? createWordTokens(reference)
      : namedSpec
        ? [{ kind: "file", range: namedSpec.part }]
        : [];
    return wordTokens.map(({ kind, range }) => ({ kind, range: getPartRange(text, textRange, range) }));
  });
  return tokens.sort((a, b) => a.range.start - b.range.start);
}

function createWordTokens(reference: EndpointReference): EndpointToken[] {
  const fileTokens = reference.file ? [createToken("file", reference.file)] : [];
  if (reference.form === "operation")
    return [...fileTokens, createToken("method", reference.method), ...createPathTokens(reference.path)];
  return [...fileTokens, createToken("name", reference.name)];
}

function createToken(kind: EndpointTokenKind, { range }: ReferencePart): EndpointToken {
  return { kind, range };
}

/** Returns the tokens of a path, such as `/users/` and `{id}` for `/users/{id}`. */
function createPathTokens({ text, range }: ReferencePart): EndpointToken[] {
  return [...text.matchAll(/\{[^{}]*\}|[^{}]+|[{}]/g)].map((part) => {
    const start = range.start + part.index;
    return {
      kind: part[0].length > 1 && part[0].startsWith("{") ? "parameter" : "path",
      range: { start, end: start + part[0].length },
    };
  });
}
