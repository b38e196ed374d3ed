import type { Setting } from "../setting-shape.ts";
import { checked, either, flag, list, object, oneOf, oneOfExplained, setting, text } from "./build-shape.ts";
import { asyncapi, openapi } from "./spec-settings.ts";

/** Languages in which the service writes sample requests; others bring no sample. */
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

/** What the playground does, by value of `api.playground.display`. */
export const playgroundDisplays: Readonly<Record<string, string>> = {
  interactive: "readers fill in a form and send requests",
  simple: "the endpoint to copy, without a form",
  none: "no playground",
  auth: "a form for readers who are logged in, nothing for others",
};

/** Settings of API pages and the playground. */
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
            oneOf(["bearer", "basic", "key", "none"]),
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
            list(oneOf(sampleLanguages, { lenient: true })),
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
      url: setting(oneOf(["full"]), "`full` shows the base URL on every endpoint page.", {
        default: "shown when there are several base URLs",
      }),
      mdx: setting(
        object({
          auth: setting(
            object({
              method: setting(
                oneOf(["bearer", "basic", "key", "cobo"]),
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
