import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type Completion,
  type CompletionContext,
  completionKeymap,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
  syntaxTree,
} from "@codemirror/language";
import { type Diagnostic, linter, lintKeymap } from "@codemirror/lint";
import { EditorState, Prec, type Text } from "@codemirror/state";
import { drawSelection, EditorView, keymap, tooltips } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { tags } from "@lezer/highlight";
import type { MediaTypeForm } from "../../../../server/src/core/request/form/request-form.ts";
import { translate } from "../../language/translate.ts";
import {
  resolveNamedSchema,
  type PropertyModel,
  type SchemaModel,
  type Schemas,
  type SchemaType,
  getFieldType,
  formatFieldType,
} from "../fields/field-type.ts";
import { shortenText } from "../ui/controls.tsx";

/** The names of the syntax tree nodes that represent values. */
const valueNodeNames: ReadonlySet<string> = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);

export function isValue(node: SyntaxNode): boolean {
  return valueNodeNames.has(node.name);
}

/** Returns the path from the root to a value or property. */
export function getPath(node: SyntaxNode, doc: Text): readonly Step[] {
  const path: Step[] = [];
  for (let currentNode: SyntaxNode | null = node; currentNode?.parent; currentNode = currentNode.parent) {
    const { parent }: { parent: SyntaxNode } = { parent: currentNode.parent };
    if (currentNode.name === "Property") path.unshift(getPropertyName(currentNode, doc) ?? "");
    else if (parent.name === "Array" && isValue(currentNode)) path.unshift(getIndex(parent, currentNode));
  }
  return path;
}

/** Returns the name of a property without its quotation marks. */
export function getPropertyName(property: SyntaxNode, doc: Text): string | undefined {
  const name = property.getChild("PropertyName");
  return name ? getJsonText(doc.sliceString(name.from, name.to)) : undefined;
}

/** Returns the value of a property, or `undefined` if the property has no value yet. */
export function getPropertyValue(property: SyntaxNode): SyntaxNode | undefined {
  for (let child = property.firstChild; child; child = child.nextSibling) if (isValue(child)) return child;
  return undefined;
}

/** Returns the value of a JSON literal, or `undefined` if the literal is incomplete. */
export function getJsonText(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === "string" ? value : undefined;
  } catch {
    return literal.replace(/^"|"$/g, "");
  }
}

function getIndex(array: SyntaxNode, item: SyntaxNode): number {
  let index = 0;
  for (let child = array.firstChild; child && child.from < item.from; child = child.nextSibling)
    if (isValue(child)) index++;
  return index;
}

/** A step in a path: a property name or an array index. */
export type Step = string | number;

const maxApplicableSchemas = 40;

/**
 * Returns a schema, along with all schemas that apply together with it or as its alternatives: the target of its
 * `$ref`, the schemas in `allOf`, and each alternative.
 */
export function listApplicableSchemas(schemas: Schemas, schema: SchemaModel | undefined): readonly SchemaModel[] {
  const models: SchemaModel[] = [];
  const queue = schema ? [schema] : [];
  for (let nextSchema = queue.shift(); nextSchema && models.length < maxApplicableSchemas; nextSchema = queue.shift()) {
    const model = resolveNamedSchema(schemas, nextSchema);
    if (!model || models.includes(model)) continue;
    models.push(model);
    queue.push(...model.allOf, ...model.oneOf, ...model.anyOf);
  }
  return models;
}

/** Returns the schemas that can apply to a nested value, or an empty list if no schemas are defined for it. */
export function listSchemasAt(
  schemas: Schemas,
  schema: SchemaModel | undefined,
  path: readonly Step[],
): readonly SchemaModel[] {
  let levelSchemas = listApplicableSchemas(schemas, schema);
  for (const step of path)
    levelSchemas = levelSchemas
      .flatMap((model) => listChildSchemas(model, step))
      .flatMap((each) => listApplicableSchemas(schemas, each));
  return levelSchemas;
}

function listChildSchemas(model: SchemaModel, step: Step): readonly SchemaModel[] {
  if (typeof step === "number") {
    const item = model.prefixItems?.[step] ?? model.items;
    return item ? [item] : [];
  }
  const member = model.properties.find(({ name }) => name === step);
  if (member) return [member.schema];
  return typeof model.additionalProperties === "object" ? [model.additionalProperties] : [];
}

