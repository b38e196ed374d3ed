import type { DocumentedField } from "../../page/frontmatter-fields.ts";
import type { PageReferences } from "../../page/page.ts";
import { parseTypes } from "../drift/schema-constraints.ts";
import { type OperationFacts, type PlainValue, collapseWhitespace } from "./operation-facts.ts";

/**
 * The content that readers find on an endpoint page, whether it comes from a file or a specification. A migration
 * compares two such views. Excludes code samples that the service generates and values that only a specification can
 * provide, such as enums and limits.
 */
export interface EndpointView {
  readonly title: string;
  readonly sidebarTitle: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** The frontmatter fields that aren't covered by the other properties. */
  readonly metadata: ReadonlyMap<string, PlainValue>;
  readonly fields: readonly FieldView[];
  readonly examples: readonly ExampleView[];
  /** MDX that isn't a field or an example, with whitespace collapsed. Empty if the page doesn't contain any. */
  readonly prose: string;
}

/** A parameter, or a field of the body or a response. */
export interface FieldView {
  /**
   * The location: `query`, `path`, `header`, `cookie`, `body`, or a response such as `answer 200`. If the page doesn't
   * specify the response's status, the location is `answer`.
   */
  readonly location: string;
  /** The name with its parents, such as `user.name`. */
  readonly name: string;
  /** The type, such as `string` or `string or integer`. Empty if the page doesn't specify a type. */
  readonly type: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** The default value as written. Empty if there is no default value. */
  readonly default: string;
  readonly description: string;
  /** Whether the field comes from the author's page. If false, it comes from the specification. */
  readonly isFromPage: boolean;
}

export interface ExampleView {
  /** The subject of the example, such as `request`, `answer 200`, or `sample bash`. */
  readonly subject: string;
  /** The code. JSON is minified. */
  readonly text: string;
}

