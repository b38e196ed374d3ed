import type { CheckedSchema, SchemaIndex } from "../../spec/model/schema-model.ts";
import type { ValueCheck } from "./check-value.ts";
import type { Instance } from "./instance.ts";
import type { Fault, Findings, Outcome } from "./outcome.ts";
import { choiceWords, listWords, valueWords } from "./value-words.ts";

/** The keywords that put schemas together: `allOf`, `anyOf`, `oneOf`, `not`, `if`. */
export function checkChoices(
  check: ValueCheck,
  schema: CheckedSchema,
  instance: Instance,
  found: Findings,
): void {
  for (const index of schema.allOf ?? []) found.takeSame(check.check(index, instance));
  if (schema.anyOf) checkChoice(check, schema, "anyOf", schema.anyOf, instance, found);
  if (schema.oneOf) checkChoice(check, schema, "oneOf", schema.oneOf, instance, found);
  if (schema.not !== undefined) {
    const { faults, untold } = check.check(schema.not, instance);
    if (untold !== undefined) found.untold ??= untold;
    else if (faults.length === 0) found.fault("not", "is what the specification rules out with `not`");
  }
  if (schema.if === undefined) return;
  const condition = check.check(schema.if, instance);
  found.untold ??= condition.untold;
  if (condition.faults.length === 0) found.takeSame({ ...condition, warnings: [] });
  const next = condition.faults.length === 0 ? schema.then : schema.else;
  if (next !== undefined && condition.untold === undefined) found.takeSame(check.check(next, instance));
}

function checkChoice(
  check: ValueCheck,
  schema: CheckedSchema,
  keyword: "anyOf" | "oneOf",
  branches: readonly SchemaIndex[],
  instance: Instance,
  found: Findings,
): void {
  const chosen = chosenBranch(check, schema, branches, instance.value);
  if (chosen === "unknown") {
    const { property = "", mapping = [] } = schema.discriminator ?? {};
    const value = (instance.value as Readonly<Record<string, unknown>>)[property];
    const values = choiceWords(mapping.map(([name]) => name));
    found.fault(keyword, `has ${valueWords(value)} as \`${property}\`; the specification allows ${values}`);
    return;
  }
  if (chosen !== undefined) {
    found.takeSame(check.check(chosen, instance));
    return;
  }
  const outcomes = branches.map((index) => check.check(index, instance));
  const untold = outcomes.find((each) => each.untold !== undefined)?.untold;
  const fitting = outcomes.filter(({ faults }) => faults.length === 0);
  for (const each of fitting) found.takeSame(each);
  found.untold ??= untold;
  if (fitting.length === 0) noneFits(keyword, outcomes, instance, found);
  else if (keyword === "oneOf" && fitting.length > 1 && untold === undefined) {
    const numbers = outcomes.flatMap(({ faults }, i) => (faults.length === 0 ? [String(i + 1)] : []));
    found.fault(
      "oneOf",
      `fits the schemas ${listWords(numbers, "and")} under \`oneOf\`; the specification says exactly one`,
    );
  }
}

/** OpenAPI: the value of the discriminator tells which schema is meant, so that others need not be tried. */
function chosenBranch(
  check: ValueCheck,
  { discriminator }: CheckedSchema,
  branches: readonly SchemaIndex[],
  value: unknown,
): SchemaIndex | "unknown" | undefined {
  if (!discriminator || typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { property, mapping } = discriminator;
  const name: unknown = Object.hasOwn(value, property)
    ? (value as Readonly<Record<string, unknown>>)[property]
    : undefined;
  if (typeof name !== "string") return undefined;
  const target = mapping.find(([each]) => each === name)?.[1];
  const isWhole = branches.every((index) => {
    const { ref } = check.schemaAt(index) ?? {};
    return ref !== undefined && mapping.some(([, schema]) => schema === ref);
  });
  if (target === undefined) return isWhole ? "unknown" : undefined;
  return branches.find((index) => check.schemaAt(index)?.ref === target);
}

/** Where one schema is clearly meant, what is wrong by it tells more than that none fits. */
function noneFits(
  keyword: "anyOf" | "oneOf",
  outcomes: readonly Outcome[],
  instance: Instance,
  found: Findings,
): void {
  const nearest = nearestOf(outcomes, instance);
  if (nearest) {
    found.takeChild(nearest);
    return;
  }
  const types = [...new Set(outcomes.flatMap(({ faults }) => faults.filter(isOfWhole).flatMap(typesOf)))];
  const isAllTypes = outcomes.every(({ faults }) =>
    faults.some((each) => isOfWhole(each) && each.keyword === "type"),
  );
  const text =
    isAllTypes && types.length > 0
      ? `is ${kindWords(outcomes)}; the specification says ${listWords(types, "or")}`
      : `fits none of the ${outcomes.length} schemas under \`${keyword}\``;
  found.fault(keyword, text);

  function isOfWhole(fault: Fault): boolean {
    return fault.instance === instance;
  }
}

/** `is a number; …` as the branches have said it. */
function kindWords(outcomes: readonly Outcome[]): string {
  const text = outcomes[0]?.faults.find(({ keyword }) => keyword === "type")?.text ?? "";
  return /^is (.*?);/.exec(text)?.[1] ?? "another kind";
}

function typesOf({ keyword, schema }: Fault): readonly string[] {
  return keyword === "type" ? (schema.types ?? []) : [];
}

/** The only schema of the value's kind; of several the one whose fixed values fit, where that is one. */
function nearestOf(outcomes: readonly Outcome[], instance: Instance): Outcome | undefined {
  const ofKind = outcomes.filter(
    ({ faults }) => !faults.some((each) => each.instance === instance && each.keyword === "type"),
  );
  if (ofKind.length === 1) return ofKind[0];
  const ofValues = ofKind.filter(
    ({ faults }) => !faults.some(({ keyword }) => keyword === "const" || keyword === "enum"),
  );
  return ofValues.length === 1 ? ofValues[0] : undefined;
}
