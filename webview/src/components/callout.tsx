import { type ComponentChildren, createPortal, type VNode } from "preact";
import { useContext } from "preact/hooks";
import { getNodeText } from "../paint/node-text.ts";
import { BlockContext, LayoutContext, usePage } from "../paint/page-context.ts";
import {
  getChoiceProp,
  type RenderedNode,
  type RenderedNodeProps,
  getProp,
  getSlot,
  type SourcePosition,
  getTextProp,
  getTextListProp,
} from "../paint/piece.ts";
import { safeStyle } from "../paint/safe-attributes.ts";
import { CodeGroup } from "./code.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Glyph, type GlyphName, getIconView } from "./icon.tsx";

export const calloutKinds = ["info", "warning", "note", "tip", "check", "danger"] as const;
type CalloutKind = (typeof calloutKinds)[number];

interface CalloutLook {
  readonly glyph: GlyphName;
  /** Said to those who do not see the colour. */
  readonly label: string;
}

const checks: Readonly<Record<CalloutKind | "custom", CalloutLook>> = {
  info: { glyph: "info", label: "Info" },
  warning: { glyph: "warning", label: "Warning" },
  note: { glyph: "note", label: "Note" },
  tip: { glyph: "tip", label: "Tip" },
  check: { glyph: "ok", label: "Check" },
  danger: { glyph: "danger", label: "Danger" },
  custom: { glyph: "info", label: "Note" },
};

/** A callout of one of the six kinds that have a tag of their own. */
export function calloutOf(kind: CalloutKind): RenderedNode {
  return (props) => <CalloutBox {...props} kind={kind} />;
}

/** `<Callout>`: any colour and icon, or one of the kinds by `variant`. */
export function Callout(props: RenderedNodeProps): VNode {
  return <CalloutBox {...props} kind={getChoiceProp(props.node, "variant", calloutKinds) ?? "custom"} />;
}

function CalloutBox({
  node,
  paint,
  mark,
  kind,
}: RenderedNodeProps & { readonly kind: CalloutKind | "custom" }): VNode {
  const { label } = checks[kind];
  const title = getSlot(node, "title");
  const icon = getSlot(node, "icon")
    ? getIconView(node, paint)
    : kind !== "custom" && <CalloutGlyph kind={kind} />;
  return (
    <div
      class={`dw-callout dw-tone-${kind}`}
      style={toneStyle(getTextProp(node, "color"))}
      role="note"
      aria-label={getTextProp(node, "ariaLabel") ?? label}
      {...mark}
    >
      {icon && (
        <span class="dw-callout-icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <div class="dw-callout-body dw-flow">
        {title && <p class="dw-callout-title">{paint(title)}</p>}
        {paint(node.children)}
      </div>
    </div>
  );
}

export function CalloutGlyph({ kind }: { readonly kind: CalloutKind }): VNode {
  return <Glyph name={checks[kind].glyph} />;
}

/** A colour of the author's in place of the kind's. */
function toneStyle(color: string | undefined): Record<string, string> | undefined {
  return color === undefined ? undefined : safeStyle({ "--dw-tone": color });
}

interface BesideProps {
  readonly class: string;
  readonly mark: SourcePosition;
  readonly children: ComponentChildren;
}

/** In the right column where there is one, else in its place in the text. */
function Beside({ class: className, mark, children }: BesideProps): VNode {
  const { aside } = useContext(LayoutContext);
  const { id } = useContext(BlockContext);
  const piece = (
    <div class={`dw-beside ${className}`} {...mark} {...(aside && { "data-beside": id })}>
      {children}
    </div>
  );
  return aside ? createPortal(piece, aside) : piece;
}

/** `<Panel>`: anything, in place of “on this page”. */
export function Panel({ node, paint, mark }: RenderedNodeProps): VNode {
  // What is written in a panel stays together, in it.
  return (
    <Beside class="dw-panel dw-flow" mark={mark}>
      <LayoutContext.Provider value={{ ...useContext(LayoutContext), aside: undefined }}>
        {paint(node.children)}
      </LayoutContext.Provider>
    </Beside>
  );
}

/** `<RequestExample>`, `<ResponseExample>`: code blocks beside the text that speaks of them. */
export function Example(props: RenderedNodeProps): VNode {
  const isRequest = props.node.tag === "RequestExample";
  return (
    <Beside
      class={isRequest ? "dw-example dw-example-request" : "dw-example dw-example-response"}
      mark={props.mark}
    >
      <CodeGroup {...props} mark={{}} />
    </Beside>
  );
}

/** `<Prompt>`: words for an assistant, to be copied or opened there. Readers see only what it is for. */
export function Prompt({ node, paint, mark }: RenderedNodeProps): VNode {
  const { onFollow } = usePage();
  const actions = getProp(node, "actions") === undefined ? ["copy"] : getTextListProp(node, "actions");
  const text = (): string => getTextProp(node, "source") ?? getNodeText(node.children);
  return (
    <div class="dw-prompt" {...mark}>
      <span class="dw-prompt-icon" aria-hidden="true">
        {getSlot(node, "icon") ? getIconView(node, paint) : <Glyph name="prompt" />}
      </span>
      <div class="dw-prompt-words dw-flow">{paint(getSlot(node, "description"))}</div>
      <div class="dw-prompt-actions">
        {actions.includes("copy") && (
          <CopyButton class="dw-button" label="Copy the prompt" words="Copy prompt" text={text} />
        )}
        {actions.includes("cursor") && (
          <button
            type="button"
            class="dw-button"
            onClick={() => onFollow(`https://cursor.com/link/prompt?text=${encodeURIComponent(text())}`)}
          >
            <Glyph name="outward" />
            Open in Cursor
          </button>
        )}
      </div>
    </div>
  );
}