/** A difference between the content of two pages. */
export interface Difference {
  /**
   * Whether only the old page contains the content (`lost`), only the new page contains it (`gained`), or the two pages
   * differ (`changed`).
   */
  readonly kind: "lost" | "gained" | "changed";
  /** The subject in plain language, such as `the query parameter limit`. */
  readonly subject: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the changes that readers notice when the page `after` replaces the page `before`, or an empty list if both
 * pages show the same content.
 */
export function compareViews(oldView: EndpointView, newView: EndpointView): readonly Difference[] {
  return [
    ...compareText("the title", oldView.title, newView.title),
    ...compareText("the title in the sidebar", oldView.sidebarTitle, newView.sidebarTitle),
    ...compareText("the description", oldView.description, newView.description),
    ...compareText("the deprecated flag", String(oldView.deprecated), String(newView.deprecated)),
    ...compareMaps(
      formatMetadata(oldView.metadata),
      formatMetadata(newView.metadata),
      (key) => `the frontmatter field ${key}`,
    ),
    ...compareFields(oldView.fields, newView.fields),
    ...compareMaps(indexExamples(oldView), indexExamples(newView), (key) =>
      formatExampleName(key.split("\n")[0] ?? ""),
    ),
    ...compareText("the text", oldView.prose, newView.prose),
  ];
}

function formatMetadata(metadata: EndpointView["metadata"]): ReadonlyMap<string, string> {
  return new Map([...metadata].map(([key, value]) => [key, JSON.stringify(value)]));
}

/**
 * Returns the text of each example. The map's key combines the example's subject and text, because several examples can
 * have the same subject.
 */
function indexExamples(view: EndpointView): ReadonlyMap<string, string> {
  return new Map(view.examples.map(({ subject: exampleSubject, text }) => [`${exampleSubject}\n${text}`, text]));
}

const comparedAspects = [
  ["type", "type"],
  ["required", "required flag"],
  ["deprecated", "deprecated flag"],
  ["default", "default"],
  ["description", "description"],
] as const;

function compareFields(oldFields: readonly FieldView[], newFields: readonly FieldView[]): Difference[] {
  const [oldFieldsByKey, newFieldsByKey] = [indexByLocation(oldFields), indexByLocation(newFields)];
  // If the author's page documents a field in different words, the field counts as changed rather than lost and gained.
  const addedFields = [...newFieldsByKey].flatMap(([key, field]) => {
    if (oldFieldsByKey.has(key)) return [];
    const [location = "", name = ""] = key.split("\n");
    return [{ field, own: oldFieldsByKey.get(`written ${location.split(" ")[0] ?? location}\n${name}`) }];
  });
  const changedFields = new Set(addedFields.map(({ own }) => own));
  const differences: Difference[] = [];
  for (const [key, field] of oldFieldsByKey) {
    const newField = newFieldsByKey.get(key);
    if (newField)
      for (const [aspect, label] of comparedAspects)
        differences.push(
          ...compareText(
            `the ${label} of ${formatName(field)}`,
            formatValue(field[aspect]),
            formatValue(newField[aspect]),
          ),
        );
    else if (!changedFields.has(field))
      differences.push({ kind: "lost", subject: formatName(field), before: field.type, after: "" });
  }
  for (const { field, own } of addedFields)
    differences.push(
      own
        ? {
            kind: "changed",
            subject: formatName(field),
            before: formatAspects(own),
            after: formatAspects(field),
          }
        : { kind: "gained", subject: formatName(field), before: "", after: field.type },
    );
  return differences;
}

/** Formats a field on one line, for example, `integer, required, default 20: How many.` */
function formatAspects({ type, required, deprecated, default: value, description }: FieldView): string {
  const attributes = [type, required && "required", deprecated && "deprecated", value !== "" && `default ${value}`];
  const summary = attributes.filter((attribute) => attribute !== false && attribute !== "").join(", ");
  return description === "" ? summary : `${summary}: ${description}`;
}

function indexByLocation(fields: readonly FieldView[]): ReadonlyMap<string, FieldView> {
  return new Map(
    fields.map((field) => [`${field.isFromPage ? "written " : ""}${field.location}\n${field.name}`, field]),
  );
}

/**
 * Formats a value as readers see it. Returns an empty string for a flag that isn't set, because readers don't see such
 * flags.
 */
function formatValue(value: string | boolean): string {
  return typeof value === "string" ? value : value ? "true" : "";
}

function formatName({ location, name }: FieldView): string {
  if (name === "") return `the ${formatLabel(location)}`;
  const kind = /^(query|path|header|cookie)$/.test(location) ? "parameter" : "field";
  return `the ${formatLabel(location)} ${kind} ${name}`;
}

function formatExampleName(subject: string): string {
  if (!subject.startsWith("sample")) return `the ${formatLabel(subject)} example`;
  const language = subject.slice("sample ".length);
  return language === "" ? "the code sample" : `the ${language} code sample`;
}

const labelsByLocation: ReadonlyMap<string, string> = new Map([
  ["answer", "response"],
  ["auth", "authentication"],
  ["body", "request body"],
]);

/** Formats a location in plain language, such as `query`, `request body`, or `200 response`. */
function formatLabel(location: string): string {
  const [kind = "", status] = location.split(" ");
  const label = labelsByLocation.get(kind) ?? kind;
  return status === undefined ? label : `${status} ${label}`;
}

function compareMaps(
  oldValues: ReadonlyMap<string, string>,
  newValues: ReadonlyMap<string, string>,
  formatSubject: (key: string) => string,
): Difference[] {
  const keys = new Set([...oldValues.keys(), ...newValues.keys()]);
  return [...keys].flatMap((key) =>
    compareText(formatSubject(key), oldValues.get(key) ?? "", newValues.get(key) ?? ""),
  );
}

function compareText(subject: string, oldText: string, newText: string): Difference[] {
  if (oldText === newText) return [];
  const kind = oldText === "" ? "gained" : newText === "" ? "lost" : "changed";
  return [{ kind, subject, before: oldText, after: newText }];
}

/** A documented field, and the result of comparing it with the operation's corresponding field. */
export interface PairedField {
  /**
   * The field and its nested fields. They're taken from the specification if `isInSpec` is set; otherwise, from the
   * page.
   */
  readonly views: readonly FieldView[];
  /**
   * Whether the specification also contains all information that the page provides about the field and its nested
   * fields.
   */
  readonly isInSpec: boolean;
}

/** Reads a field's documentation and checks whether the operation contains the same information. */
export function matchField(field: DocumentedField, page: PageReferences, facts: OperationFacts): PairedField {
  const describedFields = collectDescribedFields(field, "", page);
  const matches = describedFields.map((field) => findMatches(field, facts));
  const isInSpec = matches.every((match) => match !== undefined);
  return {
    isInSpec,
    views: isInSpec ? matches.flat() : describedFields.map(({ view }) => view),
  };
}

interface DescribedField {
  readonly view: FieldView;
  readonly field: DocumentedField;
  /** Whether the description contains information that a specification can't contain. */
  readonly hasMoreContent: boolean;
}

const comparedAttributes: ReadonlySet<string> = new Set([
  "path", "query", "header", "cookie", "body", "auth", "name", "type", "required", "default", "deprecated",
]); // prettier-ignore

function collectDescribedFields(field: DocumentedField, prefix: string, page: PageReferences): DescribedField[] {
  const name = prefix === "" ? field.name : `${prefix}.${field.name}`;
  const { attributes } = field.tag;
  const hasMoreContent =
    field.hasSpreadProps ||
    field.required === "unknown" ||
    field.deprecated === "unknown" ||
    attributes.some((attribute) => !comparedAttributes.has(attribute.name));
  const view: FieldView = {
    location: field.location === "response" ? "answer" : field.location,
    name,
    type: field.type?.text.trim() ?? "",
    required: field.required === true,
    deprecated: field.deprecated === true,
    default: unquote(field.default ?? ""),
    description: getDescription(field, page),
    isFromPage: true,
  };
  return [
    { view, field, hasMoreContent },
    ...field.children.flatMap((child) =>
      collectDescribedFields(child, child.location === field.location ? name : "", page),
    ),
  ];
}

function unquote(text: string): string {
  return text.trim().replace(/^(["'`])([^]*)\1$/, "$2");
}

/** Returns the text inside the tag, without nested fields and without the tags of expandable sections. */
function getDescription({ tag }: DocumentedField, { tags, text }: PageReferences): string {
  if (!tag.closingTagRange) return "";
  let remainingText = "";
  let position = tag.range.end;
  for (const innerTag of tags) {
    if (innerTag.range.start < position || innerTag.range.start >= tag.closingTagRange.start) continue;
    const isField = /^(ParamField|Param|ResponseField)$/.test(innerTag.name);
    if (!isField && innerTag.name !== "Expandable") continue;
    remainingText += text.slice(position, innerTag.range.start);
    position = isField ? (innerTag.closingTagRange?.end ?? innerTag.range.end) : innerTag.range.end;
  }
  remainingText += text.slice(position, tag.closingTagRange.start);
  return collapseWhitespace(remainingText.replaceAll("</Expandable>", ""));
}

/**
 * Returns the views of the operation's fields that match the described field, or undefined if the page contradicts the
 * operation.
 */
function findMatches(
  { view, hasMoreContent }: DescribedField,
  facts: OperationFacts,
): readonly FieldView[] | undefined {
  if (hasMoreContent) return undefined;
  const matchingFields = facts.fields.filter((field) => isSameField(field, view));
  if (matchingFields.length === 0) return isAuthorization(view, facts) && view.description === "" ? [] : undefined;
  const consistentFields = matchingFields.filter((field) => isConsistent(view, field));
  if (consistentFields.length === 0) return undefined;
  return consistentFields.map((field) => ({
    ...field,
    type: view.type === "" ? "" : field.type,
    default: view.default === "" ? "" : field.default,
    description: view.description === "" ? "" : field.description,
    deprecated: view.deprecated && field.deprecated,
  }));
}

/**
 * Whether both fields have the same location and name. If a page doesn't specify which response a field belongs to, the
 * field is compared with the fields of successful responses.
 */
function isSameField(field: FieldView, view: FieldView): boolean {
  if (view.location === "header")
    return field.location === "header" && field.name.toLowerCase() === view.name.toLowerCase();
  if (field.name !== view.name) return false;
  return view.location === "answer" ? field.location.startsWith("answer 2") : field.location === view.location;
}

function isAuthorization({ location, name }: FieldView, { authorizationFields }: OperationFacts): boolean {
  return (
    (location === "auth" && authorizationFields.size > 0) ||
    authorizationFields.has(`${location} ${name.toLowerCase()}`)
  );
}

/**
 * Whether the page's description of a field agrees with the operation. The type, default value, and description are
 * compared only if the page specifies them. A response field on the page can omit `required`.
 */
function isConsistent(view: FieldView, field: FieldView): boolean {
  const hasSameRequiredFlag = view.required === field.required || (view.location === "answer" && !view.required);
  return (
    hasSameRequiredFlag &&
    (view.type === "" || isSameType(view.type, field.type)) &&
    (view.default === "" || view.default === field.default) &&
    (view.description === "" || view.description === field.description) &&
    (!view.deprecated || field.deprecated)
  );
}

function isSameType(documentedType: string, type: string): boolean {
  if (documentedType === type) return true;
  const types = parseTypes(/^enum<string>$/i.test(documentedType) ? "string" : documentedType);
  const typeNames = type.split(" or ");
  return (
    types !== undefined &&
    type !== "" &&
    typeNames.every((typeName) => [...types].some((candidate) => candidate === typeName))
  );
}
