import type { SitePath } from "../text/text-range.ts";
import {
  canBeSpec,
  faultyOutline,
  guessSpec,
  largestSpecLength,
  mayBeSpec,
  specKinds,
} from "./guess-spec.ts";
import { outlineSpec } from "./outline-spec.ts";
import { readJsonTree } from "./read-json-tree.ts";
import { readYamlTree } from "./read-yaml-tree.ts";
import { entryOf, valueAt, type SpecNode, type SpecTree } from "./spec-node.ts";
import type { SpecKind, SpecOutline } from "./spec-outline.ts";

/**
 * The outline of a specification file, or undefined when the file is none: its root has no key `openapi`,
 * `asyncapi` or `swagger`. A file that cannot be read but looks like one has an outline with its problem, so that
 * references to it can say why they lead nowhere. Never throws; other JSON and YAML costs one search.
 */
export function readSpec(path: SitePath, text: string): SpecOutline | undefined {
  if (!canBeSpec(path)) return undefined;
  const isJson = /\.json$/i.test(path);
  if (text.length > largestSpecLength) {
    const guess = guessSpec(text.slice(0, 100_000), isJson);
    return (
      guess && faultyOutline(path, guess, { kind: "too-large", text: "it is over 20 MB", range: guess.range })
    );
  }
  if (!mayBeSpec(path, text)) return undefined;
  const tree = isJson ? readJsonTree(path, text) : readYamlTree(text);
  const kind = kindOf(tree.root);
  if (!tree.fault) return kind && outlineSpec(path, kind, tree);
  const guess = guessSpec(text, isJson);
  if (kind && looksFaithful(tree)) return { ...outlineSpec(path, kind, tree), problems: [tree.fault] };
  return guess && faultyOutline(path, guess, tree.fault);
}

const usualRootKeys = ["info", "paths", "webhooks", "channels", "components"];

/** Some settings files have a root key `openapi` with a path behind it; a specification has a version there. */
function kindOf(root: SpecNode | undefined): SpecKind | undefined {
  const kind = specKinds.find((key) => entryOf(root, key));
  if (!kind) return undefined;
  const version = valueAt(root, kind);
  const isVersion = version?.kind === "scalar" && /^v?\d/.test(String(version.value));
  return isVersion || usualRootKeys.some((key) => entryOf(root, key)) ? kind : undefined;
}

function looksFaithful(tree: SpecTree): boolean {
  return tree.fault?.kind === "syntax" && tree.root !== undefined;
}
