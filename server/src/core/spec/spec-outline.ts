import type { Phrase, PhraseText } from "../text/phrase.ts";
import type { LineMap, SitePath, TextRange } from "../text/text-edit.ts";
import type { EndpointReference } from "./operation-reference.ts";
import { listDeclaredOrigins, outlineChannels } from "./outline-extensions.ts";
import { outlineOperations } from "./outline-operations.ts";
import { checkReferences } from "./check-references.ts";
import {
  getEntries,
  getEntry,
  getItems,
  type JsonError,
  type SpecFiles,
  type SpecNode,
  getNodeText,
  getValue,
} from "./spec-tree.ts";

/**
 * The information that most of the program uses about a specification file. The worker creates the outline from JSON or
 * YAML. An outline is small enough to be sent and stored for every file in the site. Its ranges refer to the file's
 * text.
 */
export interface SpecOutline {
  readonly path: SitePath;
  readonly kind: SpecKind;
  /** The version as written, such as `3.1.0`. Empty if the version isn't a string or number. */
  readonly version: string;
  readonly versionRange: TextRange;
  /**
   * Whether the version is a string. YAML parses `openapi: 3.1` as a number, and the service rejects such a version.
   */
  readonly isVersionString: boolean;
  /** Whether the version is supported: `3.0`, `3.1`, `3.2` (OpenAPI), or `3` (AsyncAPI). */
  readonly isSupported: boolean;
  readonly title: string | undefined;
  readonly operations: readonly OperationOutline[];
  /** The operations of webhooks. The webhook's name is the path, as in `{ path: "order.paid", method: "POST" }`. */
  readonly webhooks: readonly OperationOutline[];
  /** The names in `components.schemas`. */
  readonly schemas: readonly NamedRange[];
  /** The AsyncAPI channels. */
  readonly channels: readonly ChannelOutline[];
  readonly tags: readonly TagOutline[];
  readonly hasServers: boolean;
  /** The file's server URLs as written, such as `https://api.example.com/v1`. At most 20 URLs are stored. */
  readonly servers: readonly string[];
  /**
   * The origins of the servers and of the sign-in URLs in the security schemes, such as `https://api.example.com` (see
   * `listDeclaredOrigins`).
   */
  readonly origins: readonly string[];
  readonly extensionProblems: readonly ExtensionProblem[];
  readonly problems: readonly SpecProblem[];
  /** The ranges of the trailing commas in a JSON file. If a file has trailing commas, it's read as YAML. */
  readonly trailingCommas?: readonly TextRange[];
  /** The first syntax error in a JSON file that is read as YAML, unless all of its errors are trailing commas. */
  readonly jsonError?: JsonError;
  /**
   * The sorted paths of all files that the specification references, including files that don't exist. If any of these
   * files changes, the entire outline may change.
   */
  readonly includedFiles: readonly SitePath[];
  /**
   * A hash of the values, except the version and `info`, which don't affect operations. For large files, a hash of the
   * text. Undefined if the specification includes other files, because the hash wouldn't reflect changes to those
   * files.
   */
  readonly digest?: string;
  /**
   * The specification that an OpenAPI Overlay extends, as a path in the site or a URL. An empty string if the overlay
   * doesn't specify it. Overlays aren't specifications, so they're stored in `Site.overlays`, not in `Site.specs`.
   */
  readonly overlayTarget?: string;
  /** The line starts of a file that is so large that only the worker has read it. Undefined for all other files. */
  readonly lines?: LineMap;
}

export type SpecKind = "openapi" | "asyncapi" | "swagger";

export interface NamedRange {
  readonly name: string;
  readonly range: TextRange;
}

