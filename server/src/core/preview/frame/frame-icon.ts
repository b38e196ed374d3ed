import { isIconName } from "../../config/icons/icons.ts";
import { stringOf, type JsonNode } from "../../config/json/json-tree.ts";
import type { FieldValue } from "../../page/page.ts";
import { asLibrary, siteLibrary } from "../../site/settings/config-settings.ts";
import { readUrl } from "../../site/pages/urls.ts";
import type { Site } from "../../site/site.ts";
import { resolveSitePath } from "../../text/site-path.ts";
import type { Drawing } from "../drawing.ts";
import type { FrameIcon, FrameSource } from "../view/site-frame.ts";
import { isMap } from "./field-values.ts";

/** The drawing of an icon; undefined where none is known. Always the same function for the same drawings. */
export type DrawIcon = Drawing["icon"];

type Parts = Pick<Site, "config">;

/** An icon of docs.json: a name, path or address, or a name with its style and library. */
export function iconOf(site: Parts, node: JsonNode | undefined, draw: DrawIcon): FrameIcon | undefined {
  if (node?.kind === "string") return iconNamed(site, node.value, undefined, undefined, draw);
  const name = stringOf(node, "name");
  if (name === undefined) return undefined;
  return iconNamed(site, name, stringOf(node, "style"), stringOf(node, "library"), draw);
}

/** The same of frontmatter. */
export function iconOfField(
  site: Parts,
  value: FieldValue | undefined,
  iconType: FieldValue | undefined,
  draw: DrawIcon,
): FrameIcon | undefined {
  const textOf = (field: FieldValue | undefined) => (typeof field === "string" ? field : undefined);
  if (!isMap(value)) {
    const name = textOf(value);
    return name === undefined ? undefined : iconNamed(site, name, textOf(iconType), undefined, draw);
  }
  const name = textOf(value.get("name"));
  if (name === undefined) return undefined;
  const style = textOf(value.get("style")) ?? textOf(iconType);
  return iconNamed(site, name, style, textOf(value.get("library")), draw);
}

/** A picture file or address as written in docs.json; undefined for what is neither. */
export function sourceOf(written: string): FrameSource | undefined {
  const text = written.trim();
  const url = readUrl(text);
  if (url.kind === "web") return { url: text.startsWith("//") ? `https:${text}` : text, host: url.host };
  if (url.kind !== "local" || url.path === "") return undefined;
  const place = resolveSitePath(url.path);
  return place.ok && place.path !== "" ? { file: place.path } : undefined;
}

function iconNamed(
  site: Parts,
  written: string,
  style: string | undefined,
  library: string | undefined,
  draw: DrawIcon,
): FrameIcon | undefined {
  const name = written.trim();
  if (name === "") return undefined;
  if (!isIconName(name)) {
    const picture = /[/.]/.test(name) ? sourceOf(name) : undefined;
    return picture ? { picture } : { name };
  }
  return draw(name, asLibrary(library) ?? siteLibrary(site), style) ?? { name };
}
