import { Ajv, type ValidateFunction } from "ajv";
import assert from "node:assert/strict";
import type { ProfileName } from "../../server/src/core/config/settings/profile.ts";
import { getPublishedSchemas } from "../../tools/build/published-schemas.ts";
import { areas } from "../cases/areas.ts";
import { filesOfCase, type Case } from "../cases/case.ts";

/** The published schemas must report the same problems as the rules, as far as that's possible with a schema. */
describe("published schemas", () => {
  const schemas = getPublishedSchemas();

  it("are valid schemas", () => {
    for (const [name, schema] of schemas) assert.ok(compile(schema), name);
  });

  for (const profile of ["standard", "mintlify"] as const) {
    const validate = compile(schemas.get(configSchemaName(profile)) ?? {});

    it(`accept every valid docs.json (${profile})`, () => {
      let accepted = 0;
      for (const [name, config] of configs(profile, (result) => result === "clean")) {
        assert.ok(validate(config), `${name}: ${JSON.stringify(validate.errors)}`);
        accepted++;
      }
      assert.ok(accepted > 200, `only ${accepted} cases`);
    });

    it(`reject a wrong type, a disallowed value, and a missing setting (${profile})`, () => {
      const reported = /^error config\/(wrong-type|value-not-allowed|missing-setting)/;
      let refused = 0;
      const faulty = configs(
        profile,
        (result) => Array.isArray(result) && result.some((line: string) => reported.test(line)),
      );
      for (const [name, config] of faulty) {
        assert.ok(!validate(config), `${name} passes`);
        refused++;
      }
      assert.ok(refused > 50, `only ${refused} cases`);
    });
  }

  it("accept a complete .docwright.json and reject files that its rules reject", () => {
    const validate = compile(schemas.get("docwright.schema.json") ?? {});
    const full = {
      profile: "mintlify",
      rules: { "link/*": "hint", "nav/page-not-found": "off" },
      ignore: ["drafts/**"],
      overrides: [{ files: ["old/**"], rules: { "mdx/syntax": "warning" } }],
      basePath: "/docs",
      siteUrl: "https://docs.example.com",
      keyPrefix: "key_",
      authentication: true,
    };
    assert.ok(validate(full), JSON.stringify(validate.errors));
    for (const faulty of [
      { profile: "other" },
      { rules: { "link/*": "loud" } },
      { rules: { "no/such-rule": "off" } },
      { ignore: "drafts" },
      { overrides: [{ files: ["a"] }] },
      { authentication: "yes" },
    ])
      assert.ok(!validate(faulty), JSON.stringify(faulty));
  });

  it("describe every setting and field", () => {
    for (const [name, schema] of schemas) {
      const bare = undescribed(schema, name);
      assert.deepEqual(bare, []);
    }
  });
});

function compile(schema: object): ValidateFunction {
  return new Ajv({ strict: false, allErrors: true }).compile(schema);
}

function configSchemaName(profile: ProfileName): string {
  return profile === "standard" ? "docs.schema.json" : "docs.mintlify.schema.json";
}

/**
 * Yields the docs.json of each case with this result. Leaves out invalid JSON and configurations that consist of
 * several files.
 */
function* configs(
  profile: ProfileName,
  isRequested: (result: Case["both"]) => boolean,
): Iterable<readonly [string, unknown]> {
  for (const [area, cases] of Object.entries(areas))
    for (const one of cases) {
      const text = filesOfCase(one).get("docs.json");
      if (text === undefined || /"(\$|\\u0024)ref"/.test(text) || !isRequested(one[profile] ?? one.both)) continue;
      const config = parse(text);
      if (config !== undefined) yield [`${area}: ${one.name}`, config];
    }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}

/** Returns the paths of all properties that have no description. */
function undescribed(schema: unknown, place: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if (key === "examples" || key === "enum" || key === "if") return [];
    if (key !== "properties") return undescribed(value, `${place}/${key}`);
    return Object.entries(value ?? {}).flatMap(([name, property]: [string, unknown]) => [
      ...(typeof property === "object" && property !== null && "description" in property ? [] : [`${place}/${name}`]),
      ...undescribed(property, `${place}/${name}`),
    ]);
  });
}