export interface OperationOutline {
  /** The uppercase method, such as `GET`. */
  readonly method: string;
  /**
   * Whether the operation is in OpenAPI 3.2's `additionalOperations`, in which a method can be any word and is
   * case-sensitive.
   */
  readonly isAdditional: boolean;
  /** The path, such as `/users/{id}`, or the name of a webhook. */
  readonly path: string;
  /**
   * The file that contains `range`, `operationIdRange`, and the extensions. Undefined for the specification's own file.
   */
  readonly file?: SitePath;
  /**
   * The range of the method key, such as `get`, or of the operation's first key if the operation is included through a
   * reference.
   */
  readonly range: TextRange;
  /** The range of the path key, such as `"/users/{id}"`. The key is always in the specification's own file. */
  readonly pathRange: TextRange;
  readonly operationId: string | undefined;
  readonly operationIdRange: TextRange | undefined;
  readonly summary: string | undefined;
  /** A summary of the parameters, body, and authentication that a request can have. */
  readonly request: RequestSummary;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Whether `x-hidden: true` is set. A hidden operation has a page, but the page isn't in the generated navigation. */
  readonly isHidden: boolean;
  /** Whether `x-excluded: true` is set. An excluded operation has no page. */
  readonly isExcluded: boolean;
  /**
   * Whether `x-hidden` has a truthy value other than `true`, such as the string `"true"`. Some services accept such
   * values.
   */
  readonly isLooselyHidden?: true;
  readonly isLooselyExcluded?: true;
  readonly hasServers: boolean;
  /** Whether the body or a response has an example, either its own or one in its schema. */
  readonly hasExample: boolean;
  /**
   * A hash of everything that readers see of the operation, including the values that it references. Undefined if it
   * has too many values.
   */
  readonly digest?: string;
  /** The operation's vendor extension objects by key (`x-service`, `x-mint`). */
  readonly extensions: readonly VendorExtension[];
  /**
   * The path's vendor extensions. Their `groups` also apply to the operation. Undefined if the path has no extensions.
   */
  readonly pathExtensions?: readonly VendorExtension[];
  /**
   * The position where a key can be inserted into the operation. Undefined if the key would also affect other
   * operations.
   */
  readonly insertAt?: SpecInsertion;
}

/** The position where a new first key can be inserted into an object in a specification. */
export interface SpecInsertion {
  readonly offset: number;
  /** The style of the object. `flow` is JSON or YAML's JSON-like style. */
  readonly style: "flow" | "block";
  /** The line break and indentation before the object's keys. Empty if the object is on a single line. */
  readonly linePrefix: string;
  /** The whitespace for one level of indentation. */
  readonly indentUnit: string;
  readonly isEmpty: boolean;
}

export interface VendorExtension {
  readonly key: string;
  readonly range: TextRange;
  /** The URL in `href`. Undefined if `href` is missing or isn't a string. */
  readonly href: string | undefined;
  /** The metadata as plain values. Undefined if `metadata` is missing or isn't an object. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  readonly content: string | undefined;
  /** The range of `content`, including its quotes. Undefined if `content` is undefined. */
  readonly contentRange?: TextRange | undefined;
  readonly groups: readonly string[] | undefined;
  /** Whether any field has the wrong type. If so, some services ignore the entire object. */
  readonly hasWrongType: boolean;
  /** The range of the `href` key and its value, even if the value has the wrong type. */
  readonly hrefRange?: TextRange;
  /** The position where a key can be inserted (see `OperationOutline`). */
  readonly insertAt?: SpecInsertion;
}

/**
 * A summary of a request, with references resolved. References that can't be resolved are omitted. The list of
 * parameters has at most 50 items, and all other lists have at most 20.
 */
export interface RequestSummary {
  /** The parameters, including those of the path item. */
  readonly parameters: readonly ParameterSummary[];
  /** The body's media types, such as `application/json`. */
  readonly bodyTypes: readonly string[];
  readonly isBodyRequired: boolean;
  /**
   * Alternative security requirements. Each alternative lists the names of the schemes that are required together, such
   * as `["bearerAuth"]`. An empty alternative means that no authentication is required.
   */
  readonly security: readonly (readonly string[])[];
  /** The status codes of the responses as written, such as `200` or `default`. */
  readonly responses: readonly string[];
}

export interface ParameterSummary {
  readonly name: string;
  /** The location: `query`, `path`, `header`, or `cookie`. */
  readonly in: string;
  readonly required: boolean;
  /** The type, such as `string` or `integer`. Undefined if the schema doesn't specify one. */
  readonly type: string | undefined;
  /** The schema's restrictions on a path parameter. Undefined if there are none. */
  readonly constraints?: {
    readonly format?: string;
    readonly pattern?: string;
    /** The values of `enum`. */
    readonly values?: readonly string[];
  };
}

