import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { SyntaxNode } from "@lezer/common";
import { type Schemas, shapeOf, type SchemaModel } from "../fields/shape-of.ts";
import { typeWords } from "../fields/type-words.ts";
import { shortWords } from "../sentence.tsx";
import { isValue, nameOf, pathTo } from "./json-place.ts";
import { membersOf, schemasAt, valuesOf } from "./schemas-at.ts";

/** Offers names of members and values that the schema names, where the cursor stands. */
export function completeBody(schema: SchemaModel | undefined, schemas: Schemas) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const { doc } = state;
    const inside = syntaxTree(state).resolveInner(pos, -1);
    const word = wordBefore(doc.sliceString(Math.max(0, pos - 200), pos));
    const from = pos - word.length;
    const object = objectOfName(inside);
    if (object) {
      if (!explicit && word === "") return null;
      const used = new Set(object.getChildren("Property").flatMap((each) => (each.from <= pos && each.to >= pos ? [] : [nameOf(each, doc)]))); // prettier-ignore
      const members = membersOf(schemasAt(schemas, schema, pathTo(object, doc)));
      const hasColon = /^"?[^",:{}[\]\n]*"?\s*:/.test(doc.sliceString(pos, pos + 200));
      return result(from, pos, doc.sliceString(pos, pos + 1), members.filter(({ name }) => !used.has(name)).map((member) => ({
        label: JSON.stringify(member.name),
        detail: [typeWords(schemas, member.schema), member.required ? "required" : ""].filter(Boolean).join(" · "),
        ...infoOf(member.schema),
        boost: member.required ? 2 : 1,
        apply: JSON.stringify(member.name) + (hasColon ? "" : `: ${startOf(schemas, member.schema)}`),
      }))); // prettier-ignore
    }
    const place = placeOfValue(inside);
    if (!place || (!explicit && word === "")) return null;
    const offered = valuesOf(schemasAt(schemas, schema, pathTo(place, doc)));
    return result(
      from,
      pos,
      doc.sliceString(pos, pos + 1),
      offered.map((value) => ({ label: JSON.stringify(value) })),
    );
  };
}

function result(from: number, pos: number, next: string, options: Completion[]): CompletionResult | null {
  if (options.length === 0) return null;
  // The mark that was put in behind the cursor with the one before it.
  return { from, to: next === '"' ? pos + 1 : pos, options, validFor: /^"?[^"\n]*$/ };
}

function wordBefore(text: string): string {
  return /"?[\w.$-]*$/.exec(text)?.[0] ?? "";
}

/** The object in which a name is being written. */
function objectOfName(node: SyntaxNode): SyntaxNode | undefined {
  if (node.name === "PropertyName") return node.parent?.parent ?? undefined;
  if (node.name === "Object") return node;
  if (node.name === "⚠" && node.parent?.name === "Object") return node.parent;
  if (["{", ","].includes(node.name) && node.parent?.name === "Object") return node.parent;
  return undefined;
}

/** The value, property or list that the cursor is about to give a value. */
function placeOfValue(node: SyntaxNode): SyntaxNode | undefined {
  if (node.name === "Property" || (isValue(node) && node.name !== "Object")) return node;
  const { parent } = node;
  return parent && (parent.name === "Property" || parent.name === "Array") ? parent : undefined;
}

function startOf(schemas: Schemas, schema: SchemaModel): string {
  switch (shapeOf(schemas, schema).kind) {
    case "text":
      return '""';
    case "array":
      return "[]";
    case "object":
      return "{}";
    default:
      return "";
  }
}

function infoOf({ description }: SchemaModel): { readonly info?: string } {
  const info = shortWords(description);
  return info === "" ? {} : { info };
}
