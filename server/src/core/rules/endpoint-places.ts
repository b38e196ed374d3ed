import { placeOf } from "../config/json/json-tree.ts";
import { isPublished } from "../site/pages/pages.ts";
import type { Site } from "../site/site.ts";
import { endpointEntries, type EndpointField, endpointsOfPage, type Resolution } from "../site/specs/operation-references.ts";
import { partRange } from "../spec/edit-spec.ts";
import type { EndpointReference, ReferencePart } from "../spec/operation-reference.ts";
import type { OperationOutline, SpecOutline } from "../spec/spec-outline.ts";
import type { FileEdit, SiteLocation, TextRange } from "../text/text-edit.ts";
import { replaceAt } from "./edit-at.ts";
import type { Subject } from "./rule.ts";

/** An endpoint reference where its author wrote it. */
export interface PlacedReference {
  /** As written: `api.json GET /users`. */
  readonly text: string;
  /** The value with its quotes. */
  readonly at: SiteLocation;
  /** Absent for an entry of the navigation. */
  readonly field: EndpointField | undefined;
  readonly resolution: Resolution;
}

/** The references in docs.json (entries that the service drops are left out) or on a page that is published. */
export function referencesIn(subject: Subject, site: Site): readonly PlacedReference[] {
  if (subject.kind === "config")
    return endpointEntries(site).flatMap(({ entry, resolution }) =>
      entry.lost ? [] : [{ text: entry.text, at: placeOf(entry.node), field: undefined, resolution }],
    );
  if (subject.kind !== "page" || !isPublished(site.pages, subject.value.outline.path)) return [];
  const { outline, references } = subject.value;
  return endpointsOfPage(site, outline).flatMap(({ field, text, resolution }) => {
    const written = references.frontmatter.fields.get(field);
    return written
      ? [{ text, at: { file: outline.path, range: written.valueRange }, field, resolution }]
      : [];
  });
}

/** Where a part of a reference stands. */
export function partPlace({ text, at }: PlacedReference, part: TextRange): SiteLocation {
  return { file: at.file, range: partRange(text, at.range, part) };
}

/** What a reference names, without its file: `GET /users`, `webhook paid`, `User`. */
export function targetText(reference: EndpointReference): string {
  switch (reference.form) {
    case "operation":
      return `${reference.method.text} ${reference.path.text}`;
    case "webhook":
      return `webhook ${reference.name.text}`;
    case "schema":
    case "channel":
      return reference.name.text;
  }
}

/** The words behind the file: method and path, or the name. */
export function targetRange(reference: EndpointReference, text: string): TextRange {
  const start = reference.file ? /^\s*\S+\s+/.exec(text)?.[0].length : /^\s*/.exec(text)?.[0].length;
  return { start: start ?? 0, end: text.trimEnd().length };
}

/** `GET /users`, as messages and entries write it. */
export function operationText({ method, path }: OperationOutline): string {
  return `${method} ${path}`;
}

/** The operation's key in its file, for a related place. */
export function operationPlace(spec: SpecOutline, operation: OperationOutline): SiteLocation {
  return { file: operation.file ?? spec.path, range: operation.range };
}

/**
 * Writes other words over a part of a reference. Paths and names go into JSON strings, plain and quoted YAML alike
 * as long as they hold no quote, backslash or `#`; where they do, nothing is offered.
 */
export function rewritePart(at: SiteLocation, newText: string): FileEdit[] {
  return /["'\\#]|[\p{Cc}]/u.test(newText) ? [] : replaceAt(at, newText);
}

/** Whether a part could be told from the rest of its value, so that it alone can be rewritten. */
export function isTold(part: SiteLocation, written: ReferencePart | TextRange): boolean {
  const range = "range" in written ? written.range : written;
  return part.range.end - part.range.start === range.end - range.start;
}
