import { type JsonNode, placeOf, stringOf, valueOf } from "../../config/json/json-tree.ts";
import type { FieldValue } from "../../page/page.ts";
import type { FrameContextual } from "../view/site-frame.ts";
import { isList, isMap } from "./field-values.ts";
import { iconOf } from "./frame-icon.ts";
import { linkTo } from "./frame-link.ts";
import type { FrameReading } from "./frame-reading.ts";
import { itemsIn, textIn } from "./setting-reader.ts";

/** The menu for copying the page or opening it elsewhere: of the site, with what the page itself says over it. */
export function contextualMenu(
  reading: FrameReading,
  own: FieldValue | undefined,
): FrameContextual | undefined {
  const setting = valueOf(reading.site.config.root, "contextual");
  const ofPage = isMap(own) ? own : undefined;
  const names = ofPage?.get("options");
  const display = ofPage?.get("display") ?? stringOf(setting, "display");
  const options = itemsIn(setting, "options").flatMap((node) => optionOf(reading, node) ?? []);
  const at = setting ? placeOf(setting) : { file: reading.site.config.entry, range: { start: 0, end: 0 } };
  const chosen = isList(names)
    ? names.flatMap((name) => {
        if (typeof name !== "string") return [];
        return options.find((option) => option.name === name) ?? { name, at };
      })
    : options;
  return chosen.length === 0 ? undefined : { display: display === "toc" ? "toc" : "header", options: chosen };
}

function optionOf(
  { site, draw }: FrameReading,
  node: JsonNode,
): FrameContextual["options"][number] | undefined {
  if (node.kind === "string") return { name: node.value, at: placeOf(node) };
  const name = textIn(node, "title");
  if (name === undefined) return undefined;
  const description = textIn(node, "description");
  const icon = iconOf(site, valueOf(node, "icon"), draw);
  const written = stringOf(node, "href") ?? stringOf(valueOf(node, "href"), "base");
  const link = written === undefined ? {} : linkTo(site, written);
  return {
    name,
    ...(description !== undefined && { description }),
    ...(icon && { icon }),
    ...(link.href !== undefined && { href: link.href }),
    at: placeOf(node),
  };
}
