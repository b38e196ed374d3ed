import type { VNode } from "preact";
import type { PageView } from "../../../server/src/core/preview/view/page-view.ts";
import type { ViewNode } from "../../../server/src/core/preview/view/view-node.ts";

/** Stands in until the page is painted by `paint/`. */
export function PlainPage({ page }: { readonly page: PageView }): VNode {
  return (
    <article>
      {page.blocks.map((block) => (
        <div key={block.id} data-block={block.id} data-line={block.lines[0]} data-end={block.lines[1]}>
          {block.nodes.map(textIn).join("")}
        </div>
      ))}
    </article>
  );
}

function textIn(node: ViewNode): string {
  return typeof node === "string" ? node : (node.children ?? []).map(textIn).join("");
}
