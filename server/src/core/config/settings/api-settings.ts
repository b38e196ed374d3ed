import {
  checked,
  closedObject,
  either,
  flag,
  list,
  object,
  enumShape,
  oneOfExplained,
  setting,
  text,
} from "./build-shape.ts";
import type { Setting, Shape, StringShape } from "./setting-shape.ts";

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

/** The same setting on a navigation element, where `openapi/no-spec` reports an empty string. */
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
    enumShape(["typedoc", "docfx", "javadoc", "sphinx", "phpdoc"]),
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

/** Languages for which the service generates sample requests. Other languages produce no sample. */
export const sampleLanguages: readonly string[] = [
  "bash",
  "python",
  "javascript",
  "node",
  "php",
  "go",
  "java",
  "ruby",
  "powershell",
  "swift",
  "csharp",
  "dotnet",
  "typescript",
  "c",
  "c++",
  "kotlin",
  "rust",
  "dart",
  "curl",
  "sh",
  "shell",
  "py",
  "js",
  "nodejs",
  "node.js",
  "golang",
  "rb",
  "c#",
  ".net",
  ".NET",
  "dot-net",
  "ts",
  "cpp",
  "kt",
  "rs",
  "flutter",
];

const serverUrl = either({ string: checked("url"), list: list(checked("url")) });

/** Descriptions of the playground's behavior for each value of `api.playground.display`. */
export const playgroundDisplays: Readonly<Record<string, string>> = {
  interactive: "readers fill in a form and send requests",
  simple: "the endpoint to copy, without a form",
  none: "no playground",
  auth: "a form for readers who are logged in, nothing for others",
};

export const apiSettings: Readonly<Record<string, Setting>> = {
  server: setting(checked("url"), "Base URL put in front of relative paths in the `api` field of pages.", {
    onlyIn: "standard",
    example: "https://api.example.com",
  }),
  api: setting(
    object({
      openapi: setting(
        openapi,
        "OpenAPI files of the site: a path or https URL, an object, or a list of them.",
      ),
      asyncapi: setting(
        asyncapi,
        "AsyncAPI files of the site: a path or https URL, a list of them, or an object.",
      ),
      server: setting(
        checked("url"),
        "Base URL put in front of relative paths in the `api` field of pages. Wins over `server`.",
        { onlyIn: "standard", example: "https://api.example.com" },
      ),
      auth: setting(
        object({
          method: setting(
            enumShape(["bearer", "basic", "key", "none"]),
            "How requests of the playground show who sends them. A page changes it with `authMethod`.",
          ),
        }),
        "Authentication in the playground.",
        { onlyIn: "standard" },
      ),
      params: setting(
        object({
          expanded: setting(
            oneOfExplained({ all: "objects start open", closed: "objects start closed" }),
            "Whether parameters that are objects show their fields at once.",
            { default: "`closed`" },
          ),
          post: setting(
            list(text),
            "Fields of a parameter's description whose values are shown as small labels.",
          ),
        }),
        "How parameters are shown.",
      ),
      playground: setting(
        object({
          display: setting(
            oneOfExplained(playgroundDisplays),
            "What readers get on an endpoint page. A page changes it with `playground`.",
            {
              default: "`interactive`",
            },
          ),
          proxy: setting(
            flag,
            "Sends requests by way of the docs site. With `false` the browser sends them straight to the API, which must allow that (CORS).",
            { default: "`true`" },
          ),
          credentials: setting(
            flag,
            "Sends the reader's cookies along. Works only with `proxy` set to `false`.",
            { default: "`false`" },
          ),
        }),
        "The form with which readers try out the API.",
      ),
      examples: setting(
        object({
          languages: setting(
            list(enumShape(sampleLanguages, { lenient: true })),
            "Languages of the sample requests, in this order.",
          ),
          defaults: setting(
            oneOfExplained({ required: "required parameters only", all: "every parameter" }),
            "Which parameters stand in sample requests.",
            { default: "`all`" },
          ),
          prefill: setting(flag, "Fills the playground with the examples of the specification.", {
            default: "`false`",
          }),
          autogenerate: setting(
            flag,
            "Writes sample requests by itself. With `false` only samples that you wrote are shown.",
            { default: "`true`" },
          ),
        }),
        "Sample requests.",
      ),
      url: setting(enumShape(["full"]), "`full` shows the base URL on every endpoint page.", {
        default: "shown when there are several base URLs",
      }),
      mdx: setting(
        object({
          auth: setting(
            object({
              method: setting(
                enumShape(["bearer", "basic", "key", "cobo"]),
                "How requests of the playground show who sends them. A page changes it with `authMethod`.",
              ),
              name: setting(text, "Header that carries the key, for the method `key`.", { default: "`Key`" }),
            }),
            "Authentication on endpoint pages written in MDX.",
          ),
          server: setting(
            serverUrl,
            "Base URL, or several, put in front of relative paths in the `api` field of pages.",
            { example: "https://api.example.com" },
          ),
        }),
        "Endpoint pages written in MDX.",
      ),
    }),
    "API pages and the playground.",
  ),
};
