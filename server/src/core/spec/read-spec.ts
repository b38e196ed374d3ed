import { hashText } from "../text/bytes.ts";
import { folderOf, resolveSitePath } from "../text/site-path.ts";
import type { SitePath } from "../text/text-edit.ts";
import {
  canBeSpec,
  faultyOutline,
  guessSpec,
  maxSpecLength,
  mayBeSpec,
  overlayOutline,
  specKinds,
} from "./detect-spec.ts";
import { isRemoteSpec } from "./remote-spec.ts";
import { readSpecTree } from "./read-spec-tree.ts";
import { gatherFiles } from "./references.ts";
import { outlineSpec, type SpecKind, type SpecOutline } from "./spec-outline.ts";
import { entryOf, type SpecFiles, type SpecNode, type SpecTree, textOf, valueAt } from "./spec-tree.ts";

/** A specification that was read: its outline, and its trees while they're needed. */
export interface ReadSpecification {
  readonly outline: SpecOutline;
  readonly files: SpecFiles;
}

/**
 * Returns the outline of a specification or overlay, or undefined if its root has no `openapi`, `asyncapi`, `swagger`, or
 * `overlay` key.
 * A file that seems to be a specification but can't be read has an outline with its problem, which explains why
 * references to it can't be resolved. `textOf` returns the files that it may refer to. Never throws; other JSON and
 * YAML files cost one search.
 */
export function readSpec(
  path: SitePath,
  text: string,
  textOf: (path: SitePath) => string | undefined = () => undefined,
): SpecOutline | undefined {
  return readWholeSpec(path, text, textOf)?.outline;
}

/** Reads a specification like `readSpec` and returns its trees as well. */
export function readWholeSpec(
  path: SitePath,
  text: string,
  textOf: (path: SitePath) => string | undefined,
): ReadSpecification | undefined {
  const steps = readSpecSteps(path, text, (file, own) => readSpecTree(file, own));
  let step = steps.next();
  while (!step.done)
    step = steps.next(
      step.value.map((file) => {
        const own = textOf(file);
        return own === undefined ? undefined : readSpecTree(file, own);
      }),
    );
  return step.value;
}

/**
 * Reads a specification like `readWholeSpec`. Yields the files it refers to, and receives their trees in the same
 * order.
 */
export function* readSpecSteps(
  path: SitePath,
  text: string,
  treeOf: (path: SitePath, text: string) => SpecTree,
): Generator<readonly SitePath[], ReadSpecification | undefined, readonly (SpecTree | undefined)[]> {
  if (!canBeSpec(path)) return undefined;
  const isJson = /\.json$/i.test(path);
  if (text.length > maxSpecLength) {
    const guess = guessSpec(text.slice(0, 100_000), isJson);
    if (!guess) return undefined;
    return withoutTrees(
      faultyOutline(path, guess, { kind: "too-large", reason: "it's larger than 20 MB", range: guess.range }),
    );
  }
  if (!mayBeSpec(path, text)) return undefined;
  const tree = treeOf(path, text);
  const kind = kindOf(tree.root);
  if (tree.fault) {
    if (kind && isFaithful(tree)) {
      const files = { entry: path, treeOf: (file: SitePath) => (file === path ? tree : undefined) };
      return { outline: { ...outlineSpec(kind, files, []), problems: [tree.fault] }, files };
    }
    const guess = guessSpec(text, isJson);
    return guess && withoutTrees(faultyOutline(path, guess, tree.fault));
  }
  if (!kind) {
    const target = overlayTarget(path, tree.root);
    return target === undefined ? undefined : withoutTrees(overlayOutline(path, target));
  }
  const { files, reads } = yield* gatherFiles(path, tree);
  const outline = outlineSpec(kind, files, reads);
  return { outline: reads.length === 0 ? { ...outline, digest: hashText(text.trim()) } : outline, files };
}

function withoutTrees(outline: SpecOutline): ReadSpecification {
  return { outline, files: { entry: outline.path, treeOf: () => undefined } };
}

/** Returns the path or URL that an OpenAPI Overlay extends, or undefined if the file isn't an overlay. */
function overlayTarget(path: SitePath, root: SpecNode | undefined): string | undefined {
  const version = valueAt(root, "overlay");
  const isOverlay = version?.kind === "scalar" && /^1\.\d/.test(String(version.value));
  if (!isOverlay || !entryOf(root, "actions")) return undefined;
  const written = textOf(valueAt(root, "extends")) ?? "";
  if (isRemoteSpec(written)) return written;
  const place = resolveSitePath(written.replace(/^\/+/, ""), written.startsWith("/") ? "" : folderOf(path));
  return place.ok ? place.path : "";
}

const defaultRootKeys = ["info", "paths", "webhooks", "channels", "components"];

/** Some settings files have a root key `openapi` with a path. In a specification, its value is a version. */
function kindOf(root: SpecNode | undefined): SpecKind | undefined {
  const kind = specKinds.find((key) => entryOf(root, key));
  if (!kind) return undefined;
  const version = valueAt(root, kind);
  const isVersion = version?.kind === "scalar" && /^v?\d/.test(String(version.value));
  return isVersion || defaultRootKeys.some((key) => entryOf(root, key)) ? kind : undefined;
}

function isFaithful(tree: SpecTree): boolean {
  return tree.fault?.kind === "syntax" && tree.root !== undefined;
}
