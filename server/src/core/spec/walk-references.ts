import { entryOf, textOf, type SpecMap, type SpecNode, type SpecTree } from "./spec-node.ts";

/** Keys whose value maps names an author chose to things; a name there means nothing by itself. */
const nameMaps: ReadonlySet<string> = new Set([
  "properties", "patternProperties", "dependentSchemas", "definitions", "$defs",
  "paths", "webhooks", "pathItems", "callbacks", "content", "headers", "links", "variables", "encoding",
  "schemas", "responses", "parameters", "requestBodies", "securitySchemes",
  "channels", "operations", "messages", "servers", "replies", "serverVariables", "correlationIds",
  "externalDocs", "operationTraits", "messageTraits", "serverBindings", "channelBindings", "operationBindings",
  "messageBindings",
]); // prettier-ignore

/** Keys whose value is the author's data, in which `$ref` is a word like any other. */
const data: ReadonlySet<string> = new Set(["example", "default", "enum", "const", "value", "examples"]);

/**
 * Hands every `$ref` of a file to `take` until that answers false: the value with its range, and the text. A schema
 * with an `$id` of its own resolves its references by that, so they are left out.
 */
export function walkReferences(tree: SpecTree, take: (node: SpecNode, text: string) => boolean): void {
  if (tree.root) new ReferenceWalk(tree, take).visit(tree.root, false, true);
}

class ReferenceWalk {
  readonly #tree: SpecTree;
  readonly #take: (node: SpecNode, text: string) => boolean;
  readonly #seen = new Set<SpecNode>();
  #isOver = false;

  constructor(tree: SpecTree, take: (node: SpecNode, text: string) => boolean) {
    this.#tree = tree;
    this.#take = take;
  }

  visit(node: SpecNode, namesOnly: boolean, isRoot = false): void {
    if (node.kind === "scalar" || this.#isOver) return;
    if (this.#tree.shared.has(node)) {
      if (this.#seen.has(node)) return;
      this.#seen.add(node);
    }
    if (node.kind === "list") {
      for (const item of node.items) this.visit(item, false);
      return;
    }
    if (namesOnly) {
      for (const { value } of node.entries) this.visit(value, false);
      return;
    }
    if (!isRoot && textOf(entryOf(node, "$id")?.value) !== undefined) return;
    this.#visitKeys(node);
  }

  #visitKeys(node: SpecMap): void {
    for (const { key, value } of node.entries) {
      if (key === "$ref") this.#reference(value);
      else if (key === "examples") this.#examples(value);
      else if (!data.has(key) && !key.startsWith("x-"))
        this.visit(value, value.kind === "map" && nameMaps.has(key));
    }
  }

  /** A map of named examples may hold references; a list is data. */
  #examples(node: SpecNode): void {
    if (node.kind !== "map") return;
    for (const { value } of node.entries) {
      const reference = entryOf(value, "$ref");
      if (reference) this.#reference(reference.value);
    }
  }

  #reference(node: SpecNode): void {
    const text = textOf(node);
    if (text !== undefined && !this.#isOver) this.#isOver = !this.#take(node, text);
  }
}
