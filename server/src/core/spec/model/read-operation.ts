import type { Spot } from "../resolve-ref.ts";
import { fixedMethods } from "../outline-operations.ts";
import { entriesOf, entryOf, isTrue, textOf, textsOf, valueAt, type SpecEntry } from "../spec-node.ts";
import { nameRange } from "../validity/located-error.ts";
import { within, type ModelReader } from "./model-reader.ts";
import type { BodyModel, OperationModel, ResponseModel } from "./operation-model.ts";
import { extensionsOf } from "./plain-object.ts";
import { readHeaders, readParameters } from "./read-parameters.ts";
import { withPartHeaders } from "./read-part-headers.ts";
import { readMedia } from "./read-media.ts";
import { readSecurity } from "./read-security.ts";
import { readServers } from "./read-servers.ts";

/** An operation by the names it has in its file, as its outline has them. */
export interface WantedOperation {
  readonly method: string;
  /** `/users/{id}`; for a webhook its name. */
  readonly path: string;
  readonly isWebhook?: boolean;
}

/** The operation without what is said of it when all is read; undefined where the specification has none of that name. */
export function readOperation(
  reader: ModelReader,
  { method, path, isWebhook = false }: WantedOperation,
): Omit<OperationModel, "cut"> | undefined {
  const { root } = reader;
  const item = pathItem(reader, path, isWebhook);
  const found = item && operationEntry(item, method);
  if (!root || !found) return undefined;
  const spot = reader.follow(within(item, found.value));
  if (spot?.node.kind !== "map") return undefined;
  const { node } = spot;
  const own = node === found.value ? found : undefined;
  return {
    method,
    path,
    isWebhook,
    at: { file: spot.file, range: nameRange({ path: [], node, entry: own }) },
    operationId: textOf(valueAt(node, "operationId")),
    summary: textOf(valueAt(node, "summary")),
    description: textOf(valueAt(node, "description")),
    deprecated: isTrue(valueAt(node, "deprecated")),
    tags: textsOf(valueAt(node, "tags")),
    servers: readServers([spot, item, root]),
    security: readSecurity(reader, root, node),
    parameters: readParameters(reader, [item, spot]),
    body: readBody(reader, spot),
    responses: readResponses(reader, spot),
    callbacks: [...entriesOf(valueAt(node, "callbacks"))].map(({ key }) => key),
    extensions: extensionsOf(node),
  };
}

/** Where what an operation says stands; undefined where the specification has none of that name. */
export function operationSpot(
  reader: ModelReader,
  { method, path, isWebhook = false }: WantedOperation,
): Spot | undefined {
  const item = pathItem(reader, path, isWebhook);
  const found = item && operationEntry(item, method);
  return found && reader.follow(within(item, found.value));
}

function pathItem(reader: ModelReader, path: string, isWebhook: boolean): Spot | undefined {
  const { root } = reader;
  const item = valueAt(valueAt(root?.node, isWebhook ? "webhooks" : "paths"), path);
  return root && item && reader.follow(within(root, item));
}

const methodKeys: ReadonlyMap<string, string> = new Map(
  fixedMethods.map((method) => [method, method.toLowerCase()]),
);

function operationEntry({ node }: Spot, method: string): SpecEntry | undefined {
  const key = methodKeys.get(method);
  const fixed = key === undefined ? undefined : entryOf(node, key);
  return fixed ?? entryOf(valueAt(node, "additionalOperations"), method);
}

function readBody(reader: ModelReader, operation: Spot): BodyModel | undefined {
  const spot = reader.child(operation, "requestBody");
  if (spot?.node.kind !== "map") return undefined;
  return {
    at: { file: spot.file, range: spot.node.range },
    required: isTrue(valueAt(spot.node, "required")),
    description: textOf(valueAt(spot.node, "description")),
    content: withPartHeaders(reader, spot, readMedia(reader, spot)),
  };
}

function readResponses(reader: ModelReader, operation: Spot): readonly ResponseModel[] {
  const responses: ResponseModel[] = [];
  for (const { key, value } of entriesOf(valueAt(operation.node, "responses"))) {
    const spot = key.startsWith("x-") ? undefined : reader.follow(within(operation, value));
    if (!spot) continue;
    responses.push({
      status: key,
      at: { file: spot.file, range: spot.node.range },
      description: textOf(valueAt(spot.node, "description")) ?? textOf(valueAt(spot.node, "summary")),
      headers: readHeaders(reader, spot),
      content: readMedia(reader, spot),
    });
  }
  return responses;
}
