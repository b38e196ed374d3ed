import type { Spot } from "../resolve-ref.ts";
import { itemsOf, textOf, valueAt } from "../spec-node.ts";
import { within, type ModelReader } from "./model-reader.ts";
import type { PositionModel, PositionsModel } from "./operation-model.ts";
import { plainObjectOf } from "./plain-object.ts";
import { readHeaders } from "./read-parameters.ts";

/** “Implementations MUST support one level of nesting, and MAY support additional levels” (OpenAPI 3.2.0, Nested Encoding). */
const deepest = 4;

/**
 * How parts are written by their place: `prefixEncoding` and `itemEncoding` of a Media Type Object or of an Encoding
 * Object (OpenAPI 3.2.0, “Encoding By Position”); undefined where it has neither.
 */
export function readPositions(reader: ModelReader, owner: Spot, depth = 0): PositionsModel | undefined {
  const first = valueAt(owner.node, "prefixEncoding");
  const rest = valueAt(owner.node, "itemEncoding");
  if ((!first && !rest) || depth >= deepest) return undefined;
  const ofRest = rest && readPosition(reader, within(owner, rest), depth);
  return {
    // One that cannot be read keeps its place.
    first: itemsOf(first).map((item) => readPosition(reader, within(owner, item), depth) ?? nothingSaid),
    ...(ofRest && { rest: ofRest }),
  };
}

const nothingSaid: PositionModel = { contentType: undefined, headers: [] };

function readPosition(reader: ModelReader, at: Spot, depth: number): PositionModel | undefined {
  const spot = reader.mayRead() ? reader.follow(at) : undefined;
  if (!spot) return undefined;
  const inside = readPositions(reader, spot, depth + 1);
  const named = valueAt(spot.node, "encoding");
  return {
    contentType: textOf(valueAt(spot.node, "contentType")),
    headers: readHeaders(reader, spot),
    ...(inside && { inside }),
    ...(named && { encoding: plainObjectOf(named) }),
  };
}
