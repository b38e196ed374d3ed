import { quoted } from "../config/edit-config.ts";
import { familyOf, type SpecFamily } from "../spec/spec-family.ts";
import type { ConfigCaret, Offer } from "./completion.ts";

/** The specifications of the site by their path. */
export function offerSpecs({ site }: ConfigCaret, family: SpecFamily): Offer[] {
  return [...site.specs.values()]
    .filter((spec) => familyOf(spec) === family)
    .map(({ path, title, supported }) => ({
      kind: "file",
      label: path,
      ...(title === undefined ? {} : { detail: title }),
      json: quoted(path),
      rank: supported ? 0 : 2,
    }));
}
