import type { ElementContent } from "hast";
import type { Expression, Property, SpreadElement } from "estree-jsx";
import { asFault, faultAt } from "../interpret/fault.ts";
import { resolveTag } from "../interpret/resolve-tag.ts";
import { spanOf, type Place } from "../interpret/place.ts";
import type { Scope } from "../interpret/scope.ts";
import { dict, isDict, type ElementValue, type Value } from "../interpret/value.ts";
import { withoutStandIns } from "../stand-ins.ts";
import { tellIssue, type Rendering } from "./rendering.ts";

export type TagNode = Extract<ElementContent, { type: "mdxJsxFlowElement" | "mdxJsxTextElement" }>;

/** A tag of Markdown as the element that code would have made: props worked out, what stands within left for later. */
export function tagValue(node: TagNode, place: Place, outer: Scope, rendering: Rendering): ElementValue {
  const scope = outer.place === place ? outer : { ...outer, place };
  const at = { ...spanOf(node, place), file: place.file };
  const props = dict();
  const { variables } = rendering.page.source.facts;
  for (const attribute of node.attributes) {
    try {
      if (attribute.type === "mdxJsxExpressionAttribute") {
        const spread = spreadOf(attribute.data?.estree?.body[0]);
        const value = spread && rendering.machine.evaluate(spread.argument, scope);
        if (isDict(value)) for (const [key, member] of value.entries) props.entries.set(key, member);
        continue;
      }
      const { name, value } = attribute;
      if (value == null) props.entries.set(name, true);
      else if (typeof value === "string") props.entries.set(name, withoutStandIns(value, variables));
      else {
        const code = expressionIn(value.data?.estree?.body[0]);
        if (!code) continue;
        if (isHandler(name, code)) props.entries.set(name, { kind: "native", name, run: () => undefined });
        else props.entries.set(name, rendering.machine.evaluate(code, scope));
      }
    } catch (error) {
      const fault = asFault(error);
      const told = fault.place ?? faultAt(fault.kind, fault.message, attribute, place).place ?? at;
      tellIssue(rendering, fault.kind, fault.message, told);
    }
  }
  const children: Value = { kind: "content", children: node.children, place, scope };
  if (node.children.length > 0) props.entries.set("children", children);
  const name = node.name ?? "";
  return { kind: "element", type: resolveTag(name, scope), name, props, at, place };
}

/** What is run when readers do something is not worked out at all. */
function isHandler(name: string, code: Expression): boolean {
  return /^on[A-Z]/.test(name) && /^(?:ArrowFunction|Function|Call|Identifier|Member)/.test(code.type);
}

function expressionIn(statement: { type: string } | undefined): Expression | undefined {
  return statement?.type === "ExpressionStatement"
    ? (statement as { type: "ExpressionStatement"; expression: Expression }).expression
    : undefined;
}

function spreadOf(statement: { type: string } | undefined): SpreadElement | undefined {
  const code = expressionIn(statement);
  const first: Property | SpreadElement | undefined =
    code?.type === "ObjectExpression" ? code.properties[0] : undefined;
  return first?.type === "SpreadElement" ? first : undefined;
}
