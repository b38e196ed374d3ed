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
        if (isEventHandler(name, code)) props.entries.set(name, { kind: "native", name, run: () => undefined });
        else props.entries.set(name, rendering.machine.evaluate(code, scope));
      }
    } catch (error) {
      const fault = asFault(error);
      const told = fault.place ?? faultAt(fault.kind, fault.message, attribute, place).place ?? at;
      tellIssue(rendering, fault.kind, fault.message, told);
    }
  }
  const name = node.name ?? "";
  const type = resolveTag(name, scope);
  const isOwn = typeof type === "object" && type.kind === "closure";
  const children = isOwn
    ? listedChildren(node, place, scope, rendering)
    : contentValue(node.children, place, scope);
  if (node.children.length > 0) props.entries.set("children", children);
  return { kind: "element", type, name, props, at, place };
}

function contentValue(children: TagNode["children"], place: Place, scope: Scope): Value {
  return { kind: "content", children, place, scope };
}

/** For a component of the page, which may look at what it is given: each tag within as an element with its props. */
function listedChildren({ children }: TagNode, place: Place, scope: Scope, rendering: Rendering): Value {
  const values: Value[] = [];
  let rest: TagNode["children"] = [];
  const flush = () => {
    if (rest.length > 0) values.push(contentValue(rest, place, scope));
    rest = [];
  };
  for (const child of children)
    if (child.type === "mdxJsxFlowElement" || child.type === "mdxJsxTextElement") {
      flush();
      values.push(tagValue(child, place, scope, rendering));
    } else rest.push(child);
  flush();
  return values.length === 1 ? values[0] : values;
}

/** What is run when readers do something is not worked out at all. */
function isEventHandler(name: string, code: Expression): boolean {
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
