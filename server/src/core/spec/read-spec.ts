import { hashText } from "../text/bytes.ts";
import { getFolderPath, resolveSitePath } from "../text/site-path.ts";
import { findNextLineStart, getLineEnd, type SitePath } from "../text/text-edit.ts";
import {
  canBeSpec,
  createErrorOutline,
  guessSpec,
  isRemoteSpec,
  maxSpecLength,
  mayBeSpec,
  createOverlayOutline,
  specKinds,
} from "./detect-spec.ts";
import { readJsonTree } from "./parse-json.ts";
import { readYamlTree } from "./parse-yaml.ts";
import { collectFiles } from "./references.ts";
import { outlineSpec, type SpecKind, type SpecOutline } from "./spec-outline.ts";
import {
  getEntries,
  getEntry,
  type SpecFiles,
  type SpecNode,
  type SpecTree,
  getNodeText,
  getValue,
} from "./spec-tree.ts";

/**
 * Returns the tree of a JSON or YAML file. The file's extension determines the format. If the file is too large, the
 * tree contains only an error.
 */
export function readSpecTree(path: SitePath, text: string): SpecTree {
  if (text.length > maxSpecLength) {
    const error = {
      kind: "too-large",
      reason: "it's larger than 20 MB",
      range: { start: 0, end: 1 },
    } as const;
    return { root: undefined, sharedNodes: new Set(), error };
  }
  return /\.json$/i.test(path) ? readJsonTree(path, text) : readYamlTree(text);
}

/** The total amount of text, in UTF-16 units, that can be parsed again to find the part with the error. */
const maxParsedLength = 4_000_000;
const maxTries = 10;

/**
 * Parses YAML text that has a syntax error near `offset`, leaving out the smallest part that causes the error: the
 * line, its block, or an enclosing block. Offsets refer to the original text. Returns undefined if the text can't be
 * parsed no matter which of these parts is left out.
 */
export function parseAroundError(path: SitePath, text: string, offset: number): SpecTree | undefined {
  let budget = Math.max(maxParsedLength, text.length);
  let attemptCount = 0;
  for (const [start, end] of listRangesAround(text, offset)) {
    budget -= text.length;
    if (budget < 0 || ++attemptCount > maxTries) return undefined;
    const blankText = text.slice(start, end).replace(/[^\r\n]/g, " ");
    const tree = readSpecTree(path, text.slice(0, start) + blankText + text.slice(end));
    if (tree.root && !tree.error) return tree;
  }
  return undefined;
}

/**
 * Yields the range of the line at the offset, followed by the ranges of larger and larger blocks around that line. A
 * block is a line together with the more deeply indented lines below it.
 */
function* listRangesAround(text: string, offset: number): Generator<readonly [number, number]> {
  let start = getLineStart(text, offset);
  let end = getLineEnd(text, start);
  yield [start, end];
  let indent = getIndentAt(text, start) ?? Math.max(offset - start, 1);
  while (start > 0 && indent > 0) {
    start = getLineStart(text, start - 1);
    const lineIndent = getIndentAt(text, start);
    if (lineIndent === undefined || lineIndent >= indent) continue;
    indent = lineIndent;
    end = findBlockEnd(text, end, lineIndent);
    yield [start, end];
  }
}

/**
 * Returns the end offset of the more deeply indented lines. A list's dashes can have the same indentation as the list's
 * key.
 */
function findBlockEnd(text: string, startOffset: number, indent: number): number {
  let end = startOffset;
  while (end < text.length) {
    const start = findNextLineStart(text, end);
    const lineIndent = getIndentAt(text, start);
    const isClosingOrDash = /^ *(?:[}\]]|-(?:\s|$))/.test(text.slice(start, start + indent + 2));
    if (lineIndent !== undefined && lineIndent <= indent && !(lineIndent === indent && isClosingOrDash)) return end;
    end = getLineEnd(text, start);
  }
  return text.length;
}

/** Returns a line's indentation, or undefined for an empty line. */
function getIndentAt(text: string, start: number): number | undefined {
  let offset = start;
  while (text[offset] === " ") offset++;
  const char = text[offset];
  return char === undefined || char === "\n" || char === "\r" ? undefined : offset - start;
}

function getLineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** A specification that has been read. Its trees are available only while they're needed. */
export interface LoadedSpecification {
  readonly outline: SpecOutline;
  readonly files: SpecFiles;
}

/**
 * Returns the outline of a specification or overlay, or undefined if its root has no `openapi`, `asyncapi`, `swagger`,
 * or `overlay` key. If a file seems to be a specification but can't be read, the outline contains the problem. The
 * problem explains why references to the file can't be resolved. `readText` returns the text of the files that the
 * specification may refer to. Never throws an error. Other JSON and YAML files are only searched for these keys.
 */
export function readSpec(
  path: SitePath,
  text: string,
  readText: (path: SitePath) => string | undefined = () => undefined,
): SpecOutline | undefined {
  return readWholeSpec(path, text, readText)?.outline;
}

