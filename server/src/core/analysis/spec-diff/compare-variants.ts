import { describeSchemaType, isNull, getSchemaName } from "../../spec/model/flatten-schema.ts";
import type { OperationModel, SpecModels } from "../../spec/model/operation-model.ts";
import type { SchemaId, SchemaModel } from "../../spec/model/schema-model.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { SchemaComparison, ComparedSide } from "./compare-schemas.ts";
import { formatAsCode, formatListAsCode } from "./difference.ts";
import { addToGroup } from "../../text/maps.ts";

/**
 * Compares the alternatives for a value and reports which ones are new, removed, or changed. Returns false if a single
 * schema became a choice or vice versa. In that case, nothing else can be compared.
 */
export function compareVariants(
  comparison: SchemaComparison,
  oldSide: ComparedSide,
  newSide: ComparedSide,
  name: string,
): boolean {
  const [before, after] = [getVariants(oldSide), getVariants(newSide)];
  if (before.length === 0 && after.length === 0) return true;
  const isRequest = comparison.valueLocation.direction === "request";
  const wasSingle = before.length === 0;
  const isSingle = after.length === 0;
  const oldVariants = wasSingle ? [createVariant(oldSide.schema, oldSide)] : before;
  const newVariants = isSingle ? [createVariant(newSide.schema, newSide)] : after;
  const pairs = matchVariants(oldVariants, newVariants);
  if ((wasSingle || isSingle) && pairs.length === 0) {
    const newType = describeSchemaType(newSide.schema, newSide.models);
    const oldType = describeSchemaType(oldSide.schema, oldSide.models);
    const text =
      newType === oldType
        ? "now has a different type"
        : `is now ${formatAsCode(newType)} (was ${formatAsCode(oldType)})`;
    comparison.report("type", false, name, text);
    return false;
  }
  const addedVariants = newVariants.filter(
    (candidate) => !pairs.some(({ after: newVariant }) => newVariant === candidate),
  );
  const removedVariants = oldVariants.filter(
    (candidate) => !pairs.some(({ before: oldVariant }) => oldVariant === candidate),
  );
  if (addedVariants.length > 0)
    comparison.report(
      "choices",
      isRequest,
      name,
      `can now be ${formatListAsCode(
        addedVariants.map(({ key }) => key),
        "or",
      )}`,
    );
  if (removedVariants.length > 0)
    comparison.report(
      "choices",
      !isRequest,
      name,
      `can no longer be ${formatListAsCode(
        removedVariants.map(({ key }) => key),
        "or",
      )}`,
    );
  for (const pair of pairs) comparison.compareSchemas(pair.before.schema, pair.after.schema, name);
  return !wasSingle && !isSingle;
}

/** One of the alternatives for a value, and the name or type that distinguishes it from the others. */
interface Variant {
  readonly schema: SchemaModel;
  readonly key: string;
}

function getVariants(side: ComparedSide): readonly Variant[] {
  return side.flatSchema.choices.flat().flatMap((choice) => {
    if (isNull(choice)) return [];
    const name = choice.ref === undefined ? choice.title : getSchemaName(choice.ref);
    return [{ schema: choice, key: name ?? describeSchemaType(choice, side.models) }];
  });
}

function createVariant(schema: SchemaModel, { flatSchema, models }: ComparedSide): Variant {
  return { schema, key: flatSchema.name ?? flatSchema.title ?? describeSchemaType(schema, models) };
}

function matchVariants(
  oldVariants: readonly Variant[],
  newVariants: readonly Variant[],
): readonly { readonly before: Variant; readonly after: Variant }[] {
  const unmatchedVariants = new Set(oldVariants);
  return newVariants.flatMap((candidate) => {
    const sameVariant = [...unmatchedVariants].find(({ key }) => key === candidate.key);
    if (!sameVariant) return [];
    unmatchedVariants.delete(sameVariant);
    return [{ before: sameVariant, after: candidate }];
  });
}

/** One version of a specification, with the models of its operations. */
export interface Version {
  /** The specification's main file. Schema IDs start with its path. */
  readonly mainFile: SitePath;
  readonly models: SpecModels;
}

/**
 * Functions that check whether parts of two versions are identical, including everything that the parts refer to.
 * Comparisons can skip identical parts.
 */
export interface SpecIdentity {
  readonly isSameSchema: (oldSchema: SchemaModel, newSchema: SchemaModel) => boolean;
  readonly isSameOperation: (oldOperation: OperationModel, newOperation: OperationModel) => boolean;
}

/** Prepares to compare two versions. The time is linear in the size of both versions. */
export function createSpecIdentity(oldVersion: Version, newVersion: Version): SpecIdentity {
  const textsBySchema = { before: getTextsBySchema(oldVersion), after: getTextsBySchema(newVersion) };
  const changedNames = findChangedNames(textsBySchema.before, textsBySchema.after);
  const isSame = (oldPart: unknown, newPart: unknown): boolean => {
    const [oldPartText, newPartText] = [
      serializePart(oldPart, oldVersion.mainFile),
      serializePart(newPart, newVersion.mainFile),
    ];
    return (
      oldPartText.text === newPartText.text &&
      ![...oldPartText.refs, ...newPartText.refs].some((ref) => changedNames.has(ref))
    );
  };
  return { isSameSchema: isSame, isSameOperation: isSame };
}

interface PartText {
  readonly text: string;
  readonly refs: readonly string[];
}

function getTextsBySchema({ mainFile, models }: Version): ReadonlyMap<string, PartText> {
  return new Map(
    [...models.schemas].map(([id, schema]) => [toRelativeId(id, mainFile), serializePart(schema, mainFile)]),
  );
}

/** Returns a part as JSON, without its location in the file, together with the schemas that the part refers to. */
function serializePart(part: unknown, mainFile: SitePath): PartText {
  const refs: string[] = [];
  const text = JSON.stringify(part, (key, value: unknown) => {
    if (key === "location" && typeof value === "object" && value !== null && "range" in value) return undefined;
    if ((key === "ref" || key === "schema") && typeof value === "string") {
      const ref = toRelativeId(value, mainFile);
      refs.push(ref);
      return ref;
    }
    return value;
  });
  return { text, refs };
}

/** Returns the ID without the path of the specification's own file so that a renamed file doesn't count as a change. */
function toRelativeId(id: SchemaId, mainFile: SitePath): string {
  return id.startsWith(`${mainFile}#`) ? id.slice(mainFile.length) : id;
}

/** Returns the names of the schemas that differ, and of all schemas that refer to them directly or indirectly. */
function findChangedNames(
  oldParts: ReadonlyMap<string, PartText>,
  newParts: ReadonlyMap<string, PartText>,
): ReadonlySet<string> {
  const referrersById = new Map<string, string[]>();
  for (const textsById of [oldParts, newParts])
    for (const [id, { refs }] of textsById) for (const ref of refs) addToGroup(referrersById, ref, id);
  const names = new Set([...oldParts.keys(), ...newParts.keys(), ...referrersById.keys()]);
  const queue = [...names].filter((id) => oldParts.get(id)?.text !== newParts.get(id)?.text || !oldParts.has(id));
  const changedNames = new Set(queue);
  for (let id = queue.pop(); id !== undefined; id = queue.pop())
    for (const referrer of referrersById.get(id) ?? [])
      if (!changedNames.has(referrer)) {
        changedNames.add(referrer);
        queue.push(referrer);
      }
  return changedNames;
}
