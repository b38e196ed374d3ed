import type { JSXAttribute, JSXElement, JSXFragment } from "estree-jsx";
import { spend } from "./fuel.ts";
import type { Machine } from "./machine.ts";
import { spanOf } from "./place.ts";
import { resolveTag } from "./resolve-tag.ts";
import type { Scope } from "./scope.ts";
import { dict, isDict, type Dict, type ElementValue, type Value } from "./value.ts";

/** A tag in code as an element: what it is to be painted with, all worked out but components not yet called. */
export function jsxElement(node: JSXElement | JSXFragment, scope: Scope, machine: Machine): ElementValue {
  const name = node.type === "JSXElement" ? tagName(node.openingElement.name) : "";
  const props = node.type === "JSXElement" ? propsOf(node, scope, machine) : dict();
  const children = childrenOf(node, scope, machine);
  if (children.length > 0) props.entries.set("children", children.length === 1 ? children[0] : children);
  const { place } = scope;
  return {
    kind: "element",
    type: resolveTag(name, scope),
    name,
    props,
    at: { ...spanOf(node, place), file: place.file },
    place,
  };
}

function tagName(node: JSXElement["openingElement"]["name"]): string {
  if (node.type === "JSXIdentifier") return node.name;
  if (node.type === "JSXMemberExpression") return `${tagName(node.object)}.${node.property.name}`;
  return `${node.namespace.name}:${node.name.name}`;
}

function propsOf(node: JSXElement, scope: Scope, machine: Machine): Dict {
  const props = dict();
  for (const attribute of node.openingElement.attributes) {
    spend(machine.fuel);
    if (attribute.type === "JSXSpreadAttribute") {
      const value = machine.evaluate(attribute.argument, scope);
      if (isDict(value)) for (const [key, member] of value.entries) props.entries.set(key, member);
      continue;
    }
    const { name } = attribute;
    const key = name.type === "JSXIdentifier" ? name.name : `${name.namespace.name}:${name.name.name}`;
    props.entries.set(key, attributeValue(key, attribute, scope, machine));
  }
  return props;
}

function attributeValue(key: string, { value }: JSXAttribute, scope: Scope, machine: Machine): Value {
  if (!value) return true;
  if (value.type === "Literal")
    return typeof value.value === "string" ? machine.text(value.value) : undefined;
  if (value.type === "JSXExpressionContainer") {
    if (value.expression.type === "JSXEmptyExpression") return undefined;
    // What runs when readers do something is not worked out, only remembered to be there.
    if (/^on[A-Z]/.test(key)) return handler;
    return machine.evaluate(value.expression, scope);
  }
  return machine.evaluate(value, scope);
}

/** In place of a function that waits for readers to do something. */
export const handler: Value = { kind: "native", name: "handler", run: () => undefined };

function childrenOf({ children }: JSXElement | JSXFragment, scope: Scope, machine: Machine): Value[] {
  const values: Value[] = [];
  for (const child of children) {
    if (child.type === "JSXText") {
      const text = machine.text(trimmedText(child.value));
      if (text !== "") values.push(text);
    } else if (child.type === "JSXSpreadChild") values.push(machine.evaluate(child.expression, scope));
    else if (child.type !== "JSXExpressionContainer") values.push(machine.evaluate(child, scope));
    else if (child.expression.type !== "JSXEmptyExpression")
      values.push(machine.evaluate(child.expression, scope));
  }
  return values;
}

/** Text between tags as JSX reads it: lines are trimmed where they end and begin, empty ones vanish, the rest joined by a blank. */
function trimmedText(text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  const last = lines.length - 1;
  return lines
    .map((line, i) => {
      const tabless = line.replace(/\t/g, " ");
      const begun = i === 0 ? tabless : tabless.replace(/^ +/, "");
      return i === last ? begun : begun.replace(/ +$/, "");
    })
    .filter((line) => line !== "")
    .join(" ");
}
