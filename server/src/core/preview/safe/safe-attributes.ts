import { svgElements } from "../view/allowed-elements.ts";

const everywhere: ReadonlySet<string> = new Set(
  "id class title lang dir role tabindex hidden translate spellcheck width height align valign color".split(
    " ",
  ),
);

const ofElement: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    a: "href target rel download",
    abbr: "",
    blockquote: "cite",
    button: "disabled type",
    col: "span",
    colgroup: "span",
    data: "value",
    del: "datetime cite",
    details: "open",
    fieldset: "disabled",
    font: "size face",
    img: "alt src",
    input: "type value checked disabled placeholder readonly min max step",
    ins: "datetime cite",
    label: "for",
    li: "value",
    meter: "value min max low high optimum",
    ol: "start reversed type",
    optgroup: "label disabled",
    option: "label disabled selected",
    output: "for",
    progress: "value max",
    select: "disabled multiple",
    table: "border cellpadding cellspacing summary",
    td: "colspan rowspan headers bgcolor",
    textarea: "rows cols placeholder disabled readonly",
    th: "colspan rowspan headers scope abbr bgcolor",
    time: "datetime",
    ul: "type",
    var: "",
  }).map(([tag, names]) => [tag, new Set(names.split(" ").filter(Boolean))]),
);

const ofDrawings: ReadonlySet<string> = new Set(
  "viewBox xmlns version preserveAspectRatio d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy points transform fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset stroke-miterlimit stroke-opacity opacity offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits maskType patternUnits patternContentUnits patternTransform filter filterUnits primitiveUnits in in2 result stdDeviation mode type values operator k1 k2 k3 k4 flood-color flood-opacity baseFrequency numOctaves seed stitchTiles text-anchor dominant-baseline alignment-baseline baseline-shift font-family font-size font-weight font-style letter-spacing textLength lengthAdjust startOffset rotate pathLength marker-start marker-mid marker-end markerWidth markerHeight markerUnits orient refX refY vector-effect shape-rendering text-rendering paint-order display visibility overflow href dur begin repeatCount repeatDur from to by keyTimes keySplines calcMode attributeName attributeType additive accumulate end fill-mode path xml:space focusable enable-background".split(
    " ",
  ),
);

/** Spellings of React and of old pages → HTML's. */
const spellings: ReadonlyMap<string, string> = new Map([
  ["className", "class"],
  ["htmlFor", "for"],
  ["xlinkHref", "href"],
  ["xlink:href", "href"],
  ["xmlSpace", "xml:space"],
  ["defaultValue", "value"],
  ["defaultChecked", "checked"],
  ["dateTime", "datetime"],
]);

const camelCased: ReadonlySet<string> = new Set([...ofDrawings].filter((name) => /[A-Z]/.test(name)));

/** The name of HTML for an attribute written in JSX: `class`, `stroke-width`, `colspan`. */
export function attributeName(name: string): string {
  const known = spellings.get(name);
  if (known) return known;
  if (camelCased.has(name) || name.includes("-") || name.includes(":")) return name;
  const dashed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (ofDrawings.has(dashed) || /^(?:aria|data)-/.test(dashed)) return dashed;
  return name.toLowerCase();
}

/** Whether an element may have an attribute of this name; what its value may be is another question. */
export function isAllowedAttribute(tag: string, name: string): boolean {
  if (/^on/i.test(name) || name.length > 100) return false;
  if (/^(?:aria|data)-[\w-]+$/.test(name)) return true;
  if (everywhere.has(name) || (ofElement.get(tag)?.has(name) ?? false)) return true;
  return svgElements.has(tag) && ofDrawings.has(name);
}

/** Attributes that are no text but are there or not. */
export const flags: ReadonlySet<string> = new Set(
  "disabled checked readonly hidden open reversed multiple selected download".split(" "),
);

/** What an animation may change: never where a link leads. */
export const animated: ReadonlySet<string> = new Set(
  "x y x1 y1 x2 y2 cx cy r rx ry d points transform fill fill-opacity stroke stroke-width stroke-dasharray stroke-dashoffset stroke-opacity opacity offset stop-color stop-opacity width height viewBox stdDeviation baseFrequency".split(
    " ",
  ),
);
