import {
  createCheckedString,
  createClosedObject,
  choice,
  createEnum,
  flag,
  list,
  object,
  createDescribedEnum,
  setting,
  type Setting,
  type SettingSchema,
  type StringSchema,
  text,
} from "./setting-schema.ts";

const openapiSource: StringSchema = createCheckedString("spec-source", {
  minLength: 1,
  isTrimmed: true,
  referenceKind: "openapi",
});
const asyncapiSource: StringSchema = createCheckedString("spec-source", {
  minLength: 1,
  isTrimmed: true,
  referenceKind: "asyncapi",
});

const directory = setting(text, "Folder for the pages generated from this file, and the first part of their URLs.", {
  default: "`api-reference`",
});

const openapiObject = createClosedObject({
  source: setting(openapiSource, "Path or HTTPS URL of the OpenAPI file.", {
    required: true,
    example: "openapi.json",
  }),
  directory,
  overlays: setting(
    list(text),
    "OpenAPI Overlay files to apply to the specification, in this order. An empty list turns off all overlays, including those found automatically.",
  ),
});

const openapiList = list(choice({ string: openapiSource, object: openapiObject }));

/**
 * The specifications that pages are generated from: a path such as `"api.json"`, an object such as `{ "source":
 * "api.json", "directory": "reference" }`, or a list of paths and objects.
 */
export const openapi: SettingSchema = choice({ string: openapiSource, object: openapiObject, list: openapiList });

/**
 * The `openapi` setting of a navigation element. Unlike `openapi`, it accepts empty strings, because the rule
 * `openapi/no-spec` reports them.
 */
const elementOpenapi: SettingSchema = choice({
  string: createCheckedString("spec-source", { referenceKind: "openapi" }),
  object: openapiObject,
  list: openapiList,
});

/**
 * The AsyncAPI specifications that pages are generated from: a path such as `"events.yaml"`, a list of paths, or an
 * object.
 */
export const asyncapi: SettingSchema = choice({
  string: asyncapiSource,
  object: createClosedObject({
    source: setting(asyncapiSource, "Path or HTTPS URL of the AsyncAPI file.", {
      required: true,
      example: "asyncapi.json",
    }),
    directory,
  }),
  list: list(asyncapiSource),
});

export const graphql: SettingSchema = choice({
  string: createCheckedString("spec-source", { minLength: 1, isTrimmed: true }),
  object: createClosedObject({
    source: setting(
      createCheckedString("spec-source", { minLength: 1, isTrimmed: true }),
      "Path or HTTPS URL of the GraphQL file.",
      {
        required: true,
        example: "schema.graphql",
      },
    ),
    directory,
  }),
});

export const sdk: SettingSchema = createClosedObject({
  format: setting(
    createEnum(["typedoc", "docfx", "javadoc", "sphinx", "phpdoc"]),
    "Documentation generator that created the output.",
    { required: true },
  ),
  source: setting(
    createCheckedString("spec-source", { minLength: 1, isTrimmed: true }),
    "Path or HTTPS URL of the documentation generator's output.",
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
    "OpenAPI file for this part of the navigation. Operations listed in this part refer to this file. If none are listed, each operation in the file gets a page here.",
  ),
  asyncapi: setting(
    asyncapi,
    "AsyncAPI file for this part of the navigation. If this part lists no channels, each channel in the file gets a page here.",
  ),
};

/** The languages in which the service generates sample requests. */
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

const serverUrl = choice({ string: createCheckedString("url"), list: list(createCheckedString("url")) });

/** Describes the playground's behavior for each value of `api.playground.display`. */
export const playgroundDisplayDescriptions: Readonly<Record<string, string>> = {
  interactive: "Shows a form that readers can fill in to send requests.",
  simple: "Shows an endpoint that readers can copy, without a form.",
  none: "Hides the playground.",
  auth: "Shows the form to signed-in readers. Hides the playground from others.",
};

export const apiSettings: Readonly<Record<string, Setting>> = {
  server: setting(createCheckedString("url"), "Base URL for relative paths in the `api` frontmatter field.", {
    onlyProfile: "standard",
    example: "https://api.example.com",
  }),
  api: setting(
    object({
      openapi: setting(openapi, "The site's OpenAPI files: a path or HTTPS URL, an object, or a list of these."),
      asyncapi: setting(asyncapi, "The site's AsyncAPI files: a path or HTTPS URL, a list of these, or an object."),
      server: setting(
        createCheckedString("url"),
        "Base URL for relative paths in the `api` frontmatter field. Overrides `server`.",
        { onlyProfile: "standard", example: "https://api.example.com" },
      ),
      auth: setting(
        object({
          method: setting(
            createEnum(["bearer", "basic", "key", "none"]),
            "How the playground authenticates requests. A page can override this with `authMethod`.",
          ),
        }),
        "Authentication in the playground.",
        { onlyProfile: "standard", isReplacedInOtherProfile: true },
      ),
      params: setting(
        object({
          expanded: setting(
            createDescribedEnum({ all: "Expands object parameters.", closed: "Collapses object parameters." }),
            "Controls whether object parameters are expanded by default.",
            { default: "`closed`" },
          ),
          post: setting(
            list(text),
            "Keys in a parameter's definition whose values are shown as labels on the parameter.",
          ),
        }),
        "How parameters are displayed.",
      ),
      playground: setting(
        object({
          display: setting(
            createDescribedEnum(playgroundDisplayDescriptions),
            "Kind of playground on endpoint pages. A page can override this with `playground`.",
            {
              default: "`interactive`",
            },
          ),
          proxy: setting(
            flag,
            "Sends requests through the docs site's proxy. If `false`, the browser sends them directly to the API, which must support CORS.",
            { default: "`true`" },
          ),
          credentials: setting(
            flag,
            "Sends the reader's cookies with requests. Has an effect only if `proxy` is `false`.",
            { default: "`false`" },
          ),
        }),
        "The form on endpoint pages that readers use to send requests.",
      ),
      examples: setting(
        object({
          languages: setting(
            list(createEnum(sampleLanguages, { isLenient: true })),
            "Languages for code samples, in display order.",
          ),
          defaults: setting(
            createDescribedEnum({
              required: "Includes only required parameters.",
              all: "Includes all parameters.",
            }),
            "Parameters that code samples include.",
            { default: "`all`" },
          ),
          prefill: setting(flag, "Prefills the playground with examples from the specification.", {
            default: "`false`",
          }),
          autogenerate: setting(
            flag,
            "Generates code samples. If `false`, readers see only the samples that you wrote.",
            { default: "`true`" },
          ),
        }),
        "Code samples.",
      ),
      url: setting(createEnum(["full"]), "`full` shows the base URL on every endpoint page.", {
        default: "shown only if there are several base URLs",
      }),
      mdx: setting(
        object({
          auth: setting(
            object({
              method: setting(
                createEnum(["bearer", "basic", "key", "cobo"]),
                "How the playground authenticates requests. A page can override this with `authMethod`.",
              ),
              name: setting(text, "Name of the header that contains the key if `method` is `key`.", {
                default: "`Key`",
              }),
            }),
            "Authentication for endpoint pages written in MDX.",
          ),
          server: setting(serverUrl, "One or more base URLs for relative paths in the `api` frontmatter field.", {
            example: "https://api.example.com",
          }),
        }),
        "Endpoint pages written in MDX.",
      ),
    }),
    "API pages and the playground.",
  ),
};
