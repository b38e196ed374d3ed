import type { LineMap, SitePath, TextRange } from "../text/text-edit.ts";
import type { EndpointReference } from "./operation-reference.ts";
import { calledOrigins, outlineChannels } from "./outline-extensions.ts";
import { outlineOperations } from "./outline-operations.ts";
import { checkReferences } from "./references.ts";
import { entriesOf, entryOf, itemsOf, type SpecFiles, type SpecNode, textOf, valueAt } from "./spec-tree.ts";

/**
 * What the rest of the program knows of a specification file. Made in the worker from JSON or YAML; small enough
 * to send and keep for every file of the site. Ranges point into the file's text.
 */
export interface SpecOutline {
  readonly path: SitePath;
  readonly kind: SpecKind;
  /** The version as written, `3.1.0`; empty when it is no string or number. */
  readonly version: string;
  readonly versionRange: TextRange;
  /** YAML reads `openapi: 3.1` as a number, which the service refuses. */
  readonly versionIsText: boolean;
  /** `3.0`, `3.1`, `3.2` (OpenAPI) and `3` (AsyncAPI) are supported; anything else is not. */
  readonly supported: boolean;
  readonly title: string | undefined;
  readonly operations: readonly OperationOutline[];
  /** Names under `webhooks` with their operations, as `{ path: "order.paid", method: "POST" }`. */
  readonly webhooks: readonly OperationOutline[];
  /** Names under `components.schemas`. */
  readonly schemas: readonly NamedRange[];
  /** AsyncAPI channels. */
  readonly channels: readonly ChannelOutline[];
  readonly tags: readonly TagOutline[];
  readonly hasServers: boolean;
  /** Addresses of the file's servers as written, at most 20: `https://api.example.com/v1`. */
  readonly servers: readonly string[];
  /** Where its requests go and its security schemes sign in (`calledOrigins`): `https://api.example.com`. */
  readonly origins: readonly string[];
  readonly extensionFaults: readonly ExtensionFault[];
  readonly problems: readonly SpecProblem[];
  /** Files that its references pull in, sorted; also those that are not there. When one changes, all of this may. */
  readonly reads: readonly SitePath[];
  /** Where the lines of a file begin that is so large that only the worker has read it; absent for all others. */
  readonly lines?: LineMap;
}

export type SpecKind = "openapi" | "asyncapi" | "swagger";

export interface NamedRange {
  readonly name: string;
  readonly range: TextRange;
}

export interface OperationOutline {
  /** Upper case: `GET`. */
  readonly method: string;
  /** Under `additionalOperations` of OpenAPI 3.2: the method is any word and its case counts. */
  readonly additional: boolean;
  /** `/users/{id}`; for a webhook its name. */
  readonly path: string;
  /** Where `range`, `operationIdRange` and the extensions stand when a reference has pulled the operation in; absent for the specification's own file. */
  readonly file?: SitePath;
  /** The method key in the file, as `get`; of an operation that stands alone, named by a reference, its first key. */
  readonly range: TextRange;
  /** The path key, as `"/users/{id}"`; always in the specification's own file. */
  readonly pathRange: TextRange;
  readonly operationId: string | undefined;
  readonly operationIdRange: TextRange | undefined;
  readonly summary: string | undefined;
  /** What a request needs, in a few words: for hover and the like. */
  readonly request: RequestSummary;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** `x-hidden: true`: a page, but not in generated navigation. */
  readonly hidden: boolean;
  /** `x-excluded: true`: no page. */
  readonly excluded: boolean;
  /** A mark is there with a value that is neither `true` nor `false`, as the text `"true"`; some services take it. */
  readonly looksHidden?: true;
  readonly looksExcluded?: true;
  readonly hasServers: boolean;
  /** Whether the body or an answer has an example, in itself or in its schema. */
  readonly hasExample: boolean;
  /** Vendor extension objects of the operation, by key (`x-service`, `x-mint`). */
  readonly extensions: readonly VendorExtension[];
  /** Those of its path, of which `groups` hold for the operation too; absent without any. */
  readonly pathExtensions?: readonly VendorExtension[];
  /** Where the operation takes a further key; absent where that would change other operations as well. */
  readonly insertAt?: SpecInsertion;
}

