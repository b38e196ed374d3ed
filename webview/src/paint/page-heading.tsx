import type { ComponentChildren, VNode } from "preact";
import type { PageHead } from "../../../server/src/core/preview/view/page-view.ts";

interface PageHeadingProps {
  readonly head: PageHead;
  readonly eyebrow?: ComponentChildren;
  /** At the right of the title. */
  readonly children?: ComponentChildren;
}

/** Title and description. A page of mode `custom` has neither. */
export function PageHeading({ head, eyebrow, children }: PageHeadingProps): VNode | null {
  if (head.mode === "custom") return null;
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
