import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { checkField } from "./check-field.ts";
import {
  describeType,
  frontmatterFields,
  meaningOf,
  valuesOf,
  type FieldInfo,
} from "./frontmatter-fields.ts";
import { readFrontmatter } from "./frontmatter.ts";

function infoOf(name: string): FieldInfo {
  const info = frontmatterFields.get(name);
  if (!info) throw new Error(name);
  return info;
}

/** What is wrong with a field written like this, as `kind → what was meant`. */
function faultOf(line: string, profile: "standard" | "mintlify" = "standard"): string {
  const [field] = readFrontmatter(`---\n${line}\n---`).frontmatter.fields.values();
  if (!field) throw new Error(line);
  const fault = checkField(infoOf(field.key), field.value, profile);
  if (!fault) return "none";
  return fault.better === undefined ? fault.kind : `${fault.kind} → ${fault.better}`;
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
    it(`${line}: ${expected}`, () => strictEqual(faultOf(line), expected));

  it("knows which values a profile has", () => {
    strictEqual(faultOf("authMethod: cobo", "mintlify"), "none");
    strictEqual(faultOf("authMethod: cobo", "standard"), "value-not-allowed");
    strictEqual(faultOf("authMethod: none", "standard"), "none");
  });
});

describe("frontmatterFields", () => {
  it("has every field of the specification", () => {
    for (const name of ["title", "api", "openapi", "playground", "authMethod", "groups", "boost"])
      strictEqual(frontmatterFields.get(name)?.name, name);
  });

  it("explains each in a sentence without foreign words", () => {
    for (const field of frontmatterFields.values())
      for (const profile of ["standard", "mintlify"] as const) {
        const words = [meaningOf(field, profile), describeType(field.type), field.default ?? ""].join(" ");
        strictEqual(
          /\b(schema|union|token|undefined|null|regex)\b/i.exec(
            words.replace(/openapi-schema|The schema/g, ""),
          ),
          null,
          words,
        );
        strictEqual(meaningOf(field, profile).endsWith("."), true, field.name);
      }
  });

  it("lists the values that completion offers", () => {
    const values = (name: string) => valuesOf(infoOf(name), "standard")?.map(({ value }) => value);
    deepStrictEqual(values("playground"), ["interactive", "simple", "none", "auth"]);
    deepStrictEqual(values("hidden"), ["true", "false"]);
    strictEqual(values("title"), undefined);
  });
});
