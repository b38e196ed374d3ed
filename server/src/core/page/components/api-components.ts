import type { Component } from "./component.ts";
import { component, flag, prop, required } from "./build-component.ts";

const inTheRightColumn = { content: "code", oncePerPage: true } as const;
const fieldType = prop("type", "text", "Type of the value, as `string` or `number[]`.", { names: "type" });
const requiredFlag = flag("required", "Marks it as required.");
const deprecatedFlag = flag("deprecated", "Marks it as deprecated.");
const dropdown = flag("dropdown", "A menu in place of tabs for several examples.", { default: "false" });

const places = [
  ["body", "A member of the request body; the value is its name."],
  ["path", "A part of the path; the value is its name."],
  ["query", "A query parameter; the value is its name."],
  ["header", "A header; the value is its name."],
  ["cookie", "A cookie; the value is its name."],
  ["auth", "A value of the authentication; the value is its name."],
] as const;
const placeNames = places.map(([name]) => name);

/** What documents an endpoint. */
export const apiComponents: readonly Component[] = [
  parameter("ParamField"),
  { ...parameter("Param"), replacedBy: "ParamField" },
  component(
    "ResponseField",
    "Documents one field of a response.",
    [
      required(prop("name", "text", "Name of the field."), "the field has no name"),
      required(fieldType, "readers do not learn the type of the field", true),
      requiredFlag,
      deprecatedFlag,
      prop("default", "any", "Value that holds when none is given."),
      prop("pre", "list", "Labels in front of the name."),
      prop("post", "list", "Labels behind the name."),
    ],
    // Live sites link to `#param-thumbnails-background` of <ResponseField name="thumbnails.background">.
    { anchor: { from: ["name"], prefix: "param-" } },
  ),
  component("RequestExample", "Example requests for the right column.", [dropdown], inTheRightColumn),
  component("ResponseExample", "Example responses for the right column.", [dropdown], inTheRightColumn),
];

function parameter(name: string): Component {
  return component(
    name,
    "Documents one parameter of an endpoint; on `api` pages it is a field of the playground too.",
    [
      ...places.map(([place, meaning]) => prop(place, "text", meaning)),
      fieldType,
      requiredFlag,
      deprecatedFlag,
      prop("default", "any", "Value the server takes when none is given."),
      prop("placeholder", "text", "Shown in the empty field of the playground."),
      prop("id", "text", "Anchor of its own, for links to it.", {
        default: "`param-` and the name",
        names: "id",
      }),
    ],
    { oneOf: placeNames, anchor: { from: ["id", ...placeNames], prefix: "param-" } },
  );
}
