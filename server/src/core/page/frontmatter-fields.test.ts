import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { checkField, parseApiTarget } from "./check-field.ts";
import {
  describeFieldType,
  type DocumentedField,
  listDocumentedFields,
  type FieldInfo,
  frontmatterFields,
  getMeaning,
  getFieldValues,
} from "./frontmatter-fields.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { scanPage } from "./scan-page.ts";

describe("readApiTarget", () => {
  const cases: [string, string][] = [
    ["GET /users", "path GET /users"],
    ["  get   /users/{id} ", "path GET /users/{id}"],
    ["POST https://api.example.com/users", "url POST https://api.example.com/users"],
    ["POST https://{host}/users", "url POST https://{host}/users"],
    ["GET HTTP://x", "url GET HTTP://x"],
    ["TRACE /x", "path TRACE /x"],
    ["", "no-target"],
    ["GET", "no-target"],
    ["users", "no-target"],
    ["/users", "no-method"],
    ["https://x/users", "no-method"],
    ["FETCH /users", "unknown-method"],
    ["GET /users all", "too-many-words"],
    ["GET users", "not-an-address"],
    ["GET //host/x", "not-an-address"],
    ["GET javascript:alert(1)", "not-an-address"],
    ["GET file:///etc/passwd", "not-an-address"],
    ["GET https://", "not-an-address"],
  ];
  for (const [text, expected] of cases)
    it(`returns ${expected} for ${JSON.stringify(text)}`, () => {
      const target = parseApiTarget(text);
      const found = target.kind === "malformed" ? target.error : Object.values(target).join(" ");
      deepStrictEqual(found, expected);
    });
});

function getInfo(name: string): FieldInfo {
  const info = frontmatterFields.get(name);
  if (!info) throw new Error(name);
  return info;
}

/** Returns the problem with the field on this line, followed by `→` and the intended value. */
function findFault(line: string, profile: "standard" | "mintlify" = "standard"): string {
  const [field] = readFrontmatter(`---\n${line}\n---`).frontmatter.fields.values();
  if (!field) throw new Error(line);
  const fault = checkField(getInfo(field.key), field.value, profile);
  if (!fault) return "none";
  return fault.suggestion === undefined ? fault.kind : `${fault.kind} → ${fault.suggestion}`;
}

describe("checkField", () => {
  const cases: [string, string][] = [
    ["title: Start", "none"],
    ["title: 2024", "none"],
    ["title: 2024-01-02", "none"],
    ["title:", "none"],
    ["title: true", 'wrong-type → "true"'],
    ["title: [a]", 'wrong-type → "a"'],
    ["title: [a, b]", "wrong-type"],
    ["title: {a: b}", "wrong-type"],
    ["hidden: true", "none"],
    ["hidden: yes", "wrong-type → true"],
    ['hidden: "false"', "wrong-type → false"],
    ["hidden: 1", "wrong-type → true"],
    ["hidden: maybe", "wrong-type"],
    ["boost: 2.5", "none"],
    ["boost: -1", "none"],
    ['boost: "2.5"', "wrong-type → 2.5"],
    ["boost: high", "wrong-type"],
    ["keywords: [a, 2]", "none"],
    ["keywords: []", "none"],
    ["keywords: a, b", 'wrong-type → ["a", "b"]'],
    ["keywords: [[a]]", "wrong-type"],
    ["groups: [admin]", "none"],
    ["groups: [{includes: [a]}, {excludes: [b]}]", "none"],
    ["groups: [admin, {includes: [a]}]", "wrong-type"],
    ["groups: admin", 'wrong-type → ["admin"]'],
    ["related: false", "none"],
    ["related: [/a, {B: /b}]", "none"],
    ["related: true", "wrong-type"],
    ["icon: rocket", "none"],
    ["icon: {name: rocket, style: solid}", "none"],
    ["icon: fa-home", "icon-prefix → home"],
    ["icon: fa-solid fa-home", "icon-prefix → home"],
    ["icon: fa-solid fa-house fa-lg", "icon-prefix → house"],
    ["icon: 42", 'wrong-type → "42"'],
    ["mode: wide", "none"],
    ["mode: Wide", "value-not-allowed → wide"],
    ["mode: centre", "value-not-allowed → center"],
    ["mode: foo", "value-not-allowed"],
    ["mode: 3", 'wrong-type → "3"'],
    ["playground: interactiv", "value-not-allowed → interactive"],
    ["openapi: GET /x", "none"],
    ["openapi: [GET /x]", 'wrong-type → "GET /x"'],
    ["api: {a: b}", "wrong-type"],
    ["contextual: {options: []}", "none"],
    ["contextual: true", "wrong-type"],
    ["sdk: class Client", "none"],
    ["authors: [1, {a: b}]", "none"],
  ];
  for (const [line, expected] of cases)
    it(`returns ${expected} for ${line}`, () => strictEqual(findFault(line), expected));

  it("accepts only the values that the profile allows", () => {
    strictEqual(findFault("authMethod: cobo", "mintlify"), "none");
    strictEqual(findFault("authMethod: cobo", "standard"), "value-not-allowed");
    strictEqual(findFault("authMethod: none", "standard"), "none");
  });
});

