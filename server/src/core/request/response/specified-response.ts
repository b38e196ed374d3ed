import type { SpecifiedMedia, SpecifiedResponse, SpecifiedResponses } from "../../spec/model/schema-model.ts";
import { getEssence } from "../media/encoding.ts";

/**
 * Returns the response that the specification defines for a status. An exact status such as `200` takes precedence over
 * `2XX`, and `2XX` takes precedence over `default`.
 */
export function findResponseFor(
  { responses }: Pick<SpecifiedResponses, "responses">,
  status: number,
): SpecifiedResponse | undefined {
  const requested = [String(status), `${Math.floor(status / 100)}XX`, "DEFAULT"];
  for (const name of requested) {
    const found = responses.find((response) => response.status.toUpperCase() === name);
    if (found) return found;
  }
  return undefined;
}

/**
 * Returns the media type that the specification defines for a content type. Tries the same media type,
 * `application/*+json`, `application/*`, and the range for all media types, in this order.
 */
export function findMediaType({ content }: SpecifiedResponse, type: string): SpecifiedMedia | undefined {
  const given = getEssence(type);
  const suffix = given.lastIndexOf("+");
  const family = given.slice(0, given.indexOf("/"));
  const requested = [
    given,
    ...(suffix < 0 ? [] : [`${family}/*${given.slice(suffix)}`, `*/*${given.slice(suffix)}`]),
    `${family}/*`,
    "*/*",
  ];
  const exact = content.find(
    (media) => media.type.replace(/\s/g, "").toLowerCase() === type.replace(/\s/g, "").toLowerCase(),
  );
  if (exact) return exact;
  for (const name of requested) {
    const found = content.find((media) => getEssence(media.type) === name);
    if (found) return found;
  }
  return undefined;
}
