import { say } from "../interpret/say.ts";
import { plainValue } from "../interpret/plain-value.ts";
import { isDict, isFunction, type Dict, type Value } from "../interpret/value.ts";
import { animated, attributeName, flags, isAllowedAttribute } from "../safe/safe-attributes.ts";
import { safeStyleObject, safeStyleText, type StyleSource } from "../safe/safe-style.ts";
import { runsSomething, safeLink } from "../safe/safe-url.ts";
import { sourcesOf } from "../safe/site-sheet.ts";
import { svgElements } from "../view/allowed-elements.ts";
import type { ViewIssue } from "../view/page-view.ts";
import type { ViewValue } from "../view/view-node.ts";
import { tellIssue, type Rendering } from "./rendering.ts";

type At = Pick<ViewIssue, "file" | "range">;
export type Attributes = Record<string, ViewValue>;

/** Never attributes: what React keeps for itself. */
const reserved: ReadonlySet<string> = new Set([
  "children",
  "key",
  "ref",
  "suppressHydrationWarning",
  "is",
  "slot",
]);

/** The attributes of an element of HTML or SVG that do nothing but describe and style it, each rebuilt. */
export function attributesOf(tag: string, props: Dict, at: At, rendering: Rendering): Attributes {
  const kept: Attributes = {};
  for (const [key, value] of props.entries) {
    if (reserved.has(key) || isHandler(key, value, rendering)) continue;
    if (key === "dangerouslySetInnerHTML") {
      tellIssue(rendering, "unsafe", rawHtml, at);
      continue;
    }
    const name = attributeName(key);
    if (name === "style") setStyle(kept, value, at, rendering, sourcesOf(at.file));
    else if (name === "class") setClasses(kept, "class", value, rendering);
    else if (isAllowedAttribute(tag, name)) {
      const text = attributeValue(tag, name, value, at, rendering);
      if (text !== undefined) kept[name] = text;
    }
  }
  return kept;
}

const rawHtml =
  "HTML that is put in as text (`dangerouslySetInnerHTML`) stays out of the preview, because it can run code. Readers see it on the published page. Write the elements themselves to see them here.";

/** What runs when readers do something: dropped, and the component around it said to be interactive. */
export function isHandler(key: string, value: Value, { machine }: Rendering): boolean {
  if (!/^on/i.test(key)) return isFunction(value);
  if (isFunction(value)) machine.noteInteractive();
  return true;
}

function attributeValue(
  tag: string,
  name: string,
  value: Value,
  at: At,
  rendering: Rendering,
): ViewValue | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "boolean")
    return flags.has(name) || /^(?:aria|data)-/.test(name) ? value : value ? "" : undefined;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string") return undefined;
  if (name === "href")
    return svgElements.has(tag) && tag !== "a" ? localPart(value) : link(value, at, rendering);
  if (name === "attributeName" && !animated.has(value)) return undefined;
  if (/url\s*\(/i.test(value) && svgElements.has(tag))
    return /^url\(\s*["']?#[\w:.-]+["']?\s*\)$/.test(value.trim()) ? value.trim() : undefined;
  if (name === "type" && tag === "input")
    return /^(?:checkbox|radio|text|number|range|search|color|date|email|url|tel)$/i.test(value)
      ? value
      : "text";
  return value;
}

/** The address of a link, if it may be followed. One that runs something is told; one of another program is left out. */
export function link(value: string, at: At, rendering: Rendering): string | undefined {
  const safe = safeLink(value);
  if (safe === undefined && runsSomething(value))
    tellIssue(
      rendering,
      "unsafe",
      "This address would run something, so in the preview the link leads nowhere. Link to a page, a web address or an e-mail address.",
      at,
    );
  return safe;
}

function localPart(value: string): string | undefined {
  return /^#[\w:.-]+$/.test(value.trim()) ? value.trim() : undefined;
}

/** What the style loads is told by `source`; without it loads nothing. */
export function setStyle(
  kept: Attributes,
  value: Value,
  at: At,
  rendering: Rendering,
  source?: StyleSource,
): void {
  const { style, refused } =
    typeof value === "string"
      ? safeStyleText(value, source)
      : isDict(value)
        ? safeStyleObject(
            [...value.entries].map(([key, each]) => [key, plainValue(each) ?? null] as const),
            source,
          )
        : { style: {}, refused: [] };
  if (Object.keys(style).length > 0) kept["style"] = style;
  const [first] = refused;
  if (first !== undefined)
    tellIssue(
      rendering,
      "unsafe",
      say`The style \`${first}\` has a value that loads something or leaves the page, so the preview goes without it. Readers see it on the published page.`,
      at,
    );
}

export function setClasses(kept: Attributes, name: string, value: Value, rendering: Rendering): void {
  if (typeof value !== "string" || value.trim() === "") return;
  const classes = value.split(/\s+/).filter((each) => each !== "" && each.length <= 200 && !isOurs(each));
  for (const each of classes) rendering.classNames.add(each);
  kept[name] = classes.join(" ");
}

/** Classes of the preview's own look: a page that wore them could pass for something of ours. */
function isOurs(name: string): boolean {
  return /^dw-/i.test(name);
}
