import type { JsonFile, JsonNode } from "../../config/json/json-tree.ts";
import type { Inherited, NavElement, SpecSource } from "../../config/settings/navigation.ts";
import { derive } from "../../text/view.ts";
import type { Site } from "../../site/site.ts";
import { lineMapOf, positionAt } from "../../text/text-edit.ts";
import { codeText, plainText } from "../markdown.ts";
import { trailOf } from "./describe-page.ts";

/** The values that navigation elements pass down, as text. */
export const passedDown: Readonly<Record<string, (element: NavElement) => Inherited<string> | undefined>> = {
  openapi: ({ openapi }) => asText(openapi, sourcesText),
  asyncapi: ({ asyncapi }) => asText(asyncapi, sourcesText),
  directory: ({ directory }) => asText(directory, String),
  boost: ({ boost }) => asText(boost, String),
};

/** What this element would have of its own key from above: `Without it: "card", from the tab Guides (docs.json, line 12).` */
export function describeOverridden(site: Site, element: NavElement, key: string): string | undefined {
  const above = element.parent && passedDown[key]?.(element.parent);
  if (!above) return undefined;
  return `Without it: ${codeText(above.value)}, ${whereFrom(site, element.parent, above.from)}.`;
}

/** What an element has from the elements above it, one line for each. */
export function describeInherited(site: Site, element: NavElement): string | undefined {
  const lines = Object.entries(passedDown).flatMap(([key, valueOf]) => {
    const found = valueOf(element);
    return found?.inherited
      ? [`- ${codeText(key)}: ${codeText(found.value)}, ${whereFrom(site, element.parent, found.from)}`]
      : [];
  });
  return lines.length === 0 ? undefined : `From the elements above:\n${lines.join("\n")}`;
}

/** `from API › Users (docs.json, line 12)`. */
export function whereFrom(site: Site, nearest: NavElement | undefined, node: JsonNode): string {
  const owner = ownerOf(nearest, node);
  const trail = trailOf(owner).map(plainText).join(" › ");
  return `from ${trail === "" ? "the top of the navigation" : trail} (${placeWords(site, node)})`;
}

/** `docs.json, line 12`. */
export function placeWords(site: Site, { file, range }: JsonNode): string {
  const json = site.config.files.find(({ path }) => path === file);
  return `${plainText(file)}, line ${json ? positionAt(linesOf(json), range.start).line + 1 : 1}`;
}

const linesOf = derive(({ text }: JsonFile) => lineMapOf(text));

/** The element whose object holds the value. */
function ownerOf(nearest: NavElement | undefined, value: JsonNode): NavElement | undefined {
  for (let element = nearest; element; element = element.parent)
    if (element.node.properties.some((property) => property.value === value)) return element;
  return undefined;
}

function asText<T>(
  found: Inherited<T> | undefined,
  write: (value: T) => string,
): Inherited<string> | undefined {
  return found && { ...found, value: write(found.value) };
}

function sourcesText(sources: readonly SpecSource[]): string {
  return sources.map(({ source }) => source).join(", ");
}
