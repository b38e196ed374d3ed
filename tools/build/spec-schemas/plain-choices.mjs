/**
 * Rewrites a JSON schema so that an invalid value causes few, accurate errors. A `oneOf` whose branches differ by a key
 * (`type`, `in`, `$ref`) or by the type of value becomes a chain of `if`, so that only the intended branch reports
 * errors. A `not` of keys that exclude each other is rewritten to report the extra key. The rewritten schema accepts
 * the same values, which test/unit/spec-schemas.test.ts verifies.
 */
export function plainChoices(schema) {
  return rewrite(schema, schema);
}

function rewrite(node, root) {
  if (Array.isArray(node)) return node.map((item) => rewrite(item, root));
  if (node === null || typeof node !== "object") return node;
  const plain = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, rewrite(value, root)]));
  for (const key of ["oneOf", "anyOf"]) {
    if (!Array.isArray(node[key])) continue;
    const chain = chainOf(plain[key], root);
    if (!chain) continue;
    delete plain[key];
    plain.allOf = [...(plain.allOf ?? []), chain];
  }
  const excluding = Array.isArray(plain.not?.required) ? plain.not : undefined;
  if (excluding && Object.keys(excluding).every((key) => key === "required" || key === "description")) {
    const [second, ...first] = excluding.required.toReversed();
    delete plain.not;
    const forbid = { properties: { [second]: false } };
    plain.allOf = [
      ...(plain.allOf ?? []),
      first.length === 0 ? forbid : { if: { type: "object", required: first }, then: forbid },
    ];
  }
  return plain;
}

/** Returns the branches as a chain of `if`, or undefined if they can't be distinguished. */
function chainOf(branches, root) {
  const reference = branches.find(isReference);
  const rest = branches.filter((branch) => branch !== reference);
  const tail = rest.length === 1 ? rest[0] : (byKind(rest, root) ?? byKey(rest, root));
  if (!tail) return undefined;
  if (!reference) return rest.length === 1 ? undefined : tail;
  return { if: { type: "object", required: ["$ref"] }, then: reference, else: tail };
}

function isReference({ $ref }) {
  return typeof $ref === "string" && $ref.endsWith("/Reference");
}

/**
 * Returns a chain for branches that differ by the type of value, such as an object or a boolean, or a value or a list
 * of values. Returns undefined for other branches.
 */
function byKind(branches, root) {
  const types = branches.map((branch) => resolve(branch, root)?.type);
  if (types.some((type) => typeof type !== "string") || new Set(types).size < types.length) return undefined;
  return branches.reduceRight(
    (otherwise, branch, index) => ({ if: { type: types[index] }, then: branch, else: otherwise }),
    { type: types },
  );
}

/**
 * Returns a chain for branches that differ by the value of a key. Branches with the same value remain a `oneOf`.
 * Returns undefined for other branches.
 */
function byKey(branches, root) {
  for (const key of ["type", "in"]) {
    const groups = groupsOf(branches, (branch) => valuesOf(branch, key, root));
    const values = groups?.map(({ known }) => known);
    if (!values || values.length < 2 || new Set(values.flat()).size < values.flat().length) continue;
    return {
      type: "object",
      required: [key],
      properties: { [key]: { enum: values.flat() } },
      allOf: groups.map(({ known, members }) => ({
        if: { type: "object", required: [key], properties: { [key]: { enum: known } } },
        then: members.length === 1 ? members[0] : { oneOf: members },
      })),
    };
  }
  return undefined;
}

/** Groups branches by their values. Returns undefined if a branch allows any value. */
function groupsOf(branches, valuesOfBranch) {
  const groups = new Map();
  for (const branch of branches) {
    const known = valuesOfBranch(branch);
    if (!known) return undefined;
    const id = JSON.stringify(known.toSorted());
    const group = groups.get(id) ?? { known, members: [] };
    group.members.push(branch);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** Returns the distinct values that a branch allows for a key. */
function valuesOf(branch, key, root) {
  const schema = resolve(branch, root);
  const property = schema?.properties?.[key];
  if (property?.const !== undefined) return [property.const];
  if (Array.isArray(property?.enum)) return property.enum;
  const chain = schema?.allOf?.find((part) => part.properties?.[key]?.enum && part.required?.includes(key));
  if (chain) return chain.properties[key].enum;
  const nested = schema?.oneOf ?? schema?.anyOf;
  const values = nested?.map((part) => valuesOf(part, key, root));
  return values?.every(Boolean) ? [...new Set(values.flat())] : undefined;
}

function resolve(branch, root) {
  if (typeof branch.$ref !== "string") return branch;
  return branch.$ref
    .slice(2)
    .split("/")
    .reduce((node, part) => node?.[part.replaceAll("~1", "/").replaceAll("~0", "~")], root);
}
