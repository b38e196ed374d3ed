import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { translate } from "../language/translate.ts";
import { usePage } from "../paint/page-context.ts";
import { type RenderedNodeProps, getTextProp } from "../paint/node-props.ts";
import { Runnable } from "../sandbox/running-components.tsx";
import { Glyph } from "./icon.tsx";

/** `#problem`: a placeholder that states why content can't be shown. */
export function Problem({ node, paint, position }: RenderedNodeProps): VNode {
  const { onShowSource } = usePage();
  const label = getTextProp(node, "label") ?? "";
  const hasContent = node.children && node.children.length > 0;
  return (
    <div
      class="dw-problem"
      data-kind={getTextProp(node, "kind")}
      role="note"
      aria-label={translate("Not shown")}
      {...position}
    >
      <div class="dw-problem-head">
        <Glyph name="warning" />
        <div class="dw-problem-words">
          {label !== "" && <code class="dw-problem-label">{label}</code>}
          <span class="dw-problem-message">{getTextProp(node, "message")}</span>
        </div>
        {node.file !== undefined && node.lines && (
          <button type="button" class="dw-fault-line" onClick={() => onShowSource(node.lines?.[0] ?? 0, node.file)}>
            {node.file}
          </button>
        )}
      </div>
      <Runnable node={node}>
        {hasContent && <div class="dw-problem-content dw-flow">{paint(node.children)}</div>}
      </Runnable>
    </div>
  );
}

interface CornerNoteProps {
  readonly text: string;
  readonly file: string | undefined;
}

/**
 * A note in the corner of a component. It takes up no space on the page, and readers can open it with the pointer,
 * touch, or the keyboard.
 */
function CornerNote({ text, file }: CornerNoteProps): VNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="dw-corner" onMouseEnter={() => setOpen(true)} onMouseLeave={() => setOpen(false)}>
      <button
        type="button"
        class="dw-corner-mark"
        aria-label={text}
        aria-expanded={isOpen}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={({ key }) => {
          if (key === "Escape") setOpen(false);
        }}
      >
        <Glyph name="info" />
      </button>
      <div class="dw-corner-note" aria-hidden="true" hidden={!isOpen}>
        {text}
        {file !== undefined && <code>{file}</code>}
      </div>
    </div>
  );
}

/** `#interactive`: an interactive component in its initial state. */
export function InteractiveComponent({ node, paint, position }: RenderedNodeProps): VNode {
  const name = getTextProp(node, "name");
  const file = getTextProp(node, "file");
  return (
    <div class="dw-interactive" {...position}>
      <CornerNote
        text={
          name === undefined
            ? translate("This component is interactive. The preview shows its initial state.")
            : translate("{0} is interactive. The preview shows its initial state.", name)
        }
        file={file}
      />
      <Runnable node={node}>
        <div class="dw-flow">{paint(node.children)}</div>
      </Runnable>
    </div>
  );
}
