import { createElement, type VNode } from "preact";
import type { ViewElement } from "../../../server/src/core/preview/view/page-view.ts";
import {
  choiceOf,
  elementsOf,
  flagOf,
  markOf,
  numberOf,
  type Paint,
  type PieceProps,
  slotOf,
  textOf,
} from "../paint/piece.ts";
import { Glyph, iconOf } from "./icon.tsx";

const sizes = ["p", "h2", "h3", "h4"] as const;
type TitleSize = (typeof sizes)[number];

/** `<Steps>` of `<Step>`: what to do in its order. */
export function Steps({ node, paint, mark }: PieceProps): VNode {
  const size = choiceOf(node, "titleSize", sizes) ?? "p";
  return (
    <div class="dw-steps" role="list" {...mark}>
      {elementsOf(node.children).map((step, index) =>
        step.tag === "Step" ? (
          <OneStep key={index} node={step} paint={paint} position={index + 1} size={size} />
        ) : (
          <div key={index} class="dw-step-between" role="listitem">
            {paint([step])}
          </div>
        ),
      )}
    </div>
  );
}

/** A `<Step>` outside of steps. */
export function Step({ node, paint }: PieceProps): VNode {
  return (
    <div class="dw-steps" role="list">
      <OneStep node={node} paint={paint} position={1} size="p" />
    </div>
  );
}

interface OneStepProps {
  readonly node: ViewElement;
  readonly paint: Paint;
  readonly position: number;
  readonly size: TitleSize;
}

function OneStep({ node, paint, position, size }: OneStepProps): VNode {
  const id = textOf(node, "id");
  const title = slotOf(node, "title");
  const tag = choiceOf(node, "titleSize", sizes) ?? size;
  const hasLink = id !== undefined && !flagOf(node, "noAnchor");
  const number = numberOf(node, "stepNumber") ?? position;
  return (
    <div class="dw-step" role="listitem" id={id} {...markOf(node)}>
      <div class="dw-step-mark">
        {slotOf(node, "icon") ? (
          <span class="dw-step-icon" aria-hidden="true">
            {iconOf(node, paint)}
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
