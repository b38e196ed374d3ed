import { quoted } from "../config/json/json-edit.ts";
import { namedSources } from "../site/specs/specs.ts";
import { isRemoteSpec, specName } from "../spec/remote-spec.ts";
import { familyOf, type SpecFamily } from "../spec/spec-outline.ts";
import type { ConfigCaret, Offer } from "./completion.ts";
import { elementAt, mirroredTexts } from "./config-place.ts";
import { likeness, wordsOf } from "./likeness.ts";

/** The specifications of the site by their path, as docs.json writes such paths; those named nowhere yet first. */
export function offerSpecs({ site, path }: ConfigCaret, family: SpecFamily): Offer[] {
  const sources = namedSources(site.config).filter(({ source }) => source.source !== "");
  const slash = sources.filter(({ source }) => source.source.startsWith("/")).length * 2 > sources.length;
  const used = new Map<string, number>();
  for (const { source } of sources) {
    const file = isRemoteSpec(source.source) ? source.source : source.source.replace(/^\/+/, "");
    used.set(file, (used.get(file) ?? 0) + 1);
  }
  const isElement = path[0] === "navigation";
  const label = wordsOf(elementAt(site.config, path)?.label?.value ?? "");
  const mirrored = new Set(mirroredTexts(site.config, path));
  return [...site.specs.values()]
    .filter((spec) => familyOf(spec) === family)
    .map((spec) => {
      const name = specName(spec.path);
      const written = slash && !isRemoteSpec(spec.path) ? `/${name}` : name;
      const uses = used.get(name) ?? 0;
      // One specification may serve many groups; a list names each once.
      const likely = uses === 0 ? 0 : isElement ? -Math.min(uses, 50) / 50 : 0.5;
      const named = likeness(wordsOf(`${spec.path} ${spec.title ?? ""}`), label);
      return {
        kind: "file",
        label: written,
        ...(spec.title === undefined ? {} : { detail: spec.title, words: spec.title }),
        text: quoted(written),
        rank: (spec.supported ? 0 : 2) + likely - 2 * named - (mirrored.has(written) ? 2 : 0),
      };
    });
}
