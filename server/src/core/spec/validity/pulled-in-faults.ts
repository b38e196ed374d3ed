import type { SitePath, TextRange } from "../../text/text-edit.ts";
import type { SpecFault } from "../spec-fault.ts";
import type { SpecFiles } from "../spec-files.ts";
import type { SpecNode } from "../spec-node.ts";
import { emptyDocument } from "./empty-document.ts";
import type { FoundFault } from "./fault-of-error.ts";
import type { FaultyOperations } from "./faulty-operations.ts";
import { inFileOrder, judgeDocument, withoutMisspelt } from "./judge-document.ts";
import { locate, nameRange } from "./located-error.ts";
import { withoutFollowed } from "./operation-references.ts";
import { homeOf } from "./part-kinds.ts";
import { PartUsers } from "./part-users.ts";
import { PulledInParts, type PulledInPart } from "./pulled-in-parts.ts";
import { repairOf } from "./repair-of.ts";
import type { SpecValidator } from "./spec-checks.ts";

/** How many faults of all files that are pulled in are kept. */
const mostFaults = 500;

export interface Verdicts {
  /** As in `checkName`. */
  readonly name: string;
  readonly validator: SpecValidator;
  readonly operations: FaultyOperations;
}

export interface PulledInFaults {
  readonly faults: readonly SpecFault[];
  /** Whom faults concern, in the specification's own file too: what its components name may lead back to it. */
  readonly users: PartUsers;
}

/**
 * What is wrong in the files that a specification pulls in, file by file: each value that a reference names is put
 * into a document of the same version where a thing of its kind belongs, and judged there. `document` are the plain
 * values of the specification's own file. A file that is a specification is judged by itself.
 */
export function* pulledInFaults(
  files: SpecFiles,
  document: unknown,
  { name, validator, operations }: Verdicts,
): Generator<void, PulledInFaults> {
  const parts = new PulledInParts(files, name);
  const found = new Map<SitePath, { readonly fault: FoundFault; readonly part: PulledInPart }[]>();
  const isOwnDialect = valueOf(document, "jsonSchemaDialect") !== undefined;
  let count = 0;
  for (const part of parts.partsOf(document)) {
    yield;
    if (!part || part.isJudged || count >= mostFaults || !canBeJudged(part)) continue;
    const inPart = yield* judgePart(part, name, validator, isOwnDialect);
    const { root } = part.tree;
    for (const fault of root ? withoutFollowed(inPart, files, part.file, root) : []) {
      const known = found.get(part.file) ?? [];
      found.set(part.file, [...known, { fault, part }]);
      count++;
    }
  }
  const users = new PartUsers(operations, parts.back);
  const faults = [...found].flatMap(([file, all]) => {
    const partOf = new Map(all.map(({ fault, part }) => [fault, part]));
    return inFileOrder(all.map(({ fault }) => fault)).flatMap((fault) => {
      const part = partOf.get(fault);
      return part ? settled(fault, file, part, users) : [];
    });
  });
  return { faults, users };
}

/** Each fault with its way from the top of the file. */
function* judgePart(
  { kind, path, value, file, tree }: PulledInPart,
  name: string,
  validator: SpecValidator,
  isOwnDialect: boolean,
): Generator<void, readonly FoundFault[]> {
  const home = homeOf(kind, name);
  const { root } = tree;
  if (!home || !root) return [];
  const at = locate(root, path);
  const label = nameIn(home, path, file);
  const way = [...home, label];
  const document = { ...emptyDocument(name), ...wrapped(value, way) };
  if (isOwnDialect) Object.assign(document, { jsonSchemaDialect: "" });
  const faults = yield* judgeDocument(document, wrappedNode(at.node, way, nameRange(at)), name, validator);
  const inside = faults
    .filter((fault) => way.every((key, i) => fault.path[i] === key))
    // An operation that is only a reference to the next is told where the first one stands, if it leads nowhere.
    .filter((fault) => kind !== "operation" || fault.name !== "$ref" || fault.path.length > way.length);
  return withoutMisspelt(inside).map((fault) => ({
    ...fault,
    path: [...path, ...fault.path.slice(way.length)],
  }));
}

/**
 * A schema with an address or a language of its own goes by rules that nobody here knows. What is named as an example
 * and looks like none is the example's value: the reference is in the wrong place, and not what it names.
 */
function canBeJudged({ kind, value }: PulledInPart): boolean {
  if (kind === "schema")
    return valueOf(value, "$schema") === undefined && valueOf(value, "$id") === undefined;
  return (
    kind !== "example" || ["value", "externalValue", "$ref"].some((key) => valueOf(value, key) !== undefined)
  );
}

/** A name that this part may have where it is put: its own, as it shows in sentences. */
function nameIn([section, inside]: readonly string[], path: readonly string[], file: SitePath): string {
  if (section === "paths" && inside !== undefined) return "get";
  const own = path.at(-1) ?? file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  return section === "paths" ? `/${own.replace(/^\//, "")}` : own.replace(/[^\w.-]/g, "-") || "part";
}

function wrapped(value: unknown, [key = "", ...rest]: readonly string[]): Record<string, unknown> {
  return { [key]: rest.length === 0 ? value : wrapped(value, rest) };
}

/** The same tree with ranges: all keys of the way stand where the part has its name. */
function wrappedNode(node: SpecNode, way: readonly string[], keyRange: TextRange): SpecNode {
  return way.reduceRight<SpecNode>(
    (value, key) => ({ kind: "map", range: value.range, entries: [{ key, keyRange, value }] }),
    node,
  );
}

function settled(
  { kind, path, range, name, expected, isTolerated = false, first, candidates }: FoundFault,
  file: SitePath,
  part: PulledInPart,
  users: PartUsers,
): SpecFault {
  const place = { part, path: path.slice(part.path.length) };
  const [operation, ...others] = users.around(place);
  const { root, table } = part.tree;
  const found = { kind, path, range, name, expected, ...(candidates ? { candidates } : {}) };
  const repair = root && table && repairOf(found, root, table.text);
  return {
    kind,
    file,
    range,
    path,
    name,
    expected,
    isTolerated,
    ...(operation ? { operation } : {}),
    ...(isTolerated || (operation && others.length === 0)
      ? {}
      : { users: operation ? others : users.users(place) }),
    ...(first ? { first } : {}),
    ...(repair ? { repair } : {}),
  };
}

function valueOf(value: unknown, key: string): unknown {
  return value !== null && typeof value === "object" && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