/** A field in a vendor extension that doesn't have the intended effect. */
export interface ExtensionProblem {
  /** The extension: `x-service`, `x-mint`, or an extension with a single value, such as `x-hidden`. */
  readonly extension: string;
  /** The field, such as `href` or `metadata.openapi`. Empty if the extension itself has the wrong type. */
  readonly field: string;
  readonly kind: "wrong-type" | "unknown" | "ignored";
  /** The expected type if the field has the wrong type (`wrong-type`). */
  readonly expectedType?: PhraseText;
  /** The range of the value if the value has the wrong type. Otherwise, the range of the key. */
  readonly range: TextRange;
  /** The file that contains the range. Undefined for the specification's own file. */
  readonly file?: SitePath;
  /** The boolean that the author meant. Set if it was written in quotes, such as `"true"` instead of `true`. */
  readonly intendedValue?: "true" | "false";
}

export interface ChannelOutline {
  readonly id: string;
  readonly range: TextRange;
  readonly title: string | undefined;
  readonly address: string | undefined;
  readonly tags: readonly string[];
  /** The names of the operations that send or receive on the channel. */
  readonly operations: readonly string[];
}

export interface TagOutline {
  readonly name: string;
  /** The label for readers: `x-group`, `summary` (OpenAPI 3.2 only), or the name, in this order. */
  readonly label: string;
  readonly parent: string | undefined;
  readonly kind: string | undefined;
}

export type SpecProblem = SpecReadProblem | SpecContentProblem;

/** A problem that makes a specification unreadable. */
export interface SpecReadProblem {
  readonly kind: "syntax" | "too-large" | "too-deep" | "too-slow";
  readonly range: TextRange;
  /** The description of the problem, such as `a comma is missing`. */
  readonly reason: Phrase;
}

export interface ReferenceSource {
  readonly path: string;
  /** The uppercase method. Undefined if the reference applies to all operations of the path. */
  readonly method?: string;
}

export interface SpecContentProblem {
  readonly kind: "duplicate-operation-id" | "dangling-ref" | "external-ref";
  readonly range: TextRange;
  /** The included file that contains the problem. Undefined if the problem is in the specification's own file. */
  readonly file?: SitePath;
  /** The operation ID or the reference, depending on `kind`. */
  readonly text: string;
  readonly first?: TextRange;
  /** The result of resolving a reference to another file. Set only for `external-ref`. */
  readonly outcome?: "followed" | "names-nothing" | "refused" | "unknown";
  /**
   * The path items and operations that contain the reference, directly or through components. Empty if the reference is
   * in a component that isn't used. Undefined if it's elsewhere, for example, in a webhook.
   */
  readonly owners?: readonly ReferenceSource[];
  /** Whether the service leaves out the whole file because of the reference. */
  readonly losesFile?: true;
  /**
   * Whether the reference is in data or an extension, where `$ref` has no special meaning. Only the service resolves
   * it.
   */
  readonly isData?: true;
  /** Whether the reference is relative to the `$id` of a schema that contains it. Set only for `external-ref`. */
  readonly isInSchema?: true;
}

/** Returns the outline of a parsed file. `includedFiles` contains the paths of the files that it includes. */
export function outlineSpec(kind: SpecKind, files: SpecFiles, includedFiles: readonly SitePath[]): SpecOutline {
  const tree = files.getTree(files.entry);
  const root = tree?.root;
  const versionEntry = getEntry(root, kind);
  const rawVersion = versionEntry?.value.kind === "scalar" ? versionEntry.value.value : null;
  const isVersionText = typeof rawVersion === "string";
  const version = isVersionText || typeof rawVersion === "number" ? String(rawVersion) : "";
  const extensionProblems: ExtensionProblem[] = [];
  const operations = outlineOperations(files, "paths", extensionProblems);
  const webhooks = outlineOperations(files, "webhooks", extensionProblems);
  return {
    path: files.entry,
    kind,
    version,
    versionRange: versionEntry?.value.range ?? versionEntry?.keyRange ?? { start: 0, end: 0 },
    isVersionString: isVersionText,
    isSupported: isVersionText && isSupported(kind, version),
    title: getNodeText(getValue(getValue(root, "info"), "title")),
    operations,
    webhooks,
    schemas: [...getEntries(getValue(getValue(root, "components"), "schemas"))].map(({ key, keyRange }) => ({
      name: key,
      range: keyRange,
    })),
    channels: kind === "asyncapi" ? outlineChannels(files) : [],
    tags: outlineTags(root, version),
    hasServers: hasServers(root),
    servers: listServers(root),
    origins: listDeclaredOrigins(files),
    extensionProblems: removeDuplicates(extensionProblems),
    problems: [...findDuplicateIds([...operations, ...webhooks]), ...checkReferences(files, includedFiles)],
    ...(tree?.trailingCommas && { trailingCommas: tree.trailingCommas }),
    ...(tree?.jsonError && { jsonError: tree.jsonError }),
    includedFiles,
  };
}

