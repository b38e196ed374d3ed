import type { DocumentedField } from "../../page/frontmatter-fields.ts";
import type { PageReferences } from "../../page/page.ts";
import { typesWritten } from "../drift/field-types.ts";
import type { FieldView } from "./endpoint-view.ts";
import { words, type OperationFacts } from "./operation-facts.ts";

/** A described field held against the operation's. */
export interface MatchedField {
  /** The field and those within it: as the specification has them, or as the page says. */
  readonly views: readonly FieldView[];
  /** The specification says all that the page says, of those within it too. */
  readonly isKnown: boolean;
}

/** What is said of the field, and whether the operation says the same. */
export function matchField(
  field: DocumentedField,
  page: PageReferences,
  facts: OperationFacts,
): MatchedField {
  const said = sayings(field, "", page);
  const matches = said.map((one) => matchesOf(one, facts));
  const isKnown = matches.every((match) => match !== undefined);
  return {
    isKnown,
    views: isKnown ? matches.flat() : said.map(({ view }) => view),
  };
}

interface Saying {
  readonly view: FieldView;
  readonly field: DocumentedField;
  /** It says things for which the specification has no place. */
  readonly saysMore: boolean;
}

const comparedAttributes: ReadonlySet<string> = new Set([
  "path", "query", "header", "cookie", "body", "auth", "name", "type", "required", "default", "deprecated",
]); // prettier-ignore

function sayings(field: DocumentedField, prefix: string, page: PageReferences): Saying[] {
  const name = prefix === "" ? field.name : `${prefix}.${field.name}`;
  const { attributes } = field.tag;
  const saysMore =
    field.isOpen ||
    field.required === "unknown" ||
    field.deprecated === "unknown" ||
    attributes.some((attribute) => !comparedAttributes.has(attribute.name));
  const view: FieldView = {
    place: field.place === "response" ? "answer" : field.place,
    name,
    type: field.type?.text.trim() ?? "",
    required: field.required === true,
    deprecated: field.deprecated === true,
    default: unquoted(field.default ?? ""),
    description: descriptionOf(field, page),
    isWritten: true,
  };
  return [
    { view, field, saysMore },
    ...field.children.flatMap((child) => sayings(child, child.place === field.place ? name : "", page)),
  ];
}

function unquoted(text: string): string {
  return text.trim().replace(/^(["'`])([^]*)\1$/, "$2");
}

/** The text within the tag, without the fields in it and the folds that they stand in. */
function descriptionOf({ tag }: DocumentedField, { tags, text }: PageReferences): string {
  if (!tag.closing) return "";
  let shown = "";
  let at = tag.range.end;
  for (const inner of tags) {
    if (inner.range.start < at || inner.range.start >= tag.closing.start) continue;
    const isField = /^(ParamField|Param|ResponseField)$/.test(inner.name);
    if (!isField && inner.name !== "Expandable") continue;
    shown += text.slice(at, inner.range.start);
    at = isField ? (inner.closing?.end ?? inner.range.end) : inner.range.end;
  }
  shown += text.slice(at, tag.closing.start);
  return words(shown.replaceAll("</Expandable>", ""));
}

/** The operation's own view of the field, wherever it stands in it; undefined where it says something else. */
function matchesOf({ view, saysMore }: Saying, facts: OperationFacts): readonly FieldView[] | undefined {
  if (saysMore) return undefined;
  const known = facts.fields.filter((field) => isSamePlace(field, view));
  if (known.length === 0) return isAuthorisation(view, facts) && view.description === "" ? [] : undefined;
  const agreeing = known.filter((field) => agrees(view, field));
  if (agreeing.length === 0) return undefined;
  return agreeing.map((field) => ({
    ...field,
    type: view.type === "" ? "" : field.type,
    default: view.default === "" ? "" : field.default,
    description: view.description === "" ? "" : field.description,
    deprecated: view.deprecated && field.deprecated,
  }));
}

/** A page does not say of which answer its fields are: those that tell of success. */
function isSamePlace(field: FieldView, view: FieldView): boolean {
  if (view.place === "header")
    return field.place === "header" && field.name.toLowerCase() === view.name.toLowerCase();
  if (field.name !== view.name) return false;
  return view.place === "answer" ? field.place.startsWith("answer 2") : field.place === view.place;
}

function isAuthorisation({ place, name }: FieldView, { authorisation }: OperationFacts): boolean {
  return (place === "auth" && authorisation.size > 0) || authorisation.has(`${place} ${name.toLowerCase()}`);
}

/** Of an answer's field, not to say that it is always there says nothing. */
function agrees(view: FieldView, field: FieldView): boolean {
  const requiredAgrees = view.required === field.required || (view.place === "answer" && !view.required);
  return (
    requiredAgrees &&
    (view.type === "" || isSameType(view.type, field.type)) &&
    (view.default === "" || view.default === field.default) &&
    (view.description === "" || view.description === field.description) &&
    (!view.deprecated || field.deprecated)
  );
}

function isSameType(written: string, type: string): boolean {
  if (written === type) return true;
  const types = typesWritten(/^enum<string>$/i.test(written) ? "string" : written);
  const known = type.split(" or ");
  return types !== undefined && type !== "" && known.every((one) => [...types].some((word) => word === one));
}
