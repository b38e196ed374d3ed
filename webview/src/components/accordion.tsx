import type { ComponentChildren, VNode } from "preact";
import { useReaderState } from "../paint/page-context.ts";
import { getFlagProp, type RenderedNodeProps, getSlot, type SourcePosition, getTextProp } from "../paint/node-props.ts";
import { Glyph, renderLeadingIcon } from "./icon.tsx";
import { useAnchorReveal, useUniqueId } from "./tabs.tsx";

interface DisclosureProps {
  readonly class: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly head: ComponentChildren;
  readonly children: ComponentChildren;
  readonly position: SourcePosition;
  readonly anchor?: string | undefined;
}

/**
 * A line that expands and collapses the content below it. Collapsed content stays in the DOM so that the browser's page
 * search can find it.
 */
export function Disclosure({
  class: className,
  isOpen,
  onToggle,
  head,
  children,
  position,
  anchor,
}: DisclosureProps): VNode {
  const id = useUniqueId();
  const body = useAnchorReveal(() => onToggle(true));
  return (
    <div class={className} id={anchor} data-open={isOpen} {...position}>
      <button
        type="button"
        class="dw-disclosure-head"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onToggle(!isOpen)}
      >
        <Glyph name="chevron" class="dw-disclosure-mark" />
        {head}
      </button>
      <div ref={body} class="dw-disclosure-body" id={id} hidden={isOpen ? undefined : "until-found"}>
        <div class="dw-disclosure-inside dw-flow">{children}</div>
      </div>
    </div>
  );
}

/** `<Accordion>`: a title that expands and collapses its content. Each accordion has its own link. */
export function Accordion({ node, paint, position }: RenderedNodeProps): VNode {
  const [stateValue, storeValue] = useReaderState(node);
  const description = getSlot(node, "description");
  const isOpen = typeof stateValue === "boolean" ? stateValue : (getFlagProp(node, "defaultOpen") ?? false);
  return (
    <Disclosure
      class="dw-accordion"
      isOpen={isOpen}
      onToggle={storeValue}
      position={position}
      anchor={getTextProp(node, "id")}
      head={
        <>
          {renderLeadingIcon(node, paint)}
          <span class="dw-accordion-words">
            <span class="dw-accordion-title">{paint(getSlot(node, "title")) ?? "Untitled"}</span>
            {description && <span class="dw-accordion-description">{paint(description)}</span>}
          </span>
        </>
      }
    >
      {paint(node.children)}
    </Disclosure>
  );
}

/** `<AccordionGroup>`: several accordions in a shared frame. */
export function AccordionGroup({ node, paint, position }: RenderedNodeProps): VNode {
  const className = getTextProp(node, "className") ?? getTextProp(node, "class");
  return (
    <div class={className ? `dw-accordions ${className}` : "dw-accordions"} {...position}>
      {paint(node.children)}
    </div>
  );
}

/** `<Expandable>`: the properties of an object, shown below the field that they belong to. */
export function ExpandableSection({ node, paint, position }: RenderedNodeProps): VNode {
  const [stateValue, storeValue] = useReaderState(node);
  const isOpen = typeof stateValue === "boolean" ? stateValue : (getFlagProp(node, "defaultOpen") ?? false);
  const title = getSlot(node, "title");
  return (
    <Disclosure
      class="dw-expandable"
      isOpen={isOpen}
      onToggle={storeValue}
      position={position}
      anchor={getTextProp(node, "id")}
      head={
        <span class="dw-expandable-title">
          {isOpen ? "Hide" : "Show"} {title ? paint(title) : "properties"}
        </span>
      }
    >
      {paint(node.children)}
    </Disclosure>
  );
}
