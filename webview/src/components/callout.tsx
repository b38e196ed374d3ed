import { type ComponentChildren, createPortal, type VNode } from "preact";
import { useContext } from "preact/hooks";
import { getNodeText } from "../paint/node-text.ts";
import { BlockContext, LayoutContext, usePage } from "../paint/page-context.ts";
import {
  getChoiceProp,
  getProp,
  getSlot,
  getTextListProp,
  getTextProp,
  type RenderedNode,
  type RenderedNodeProps,
  type SourcePosition,
} from "../paint/node-props.ts";
import { toSafeStyle } from "../paint/safe-attributes.ts";
import { CodeGroup } from "./code.tsx";
import { CopyButton, renderIcon, Glyph, type GlyphName } from "./icon.tsx";

export const calloutKinds = ["info", "warning", "note", "tip", "check", "danger"] as const;
type CalloutKind = (typeof calloutKinds)[number];

interface CalloutStyle {
  readonly glyph: GlyphName;
  /** The accessible name of the callout kind, for readers who can't see its color. */
  readonly label: string;
}

const calloutStyles: Readonly<Record<CalloutKind | "custom", CalloutStyle>> = {
  info: { glyph: "info", label: "Info" },
  warning: { glyph: "warning", label: "Warning" },
  note: { glyph: "note", label: "Note" },
  tip: { glyph: "tip", label: "Tip" },
  check: { glyph: "ok", label: "Check" },
  danger: { glyph: "danger", label: "Danger" },
  custom: { glyph: "info", label: "Note" },
};

/** Returns the component for one of the six callout kinds with their own tag, such as `<Note>`. */
export function createCallout(kind: CalloutKind): RenderedNode {
  return (props) => <CalloutBox {...props} kind={kind} />;
}

/** `<Callout>`: a callout in any color and with any icon, or one of the six kinds if `variant` is set. */
export function Callout(props: RenderedNodeProps): VNode {
  return <CalloutBox {...props} kind={getChoiceProp(props.node, "variant", calloutKinds) ?? "custom"} />;
}

function CalloutBox({
  node,
  paint,
  position,
  kind,
}: RenderedNodeProps & { readonly kind: CalloutKind | "custom" }): VNode {
  const { label } = calloutStyles[kind];
  const title = getSlot(node, "title");
  const icon = getSlot(node, "icon") ? renderIcon(node, paint) : kind !== "custom" && <CalloutGlyph kind={kind} />;
  return (
    <div
      class={`dw-callout dw-tone-${kind}`}
      style={getToneStyle(getTextProp(node, "color"))}
      role="note"
      aria-label={getTextProp(node, "ariaLabel") ?? label}
      {...position}
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
  return <Glyph name={calloutStyles[kind].glyph} />;
}

/** Returns the style that overrides the color of the callout's kind with the author's color. */
function getToneStyle(color: string | undefined): Record<string, string> | undefined {
  return color === undefined ? undefined : toSafeStyle({ "--dw-tone": color });
}

interface AsideLayoutProps {
  readonly class: string;
  readonly position: SourcePosition;
  readonly children: ComponentChildren;
}

/** Renders its children in the right column if the page has one, or inline if it doesn't. */
function AsideLayout({ class: className, position, children }: AsideLayoutProps): VNode {
  const { aside } = useContext(LayoutContext);
  const { id } = useContext(BlockContext);
  const content = (
    <div class={`dw-beside ${className}`} {...position} {...(aside && { "data-beside": id })}>
      {children}
    </div>
  );
  return aside ? createPortal(content, aside) : content;
}

/** `<Panel>`: any content, shown instead of “On this page”. */
export function Panel({ node, paint, position }: RenderedNodeProps): VNode {
  // Examples in a panel stay in the panel instead of being moved to the right column separately.
  return (
    <AsideLayout class="dw-panel dw-flow" position={position}>
      <LayoutContext.Provider value={{ ...useContext(LayoutContext), aside: undefined }}>
        {paint(node.children)}
      </LayoutContext.Provider>
    </AsideLayout>
  );
}

/** `<RequestExample>` and `<ResponseExample>`: code blocks shown next to the text that they belong to. */
export function Example(props: RenderedNodeProps): VNode {
  const isRequest = props.node.tag === "RequestExample";
  return (
    <AsideLayout
      class={isRequest ? "dw-example dw-example-request" : "dw-example dw-example-response"}
      position={props.position}
    >
      <CodeGroup {...props} position={{}} />
    </AsideLayout>
  );
}

/** `<Prompt>`: a prompt that readers can copy or open in an AI assistant. Readers see only its description. */
export function Prompt({ node, paint, position }: RenderedNodeProps): VNode {
  const { onLinkFollowed } = usePage();
  const actions = getProp(node, "actions") === undefined ? ["copy"] : getTextListProp(node, "actions");
  const getText = (): string => getTextProp(node, "source") ?? getNodeText(node.children);
  return (
    <div class="dw-prompt" {...position}>
      <span class="dw-prompt-icon" aria-hidden="true">
        {getSlot(node, "icon") ? renderIcon(node, paint) : <Glyph name="prompt" />}
      </span>
      <div class="dw-prompt-words dw-flow">{paint(getSlot(node, "description"))}</div>
      <div class="dw-prompt-actions">
        {actions.includes("copy") && (
          <CopyButton class="dw-button" label="Copy prompt" caption="Copy prompt" getText={getText} />
        )}
        {actions.includes("cursor") && (
          <button
            type="button"
            class="dw-button"
            onClick={() => onLinkFollowed(`https://cursor.com/link/prompt?text=${encodeURIComponent(getText())}`)}
          >
            <Glyph name="outward" />
            Open in Cursor
          </button>
        )}
      </div>
    </div>
  );
}
