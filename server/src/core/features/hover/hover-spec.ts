import { placeAt, type PlaceInSpec } from "../../spec/edit-spec.ts";
import { type SpecFiles, textOf } from "../../spec/spec-tree.ts";
import { extensionPlace } from "../../spec/vendor-extensions.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { describeExtension } from "./describe-extension.ts";
import { describeReference } from "./describe-reference.ts";
import type { Hover } from "./hover.ts";

/**
 * What a `$ref` names, or what a vendor extension does, at an offset of a file that a specification is made of;
 * undefined where there is nothing to tell. Needs trees, so the specification worker answers it.
 */
export function hoverSpec(files: SpecFiles, file: SitePath, offset: number): Hover | undefined {
  const tree = files.treeOf(file);
  const place = tree && placeAt(tree, offset);
  if (!place) return undefined;
  return hoverReference(files, file, place) ?? hoverExtension(files, file, place);
}

function hoverReference(files: SpecFiles, file: SitePath, { entry }: PlaceInSpec): Hover | undefined {
  const reference = entry?.key === "$ref" ? textOf(entry.value) : undefined;
  if (!entry || reference === undefined) return undefined;
  return { range: entry.value.range, markdown: describeReference(files, reference, { file }) };
}

/** An extension, a field of one or a field of its metadata: what it does, and of a value what that one does. */
function hoverExtension(files: SpecFiles, file: SitePath, place: PlaceInSpec): Hover | undefined {
  const { path, entry, isOnKey } = place;
  const start = path.findIndex((key) => key.startsWith("x-"));
  if (!entry || start < 0 || (!isOnKey && entry.value.kind !== "scalar")) return undefined;
  const where = file === files.entry ? extensionPlace(path.slice(0, start)) : undefined;
  const markdown = describeExtension(path.slice(start), where, isOnKey ? undefined : entry.value);
  return markdown === undefined
    ? undefined
    : { range: isOnKey ? entry.keyRange : entry.value.range, markdown };
}
