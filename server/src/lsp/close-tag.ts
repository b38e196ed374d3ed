import { closingTagFor } from "../core/features/tag-pairs.ts";
import { offsetAt } from "../core/text/text-edit.ts";
import type { ClosedTag, CloseTag } from "../protocol/close-tag.ts";
import type { InFile } from "./readiness.ts";
import type { Session } from "./session.ts";

/** `docwright/closeTag` */
export function closeTag({ position }: CloseTag, session: Session, { place }: InFile): ClosedTag | null {
  const page = place?.site.current?.site.references.get(place.path);
  if (!place || !page) return null;
  const offset = offsetAt(session.lineMaps.of(place), position);
  const text = closingTagFor(page.text, offset, page.frontmatter.range?.end ?? 0);
  return text === undefined ? null : { text };
}
