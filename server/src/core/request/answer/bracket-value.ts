import type { SchemaIndex } from "../../spec/model/schema-model.ts";
import { scalarOf } from "./xml-value.ts";
import type { XmlShape } from "./xml-shape.ts";

const deepest = 20;

/** Names and values of a form, decoded. */
export type FormPairs = readonly (readonly [name: string, values: readonly string[]])[];

/** The names in front of brackets, each once: `color` of `color[R]`. */
export function bracketedNames(pairs: FormPairs): readonly string[] {
  return [...new Set(pairs.flatMap(([name]) => /^([^[]+)\[[^]*\]$/.exec(name)?.[1] ?? []))];
}

/**
 * What a property stands for whose name has brackets behind it, as the frameworks mean them that write so: each is one
 * level more, and of lists they are empty or numbers. OpenAPI says nothing of this (3.2.0, “Extending Support for
 * Querystring Formats”).
 */
export function bracketValue(
  property: string,
  pairs: FormPairs,
  index: SchemaIndex | undefined,
  shapeAt: (index: SchemaIndex) => XmlShape,
): unknown {
  const own = pairs.flatMap(([name, values]): Leaf[] => {
    if (!name.startsWith(`${property}[`) || !name.endsWith("]")) return [];
    const steps = name.slice(property.length + 1, -1).split("][");
    return [{ steps: steps.slice(0, deepest), values }];
  });
  return valueOf(own, index === undefined ? undefined : shapeAt(index), shapeAt);
}

interface Leaf {
  readonly steps: readonly string[];
  readonly values: readonly string[];
}

function valueOf(
  leaves: readonly Leaf[],
  shape: XmlShape | undefined,
  shapeAt: (index: SchemaIndex) => XmlShape,
): unknown {
  const ends = leaves.filter(({ steps }) => steps.length === 0).flatMap(({ values }) => values);
  if (ends.length === leaves.length || ends.length > 0) {
    const texts = ends.map((text) => scalarOf(text, shape));
    return texts.length > 1 ? texts : texts[0];
  }
  const steps = [...new Set(leaves.map(({ steps: [step = ""] }) => step))];
  const isList = shape ? shape.isList : steps.every((step) => /^\d*$/.test(step));
  const inner = (step: string): XmlShape | undefined => {
    const index = isList ? shape?.items : (shape?.properties.get(step) ?? shape?.additional);
    return index === undefined ? undefined : shapeAt(index);
  };
  const members = steps.map((step): readonly [string, unknown] => {
    const below = leaves.flatMap(({ steps: [first = "", ...rest], values }) =>
      first === step ? [{ steps: rest, values }] : [],
    );
    // `a[]=1&a[]=2`: several items stand at one place.
    const several = step === "" && isList && below.every((leaf) => leaf.steps.length === 0);
    if (several)
      return [step, below.flatMap(({ values }) => values.map((text) => scalarOf(text, inner(step))))];
    return [step, valueOf(below, inner(step), shapeAt)];
  });
  if (!isList) return Object.fromEntries(members);
  return members.flatMap(([step, value]) =>
    step === "" && Array.isArray(value) ? (value as unknown[]) : [value],
  );
}
