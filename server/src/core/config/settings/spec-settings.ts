import type { Setting, Shape, StringShape } from "../setting-shape.ts";
import { checked, closedObject, either, list, oneOf, setting, text } from "./build-shape.ts";

const openapiSource: StringShape = checked("spec-source", { minLength: 1, trimmed: true, names: "openapi" });
const asyncapiSource: StringShape = checked("spec-source", {
  minLength: 1,
  trimmed: true,
  names: "asyncapi",
});

const directory = setting(
  text,
  "Folder, and so the first part of the URL, of the pages made from this file.",
  {
    default: "`api-reference`",
  },
);

const openapiObject = closedObject({
  source: setting(openapiSource, "Path or https URL of the OpenAPI file.", {
    required: true,
    example: "openapi.json",
  }),
  directory,
  overlays: setting(
    list(text),
    "OpenAPI Overlay files laid over the specification, in this order. An empty list turns off all of them, found ones too.",
  ),
});

const openapiList = list(either({ string: openapiSource, object: openapiObject }));

/** `"api.json"`, `{ "source": "api.json", "directory": "reference" }`, or a list of both. */
export const openapi: Shape = either({ string: openapiSource, object: openapiObject, list: openapiList });

/** The same on an element of the navigation, where `openapi/no-spec` speaks of an empty text. */
const elementOpenapi: Shape = either({
  string: checked("spec-source", { names: "openapi" }),
  object: openapiObject,
  list: openapiList,
});

/** `"events.yaml"`, a list of those, or one object. */
export const asyncapi: Shape = either({
  string: asyncapiSource,
  object: closedObject({
    source: setting(asyncapiSource, "Path or https URL of the AsyncAPI file.", {
      required: true,
      example: "asyncapi.json",
    }),
    directory,
  }),
  list: list(asyncapiSource),
});

export const graphql: Shape = either({
  string: checked("spec-source", { minLength: 1, trimmed: true }),
  object: closedObject({
    source: setting(
      checked("spec-source", { minLength: 1, trimmed: true }),
      "Path or https URL of the GraphQL file.",
      {
        required: true,
        example: "schema.graphql",
      },
    ),
    directory,
  }),
});

export const sdk: Shape = closedObject({
  format: setting(
    oneOf(["typedoc", "docfx", "javadoc", "sphinx", "phpdoc"]),
    "The documentation generator whose output this is.",
    { required: true },
  ),
  source: setting(
    checked("spec-source", { minLength: 1, trimmed: true }),
    "Path or https URL of the generator's output.",
    {
      required: true,
      example: "sdk/docs.json",
    },
  ),
  directory,
});

export const elementSpecSettings: Readonly<Record<"openapi" | "asyncapi", Setting>> = {
  openapi: setting(
    elementOpenapi,
    "OpenAPI file for this part of the navigation. Operations listed below are looked up in it; when none is listed, all of its operations get a page here.",
  ),
  asyncapi: setting(
    asyncapi,
    "AsyncAPI file for this part of the navigation. When no channel is listed below, all of its channels get a page here.",
  ),
};
