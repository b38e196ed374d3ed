import { decodePercent } from "../../text/decode-text.ts";

/** The keys that a reference into its own file names: `#/components/schemas/User`; undefined for any other. */
export function resolvePointerPath(reference: string): readonly string[] | undefined {
  if (!reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .map((part) => decodePercent(part).replaceAll("~1", "/").replaceAll("~0", "~"));
}
