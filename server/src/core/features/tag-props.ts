import type { ComponentProp } from "../page/components/component.ts";
import { components } from "../page/components/components.ts";
import { importedFile } from "../site/pages/pages.ts";
import type { PageCaret } from "./page-caret-context.ts";

const noProps: ReadonlyMap<string, ComponentProp> = new Map();

/** What a tag of this name takes here: a component of the page or an import shadows one of the service. */
export function propsAt(caret: PageCaret, name: string): ReadonlyMap<string, ComponentProp> {
  const own = exportedProps(caret, name);
  return own ?? components.get(name)?.props ?? htmlProps.get(name) ?? noProps;
}

function exportedProps(
  { site, page }: PageCaret,
  name: string,
): ReadonlyMap<string, ComponentProp> | undefined {
  const here = page?.exports.find((one) => one.name === name);
  if (here) return asProps(here.props);
  for (const { source, names } of page?.imports ?? []) {
    const found = names.find(({ local }) => local === name);
    if (!found || !page) continue;
    const file = importedFile(source, page.path);
    if (file === undefined) return noProps;
    const exports = site.scripts.get(file)?.exports ?? site.pages.get(file)?.exports ?? [];
    return asProps(exports.find((one) => one.name === found.imported)?.props);
  }
  return undefined;
}

function asProps(names: readonly string[] | undefined): ReadonlyMap<string, ComponentProp> {
  return new Map((names ?? []).map((name) => [name, { name, type: "any", meaning: "" }]));
}

/** What pages set on HTML elements. */
const htmlProps: ReadonlyMap<string, ReadonlyMap<string, ComponentProp>> = new Map(
  Object.entries({
    a: "href target rel",
    img: "src alt width height noZoom title",
    video: "src controls autoPlay loop muted playsInline width height title poster",
    source: "src type",
    iframe: "src title width height allow allowFullScreen frameBorder",
    div: "id",
    span: "id",
  }).map(([tag, names]) => [
    tag,
    new Map([...names.split(" "), "className", "style"].map((name) => [name, htmlProp(name)])),
  ]),
);

function htmlProp(name: string): ComponentProp {
  if (/^(noZoom|controls|autoPlay|loop|muted|playsInline|allowFullScreen)$/.test(name))
    return { name, type: "flag", meaning: "" };
  if (name === "style") return { name, type: "map", meaning: "" };
  if (name === "target") return { name, type: "text", meaning: "", values: ["_blank", "_self"] };
  if (name === "rel") return { name, type: "text", meaning: "", values: ["noopener noreferrer", "nofollow"] };
  if (name === "href") return { name, type: "text", meaning: "", names: "url", required: true };
  if (name === "src") return { name, type: "text", meaning: "", names: "image", required: true };
  return { name, type: "text", meaning: "" };
}
