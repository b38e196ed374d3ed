import { isCommonProp } from "../../page/components/components.ts";
import { closest } from "../../text/closest.ts";
import type { Location } from "../../text/text-range.ts";
import { replaceAt } from "../edit-at.ts";
import { builtInTags, placeIn, tagAt } from "../page-tags.ts";
import type { Site } from "../../site/site.ts";
import { checkPage, defineRule } from "../rule.ts";

export const unknownProp = defineRule({
  code: "mdx/unknown-prop",
  on: ["page"],
  needs: ["pages"],
  severity: "hint",
  summary: "A prop that the component does not have.",
  why: "A built-in component passes over props it does not know, so what they were meant to do does not happen.",
  messages: {
    meant: "`{component}` has no `{prop}` and passes over it. If you meant `{near}`, write that.",
    unknown:
      "`{component}` has no `{prop}` and passes over it, so readers see the same without. Remove it, or look up what the component offers.",
    rename: "Write `{near}`",
    remove: "Remove `{prop}`",
  },
  examples: [
    {
      bad: '---\ntitle: Start\n---\n\n<Card [|tilte|]="Install" href="/install">\n  Begin here.\n</Card>\n\n<Note [|size|]="large">Read this.</Note>\n',
      good: '---\ntitle: Start\n---\n\n<Card title="Install" href="/install" data-step="1">\n  Begin here.\n</Card>\n\n<Note>Read this.</Note>\n',
    },
  ],
  check: checkPage(function* (page, site) {
    for (const { tag, component } of builtInTags(page, site)) {
      for (const { name, nameRange } of tag.attributes) {
        if (component.props.has(name) || isCommonProp(name)) continue;
        const at = placeIn(page, nameRange);
        const args = { component: component.name, prop: name };
        const set = new Set(tag.attributes.map((attribute) => attribute.name));
        const free = [...component.props.values()].filter((prop) => !prop.unlisted && !set.has(prop.name));
        const near =
          otherNames.get(`${component.name}.${name}`) ??
          closest(
            name,
            free.map((prop) => prop.name),
          );
        if (near === undefined || set.has(near)) yield { message: "unknown", args, at };
        else yield { message: "meant", args: { ...args, near }, at, data: { near } };
      }
    }
  }),
  *fixes({ at, args, data }, site) {
    const near = data?.["near"];
    if (typeof near === "string") yield { title: "rename", args: { near }, edits: replaceAt(at, near) };
    const range = attributeRange(site, at);
    if (range) yield { title: "remove", args: args ?? {}, edits: replaceAt({ file: at.file, range }, "") };
  },
});

/** What sites write for props that have another name. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["Callout.type", "variant"],
  ["CardGroup.columns", "cols"],
  ["Icon.name", "icon"],
  ["Columns.columns", "cols"],
  ["Update.date", "label"],
  ["Tooltip.content", "tip"],
  ["Tooltip.text", "tip"],
  ["CodeBlock.lang", "language"],
  ["CodeBlock.title", "filename"],
]);

/** The whole attribute, with the blanks in front of it. */
function attributeRange(site: Site, at: Location) {
  const references = site.references.get(at.file);
  const found = tagAt(site, at)?.attributes.find(({ nameRange }) => nameRange.start === at.range.start);
  if (!references || !found) return undefined;
  let { start } = found.nameRange;
  while (/\s/.test(references.text[start - 1] ?? "")) start--;
  return { start, end: found.value?.whole.end ?? found.nameRange.end };
}