/** Returns the properties that an object with these schemas can have in a request. Each name occurs only once. */
export function listMembers(models: readonly SchemaModel[]): readonly PropertyModel[] {
  const propertiesByName = new Map<string, PropertyModel>();
  for (const { properties } of models)
    for (const property of properties)
      if (!propertiesByName.has(property.name) && !property.schema.readOnly)
        propertiesByName.set(property.name, property);
  return [...propertiesByName.values()];
}

/** Returns the values that these schemas list. */
export function getAllowedValues(models: readonly SchemaModel[]): readonly unknown[] {
  const values = models.flatMap((model) => [
    ...(model.constant ? [model.constant.value] : (model.enum ?? [])),
    ...(model.types.includes("boolean") && !model.enum ? [true, false] : []),
    ...(model.nullable ? [null] : []),
  ]);
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Creates a completion source for property names and values in the schema. */
export function createBodyCompleter(schema: SchemaModel | undefined, schemas: Schemas) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const { doc } = state;
    const syntaxNode = syntaxTree(state).resolveInner(pos, -1);
    const word = getWordBefore(doc.sliceString(Math.max(0, pos - 200), pos));
    const from = pos - word.length;
    const object = findObject(syntaxNode);
    if (object) {
      if (!explicit && word === "") return null;
      const usedNames = new Set(object.getChildren("Property").flatMap((each) => (each.from <= pos && each.to >= pos ? [] : [getPropertyName(each, doc)]))); // prettier-ignore
      const members = listMembers(listSchemasAt(schemas, schema, getPath(object, doc)));
      const hasColon = /^"?[^",:{}[\]\n]*"?\s*:/.test(doc.sliceString(pos, pos + 200));
      return createResult(from, pos, doc.sliceString(pos, pos + 1), members.filter(({ name }) => !usedNames.has(name)).map((member) => ({
        label: JSON.stringify(member.name),
        detail: [formatFieldType(schemas, member.schema), member.required ? "required" : ""].filter(Boolean).join(" · "),
        ...getInfo(member.schema),
        boost: member.required ? 2 : 1,
        apply: JSON.stringify(member.name) + (hasColon ? "" : `: ${createInitialText(schemas, member.schema)}`),
      }))); // prettier-ignore
    }
    const valueNode = findValueNode(syntaxNode);
    if (!valueNode || (!explicit && word === "")) return null;
    const allowedValues = getAllowedValues(listSchemasAt(schemas, schema, getPath(valueNode, doc)));
    return createResult(
      from,
      pos,
      doc.sliceString(pos, pos + 1),
      allowedValues.map((value) => ({ label: JSON.stringify(value) })),
    );
  };
}

function createResult(
  from: number,
  pos: number,
  nextCharacter: string,
  options: Completion[],
): CompletionResult | null {
  if (options.length === 0) return null;
  // The range also includes the closing quotation mark that was automatically inserted after the cursor.
  return { from, to: nextCharacter === '"' ? pos + 1 : pos, options, validFor: /^"?[^"\n]*$/ };
}

function getWordBefore(text: string): string {
  return /"?[\w.$-]*$/.exec(text)?.[0] ?? "";
}

/** Returns the object in which a property name is being typed. */
function findObject(node: SyntaxNode): SyntaxNode | undefined {
  if (node.name === "PropertyName") return node.parent?.parent ?? undefined;
  if (node.name === "Object") return node;
  if (node.name === "⚠" && node.parent?.name === "Object") return node.parent;
  if (["{", ","].includes(node.name) && node.parent?.name === "Object") return node.parent;
  return undefined;
}

/** Returns the value, property, or array whose value the user is about to enter at the cursor. */
function findValueNode(node: SyntaxNode): SyntaxNode | undefined {
  if (node.name === "Property" || (isValue(node) && node.name !== "Object")) return node;
  const { parent } = node;
  return parent && (parent.name === "Property" || parent.name === "Array") ? parent : undefined;
}

