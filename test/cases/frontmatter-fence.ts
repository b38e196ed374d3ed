import type { Case } from "./case.ts";
import { withFrontmatter } from "./frontmatter-fields.ts";

const page = (text: string) => ({ "index.mdx": text });
const refused = ["error frontmatter/language-not-allowed"];

const listUsers = {
  openapi: "3.0.3",
  info: { title: "t", version: "1" },
  servers: [{ url: "https://e.com" }],
  paths: { "/users": { get: { summary: "List users", responses: { 200: { description: "ok" } } } } },
};

/** The block between the frontmatter fences, and the operations that a page refers to. */
export const frontmatterFence: readonly Case[] = [
  // Frontmatter must have valid syntax according to js-yaml.
  { name: "an unclosed quote", files: page('---\ntitle: "x\n---\nHi'), both: ["error frontmatter/syntax"] },
  {
    name: "an unclosed bracket",
    files: page("---\ntitle: A\nkeywords: [a\n---\n"),
    both: ["error frontmatter/syntax"],
  },
  { name: "a colon in a value", files: page("---\ntitle: A: B\n---\n"), both: ["error frontmatter/syntax"] },
  { name: "an unclosed fence", files: page("---\ntitle: A\n\nText\n"), both: ["error frontmatter/syntax"] },
  // Frontmatter requires a closing fence. If there's neither a closing fence nor a field, `---` is a thematic break.
  {
    name: "a thematic break before text",
    files: page("---\n\nNeed help? [Ask us](/nowhere).\n"),
    both: ["no frontmatter/syntax", "warning link/page-not-found"],
  },
  {
    name: "a thematic break at the start of a snippet",
    pages: "",
    files: {
      "index.mdx": '---\ntitle: A\n---\n\nimport Help from "/snippets/help.mdx";\n\n<Help />\n',
      "snippets/help.mdx": "---\n\nNote: our team answers within a day.\n\n- [Contact](/index)\n",
    },
    both: "no error",
  },
  {
    name: "an unknown tag",
    files: page("---\ntitle: !!js/function 'function(){}'\n---\n"),
    both: ["error frontmatter/syntax"],
  },
  {
    name: "an undefined alias",
    files: page("---\ntitle: *a\n---\n"),
    both: ["error frontmatter/syntax"],
  },
  // A quoted scalar can continue at column 0, as it does on some published sites.
  {
    name: "a quoted string that continues without indentation",
    files: page('---\ntitle: A\ndescription: "one\ntwo"\n---\n'),
    both: "clean",
  },
  {
    name: "frontmatter that is a list",
    files: page("---\n- a\n- b\n---\n"),
    both: ["error frontmatter/not-a-map"],
  },
  {
    name: "frontmatter that is a string",
    files: page("---\nhello\n---\n"),
    both: ["error frontmatter/not-a-map"],
  },
  { name: "empty frontmatter", files: page("---\n---\n\nText\n"), both: "clean" },
  { name: "frontmatter that is only a comment", files: page("---\n# later\n---\n\nText\n"), both: "clean" },
  {
    name: "a duplicate key",
    files: page("---\ntitle: A\ndescription: a\ntitle: B\n---\n"),
    both: ["warning frontmatter/duplicate-key `title`"],
  },
  ...["js", "javascript", "JS", " js", "coffee", "json", "toml", "constructor", "__proto__"].map((tag) => ({
    name: `the fence ---${tag}`,
    files: page(`---${tag}\ntitle: A\n---\n`),
    both: refused,
  })),
  { name: "four dashes", files: page("----\n\nText\n"), both: "clean" },
  { name: "a space before the fence", files: page(" ---\ntitle: A\n---\n"), both: "no error" },
  { name: "text before the frontmatter", files: page("Text\n\n---\n\nMore text\n"), both: "clean" },
  {
    name: "Windows line endings",
    files: page("---\r\ntitle: A\r\nhidden: true\r\n---\r\n\r\nText\r\n"),
    both: "clean",
  },
  { name: "a byte order mark", files: page("\uFEFF---\ntitle: A\n---\n\nText\n"), both: "clean" },
  { name: "spaces after the fences", files: page("--- \ntitle: A\n--- \n\nText\n"), both: "no error" },
  {
    name: "an alias bomb",
    files: page(
      `---\na: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi"
        .split("")
        .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(",")}]`)
        .join("\n")}\n---\n`,
    ),
    both: "fault",
  },
  {
    name: "frontmatter that is too large",
    files: page(`---\ntitle: A\n# ${"x".repeat(300 * 1024)}\n---\n`),
    both: ["error frontmatter/too-large"],
  },
  {
    name: "an invalid snippet, which isn't a page",
    files: { "snippets/a.mdx": "---\nplayground: foo\n---\n" },
    both: "clean",
  },
  // Missing and duplicate titles are reported as information.
  {
    name: "a missing title without a heading",
    files: page("Text\n"),
    both: ["information frontmatter/missing-title"],
  },
  // A heading doesn't count as a title. The default title is the specification's summary or consists of the words of
  // the slug.
  {
    name: "a missing title with a heading",
    files: page("# Hello\n"),
    both: ["information frontmatter/missing-title"],
  },
  // The service combines its default metadata with every field of the frontmatter, even if a field is empty
  // (@mintlify/common 1.0.1211, slug/getDecoratedNavPageAndSlug.js). It isn't known what its menus show in that case.
  {
    name: "an empty title",
    files: page('---\ntitle: ""\n---\nText\n'),
    both: ["information frontmatter/missing-title"],
  },
  {
    name: "an empty title that replaces a summary",
    files: { ...page("---\ntitle:\nopenapi: GET /users\n---\n"), "o.json": listUsers },
    both: ["information frontmatter/missing-title"],
  },
  {
    name: "a missing title with a summary",
    files: {
      ...page("---\nopenapi: GET /users\n---\n"),
      "o.json": listUsers,
    },
    both: ["no frontmatter/missing-title"],
  },
  // The service leaves out a group that is in the `groups` of another group, so the group's pages aren't in the sidebar
  // and don't need a title.
  {
    name: "a missing title in navigation that the service ignores",
    nav: {
      groups: [
        { group: "A", pages: ["index"] },
        { group: "B", groups: [{ group: "C", pages: ["b"] }] },
      ],
    },
    files: { "b.mdx": "Text\n" },
    both: ["error nav/misplaced-child", "no frontmatter/missing-title"],
  },
  {
    name: "two pages with the same title",
    nav: { pages: ["a", "b"] },
    pages: "",
    files: {
      "a.mdx": "---\ntitle: A\ndescription: B\n---\n",
      "b.mdx": "---\ntitle: A\ndescription: B\n---\n",
    },
    both: ["information frontmatter/duplicate-title"],
  },
  {
    name: "the same title in two languages",
    nav: {
      languages: [
        { language: "en", pages: ["a"] },
        { language: "fr", pages: ["b"] },
      ],
    },
    pages: "",
    files: {
      "a.mdx": "---\ntitle: A\ndescription: B\n---\n",
      "b.mdx": "---\ntitle: A\ndescription: B\n---\n",
    },
    both: ["no frontmatter/duplicate-title"],
  },
  // `api` consists of a method and a full URL, or of a method and a path, which requires `server` in docs.json.
  withFrontmatter("api with a full URL", "api: GET https://api.example.com/users", { both: "clean" }),
  withFrontmatter("api with a path and no server", "api: GET /users", {
    both: ["error frontmatter/api-without-server"],
  }),
  // Without a playground, no requests are sent.
  withFrontmatter("api with a path, no server, and no playground", "api: GET /users\nplayground: none", {
    both: ["no frontmatter/api-without-server"],
  }),
  withFrontmatter("api with a path, no server, and only the endpoint", "api: GET /users\nplayground: simple", {
    both: ["no frontmatter/api-without-server"],
  }),
  withFrontmatter("api with a path, no server, and sign-in", "api: GET /users\nplayground: auth", {
    both: ["error frontmatter/api-without-server"],
  }),
  // A page that is a link has no content, and a reference to an operation takes precedence over `api`.
  withFrontmatter("api on a page that is a link", "api: GET /users\nurl: https://example.com", {
    both: ["no frontmatter/api-without-server"],
  }),
  withFrontmatter("api next to a reference", "api: GET /users\nopenapi: GET /users", {
    both: ["warning frontmatter/several-targets", "error openapi/no-spec"],
  }),
  withFrontmatter("malformed api next to a reference", "api: /users\nopenapi: GET /users", {
    both: ["warning frontmatter/several-targets", "error openapi/no-spec"],
  }),
  withFrontmatter(
    "api with a path and a server",
    "api: GET /users",
    { standard: "clean", mintlify: "no error" },
    { settings: { server: "https://api.example.com" } },
  ),
  withFrontmatter(
    "api with a path and api.server",
    "api: GET /users",
    { standard: "clean", mintlify: "no error" },
    { settings: { api: { server: "https://api.example.com" } } },
  ),
  withFrontmatter(
    "api with a path and a server for MDX pages",
    "api: GET /users",
    { standard: "no error", mintlify: "clean" },
    { settings: { api: { mdx: { server: "https://api.example.com" } } } },
  ),
  withFrontmatter(
    "api with a path and several servers",
    "api: POST /users",
    { standard: "no error", mintlify: "clean" },
    { settings: { api: { mdx: { server: ["https://a.example.com"] } } } },
  ),
  // If `api` contains a full URL, the `server` setting is ignored. This is reported as information only if the URL
  // could be written as a path.
  withFrontmatter(
    "api with a full URL that repeats the server",
    "api: GET https://api.example.com/v1/users",
    { standard: ["information frontmatter/api-ignores-server"], mintlify: "clean" },
    { settings: { server: "https://api.example.com/v1/" } },
  ),
  withFrontmatter(
    "api with a full URL that repeats one of several servers",
    "api: GET https://b.example.com/users",
    { standard: "no error", mintlify: ["information frontmatter/api-ignores-server"] },
    { settings: { api: { mdx: { server: ["https://a.example.com", "https://b.example.com"] } } } },
  ),
  ...["https://b.example.com", "https://api.example.com/v1", "https://api.example.co"].map((server) =>
    withFrontmatter(
      `api with a full URL outside ${server}`,
      "api: GET https://api.example.com/users",
      { both: ["no frontmatter/api-ignores-server"] },
      { settings: { server } },
    ),
  ),
  // `api` must have the form `METHOD URL` or `METHOD path`.
  ...["GET", "/users", "FOO /users", "GET /users now", "https://e.com"].map((api) =>
    withFrontmatter(
      `api: ${api}`,
      `api: ${api}`,
      { both: ["error frontmatter/api-malformed"] },
      { settings: { server: "https://e.com", api: { mdx: { server: "https://e.com" } } } },
    ),
  ),
  // The published service shows any word after the method as the path.
  ...["GET javascript:alert(1)", "GET users", "GET {base}/users"].map((api) =>
    withFrontmatter(`api: ${api}`, `api: ${JSON.stringify(api)}`, {
      standard: ["error frontmatter/api-malformed"],
      mintlify: ["warning frontmatter/api-malformed"],
    }),
  ),
  // An empty field is equivalent to a missing one. Published pages contain empty fields that are left over from a
  // template.
  ...['api: ""', "api:", 'openapi: ""', "openapi:", 'asyncapi: " "'].map((field) =>
    withFrontmatter(field, `title: A\n${field}`, { both: "clean" }),
  ),
  withFrontmatter("api with two slashes", "api: GET //h/x", { both: "fault" }),
  ...["get", "put", "post", "delete", "options", "head", "patch", "trace"].map((method) =>
    withFrontmatter(`api with ${method}`, `api: ${method.toUpperCase()} https://e.com/a`, { both: "clean" }),
  ),
  withFrontmatter("api with a lowercase method", "api: get https://e.com/a", {
    standard: ["error openapi/method-not-uppercase `get`"],
    mintlify: [],
  }),
  withFrontmatter("api in quotes with a lowercase method", 'api: "Post https://e.com/a"', {
    standard: ["error openapi/method-not-uppercase `Post`"],
    mintlify: [],
  }),
  // A value of the wrong type for `api`, `openapi`, or `asyncapi` is an error, because a list aborts the build.
  withFrontmatter("an array as api", 'api: ["GET https://e.com"]', {
    both: ["error frontmatter/wrong-type"],
  }),
  withFrontmatter("an array as asyncapi", "asyncapi: [messages]", { both: ["error frontmatter/wrong-type"] }),
  withFrontmatter("a number as openapi", "openapi: 3", { both: ["error frontmatter/wrong-type `3`"] }),
  // If a page has both `api` and `openapi`, a warning states which one applies.
  withFrontmatter(
    "both api and openapi",
    "api: GET https://e.com/users\nopenapi: GET /users",
    { both: ["warning frontmatter/several-targets"] },
    {
      files: {
        "o.yaml":
          "openapi: 3.0.3\ninfo: { title: t, version: '1' }\npaths: { /users: { get: { responses: { '200': { description: ok } } } } }\n",
      },
    },
  ),
  withFrontmatter(
    "both openapi and asyncapi",
    "openapi: GET /users\nasyncapi: messages",
    { both: ["warning frontmatter/several-targets"] },
    {
      files: {
        "o.yaml":
          "openapi: 3.0.3\ninfo: { title: t, version: '1' }\npaths: { /users: { get: { responses: { '200': { description: ok } } } } }\n",
        "c.yaml": "asyncapi: 3.0.0\ninfo: { title: t, version: '1' }\nchannels: { messages: { address: m } }\n",
      },
    },
  ),
];
