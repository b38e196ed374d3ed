import { extensionPlace } from "../../spec/extensions/extension-place.ts";
import { shapeWords, vendorField } from "../../spec/extensions/vendor-extensions.ts";
import type { ExtensionPlace, VendorField } from "../../spec/extensions/vendor-field.ts";
import { placeAt, type PlaceInSpec } from "../../spec/place-at.ts";
import type { SpecFiles } from "../../spec/spec-files.ts";
import { textOf } from "../../spec/spec-node.ts";
import type { SitePath } from "../../text/text-range.ts";
import { codeText, paragraphs } from "../markdown.ts";
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

/** The key of an extension, or of a field of one. */
function hoverExtension(files: SpecFiles, file: SitePath, place: PlaceInSpec): Hover | undefined {
  const { path, entry, isOnKey } = place;
  const start = path.findIndex((key) => key.startsWith("x-"));
  if (!entry || !isOnKey || start < 0) return undefined;
  const keys = path.slice(start);
  const field = vendorField(keys);
  if (!field) return undefined;
  const where = file === files.entry ? extensionPlace(path.slice(0, start)) : undefined;
  return { range: entry.keyRange, markdown: describeField(keys.join("."), field, where) };
}

const placeWords: Readonly<Record<ExtensionPlace, string>> = {
  root: "at the top of the file",
  tag: "on tags",
  path: "on paths",
  operation: "on operations",
  schema: "on fields",
  "security-scheme": "on ways to authorise",
};

function describeField(name: string, field: VendorField, where: ExtensionPlace | undefined): string {
  const { shape, meaning, whenWrong, replacedBy } = field;
  const isMisplaced = where !== undefined && !field.where.includes(where);
  return paragraphs([
    `**${codeText(name)}** ${shapeWords[shape]}`,
    meaning,
    isMisplaced
      ? `Has no effect here: it counts ${field.where.map((one) => placeWords[one]).join(" and ")}.`
      : "",
    whenWrong === undefined || shape === "any" ? "" : `Has to be ${shapeWords[shape]}. ${whenWrong}`,
    replacedBy === undefined ? "" : `Older: write ${codeText(replacedBy)} today.`,
  ]);
}