describe("frontmatterFields", () => {
  it("contains every field that the specification defines", () => {
    for (const name of ["title", "api", "openapi", "playground", "authMethod", "groups", "boost"])
      strictEqual(frontmatterFields.get(name)?.name, name);
  });

  it("explains each field in plain language", () => {
    for (const field of frontmatterFields.values())
      for (const profile of ["standard", "mintlify"] as const) {
        const words = [getMeaning(field, profile), describeFieldType(field.type), field.default ?? ""].join(" ");
        strictEqual(
          /\b(schema|union|token|undefined|null|regex)\b/i.exec(
            words.replace(/openapi-schema|Name of the schema/g, ""),
          ),
          null,
          words,
        );
        strictEqual(getMeaning(field, profile).endsWith("."), true, field.name);
      }
  });

  it("lists the values that completion offers", () => {
    const getValues = (name: string) => getFieldValues(getInfo(name), "standard")?.map(({ value }) => value);
    deepStrictEqual(getValues("playground"), ["interactive", "simple", "none", "auth"]);
    deepStrictEqual(getValues("hidden"), ["true", "false"]);
    strictEqual(getValues("title"), undefined);
  });
});

const formatField = (field: DocumentedField): string => {
  const flags = [field.required && "required", field.deprecated && "deprecated"].filter(Boolean);
  const own = [field.location, field.name, field.type?.text ?? "-", ...flags].join(" ");
  return field.children.length > 0 ? `${own} (${field.children.map(formatField).join("; ")})` : own;
};

const listFields = (text: string) => listDocumentedFields(scanPage("api/users.mdx", text).references).map(formatField);

describe("documentedFields", () => {
  it("returns the location of a parameter", () => {
    deepStrictEqual(
      listFields(
        '<ParamField query="limit" type="integer" />\n\n<ParamField header="X-Id" type="string" required />\n',
      ),
      ["query limit integer", "header X-Id string required"],
    );
  });

  it("nests fields within fields, even if other components are in between", () => {
    deepStrictEqual(
      listFields(
        '<ResponseField name="user" type="object">\n  <Expandable title="properties">\n    <ResponseField name="id" type="string" required>\n      The id.\n    </ResponseField>\n  </Expandable>\n</ResponseField>\n',
      ),
      ["response user object (response id string required)"],
    );
  });

  it("returns flags as values and omits values that it can't determine", () => {
    deepStrictEqual(
      listFields(
        '<ParamField body="a" required={false} />\n<ParamField body="b" required={isPaid} />\n<ParamField body="c" deprecated={true} />\n',
      ),
      ["body a -", "body b - required", "body c - deprecated"],
    );
    const [, b] = listDocumentedFields(
      scanPage("a.mdx", '<ParamField body="a" />\n<ParamField body="b" required={isPaid} />\n').references,
    );
    deepStrictEqual(b?.required, "unknown");
  });

  it("omits a tag whose name is an expression, and the tag's content", () => {
    deepStrictEqual(
      listFields(
        '<ParamField body={name}>\n  <ParamField body="inner" />\n</ParamField>\n<ResponseField type="string" />\n<ParamField path="id" type="string" required />\n',
      ),
      ["path id string required"],
    );
  });
});
