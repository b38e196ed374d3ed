import { findReferenced } from "./find-referenced.ts";
import { entriesOf, isTrue, itemsOf, textOf, textsOf, valueAt, type SpecNode } from "./spec-node.ts";
import type { ParameterSummary, RequestSummary } from "./spec-outline.ts";

const mostParameters = 50;
const mostOthers = 20;

/** What a request of the operation needs, with the parameters that its path item gives to all of its operations. */
export function summariseRequest(
  root: SpecNode | undefined,
  item: SpecNode,
  operation: SpecNode,
): RequestSummary {
  const body = follow(root, valueAt(operation, "requestBody"));
  return {
    parameters: parametersOf(root, item, operation),
    bodyTypes: keysOf(valueAt(body, "content")),
    bodyRequired: isTrue(valueAt(body, "required")),
    security: itemsOf(valueAt(operation, "security") ?? valueAt(root, "security"))
      .slice(0, mostOthers)
      .map(keysOf),
    answers: keysOf(valueAt(operation, "responses")),
  };
}

/** The operation's own parameters win over those of the path with the same name and place. */
function parametersOf(root: SpecNode | undefined, item: SpecNode, operation: SpecNode): ParameterSummary[] {
  const byKey = new Map<string, ParameterSummary>();
  for (const owner of [item, operation])
    for (const node of itemsOf(valueAt(owner, "parameters")).slice(0, mostParameters)) {
      const parameter = parameterOf(root, follow(root, node));
      if (parameter) byKey.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  return [...byKey.values()].slice(0, mostParameters);
}

function parameterOf(root: SpecNode | undefined, node: SpecNode | undefined): ParameterSummary | undefined {
  const name = textOf(valueAt(node, "name"));
  const place = textOf(valueAt(node, "in"));
  if (name === undefined || place === undefined) return undefined;
  const type = valueAt(follow(root, valueAt(node, "schema")), "type");
  return {
    name,
    in: place,
    required: isTrue(valueAt(node, "required")),
    type: textOf(type) ?? (textsOf(type).join(" or ") || undefined),
  };
}

function keysOf(node: SpecNode | undefined): string[] {
  const keys: string[] = [];
  for (const { key } of entriesOf(node)) {
    if (keys.length >= mostOthers) break;
    keys.push(key);
  }
  return keys;
}

function follow(root: SpecNode | undefined, node: SpecNode | undefined): SpecNode | undefined {
  const reference = textOf(valueAt(node, "$ref"));
  return reference === undefined ? node : findReferenced(root, reference);
}
