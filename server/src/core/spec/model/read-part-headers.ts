import type { Spot } from "../resolve-ref.ts";
import { entriesOf, valueAt } from "../spec-node.ts";
import { within, type ModelReader } from "./model-reader.ts";
import type { MediaModel, ParameterModel } from "./operation-model.ts";
import { readHeaders } from "./read-parameters.ts";

/**
 * The media types of a request body with the headers of their parts: `headers` of Encoding Objects, references followed.
 * “This field SHALL be ignored if the media type is not a multipart” (OpenAPI, Encoding Object).
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
    return byPart.length > 0 ? { ...media, partHeaders: Object.fromEntries(byPart) } : media;
  });
}
