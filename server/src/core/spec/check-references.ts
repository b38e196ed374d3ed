import { findReferenced } from "./find-referenced.ts";
import { entryOf, textOf, type SpecMap, type SpecNode, type SpecTree } from "./spec-node.ts";
import type { SpecProblem } from "./spec-outline.ts";

const mostProblems = 500;

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
 * Every `$ref` that names nothing in its file, and every one that names another file, which no service follows.
 * A schema with an `$id` of its own resolves its references by that, so nothing is said inside it.
 */
export function checkReferences(tree: SpecTree): SpecProblem[] {
  const check = new ReferenceCheck(tree);
  if (tree.root) check.visit(tree.root, false, true);
  return check.problems.sort((a, b) => a.range.start - b.range.start);
}

class ReferenceCheck {
  readonly problems: SpecProblem[] = [];
  readonly #tree: SpecTree;
  readonly #seen = new Set<SpecNode>();
  readonly #known = new Map<string, boolean>();

  constructor(tree: SpecTree) {
    this.#tree = tree;
  }

  visit(node: SpecNode, namesOnly: boolean, isRoot = false): void {
    if (node.kind === "scalar" || this.problems.length >= mostProblems) return;
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
    const reference = textOf(node);
    if (reference === undefined) return;
    if (!reference.startsWith("#"))
      this.problems.push({ kind: "external-ref", range: node.range, text: reference });
    else if (!this.#leadsSomewhere(reference))
      this.problems.push({ kind: "dangling-ref", range: node.range, text: reference });
  }

  /** `#name` is an anchor of JSON Schema, which only its own reader can judge. */
  #leadsSomewhere(reference: string): boolean {
    if (!reference.startsWith("#/")) return true;
    const known = this.#known.get(reference);
    if (known !== undefined) return known;
    const found = findReferenced(this.#tree.root, reference) !== undefined;
    this.#known.set(reference, found);
    return found;
  }
}
