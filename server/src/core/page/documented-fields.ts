import type { TextRange } from "../text/text-edit.ts";
import type { PageAttribute, PageReferences, PageTag } from "./page.ts";

/**
 * A parameter or a field that an author describes by hand: `<ParamField query="limit" type="integer">`,
 * `<ResponseField name="id" type="string" required>`.
 */
export interface DocumentedField {
  readonly tag: PageTag;
  /** What the attribute says it belongs to: `body`, `query`, `path`, `header`, `cookie`, `auth`; `response` for a ResponseField. */
  readonly place: FieldPlace;
  readonly name: string;
  /** The name alone, without its quotes. */
  readonly nameRange: TextRange;
  /** `string[]`, as written; absent when there is none or it is no text. */
  readonly type: { readonly text: string; readonly range: TextRange } | undefined;
  /** `unknown` where an expression decides. */
  readonly required: boolean | "unknown";
  readonly deprecated: boolean | "unknown";
  /** As written in `default="…"` or `default={…}`. */
  readonly default: string | undefined;
  /** Fields described within it, most often in an Expandable. */
  readonly children: readonly DocumentedField[];
  /** It takes props from elsewhere (`{...props}`), so what it leaves out cannot be told. */
  readonly isOpen: boolean;
}

export const fieldPlaces = ["body", "query", "path", "header", "cookie", "auth"] as const;
export type FieldPlace = (typeof fieldPlaces)[number] | "response";

/** The fields a page describes, in its order, nested as they stand. A tag whose name is an expression is left out with what it holds. */
export function documentedFields({ tags }: Pick<PageReferences, "tags">): readonly DocumentedField[] {
  const roots: DocumentedField[] = [];
  const childrenOf = new Map<PageTag, DocumentedField[]>();
  const fieldAround = (tag: PageTag): PageTag | undefined => {
    for (let at = tag.parent; at !== undefined;) {
      const around = tags[at];
      if (!around || isField(around)) return around;
      at = around.parent;
    }
    return undefined;
  };
  for (const tag of tags) {
    if (!isField(tag)) continue;
    const children: DocumentedField[] = [];
    const field = readField(tag, children);
    const around = fieldAround(tag);
    if (field) childrenOf.set(tag, children);
    const siblings = around ? childrenOf.get(around) : roots;
    if (field) siblings?.push(field);
  }
  return roots;
}

const parameterTags: ReadonlySet<string> = new Set(["ParamField", "Param"]);

function isField({ name }: PageTag): boolean {
  return name === "ResponseField" || parameterTags.has(name);
}

function readField(tag: PageTag, children: readonly DocumentedField[]): DocumentedField | undefined {
  const named = nameOf(tag);
  if (!named) return undefined;
  const type = textOf(find(tag, "type"));
  return {
    tag,
    ...named,
    type: type && { text: type.text, range: type.range },
    required: flagOf(find(tag, "required")),
    deprecated: flagOf(find(tag, "deprecated")),
    default: find(tag, "default")?.value?.text,
    children,
    isOpen: tag.hasSpread,
  };
}

function nameOf(tag: PageTag): Pick<DocumentedField, "place" | "name" | "nameRange"> | undefined {
  const places = tag.name === "ResponseField" ? (["name"] as const) : fieldPlaces;
  for (const place of places) {
    const value = textOf(find(tag, place));
    if (value && value.text.trim() !== "")
      return {
        place: place === "name" ? "response" : place,
        name: value.text.trim(),
        nameRange: value.range,
      };
  }
  return undefined;
}

function find(tag: PageTag, name: string): PageAttribute | undefined {
  return tag.attributes.find((attribute) => attribute.name === name);
}

function textOf(attribute: PageAttribute | undefined): PageAttribute["value"] {
  return attribute?.value?.kind === "text" ? attribute.value : undefined;
}

/** `required` and `required={true}` are true, `required={false}` and no attribute false. */
function flagOf(attribute: PageAttribute | undefined): boolean | "unknown" {
  if (!attribute) return false;
  const text = attribute.value?.text.trim();
  if (text === undefined || text === "true" || text === "") return true;
  return text === "false" ? false : "unknown";
}
