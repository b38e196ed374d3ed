import { quoted } from "../config/edit-config.ts";
import type { ConfigCaret, Offer } from "./completion.ts";

/** The specifications of the site by their path. */
export function offerSpecs({ site }: ConfigCaret, family: "openapi" | "asyncapi"): Offer[] {
  return [...site.specs.values()]
    .filter(({ kind }) => (kind === "asyncapi") === (family === "asyncapi"))
    .map(({ path, title, supported }) => ({
      kind: "file",
      label: path,
      ...(title === undefined ? {} : { detail: title }),
      json: quoted(path),
      rank: supported ? 0 : 2,
    }));
}
