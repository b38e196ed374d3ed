import { createElement, type VNode } from "preact";
import type { ViewElement } from "../../../server/src/core/preview/view/page-view.ts";
import {
  getChoiceProp,
  getElements,
  getFlagProp,
  getSourcePosition,
  getNumberProp,
  type PaintNode,
  type RenderedNodeProps,
  getSlot,
  getTextProp,
} from "../paint/node-props.ts";
import { Glyph, renderIcon } from "./icon.tsx";

const titleSizes = ["p", "h2", "h3", "h4"] as const;
type TitleSize = (typeof titleSizes)[number];

/** `<Steps>` with `<Step>` children: numbered instructions. */
export function Steps({ node, paint, position }: RenderedNodeProps): VNode {
  const size = getChoiceProp(node, "titleSize", titleSizes) ?? "p";
  return (
    <div class="dw-steps" role="list" {...position}>
      {getElements(node.children).map((step, index) =>
        step.tag === "Step" ? (
          <StepItem key={index} node={step} paint={paint} ordinal={index + 1} size={size} />
        ) : (
          <div key={index} class="dw-step-between" role="listitem">
            {paint([step])}
          </div>
        ),
      )}
    </div>
  );
}

/** A `<Step>` outside `<Steps>`. */
export function Step({ node, paint }: RenderedNodeProps): VNode {
  return (
    <div class="dw-steps" role="list">
      <StepItem node={node} paint={paint} ordinal={1} size="p" />
    </div>
  );
}

interface StepItemProps {
  readonly node: ViewElement;
  readonly paint: PaintNode;
  readonly ordinal: number;
  readonly size: TitleSize;
}

function StepItem({ node, paint, ordinal, size }: StepItemProps): VNode {
  const id = getTextProp(node, "id");
  const title = getSlot(node, "title");
  const tag = getChoiceProp(node, "titleSize", titleSizes) ?? size;
  const hasLink = id !== undefined && !getFlagProp(node, "noAnchor");
  const number = getNumberProp(node, "stepNumber") ?? ordinal;
  return (
    <div class="dw-step" role="listitem" id={id} {...getSourcePosition(node)}>
      <div class="dw-step-mark">
        {getSlot(node, "icon") ? (
          <span class="dw-step-icon" aria-hidden="true">
            {renderIcon(node, paint)}
          </span>
        ) : (
          <span class="dw-step-number">{number}</span>
        )}
      </div>
      <div class="dw-step-body">
        {title &&
          createElement(
            tag,
            { class: `dw-step-title dw-step-title-${tag}` },
            paint(title),
            hasLink ? (
              <a class="dw-heading-link" href={`#${id}`} aria-label="Link to this step">
                <Glyph name="link" />
              </a>
            ) : null,
          )}
        <div class="dw-flow">{paint(node.children)}</div>
      </div>
    </div>
  );
}
