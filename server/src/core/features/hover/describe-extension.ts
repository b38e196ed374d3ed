import type { ProfileName } from "../../config/settings/profile.ts";
import { describeType, frontmatterFields, meaningOf, valuesOf } from "../../page/frontmatter-fields.ts";
import { slugOfHref } from "../../site/specs/generated-page-plan.ts";
import { hasShape } from "../../spec/outline-extensions.ts";
import { type SpecNode, textOf } from "../../spec/spec-tree.ts";
import { type ExtensionPlace, serviceKeys, shapeWords, vendorField, type VendorField } from "../../spec/vendor-extensions.ts";
import { codeText, paragraphs } from "../markdown.ts";

/**
 * What an extension or a field of one does, by its keys (`x-mint`, `metadata`, `hidden`), and what a value of it does
 * where one is given. Undefined for what has no known meaning. `where` is what the extension stands on, if that is known.
 */
export function describeExtension(
  keys: readonly string[],
  where: ExtensionPlace | undefined,
  value: SpecNode | undefined,
): string | undefined {
  const field = vendorField(keys);
  if (field) return describeField(keys.join("."), field, where, value);
  const [service = "", metadata, name = ""] = keys;
  const isMetadata =
    serviceKeys.some((key) => key === service) && metadata === "metadata" && keys.length === 3;
  return isMetadata ? describeMetadata(service, name, where, value) : undefined;
}

const placeWords: Readonly<Record<ExtensionPlace, string>> = {
  root: "at the top of the file",
  tag: "on tags",
  path: "on paths",
  operation: "on operations",
  schema: "on fields",
  "security-scheme": "on ways to authorise",
};

function describeField(
  name: string,
  field: VendorField,
  where: ExtensionPlace | undefined,
  value: SpecNode | undefined,
): string {
  const { shape, meaning, whenWrong, replacedBy } = field;
  const isWrong = value !== undefined && !hasShape(value, shape);
  const needs = shape === "any" ? "" : `Has to be ${shapeWords[shape]}`;
  return paragraphs([
    `**${codeText(name)}** ${shapeWords[shape]}`,
    isWrong ? `${needs}, which this is not. ${whenWrong ?? ""}`.trim() : addressOf(field, value),
    meaning,
    misplaced(field, where),
    isWrong || whenWrong === undefined || needs === "" ? "" : `${needs}. ${whenWrong}`,
    replacedBy === undefined ? "" : `Older: write ${codeText(replacedBy)} today.`,
  ]);
}

function misplaced(field: VendorField, where: ExtensionPlace | undefined): string {
  if (where === undefined || field.where.includes(where)) return "";
  return `Has no effect here: it counts ${field.where.map((one) => placeWords[one]).join(" and ")}.`;
}

/** An address is written in small letters whatever its case here. */
function addressOf({ name }: VendorField, value: SpecNode | undefined): string {
  const slug = name === "href" ? slugOfHref(textOf(value)) : undefined;
  return slug === undefined ? "" : `The page is at ${codeText(`/${slug === "index" ? "" : slug}`)}.`;
}

/** A field of the frontmatter that the operation's page is given. */
function describeMetadata(
  service: string,
  name: string,
  where: ExtensionPlace | undefined,
  value: SpecNode | undefined,
): string | undefined {
  const info = frontmatterFields.get(name);
  const metadata = vendorField([service, "metadata"]);
  if (!info || !metadata || info.unlisted) return undefined;
  const profile: ProfileName = service === "x-mint" ? "mintlify" : "standard";
  const title = `**${codeText(`${service}.metadata.${name}`)}** ${describeType(info.type)}`;
  if (name === "openapi")
    return paragraphs([title, "Ignored here: the page is that of the operation it stands on."]);
  const isWrongFlag =
    info.type.kind === "flag" && value?.kind === "scalar" && typeof value.value !== "boolean";
  const text = textOf(value);
  const meant =
    info.type.kind === "enum" && text !== undefined
      ? valuesOf(info, profile)?.find((one) => one.value === text)?.meaning
      : undefined;
  return paragraphs([
    title,
    isWrongFlag ? `Has to be ${describeType(info.type)}, which this is not.` : undefined,
    meant === undefined || text === undefined ? undefined : `${codeText(text)} ${meant}`,
    `Of the operation's page: ${decapitalised(meaningOf(info, profile))}`,
    misplaced(metadata, where),
  ]);
}

function decapitalised(sentence: string): string {
  return /^[A-Z][a-z]/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}
