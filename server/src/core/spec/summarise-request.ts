import type { SitePath } from "../text/text-edit.ts";
import { followSpot, refOf, type Spot } from "./resolve-ref.ts";
import type { SpecFiles } from "./spec-files.ts";
import { entriesOf, entryOf, isTrue, itemsOf, textOf, textsOf, valueAt, type SpecNode } from "./spec-node.ts";
import type { ParameterSummary, RequestSummary } from "./spec-outline.ts";

const mostParameters = 50;
const mostOthers = 20;

/** An operation, which stands in `file`, with the path item it belongs to. */
export interface OperationNode {
  readonly files: SpecFiles;
  readonly file: SitePath;
  readonly itemFile: SitePath;
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
  const { file, itemFile, item } = operation;
  for (const owner of [
    { file: itemFile, node: item },
    { file, node: operation.node },
  ])
    for (const node of itemsOf(valueAt(owner.node, "parameters")).slice(0, mostParameters)) {
      const parameter = parameterAt({ ...operation, file: owner.file }, node);
      if (parameter) byKey.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  return [...byKey.values()].slice(0, mostParameters);
}

function parameterAt(operation: OperationNode, node: SpecNode): ParameterSummary | undefined {
  const place = follow(operation, node);
  if (!place || place.node === node) return parameterOf(operation, place);
  const known = parametersAt(operation.files);
  if (!known.has(place.node)) known.set(place.node, parameterOf(operation, place));
  return known.get(place.node);
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
  if (node?.kind !== "map") return [];
  return [...new Set(node.entries.slice(0, mostOthers).map(({ key }) => key))];
}

function keysAndValues(node: SpecNode | undefined): SpecNode[] {
  return [...entriesOf(node)].slice(0, mostOthers).map(({ value }) => value);
}

function follow(
  { files, file }: Pick<OperationNode, "files" | "file">,
  node: SpecNode | undefined,
): Spot | undefined {
  const reference = node && refOf(node);
  if (!node || reference === undefined) return node && { file, node };
  const known = followedIn(files);
  const key = `${file} ${reference}`;
  if (!known.has(key)) known.set(key, followSpot(files, { file, node }));
  return known.get(key);
}

/** A thousand operations name the same few parameters and answers. */
const followedIn = memo((_files: SpecFiles) => new Map<string, Spot | undefined>());

/** Parameters that stand elsewhere, by the place. */
const parametersAt = memo((_files: SpecFiles) => new Map<SpecNode, ParameterSummary | undefined>());

function memo<View>(make: (files: SpecFiles) => View): (files: SpecFiles) => View {
  const views = new WeakMap<SpecFiles, View>();
  return (files) => {
    const known = views.get(files) ?? make(files);
    views.set(files, known);
    return known;
  };
}
