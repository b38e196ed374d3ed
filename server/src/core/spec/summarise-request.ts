import type { SitePath } from "../text/text-range.ts";
import { followSpot, type Spot } from "./resolve-ref.ts";
import type { SpecFiles } from "./spec-files.ts";
import { entriesOf, entryOf, isTrue, itemsOf, textOf, textsOf, valueAt, type SpecNode } from "./spec-node.ts";
import type { ParameterSummary, RequestSummary } from "./spec-outline.ts";

const mostParameters = 50;
const mostOthers = 20;

/** An operation with the path item it belongs to; both stand in `file`. */
export interface OperationNode {
  readonly files: SpecFiles;
  readonly file: SitePath;
  readonly item: SpecNode;
  readonly node: SpecNode;
}

/** What a request of the operation needs, with the parameters that its path item gives to all of its operations. */
export function summariseRequest(operation: OperationNode): RequestSummary {
  const { files, node } = operation;
  const body = follow(operation, valueAt(node, "requestBody"))?.node;
  const security = valueAt(node, "security") ?? valueAt(files.treeOf(files.entry)?.root, "security");
  return {
    parameters: parametersOf(operation),
    bodyTypes: keysOf(valueAt(body, "content")),
    bodyRequired: isTrue(valueAt(body, "required")),
    security: itemsOf(security).slice(0, mostOthers).map(keysOf),
    answers: keysOf(valueAt(node, "responses")),
  };
}

/** Whether the body or an answer has an example, in itself or in its schema. */
export function hasExample(operation: OperationNode): boolean {
  const answers = [...entriesOf(valueAt(operation.node, "responses"))].slice(0, mostOthers);
  return [valueAt(operation.node, "requestBody"), ...answers.map(({ value }) => value)].some((node) => {
    const place = follow(operation, node);
    if (!place) return false;
    return keysAndValues(valueAt(place.node, "content")).some((media) => {
      const schema = follow({ ...operation, file: place.file }, valueAt(media, "schema"))?.node;
      return [media, schema].some(
        (one) => entryOf(one, "example") !== undefined || entryOf(one, "examples") !== undefined,
      );
    });
  });
}

/** The operation's own parameters win over those of the path with the same name and place. */
function parametersOf(operation: OperationNode): ParameterSummary[] {
  const byKey = new Map<string, ParameterSummary>();
  for (const owner of [operation.item, operation.node])
    for (const node of itemsOf(valueAt(owner, "parameters")).slice(0, mostParameters)) {
      const parameter = parameterOf(operation, follow(operation, node));
      if (parameter) byKey.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  return [...byKey.values()].slice(0, mostParameters);
}

function parameterOf(operation: OperationNode, place: Spot | undefined): ParameterSummary | undefined {
  const name = textOf(valueAt(place?.node, "name"));
  const where = textOf(valueAt(place?.node, "in"));
  if (!place || name === undefined || where === undefined) return undefined;
  const schema = follow({ ...operation, file: place.file }, valueAt(place.node, "schema"))?.node;
  const type = valueAt(schema, "type");
  return {
    name,
    in: where,
    required: isTrue(valueAt(place.node, "required")),
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

function keysAndValues(node: SpecNode | undefined): SpecNode[] {
  return [...entriesOf(node)].slice(0, mostOthers).map(({ value }) => value);
}

function follow(
  { files, file }: Pick<OperationNode, "files" | "file">,
  node: SpecNode | undefined,
): Spot | undefined {
  return node && followSpot(files, { file, node });
}