/** Where a key is written into an object of a specification: as its first. */
export interface SpecInsertion {
  readonly offset: number;
  /** `flow` is JSON and what looks like it in YAML. */
  readonly style: "flow" | "block";
  /** Line end and indentation that stand before the keys of the object; empty where all of it is one line. */
  readonly before: string;
  /** One step of indentation. */
  readonly step: string;
  /** Nothing stands in the object yet. */
  readonly isEmpty: boolean;
}

export interface VendorExtension {
  readonly key: string;
  readonly range: TextRange;
  /** Absent when missing or of another type. */
  readonly href: string | undefined;
  /** Metadata as far as it is plain values; absent when missing or not an object. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  readonly content: string | undefined;
  /** Where `content` stands, with its quotes; present with it. */
  readonly contentRange?: TextRange | undefined;
  readonly groups: readonly string[] | undefined;
  /** A field of a wrong type: some services then ignore the whole object. */
  readonly hasWrongType: boolean;
  /** Where `href` stands, whatever its type: key and value. */
  readonly hrefRange?: TextRange;
  /** As of an operation. */
  readonly insertAt?: SpecInsertion;
}

/** References are followed; what cannot be found is left out. At most 50 parameters and 20 of the rest. */
export interface RequestSummary {
  /** Those of the path item among them. */
  readonly parameters: readonly ParameterSummary[];
  /** Media types of the body: `application/json`. */
  readonly bodyTypes: readonly string[];
  readonly bodyRequired: boolean;
  /** Ways to authorise, each the names of the schemes it needs at once: `["bearerAuth"]`; an empty one asks for nothing. */
  readonly security: readonly (readonly string[])[];
  /** Status codes of the answers, as written: `200`, `default`. */
  readonly answers: readonly string[];
}

export interface ParameterSummary {
  readonly name: string;
  /** `query`, `path`, `header`, `cookie`. */
  readonly in: string;
  readonly required: boolean;
  /** `string`, `integer`; absent where the schema says none. */
  readonly type: string | undefined;
}

/** A field of a vendor extension that does not have the effect its author hoped for. */
export interface ExtensionFault {
  /** `x-service` or `x-mint`; or one that is a value by itself: `x-hidden`. */
  readonly extension: string;
  /** `href`, `metadata.openapi`; empty when the extension itself is of a wrong type. */
  readonly field: string;
  readonly kind: "wrong-type" | "unknown" | "ignored";
  /** Plain words for `wrong-type`: `a text`, `a list of texts`. */
  readonly expected: string;
  /** The value of a wrong type, else the key. */
  readonly range: TextRange;
  /** Where that stands when a reference has pulled it in; absent for the specification's own file. */
  readonly file?: SitePath;
  /** The text `"true"` where the value `true` is meant. */
  readonly meant?: "true" | "false";
}

export interface ChannelOutline {
  readonly id: string;
  readonly range: TextRange;
  readonly title: string | undefined;
  readonly address: string | undefined;
  readonly tags: readonly string[];
}

export interface TagOutline {
  readonly name: string;
  /** `x-group`, else `summary` (OpenAPI 3.2 only), else the name. */
  readonly label: string;
  readonly parent: string | undefined;
  readonly kind: string | undefined;
}

export interface SpecProblem {
  readonly kind:
    | "syntax"
    | "too-large"
    | "too-deep"
    | "too-slow"
    | "duplicate-operation-id"
    | "dangling-ref"
    | "external-ref";
  readonly range: TextRange;
  /** The file that the specification pulls in and that the problem is in; absent for its own. */
  readonly file?: SitePath;
  /** Plain words, an id or a reference, depending on `kind`. */
  readonly text: string;
  readonly first?: TextRange;
  /** What became of a reference to another file; present with `external-ref` alone. */
  readonly outcome?: "followed" | "names-nothing" | "refused" | "unknown";
}

