import { deepStrictEqual } from "node:assert/strict";
import { checkRule } from "../../../../../test/harness/check-rule.ts";
import { driftMissingField } from "../../rules/drift/missing-field.ts";

// The service replaces an imported snippet with its content, so readers see its fields on the page.
describe("drift/missing-field on a page with snippets", () => {
  const orderSchema = {
    type: "object",
    required: ["item", "size"],
    properties: { item: { type: "string" }, size: { type: "string" } },
  };
  const createApi = (schema: object) => ({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: {
      "/orders": {
        post: {
          requestBody: {
            content: {
              "application/json": {
                schema,
              },
            },
          },
          responses: { 204: { description: "ok" } },
        },
      },
    },
  });
  const createSite = (page: string, snippets = "", schema: object = orderSchema) =>
    `//- docs.json\n{ "navigation": { "pages": ["page"] } }\n//- api.json\n${JSON.stringify(createApi(schema))}\n//- page.mdx\n---\nopenapi: POST /orders\n---\n\n${page}\n${snippets}`;
  const item = '<ParamField body="item" type="string" required />';
  const size = '<ParamField body="size" type="string" required />';
  const markedItem = item.replace("ParamField", "[|ParamField|]");
  const sizeSnippet = `//- snippets/size.mdx\n${size}\n`;

  it("accepts a field that a snippet documents", () => {
    const page = (shownItem: string, tag: string) => `import Size from "/snippets/size.mdx";\n\n${shownItem}\n\n${tag}`;
    checkRule(driftMissingField, createSite(page(item, "<Size />"), sizeSnippet));
    // The snippet isn't shown, or doesn't document the field.
    checkRule(driftMissingField, createSite(page(markedItem, ""), sizeSnippet));
    checkRule(driftMissingField, createSite(page(markedItem, "<Size />"), "//- snippets/size.mdx\nText.\n"));
  });

  it("reports a field if a snippet documents only another field with the same name", () => {
    const page = `import Size from "/snippets/size.mdx";\n\n${markedItem}\n\n<Size />`;
    const responseField = '<ResponseField name="size" type="string" />';
    const wrap = (tag: string) => `<ParamField body="box" type="object">\n${tag}\n</ParamField>`;
    for (const fields of [responseField, wrap(responseField), wrap(size)])
      checkRule(driftMissingField, createSite(page, `//- snippets/size.mdx\n${fields}\n`));
  });

  it("accepts a field inside another field that the page or the snippet shows", () => {
    const box = '<ParamField body="box" type="object" required>';
    const boxSite = (page: string, snippet: string) =>
      createSite(`import Size from "/snippets/size.mdx";\n\n${page}`, `//- snippets/size.mdx\n${snippet}\n`, {
        type: "object",
        required: ["box"],
        properties: {
          box: {
            type: "object",
            required: ["item", "size"],
            properties: { item: { type: "string" }, size: { type: "string" } },
          },
        },
      });
    const boxItem = '<ResponseField name="item" type="string" required />';
    const markedBoxItem = boxItem.replace("ResponseField", "[|ResponseField|]");
    const responseSize = '<ResponseField name="size" type="string" required />';
    checkRule(driftMissingField, boxSite(`${box}\n${markedBoxItem}\n</ParamField>`, ""));
    checkRule(driftMissingField, boxSite(`${box}\n${boxItem}\n<Size />\n</ParamField>`, responseSize));
    checkRule(
      driftMissingField,
      boxSite(`${box}\n${boxItem}\n</ParamField>\n<Size />`, `${box}\n${size}\n</ParamField>`),
    );
  });

  it("accepts a field that a snippet in a snippet documents, and reads snippets that import each other", () => {
    const page = (shownItem: string) => `import More from "/snippets/more.mdx";\n\n${shownItem}\n\n<More />`;
    const more = 'import Size from "/snippets/size.mdx";\n\n<Size />\n';
    checkRule(driftMissingField, createSite(page(item), `//- snippets/more.mdx\n${more}${sizeSnippet}`));
    const cycle = `//- snippets/more.mdx\n${more}//- snippets/size.mdx\nimport More from "/snippets/more.mdx";\n\n<More />\n`;
    const problems = checkRule(driftMissingField, createSite(page(markedItem), cycle));
    deepStrictEqual(problems.length, 1);
  });
});
