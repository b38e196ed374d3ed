import { deepStrictEqual } from "node:assert/strict";
import { documentedFields, type DocumentedField } from "./documented-fields.ts";
import { scanPage } from "./scan-page.ts";

const shown = (field: DocumentedField): string => {
  const flags = [field.required && "required", field.deprecated && "deprecated"].filter(Boolean);
  const own = [field.place, field.name, field.type?.text ?? "-", ...flags].join(" ");
  return field.children.length > 0 ? `${own} (${field.children.map(shown).join("; ")})` : own;
};

const fieldsOf = (text: string) => documentedFields(scanPage("api/users.mdx", text).references).map(shown);

describe("documentedFields", () => {
  it("tells where a parameter goes", () => {
    deepStrictEqual(
      fieldsOf(
        '<ParamField query="limit" type="integer" />\n\n<ParamField header="X-Id" type="string" required />\n',
      ),
      ["query limit integer", "header X-Id string required"],
    );
  });

  it("nests what stands within another, through other components", () => {
    deepStrictEqual(
      fieldsOf(
        '<ResponseField name="user" type="object">\n  <Expandable title="properties">\n    <ResponseField name="id" type="string" required>\n      The id.\n    </ResponseField>\n  </Expandable>\n</ResponseField>\n',
      ),
      ["response user object (response id string required)"],
    );
  });

  it("reads flags that are values, and knows what it cannot know", () => {
    deepStrictEqual(
      fieldsOf(
        '<ParamField body="a" required={false} />\n<ParamField body="b" required={isPaid} />\n<ParamField body="c" deprecated={true} />\n',
      ),
      ["body a -", "body b - required", "body c - deprecated"],
    );
    const [, b] = documentedFields(
      scanPage("a.mdx", '<ParamField body="a" />\n<ParamField body="b" required={isPaid} />\n').references,
    );
    deepStrictEqual(b?.required, "unknown");
  });

  it("leaves out a tag whose name is an expression, with what it holds", () => {
    deepStrictEqual(
      fieldsOf(
        '<ParamField body={name}>\n  <ParamField body="inner" />\n</ParamField>\n<ResponseField type="string" />\n<ParamField path="id" type="string" required />\n',
      ),
      ["path id string required"],
    );
  });
});
