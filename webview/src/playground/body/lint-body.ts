import { syntaxTree } from "@codemirror/language";
import type { Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import type { Schemas, SchemaModel, SchemaType } from "../fields/shape-of.ts";
import { nameOf, pathTo, valueOf } from "./json-place.ts";
import { formsOf, membersOf, schemasAt } from "./schemas-at.ts";

/** Characters up to which a body is looked through at each pause. */
const longest = 500_000;
const most = 50;

/**
 * What in a body is no JSON, or not what the schema asks for: names, kinds, listed values and what is missing. Where a
 * schema offers a choice nothing is said that one of its forms would not say, so it is silent rather than wrong.
 */
export function lintBody(schema: SchemaModel | undefined, schemas: Schemas) {
  return ({ state }: Pick<EditorView, "state">): readonly Diagnostic[] => {
    const { doc } = state;
    if (doc.length > longest || doc.length === 0) return [];
    const found: Diagnostic[] = [];
    syntaxTree(state).iterate({
      enter: ({ node }) => {
        if (found.length >= most) return false;
        if (node.type.isError) found.push(syntaxFault(node, doc));
        else if (schema) found.push(...faultsOf(node, doc, schema, schemas));
        return undefined;
      },
    });
    return found.slice(0, most);
  };
}

function syntaxFault({ from, to }: SyntaxNode, doc: Text): Diagnostic {
  const end = Math.min(doc.length, Math.max(to, from + 1));
  const isVariable = doc.sliceString(from, from + 2) === "{{";
  return {
    from: Math.min(from, Math.max(0, end - 1)),
    to: end,
    severity: isVariable ? "info" : "error",
    message: isVariable ? "A variable: what it stands for is put in when the request is sent." : "This is not JSON: something is missing here, or too much.",
  }; // prettier-ignore
}

const kinds: Readonly<Record<string, SchemaType>> = {
  Object: "object",
  Array: "array",
  String: "string",
  Number: "number",
  True: "boolean",
  False: "boolean",
  Null: "null",
};

function faultsOf(node: SyntaxNode, doc: Text, schema: SchemaModel, schemas: Schemas): readonly Diagnostic[] {
  const kind = Object.hasOwn(kinds, node.name) ? kinds[node.name] : undefined;
  if (!kind) return [];
  const models = schemasAt(schemas, schema, pathTo(node, doc));
  if (models.length === 0) return [];
  const text = doc.sliceString(node.from, node.to);
  if (text.includes("{{")) return [];
  const warn = (message: string, at: { readonly from: number; readonly to: number } = node): Diagnostic => ({
    from: at.from,
    to: at.to,
    severity: "warning",
    message,
  });
  const typed = models.filter(({ types }) => types.length > 0);
  const allowed = [
    ...new Set(typed.flatMap(({ types, nullable }) => [...types, ...(nullable ? ["null"] : [])])),
  ];
  const fits = allowed.includes(kind) || (kind === "number" && allowed.includes("integer"));
  if (typed.length > 0 && !fits) return [warn(`The specification says ${allowed.join(" or ")} here, and this is ${wordsOf(kind)}.`)]; // prettier-ignore
  if (kind === "object") return objectFaults(node, doc, models, schemas, warn);
  const [only] = models;
  const listed = models.length === 1 ? (only?.enum ?? (only?.constant && [only.constant.value])) : undefined;
  if (!listed || kind === "array" || listed.some((each) => JSON.stringify(each) === text)) return [];
  return [warn(`The specification allows ${listed.slice(0, 8).map((each) => JSON.stringify(each)).join(", ")}${listed.length > 8 ? " …" : ""}.`)]; // prettier-ignore
}

type Warn = (message: string, at?: { readonly from: number; readonly to: number }) => Diagnostic;

function objectFaults(
  node: SyntaxNode,
  doc: Text,
  models: readonly SchemaModel[],
  schemas: Schemas,
  warn: Warn,
): readonly Diagnostic[] {
  const properties = node.getChildren("Property");
  const names = new Set(properties.map((each) => nameOf(each, doc)));
  const isChoice = models.some(({ oneOf, anyOf }) => oneOf.length + anyOf.length > 0);
  const found: Diagnostic[] = [];
  const isClosed = models.some((model) => model.additionalProperties === false) && !models.some(({ patternProperties }) => patternProperties); // prettier-ignore
  const known = new Set(membersOf(models).map(({ name }) => name));
  if (isClosed)
    for (const property of properties) {
      const name = nameOf(property, doc);
      const at = property.getChild("PropertyName");
      if (name !== undefined && at && !known.has(name) && valueOf(property))
        found.push(warn(`The specification has no ${JSON.stringify(name)} here, and allows no others.`, at));
    }
  const needed = isChoice ? [] : formsOf(schemas, models[0]).flatMap(({ required }) => required);
  const missing = [...new Set(needed)].filter((name) => !names.has(name) && known.has(name));
  if (missing.length > 0)
    found.push(
      warn(`Missing here: ${missing.map((name) => JSON.stringify(name)).join(", ")}.`, {
        from: node.from,
        to: node.from + 1,
      }),
    );
  return found;
}

function wordsOf(kind: SchemaType): string {
  return { object: "an object", array: "a list", string: "a text", number: "a number", integer: "a number", boolean: "true or false", null: "null" }[kind]; // prettier-ignore
}