/** The outline of a file that was read; `reads` are the files that it pulls in. */
export function outlineSpec(kind: SpecKind, files: SpecFiles, reads: readonly SitePath[]): SpecOutline {
  const tree = files.treeOf(files.entry);
  const root = tree?.root;
  const versionEntry = entryOf(root, kind);
  const written = versionEntry?.value.kind === "scalar" ? versionEntry.value.value : null;
  const versionIsText = typeof written === "string";
  const version = versionIsText || typeof written === "number" ? String(written) : "";
  const extensionFaults: ExtensionFault[] = [];
  const operations = outlineOperations(files, "paths", extensionFaults);
  const webhooks = outlineOperations(files, "webhooks", extensionFaults);
  return {
    path: files.entry,
    kind,
    version,
    versionRange: versionEntry?.value.range ?? versionEntry?.keyRange ?? { start: 0, end: 0 },
    versionIsText,
    supported: versionIsText && isSupported(kind, version),
    title: textOf(valueAt(valueAt(root, "info"), "title")),
    operations,
    webhooks,
    schemas: [...entriesOf(valueAt(valueAt(root, "components"), "schemas"))].map(({ key, keyRange }) => ({
      name: key,
      range: keyRange,
    })),
    channels: kind === "asyncapi" ? outlineChannels(files) : [],
    tags: outlineTags(root, version),
    hasServers: hasServers(root),
    servers: serversOf(root),
    origins: calledOrigins(files),
    extensionFaults: distinct(extensionFaults),
    problems: [...duplicateIds([...operations, ...webhooks]), ...checkReferences(files, reads)],
    reads,
  };
}

function isSupported(kind: SpecKind, version: string): boolean {
  if (kind === "openapi") return /^3\.[012](\.\d+)?(-\S+)?$/.test(version);
  return kind === "asyncapi" && /^3\.\d+(\.\d+)?(-\S+)?$/.test(version);
}

function hasServers(root: SpecNode | undefined): boolean {
  const servers = valueAt(root, "servers");
  return servers?.kind === "map" ? servers.entries.length > 0 : itemsOf(servers).length > 0;
}

function serversOf(root: SpecNode | undefined): readonly string[] {
  return itemsOf(valueAt(root, "servers"))
    .slice(0, 20)
    .flatMap((server) => textOf(valueAt(server, "url")) ?? []);
}

function outlineTags(root: SpecNode | undefined, version: string): readonly TagOutline[] {
  return itemsOf(valueAt(root, "tags")).flatMap((tag): TagOutline[] => {
    const name = textOf(valueAt(tag, "name"));
    if (name === undefined) return [];
    const summary = version.startsWith("3.2") ? textOf(valueAt(tag, "summary")) : undefined;
    const label = textOf(valueAt(tag, "x-group")) || summary || name;
    return [{ name, label, parent: textOf(valueAt(tag, "parent")), kind: textOf(valueAt(tag, "kind")) }];
  });
}

/** What stands in a path item that several paths name is told once. */
function distinct(faults: readonly ExtensionFault[]): readonly ExtensionFault[] {
  const placeOf = ({ file = "", range, field }: ExtensionFault) => `${range.start} ${field} ${file}`;
  return [...new Map(faults.map((fault) => [placeOf(fault), fault])).values()];
}

function duplicateIds(operations: readonly OperationOutline[]): SpecProblem[] {
  const firstById = new Map<string, OperationOutline>();
  return operations.flatMap((operation): SpecProblem[] => {
    const { operationId, operationIdRange } = operation;
    if (operationId === undefined || !operationIdRange) return [];
    const first = firstById.get(operationId);
    if (!first) {
      firstById.set(operationId, operation);
      return [];
    }
    // One operation in two places, by a reference or an anchor, is written once.
    if (first.file === operation.file && first.operationIdRange?.start === operationIdRange.start) return [];
    const firstRange = ownRange(first);
    const problem: SpecProblem = {
      kind: "duplicate-operation-id",
      range: ownRange(operation) ?? operationIdRange,
      text: operationId,
      ...(firstRange ? { first: firstRange } : {}),
    };
    return [problem];
  });
}

/** Where the id of an operation is told of in the specification's own file: at its path when it stands elsewhere. */
function ownRange({ file, operationIdRange, pathRange }: OperationOutline): TextRange | undefined {
  return file === undefined ? operationIdRange : pathRange;
}

/** The setting of docs.json, and the field of a page, under which a specification is named. */
export type SpecFamily = "openapi" | "asyncapi";

/** Swagger files belong to `openapi`, where their authors name them. */
export function familyOf(spec: SpecOutline): SpecFamily {
  return spec.kind === "asyncapi" ? "asyncapi" : "openapi";
}

/** Where a service looks for what a reference names; only channels stand in AsyncAPI files. */
export function familyOfReference(reference: EndpointReference): SpecFamily {
  return reference.form === "channel" ? "asyncapi" : "openapi";
}
