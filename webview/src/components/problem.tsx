import type { VNode } from "preact";
import { usePage } from "../paint/page-context.ts";
import { type RenderedNodeProps, getTextProp } from "../paint/piece.ts";
import { Runnable } from "../sandbox/running-components.tsx";
import { Glyph } from "./icon.tsx";

/** `#problem`: a placeholder for content that can't be shown, with the reason. */
export function Problem({ node, paint, mark }: RenderedNodeProps): VNode {
  const { onSource } = usePage();
  const label = getTextProp(node, "label") ?? "";
  const content = node.children && node.children.length > 0;
  return (
    <div
      class="dw-problem"
      data-kind={getTextProp(node, "kind")}
      role="note"
      aria-label="Not shown"
      {...mark}
    >
      <div class="dw-problem-head">
        <Glyph name="warning" />
        <div class="dw-problem-words">
          {label !== "" && <code class="dw-problem-label">{label}</code>}
          <span class="dw-problem-message">{getTextProp(node, "message")}</span>
        </div>
        {node.file !== undefined && node.lines && (
          <button
            type="button"
            class="dw-fault-line"
            onClick={() => onSource(node.lines?.[0] ?? 0, node.file)}
          >
            {node.file}
          </button>
        )}
      </div>
      <Runnable node={node}>
        {content && <div class="dw-problem-content dw-flow">{paint(node.children)}</div>}
      </Runnable>
    </div>
  );
}

/** `#interactive`: the initial state of an interactive component. */
export function Interactive({ node, paint, mark }: RenderedNodeProps): VNode {
  const name = getTextProp(node, "name") ?? "This component";
  const file = getTextProp(node, "file");
  return (
    <div class="dw-interactive" {...mark}>
      <div class="dw-interactive-note" title={file}>
        {name} is interactive. The preview shows its initial state.
      </div>
      <Runnable node={node}>
        <div class="dw-flow">{paint(node.children)}</div>
      </Runnable>
    </div>
  );
}
