import type { ComponentChildren, VNode } from "preact";
import type { PageHead } from "../../../server/src/core/preview/view/page-view.ts";

interface PageHeadingProps {
  readonly head: PageHead;
  readonly eyebrow?: ComponentChildren;
  /** At the right of the title. */
  readonly children?: ComponentChildren;
}

/** Modes of pages that are a blank canvas. */
const blank: ReadonlySet<string> = new Set(["custom", "frame"]);

/** Title and description, which a blank page has not. */
export function PageHeading({ head, eyebrow, children }: PageHeadingProps): VNode | null {
  if (blank.has(head.mode)) return null;
  return (
    <header class="dw-heading">
      {eyebrow && <div class="dw-eyebrow">{eyebrow}</div>}
      <div class="dw-heading-row">
        <h1 class="dw-title">
          {head.title}
          {head.tag !== undefined && <span class="dw-title-tag">{head.tag}</span>}
          {head.deprecated && <span class="dw-title-tag dw-title-deprecated">Deprecated</span>}
        </h1>
        {children}
      </div>
      {head.description !== undefined && <p class="dw-description">{head.description}</p>}
    </header>
  );
}
