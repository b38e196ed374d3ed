import type { VNode } from "preact";
import { useKept } from "../paint/page-context.ts";
import { flagOf, type PieceProps, slotOf, textOf } from "../paint/piece.ts";
import { Disclosure } from "./disclosure.tsx";
import { leadingIcon } from "./icon.tsx";

/** `<Accordion>`: a title that opens what is under it, with a link of its own. */
export function Accordion({ node, paint, mark }: PieceProps): VNode {
  const [kept, keep] = useKept(node);
  const description = slotOf(node, "description");
  const open = typeof kept === "boolean" ? kept : (flagOf(node, "defaultOpen") ?? false);
  return (
    <Disclosure
      class="dw-accordion"
      open={open}
      onToggle={keep}
      mark={mark}
      anchor={textOf(node, "id")}
      head={
        <>
          {leadingIcon(node, paint)}
          <span class="dw-accordion-words">
            <span class="dw-accordion-title">{paint(slotOf(node, "title")) ?? "Untitled"}</span>
            {description && <span class="dw-accordion-description">{paint(description)}</span>}
          </span>
        </>
      }
    >
      {paint(node.children)}
    </Disclosure>
  );
}

/** `<AccordionGroup>`: accordions in one frame. */
export function AccordionGroup({ node, paint, mark }: PieceProps): VNode {
  const className = textOf(node, "className") ?? textOf(node, "class");
  return (
    <div class={className ? `dw-accordions ${className}` : "dw-accordions"} {...mark}>
      {paint(node.children)}
    </div>
  );
}

/** `<Expandable>`: the properties of an object, under the field that has them. */
export function Expandable({ node, paint, mark }: PieceProps): VNode {
  const [kept, keep] = useKept(node);
  const open = typeof kept === "boolean" ? kept : (flagOf(node, "defaultOpen") ?? false);
  const title = slotOf(node, "title");
  return (
    <Disclosure
      class="dw-expandable"
      open={open}
      onToggle={keep}
      mark={mark}
      anchor={textOf(node, "id")}
      head={
        <span class="dw-expandable-title">
          {open ? "Hide" : "Show"} {title ? paint(title) : "properties"}
        </span>
      }
    >
      {paint(node.children)}
    </Disclosure>
  );
}