function createInitialText(schemas: Schemas, schema: SchemaModel): string {
  switch (getFieldType(schemas, schema).kind) {
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

function getInfo({ description }: SchemaModel): { readonly info?: string } {
  const info = shortenText(description);
  return info === "" ? {} : { info };
}

/** The maximum length in characters of a body that is checked when the user stops typing. */
const maxLength = 500_000;
const maxDiagnostics = 50;

/**
 * Creates a function that reports invalid JSON in a body, as well as names, types, enum values, and required properties
 * that don't match the schema. If the schema has alternatives, only problems that occur in all of them are reported, to
 * avoid false positives.
 */
export function createBodyLinter(schema: SchemaModel | undefined, schemas: Schemas) {
  return ({ state }: Pick<EditorView, "state">): readonly Diagnostic[] => {
    const { doc } = state;
    if (doc.length > maxLength || doc.length === 0) return [];
    const diagnostics: Diagnostic[] = [];
    syntaxTree(state).iterate({
      enter: ({ node }) => {
        if (diagnostics.length >= maxDiagnostics) return false;
        if (node.type.isError) diagnostics.push(createSyntaxDiagnostic(node, doc));
        else if (schema) diagnostics.push(...listProblems(node, doc, schema, schemas));
        return undefined;
      },
    });
    return diagnostics.slice(0, maxDiagnostics);
  };
}

function createSyntaxDiagnostic({ from, to }: SyntaxNode, doc: Text): Diagnostic {
  const end = Math.min(doc.length, Math.max(to, from + 1));
  const isVariable = doc.sliceString(from, from + 2) === "{{";
  return {
    from: Math.min(from, Math.max(0, end - 1)),
    to: end,
    severity: isVariable ? "info" : "error",
    message: isVariable ? translate("A variable. Its value is inserted when the request is sent.") : translate("Invalid JSON. Something is missing or unexpected here."),
  }; // prettier-ignore
}

const typesByNodeName: Readonly<Record<string, SchemaType>> = {
  Object: "object",
  Array: "array",
  String: "string",
  Number: "number",
  True: "boolean",
  False: "boolean",
  Null: "null",
};

function listProblems(node: SyntaxNode, doc: Text, schema: SchemaModel, schemas: Schemas): readonly Diagnostic[] {
  const kind = Object.hasOwn(typesByNodeName, node.name) ? typesByNodeName[node.name] : undefined;
  if (!kind) return [];
  const models = listSchemasAt(schemas, schema, getPath(node, doc));
  if (models.length === 0) return [];
  const text = doc.sliceString(node.from, node.to);
  if (text.includes("{{")) return [];
  const createWarning = (
    message: string,
    range: { readonly from: number; readonly to: number } = node,
  ): Diagnostic => ({
    from: range.from,
    to: range.to,
    severity: "warning",
    message,
  });
  const typedModels = models.filter(({ types }) => types.length > 0);
  const allowedTypes = [
    ...new Set(typedModels.flatMap(({ types, nullable }) => [...types, ...(nullable ? ["null"] : [])])),
  ];
  const isAllowed = allowedTypes.includes(kind) || (kind === "number" && allowedTypes.includes("integer"));
  if (typedModels.length > 0 && !isAllowed) return [createWarning(translate("The specification requires type {0} here, but this value is {1}.", allowedTypes.reduce((a, b) => translate("{0} or {1}", a, b)), typeNames[kind]))]; // prettier-ignore
  if (kind === "object") return validateObject(node, doc, models, schemas, createWarning);
  const [onlyModel] = models;
  const listedValues =
    models.length === 1 ? (onlyModel?.enum ?? (onlyModel?.constant && [onlyModel.constant.value])) : undefined;
  if (!listedValues || kind === "array" || listedValues.some((each) => JSON.stringify(each) === text)) return [];
  return [createWarning(translate("The specification allows {0}.", listedValues.slice(0, 8).map((each) => JSON.stringify(each)).join(", ") + (listedValues.length > 8 ? " …" : "")))]; // prettier-ignore
}

type CreateWarning = (message: string, range?: { readonly from: number; readonly to: number }) => Diagnostic;

function validateObject(
  node: SyntaxNode,
  doc: Text,
  models: readonly SchemaModel[],
  schemas: Schemas,
  createWarning: CreateWarning,
): readonly Diagnostic[] {
  const properties = node.getChildren("Property");
  const names = new Set(properties.map((each) => getPropertyName(each, doc)));
  const isChoiceSchema = models.some(({ oneOf, anyOf }) => oneOf.length + anyOf.length > 0);
  const diagnostics: Diagnostic[] = [];
  const isClosed = models.some((model) => model.additionalProperties === false) && !models.some(({ patternProperties }) => patternProperties); // prettier-ignore
  const propertyNames = new Set(listMembers(models).map(({ name }) => name));
  if (isClosed)
    for (const property of properties) {
      const name = getPropertyName(property, doc);
      const nameNode = property.getChild("PropertyName");
      if (name !== undefined && nameNode && !propertyNames.has(name) && getPropertyValue(property))
        diagnostics.push(
          createWarning(
            translate(
              "The specification doesn’t define {0} here and doesn’t allow additional properties.",
              JSON.stringify(name),
            ),
            nameNode,
          ),
        );
    }
  const requiredNames = isChoiceSchema
    ? []
    : listApplicableSchemas(schemas, models[0]).flatMap(({ required }) => required);
  const missingNames = [...new Set(requiredNames)].filter((name) => !names.has(name) && propertyNames.has(name));
  if (missingNames.length > 0)
    diagnostics.push(
      createWarning(
        translate("Required but missing: {0}.", missingNames.map((name) => JSON.stringify(name)).join(", ")),
        {
          from: node.from,
          to: node.from + 1,
        },
      ),
    );
  return diagnostics;
}

const typeNames: Readonly<Record<SchemaType, string>> = {
  object: translate("an object"),
  array: translate("an array"),
  string: translate("a string"),
  number: translate("a number"),
  integer: translate("a number"),
  boolean: translate("a boolean"),
  null: "null",
};

/** The editor for the text of a request body. */
export interface BodyEditor {
  /** Sets the text, unless the editor already contains it. */
  readonly setText: (text: string) => void;
  readonly end: () => void;
}

interface BodyEditorOptions {
  readonly container: HTMLElement;
  readonly text: string;
  readonly mediaType: MediaTypeForm;
  readonly schemas: Schemas;
  readonly label: string;
  readonly onChange: (text: string) => void;
}

const highlightStyle = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--dw-try-key)" },
  { tag: tags.string, color: "var(--dw-try-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--dw-try-number)" },
  { tag: tags.punctuation, color: "var(--dw-ink-soft)" },
]);

