import type { DocumentedField } from "../../page/frontmatter-fields.ts";
import type { PageReferences } from "../../page/page.ts";
import { formatTypesAsWritten } from "../drift/schema-shape.ts";
import { type OperationFacts, type Plain, normalizeWords } from "./operation-facts.ts";

/**
 * What readers find on the page of an endpoint, whether a file or a specification makes it: what a migration compares.
 * Values that only the specification can show (allowed values, limits) are left out, as are samples that the service
 * makes by itself.
 */
export interface EndpointView {
  readonly title: string;
  /** What the menu shows. */
  readonly menuTitle: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** Frontmatter besides these. */
  readonly metadata: ReadonlyMap<string, Plain>;
  readonly fields: readonly FieldView[];
  readonly examples: readonly ExampleView[];
  /** MDX that is neither a field nor an example told above, with blanks as one; empty for none. */
  readonly prose: string;
}

/** A parameter, a field of the body or of an answer. */
export interface FieldView {
  /** `query`, `path`, `header`, `cookie`, `body`, `answer 200`; `answer` where a page does not say of which. */
  readonly place: string;
  /** With what it stands in: `user.name`. */
  readonly name: string;
  /** `string`, `string or integer`; empty where none is said. */
  readonly type: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** As written; empty where there is none. */
  readonly default: string;
  readonly description: string;
  /** By the author of a page, and not what the specification says. */
  readonly isWritten: boolean;
}

export interface ExampleView {
  /** `request`, `answer 200`, `sample bash`. */
  readonly of: string;
  /** JSON without its layout, or the code. */
  readonly text: string;
}

/** Something that readers of one page find and readers of the other do not. */
export interface Difference {
  /** `lost`: only on the page; `gained`: only in the other; `changed`: both, another in each. */
  readonly kind: "lost" | "gained" | "changed";
  /** In plain words: `the query parameter limit`. */
  readonly subject: string;
  readonly before: string;
  readonly after: string;
}

/** What changes for readers when the page `before` gives way to the page `after`; empty when both show the same. */
export function compareViews(before: EndpointView, after: EndpointView): readonly Difference[] {
  return [
    ...compareTexts("the title", before.title, after.title),
    ...compareTexts("the title in the menu", before.menuTitle, after.menuTitle),
    ...compareTexts("the description", before.description, after.description),
    ...compareTexts("the mark “deprecated”", String(before.deprecated), String(after.deprecated)),
    ...compareMaps(texts(before.metadata), texts(after.metadata), (key) => `the frontmatter field ${key}`),
    ...compareFields(before.fields, after.fields),
    ...compareMaps(examples(before), examples(after), (key) => `the example of ${key.split("\n")[0] ?? ""}`),
    ...compareTexts("the text", before.prose, after.prose),
  ];
}

function texts(metadata: EndpointView["metadata"]): ReadonlyMap<string, string> {
  return new Map([...metadata].map(([key, value]) => [key, JSON.stringify(value)]));
}

/** Several examples may be of one thing; each is told by its text. */
function examples(view: EndpointView): ReadonlyMap<string, string> {
  return new Map(view.examples.map(({ of, text }) => [`${of}\n${text}`, text]));
}

function compareFields(before: readonly FieldView[], after: readonly FieldView[]): Difference[] {
  const [old, now] = [byPlace(before), byPlace(after)];
  const found: Difference[] = [];
  for (const [key, field] of old) {
    const other = now.get(key);
    if (!other) found.push({ kind: "lost", subject: nameOf(field), before: field.type, after: "" });
    else
      for (const aspect of ["type", "required", "deprecated", "default", "description"] as const)
        found.push(
          ...compareTexts(`the ${aspect} of ${nameOf(field)}`, shown(field[aspect]), shown(other[aspect])),
        );
  }
  for (const [key, field] of now) {
    if (old.has(key)) continue;
    // The author says something else of the same.
    const [place = "", name = ""] = key.split("\n");
    const own = old.get(`written ${place.split(" ")[0] ?? place}\n${name}`);
    found.push(
      own
        ? { kind: "changed", subject: nameOf(field), before: aspectsOf(own), after: aspectsOf(field) }
        : { kind: "gained", subject: nameOf(field), before: "", after: field.type },
    );
  }
  return found;
}

/** `integer, required, default 20: How many.` */
function aspectsOf({ type, required, deprecated, default: value, description }: FieldView): string {
  const marks = [
    type,
    required && "required",
    deprecated && "deprecated",
    value !== "" && `default ${value}`,
  ];
  const messages = marks.filter((mark) => mark !== false && mark !== "").join(", ");
  return description === "" ? messages : `${messages}: ${description}`;
}

function byPlace(fields: readonly FieldView[]): ReadonlyMap<string, FieldView> {
  return new Map(
    fields.map((field) => [`${field.isWritten ? "written " : ""}${field.place}\n${field.name}`, field]),
  );
}

/** A mark that is not set is nothing to see. */
function shown(value: string | boolean): string {
  return typeof value === "string" ? value : value ? "true" : "";
}

function nameOf({ place, name }: FieldView): string {
  const what = /^(query|path|header|cookie)$/.test(place) ? `${place} parameter` : `field of the ${place}`;
  return name === "" ? `the ${place}` : `the ${what} ${name}`;
}

function compareMaps(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  subjectOf: (key: string) => string,
): Difference[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].flatMap((key) =>
    compareTexts(subjectOf(key), before.get(key) ?? "", after.get(key) ?? ""),
  );
}

function compareTexts(subject: string, before: string, after: string): Difference[] {
  if (before === after) return [];
  const kind = before === "" ? "gained" : after === "" ? "lost" : "changed";
  return [{ kind, subject, before, after }];
}

/** A described field held against the operation's. */
export interface PairedField {
  /** The field and those within it: as the specification has them, or as the page says. */
  readonly views: readonly FieldView[];
  /** The specification says all that the page says, of those within it too. */
  readonly isKnown: boolean;
}

/** What is said of the field, and whether the operation says the same. */
export function matchField(field: DocumentedField, page: PageReferences, facts: OperationFacts): PairedField {
  const messages = sayings(field, "", page);
  const matches = messages.map((one) => matchesOf(one, facts));
  const isKnown = matches.every((match) => match !== undefined);
  return {
    isKnown,
    views: isKnown ? matches.flat() : messages.map(({ view }) => view),
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
  return normalizeWords(shown.replaceAll("</Expandable>", ""));
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
  const types = formatTypesAsWritten(/^enum<string>$/i.test(written) ? "string" : written);
  const known = type.split(" or ");
  return types !== undefined && type !== "" && known.every((one) => [...types].some((word) => word === one));
}
