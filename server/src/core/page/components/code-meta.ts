import type { TextRange } from "../../text/text-edit.ts";

/**
 * An attribute that can follow the language of a fenced code block. Any other words after the language form the title.
 */
export interface CodeMeta {
  readonly name: string;
  /** `flag`: an attribute without a value. `lines`: line numbers and ranges in braces, such as `{1-2,5}`. */
  readonly type: "text" | "flag" | "lines" | "enum";
  readonly values?: readonly string[];
  readonly meaning: string;
  readonly default?: string;
  readonly names?: "icon";
  /** The only language that supports the attribute. */
  readonly language?: string;
}

/** Code block attributes by name, including those for Mermaid. */
export const codeMetaByName: ReadonlyMap<string, CodeMeta> = new Map(
  (
    [
      {
        name: "title",
        type: "text",
        meaning:
          "Title of the code block, and its label in a `<CodeGroup>`. Text without a key is also used as the title.",
      },
      { name: "icon", type: "text", meaning: "Icon next to the title.", names: "icon" },
      {
        name: "lang",
        type: "text",
        meaning: "Language for syntax highlighting, if it isn't the first word.",
      },
      { name: "lines", type: "flag", meaning: "Shows line numbers." },
      { name: "wrap", type: "flag", meaning: "Wraps long lines." },
      {
        name: "expandable",
        type: "flag",
        meaning: "Shows only the first few lines, with a button to expand the rest.",
      },
      {
        name: "highlight",
        type: "lines",
        meaning: "Lines to highlight, such as `{1-2,5}`. Braces without a key have the same effect.",
      },
      {
        name: "focus",
        type: "lines",
        meaning: "Lines to focus on, such as `{1-2,5}`. The other lines are dimmed.",
      },
      { name: "theme", type: "text", meaning: "Color theme for this code block." },
      { name: "twoslash", type: "flag", meaning: "Shows the types of TypeScript identifiers." },
      { name: "nocopy", type: "flag", meaning: "Hides the copy button." },
      {
        name: "placement",
        type: "enum",
        values: ["top-left", "top-right", "bottom-left", "bottom-right"],
        meaning: "Position of the zoom and pan buttons.",
        default: "bottom-right",
        language: "mermaid",
      },
      {
        name: "actions",
        type: "enum",
        values: ["true", "false"],
        meaning: "Shows the zoom and pan buttons.",
        default: "only on diagrams taller than 120 pixels",
        language: "mermaid",
      },
    ] as const satisfies readonly CodeMeta[]
  ).map((meta) => [meta.name, meta]),
);

/** One part of the text after the language, such as `title="x"`, `wrap`, or `{1,3}`. */
export interface CodeMetaPart {
  /** The attribute's name. For braces without a key, this is `highlight`. Undefined for a word in the title. */
  readonly key: string | undefined;
  /** The range of the key, word, or braces. */
  readonly range: TextRange;
  /** The value, without its quotes or braces. Undefined for a single word. */
  readonly value?: { readonly text: string; readonly range: TextRange };
}

const maxMetaLength = 2000;
const partPattern =
  /([A-Za-z_][\w-]*)=(?:"([^"]*)"|'([^']*)'|\{([^{}]*)\}|([^\s"'{}]+))|\{([\d\s,-]+)\}|[^\s{}]+|\{[^{}]*\}|[{}]/dg;

/** Returns the parts of `meta`, which starts at the offset `start` on the page. */
export function parseCodeMeta(meta: string, start: number): CodeMetaPart[] {
  if (meta.length > maxMetaLength) return [];
  return Array.from(meta.matchAll(partPattern), (match) => {
    const getRange = (index: number): TextRange | undefined => {
      const indices = match.indices?.[index];
      return indices && { start: start + indices[0], end: start + indices[1] };
    };
    const range = getRange(1) ?? getRange(0) ?? { start, end: start };
    const groupIndex = [2, 3, 4, 5, 6].find((index) => match[index] !== undefined);
    const valueRange = groupIndex === undefined ? undefined : getRange(groupIndex);
    if (groupIndex === undefined || !valueRange)
      return { key: codeMetaByName.has(match[0]) ? match[0] : undefined, range };
    const key = groupIndex === 6 ? "highlight" : match[1];
    return { key, range, value: { text: match[groupIndex] ?? "", range: valueRange } };
  });
}

/**
 * Maps the keys of the attributes after the language to their values. The value of a flag is `true`, and the value of
 * `title` can consist of words without a key.
 */
export function parseMetaValues(meta: string): ReadonlyMap<string, string> {
  const valueByKey = new Map<string, string>();
  const words: string[] = [];
  for (const { key, range, value } of parseCodeMeta(meta, 0)) {
    // In text such as `Title of the icon`, a word without a value is treated as a key only if it's the name of a flag.
    const isWord = key === undefined || (!value && codeMetaByName.get(key)?.type !== "flag");
    if (isWord) words.push(meta.slice(range.start, range.end));
    else if (!valueByKey.has(key)) valueByKey.set(key, value?.text ?? "true");
  }
  if (!valueByKey.has("title") && words.length > 0) valueByKey.set("title", words.join(" "));
  return valueByKey;
}