const theme = EditorView.theme({
  "&": { backgroundColor: "transparent", color: "var(--dw-ink)", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--dw-code-font)", lineHeight: "1.6", maxHeight: "420px" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--dw-ink)", minHeight: "76px" },
  ".cm-line": { padding: "0 12px" },
  ".cm-cursor": { borderLeftColor: "var(--dw-ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--dw-accent) 24%, transparent)",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--dw-raised)",
    color: "var(--dw-ink)",
    border: "1px solid var(--dw-line-strong)",
    borderRadius: "6px",
    boxShadow: "var(--dw-shadow)",
    overflow: "hidden",
    fontFamily: "var(--dw-font)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--dw-code-font)", fontSize: "12.5px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "color-mix(in srgb, var(--dw-accent) 20%, var(--dw-raised))",
    color: "var(--dw-ink)",
  },
  ".cm-completionDetail": { color: "var(--dw-ink-faint)", fontStyle: "normal" },
  ".cm-diagnostic": { padding: "6px 10px", fontSize: "13px", borderLeftColor: "var(--dw-warning)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--dw-danger)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--dw-hover)" },
});

/** Translations for the labels in the editor library. */
const phrases = {
  Completions: translate("Completions"),
  Diagnostics: translate("Problems"),
  "No diagnostics": translate("No problems"),
  close: translate("Close"),
};

/**
 * Creates an editor for the text of a body. If the body is JSON, the editor uses its schema. As in any field, Tab moves
 * the focus out of the editor.
 */
export function createBodyEditor(options: BodyEditorOptions): BodyEditor {
  const { container, text, mediaType, schemas, label, onChange } = options;
  let isSettingText = false;
  const jsonExtensions =
    mediaType.kind === "json"
      ? [
          json(),
          bracketMatching(),
          closeBrackets(),
          indentOnInput(),
          autocompletion({ override: [createBodyCompleter(mediaType.schema, schemas)], icons: false }),
          linter(createBodyLinter(mediaType.schema, schemas), { delay: 300 }),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap]),
        ]
      : [];
  const nonce = document.querySelector<HTMLElement>("script[nonce], link[nonce], style[nonce]")?.nonce;
  const view = new EditorView({
    parent: container,
    state: EditorState.create({
      doc: text,
      extensions: [
        ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
        // Lets the shortcut for sending the request reach the surrounding panel, regardless of where in the editor the
        // focus is.
        Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => true, stopPropagation: false }])),
        // The panel is a size container, so tooltips in it couldn't extend beyond its edges.
        tooltips({ parent: container.closest<HTMLElement>(".dw-page") ?? document.body }),
        history(),
        drawSelection(),
        indentUnit.of("  "),
        EditorView.lineWrapping,
        syntaxHighlighting(highlightStyle),
        theme,
        EditorState.phrases.of(phrases),
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
        ...jsonExtensions,
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isSettingText) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    setText: (newText) => {
      if (view.state.doc.toString() === newText) return;
      isSettingText = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: newText } });
      isSettingText = false;
    },
    end: () => view.destroy(),
  };
}