/** Reads a specification like `readSpec`, but also returns its trees. */
export function readWholeSpec(
  path: SitePath,
  text: string,
  readText: (path: SitePath) => string | undefined,
): LoadedSpecification | undefined {
  const steps = readSpecSteps(path, text, (file, fileText) => readSpecTree(file, fileText));
  let step = steps.next();
  while (!step.done)
    step = steps.next(
      step.value.map((file) => {
        const fileText = readText(file);
        return fileText === undefined ? undefined : readSpecTree(file, fileText);
      }),
    );
  return step.value;
}

/**
 * Reads a specification like `readWholeSpec`. Yields the paths of the files that the specification refers to, and
 * expects their trees in the same order.
 */
export function* readSpecSteps(
  path: SitePath,
  text: string,
  getTree: (path: SitePath, text: string) => SpecTree,
): Generator<readonly SitePath[], LoadedSpecification | undefined, readonly (SpecTree | undefined)[]> {
  if (!canBeSpec(path)) return undefined;
  const isJson = /\.json$/i.test(path);
  if (text.length > maxSpecLength) {
    const guess = guessSpec(text.slice(0, 100_000), isJson);
    if (!guess) return undefined;
    return wrapOutline(
      createErrorOutline(path, guess, {
        kind: "too-large",
        reason: "it's larger than 20 MB",
        range: guess.range,
      }),
    );
  }
  if (!mayBeSpec(path, text)) return undefined;
  const tree = getTree(path, text);
  const kind = detectKind(tree.root);
  if (tree.error) {
    if (kind && hasReadableParts(tree)) {
      const files = { entry: path, getTree: (file: SitePath) => (file === path ? tree : undefined) };
      return { outline: { ...outlineSpec(kind, files, []), problems: [tree.error] }, files };
    }
    const guess = guessSpec(text, isJson);
    return guess && wrapOutline(createErrorOutline(path, guess, tree.error));
  }
  if (!kind) {
    const overlayTarget = findOverlayTarget(path, tree.root);
    return overlayTarget === undefined ? undefined : wrapOutline(createOverlayOutline(path, overlayTarget));
  }
  const { files, includedFiles } = yield* collectFiles(path, tree);
  const outline = outlineSpec(kind, files, includedFiles);
  return {
    outline: includedFiles.length === 0 ? { ...outline, digest: computeDigest(tree, outline, text) } : outline,
    files,
  };
}

/** The maximum number of values in a file whose values are compared. Of larger files, the text is compared. */
const maxComparedValues = 10_000;

/** Returns a hash of everything that readers see of operations: all values except the version and `info`. */
function computeDigest({ root, sharedNodes }: SpecTree, { kind, isSupported }: SpecOutline, text: string): string {
  const parts: string[] = [kind, String(isSupported)];
  const addNode = (node: SpecNode): boolean => {
    if (parts.length > maxComparedValues) return false;
    if (node.kind === "scalar") return parts.push(JSON.stringify(node.value)) > 0;
    parts.push(node.kind);
    const isComplete =
      node.kind === "list"
        ? node.items.every(addNode)
        : [...getEntries(node)].every(({ key, value }) => {
            if (node === root && (key === kind || key === "info")) return true;
            parts.push(JSON.stringify(key));
            return addNode(value);
          });
    parts.push("end");
    return isComplete;
  };
  // A value with a YAML anchor can contain itself.
  return hashText(root && sharedNodes.size === 0 && addNode(root) ? parts.join("\n") : text.trim());
}

function wrapOutline(outline: SpecOutline): LoadedSpecification {
  return { outline, files: { entry: outline.path, getTree: () => undefined } };
}

/** Returns the path or URL that an OpenAPI Overlay extends, or undefined if the file isn't an overlay. */
function findOverlayTarget(path: SitePath, root: SpecNode | undefined): string | undefined {
  const version = getValue(root, "overlay");
  const isOverlay = version?.kind === "scalar" && /^1\.\d/.test(String(version.value));
  if (!isOverlay || !getEntry(root, "actions")) return undefined;
  const extendsText = getNodeText(getValue(root, "extends")) ?? "";
  if (isRemoteSpec(extendsText)) return extendsText;
  const result = resolveSitePath(
    extendsText.replace(/^\/+/, ""),
    extendsText.startsWith("/") ? "" : getFolderPath(path),
  );
  return result.ok ? result.path : "";
}

const typicalRootKeys = ["info", "paths", "webhooks", "channels", "components"];

/**
 * Returns the kind of a specification, based on its root key. The key's value must be a version, because some settings
 * files also have a root key `openapi` whose value is a path.
 */
function detectKind(root: SpecNode | undefined): SpecKind | undefined {
  const kind = specKinds.find((key) => getEntry(root, key));
  if (!kind) return undefined;
  const version = getValue(root, kind);
  const isVersion = version?.kind === "scalar" && /^v?\d/.test(String(version.value));
  return isVersion || typicalRootKeys.some((key) => getEntry(root, key)) ? kind : undefined;
}

function hasReadableParts(tree: SpecTree): boolean {
  return tree.error?.kind === "syntax" && tree.root !== undefined;
}
