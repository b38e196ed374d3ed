import type { Spot } from "../resolve-ref.ts";
import { entriesOf, valueAt } from "../spec-node.ts";
import { within, type ModelReader } from "./model-reader.ts";
import type { MediaModel, ParameterModel } from "./operation-model.ts";
import { readHeaders } from "./read-parameters.ts";
import { readPositions } from "./read-positions.ts";

/**
 * The media types of a request body with what is said of their parts, references followed: `headers` of Encoding Objects
 * by name, and the Encoding Objects of parts by place. “This field SHALL be ignored if the media type is not a
 * multipart” (OpenAPI, Encoding Object); the same holds for `prefixEncoding` and `itemEncoding` (Media Type Object).
 */
export function withPartHeaders(
  reader: ModelReader,
  body: Spot,
  content: readonly MediaModel[],
): readonly MediaModel[] {
  return content.map((media) => {
    const node = /^multipart\//i.test(media.type) && valueAt(valueAt(body.node, "content"), media.type);
    const spot = node ? reader.follow(within(body, node)) : undefined;
    if (!spot) return media;
    const byPart = [...entriesOf(valueAt(spot.node, "encoding"))].flatMap(
      ({ key, value }): [string, readonly ParameterModel[]][] => {
        const headers = readHeaders(reader, within(spot, value));
        return headers.length > 0 ? [[key, headers]] : [];
      },
    );
    const positions = readPositions(reader, spot);
    return {
      ...media,
      ...(byPart.length > 0 && { partHeaders: Object.fromEntries(byPart) }),
      ...(positions && { positions }),
    };
  });
}
