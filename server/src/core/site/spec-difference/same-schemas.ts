import type { OperationModel, SpecModels } from "../../spec/model/operation-model.ts";
import type { SchemaId, SchemaModel } from "../../spec/model/schema-model.ts";
import type { SitePath } from "../../text/text-edit.ts";

/** What is known of the operations of one version. */
export interface Version {
  /** The file that ids of schemas begin with. */
  readonly entry: SitePath;
  readonly models: SpecModels;
}

/** Which parts of two versions are the same with everything that they name, so that nobody has to look into them. */
export interface Sameness {
  readonly ofSchemas: (before: SchemaModel, after: SchemaModel) => boolean;
  readonly ofOperations: (before: OperationModel, after: OperationModel) => boolean;
}

/** Linear in the size of both. */
export function samenessOf(before: Version, after: Version): Sameness {
  const known = { before: textsOf(before), after: textsOf(after) };
  const changed = changedNames(known.before, known.after);
  const isSame = (one: unknown, other: unknown): boolean => {
    const [first, second] = [textOf(one, before.entry), textOf(other, after.entry)];
    return first.text === second.text && ![...first.refs, ...second.refs].some((ref) => changed.has(ref));
  };
  return { ofSchemas: isSame, ofOperations: isSame };
}

interface PartText {
  readonly text: string;
  readonly refs: readonly string[];
}

function textsOf({ entry, models }: Version): ReadonlyMap<string, PartText> {
  return new Map([...models.schemas].map(([id, schema]) => [plainId(id, entry), textOf(schema, entry)]));
}

/** What a part says, without where it stands. */
function textOf(part: unknown, entry: SitePath): PartText {
  const refs: string[] = [];
  const text = JSON.stringify(part, (key, value: unknown) => {
    if (key === "at" && typeof value === "object" && value !== null && "range" in value) return undefined;
    if ((key === "ref" || key === "schema") && typeof value === "string") {
      const ref = plainId(value, entry);
      refs.push(ref);
      return ref;
    }
    return value;
  });
  return { text, refs };
}

/** The specification's own file goes by no name, so that a renamed one is the same. */
function plainId(id: SchemaId, entry: SitePath): string {
  return id.startsWith(`${entry}#`) ? id.slice(entry.length) : id;
}

/** Schemas that differ, and all that name one of them, however far away. */
function changedNames(
  before: ReadonlyMap<string, PartText>,
  after: ReadonlyMap<string, PartText>,
): ReadonlySet<string> {
  const namedBy = new Map<string, string[]>();
  for (const side of [before, after])
    for (const [id, { refs }] of side)
      for (const ref of refs) {
        const list = namedBy.get(ref);
        if (list) list.push(id);
        else namedBy.set(ref, [id]);
      }
  const names = new Set([...before.keys(), ...after.keys(), ...namedBy.keys()]);
  const queue = [...names].filter((id) => before.get(id)?.text !== after.get(id)?.text || !before.has(id));
  const changed = new Set(queue);
  for (let id = queue.pop(); id !== undefined; id = queue.pop())
    for (const other of namedBy.get(id) ?? [])
      if (!changed.has(other)) {
        changed.add(other);
        queue.push(other);
      }
  return changed;
}
