import type { SpecifiedMediaType, SpecifiedResponse, SpecifiedResponses } from "../../spec/model/schema-model.ts";
import { getEssence } from "../media/encoding.ts";

/**
 * Returns the response that the specification defines for a status. An exact status such as `200` takes precedence over
 * `2XX`, and `2XX` takes precedence over `default`.
 */
export function findResponseFor(
  { responses }: Pick<SpecifiedResponses, "responses">,
  status: number,
): SpecifiedResponse | undefined {
  const keys = [String(status), `${Math.floor(status / 100)}XX`, "DEFAULT"];
  for (const name of keys) {
    const specifiedResponse = responses.find((response) => response.status.toUpperCase() === name);
    if (specifiedResponse) return specifiedResponse;
  }
  return undefined;
}

/**
 * Returns the media type that the specification defines for a content type. Tries the same media type,
 * `application/*+json`, `application/*`, and the range for all media types, in this order.
 */
export function findMediaType({ content }: SpecifiedResponse, type: string): SpecifiedMediaType | undefined {
  const essence = getEssence(type);
  const plusIndex = essence.lastIndexOf("+");
  const family = essence.slice(0, essence.indexOf("/"));
  const ranges = [
    essence,
    ...(plusIndex < 0 ? [] : [`${family}/*${essence.slice(plusIndex)}`, `*/*${essence.slice(plusIndex)}`]),
    `${family}/*`,
    "*/*",
  ];
  const exactMatch = content.find(
    (mediaType) => mediaType.type.replace(/\s/g, "").toLowerCase() === type.replace(/\s/g, "").toLowerCase(),
  );
  if (exactMatch) return exactMatch;
  for (const name of ranges) {
    const specifiedMediaType = content.find((mediaType) => getEssence(mediaType.type) === name);
    if (specifiedMediaType) return specifiedMediaType;
  }
  return undefined;
}