function isSupported(kind: SpecKind, version: string): boolean {
  if (kind === "openapi") return /^3\.[012](\.\d+)?(-\S+)?$/.test(version);
  return kind === "asyncapi" && /^3\.\d+(\.\d+)?(-\S+)?$/.test(version);
}

function hasServers(root: SpecNode | undefined): boolean {
  const servers = getValue(root, "servers");
  return servers?.kind === "map" ? servers.entries.length > 0 : getItems(servers).length > 0;
}

function listServers(root: SpecNode | undefined): readonly string[] {
  return getItems(getValue(root, "servers"))
    .slice(0, 20)
    .flatMap((server) => getNodeText(getValue(server, "url")) ?? []);
}

function outlineTags(root: SpecNode | undefined, version: string): readonly TagOutline[] {
  return getItems(getValue(root, "tags")).flatMap((tag): TagOutline[] => {
    const name = getNodeText(getValue(tag, "name"));
    if (name === undefined) return [];
    const summary = version.startsWith("3.2") ? getNodeText(getValue(tag, "summary")) : undefined;
    const label = getNodeText(getValue(tag, "x-group")) || summary || name;
    return [{ name, label, parent: getNodeText(getValue(tag, "parent")), kind: getNodeText(getValue(tag, "kind")) }];
  });
}

/** Removes duplicates, because a path item's problems are found once for each path that refers to the path item. */
function removeDuplicates(problems: readonly ExtensionProblem[]): readonly ExtensionProblem[] {
  const getKey = ({ file = "", range, field }: ExtensionProblem) => `${range.start} ${field} ${file}`;
  return [...new Map(problems.map((problem) => [getKey(problem), problem])).values()];
}

function findDuplicateIds(operations: readonly OperationOutline[]): SpecProblem[] {
  const firstOperationsById = new Map<string, OperationOutline>();
  return operations.flatMap((operation): SpecProblem[] => {
    const { operationId, operationIdRange } = operation;
    if (operationId === undefined || !operationIdRange) return [];
    const firstOperation = firstOperationsById.get(operationId);
    if (!firstOperation) {
      firstOperationsById.set(operationId, operation);
      return [];
    }
    // If an operation is used twice through a reference or an alias, its ID is still defined only once.
    if (firstOperation.file === operation.file && firstOperation.operationIdRange?.start === operationIdRange.start)
      return [];
    const firstRange = getOwnRange(firstOperation);
    const problem: SpecContentProblem = {
      kind: "duplicate-operation-id",
      range: getOwnRange(operation) ?? operationIdRange,
      text: operationId,
      ...(firstRange ? { first: firstRange } : {}),
    };
    return [problem];
  });
}

/**
 * Returns the range in the specification's own file where a problem with an operation ID is reported. If the operation
 * is in another file, returns the range of its path.
 */
function getOwnRange({ file, operationIdRange, pathRange }: OperationOutline): TextRange | undefined {
  return file === undefined ? operationIdRange : pathRange;
}

/** The name of the docs.json setting and frontmatter field that refer to a specification. */
export type SpecFamily = "openapi" | "asyncapi";

/**
 * Returns the setting that a specification belongs to. Swagger files belong to `openapi`, because authors use this
 * setting for them.
 */
export function getFamily(spec: SpecOutline): SpecFamily {
  return spec.kind === "asyncapi" ? "asyncapi" : "openapi";
}

/**
 * Returns the setting that determines where services look up a reference. References to channels are looked up in
 * AsyncAPI files, and all other references in OpenAPI files.
 */
export function getReferenceFamily(reference: EndpointReference): SpecFamily {
  return reference.form === "channel" ? "asyncapi" : "openapi";
}
