import type { Case } from "./case.ts";

const docs = (text: string) => ({ "docs.json": text });
const navigation =
  '"theme": "mint", "name": "A", "colors": { "primary": "#0D6E6E" }, "navigation": { "pages": ["index"] }';
const deep = (depth: number) => `{ ${navigation}, "variables": ${"[".repeat(depth)}${"]".repeat(depth)} }`;

/** docs.json as a file: its syntax, its root, its keys, and its limits. */
export const configFiles: readonly Case[] = [
  // An empty file, or a root that isn't an object, is an error.
  { name: "an empty file", files: docs(""), both: ["error config/not-an-object"] },
  { name: "a file that contains only spaces", files: docs(" \n\n"), both: ["error config/not-an-object"] },
  {
    name: "a file that contains only a byte order mark",
    files: docs("\uFEFF"),
    both: ["error config/not-an-object"],
  },
  { name: "null in place of an object", files: docs("null"), both: ["error config/not-an-object"] },
  { name: "an array in place of an object", files: docs("[]"), both: ["error config/not-an-object"] },
  { name: "a string in place of an object", files: docs('"x"'), both: ["error config/not-an-object"] },
  { name: "a number in place of an object", files: docs("3"), both: ["error config/not-an-object"] },
  // A file must be strict JSON, so comments and trailing commas are errors. A byte order mark is accepted.
  { name: "a byte order mark at the start", files: docs(`\uFEFF{ ${navigation} }`), both: "clean" },
  { name: "Windows line endings", files: docs(`{\r\n${navigation}\r\n}\r\n`), both: "clean" },
  { name: "a missing final newline", files: docs(`{${navigation}}`), both: "clean" },
  { name: "a trailing comma", files: docs(`{ ${navigation}, }`), both: ["error config/syntax `,`"] },
  {
    name: "a trailing comma in an array",
    files: docs(`{ ${navigation.replace('"index"', '"index",')} }`),
    both: ["error config/syntax `,`"],
  },
  { name: "a line comment", files: docs(`{ // hi\n${navigation} }`), both: ["error config/syntax `// hi`"] },
  {
    name: "a block comment",
    files: docs(`{ /* hi */ ${navigation} }`),
    both: ["error config/syntax `/* hi */`"],
  },
  { name: "single quotes", files: docs(`{ ${navigation}, 'x': 1 }`), both: "fault" },
  {
    name: "a missing comma",
    files: docs(`{ "description": "b" ${navigation} }`),
    both: ["error config/syntax"],
  },
  { name: "a missing colon", files: docs(`{ "description" "b", ${navigation} }`), both: "fault" },
  { name: "a truncated file", files: docs(`{ ${navigation}, "api": {`), both: "fault" },
  { name: "text after the end", files: docs(`{ ${navigation} } x`), both: ["error config/syntax `x`"] },
  { name: "two top-level values", files: docs(`{ ${navigation} } {}`), both: "fault" },
  { name: "an invalid escape", files: docs(`{ ${navigation}, "description": "\\q" }`), both: "fault" },
  {
    name: "a line break in a string",
    files: docs(`{ ${navigation}, "description": "a\nb" }`),
    both: "fault",
  },
  {
    name: "NaN as a value",
    files: docs(`{ ${navigation}, "interaction": { "drilldown": NaN } }`),
    both: "fault",
  },
  // A file that is larger than 10 MB or has more than 200 levels has one problem and isn't parsed.
  { name: "201 levels of nesting", files: docs(deep(200)), both: ["error config/too-deep"] },
  { name: "100,000 levels of nesting", files: docs(deep(100_000)), both: ["error config/too-deep"] },
  {
    name: "a million unclosed brackets",
    files: docs("[".repeat(1_000_000)),
    both: ["error config/too-deep"],
  },
  {
    name: "a file over 10 MB",
    files: docs(`{ ${navigation} ${" ".repeat(10 * 1024 * 1024)}}`),
    both: ["error config/too-large"],
  },
  // A duplicate key is a warning. It's reported at the later key, with the first key as a related location.
  {
    name: "a duplicate key",
    files: docs(`{ ${navigation}, "description": "a", "description": "b" }`),
    both: ["warning config/duplicate-key `description`"],
  },
  {
    name: "a key that is repeated three times",
    files: docs(`{ ${navigation}, "search": { "prompt": "a", "prompt": "b", "prompt": "c" } }`),
    both: ["warning config/duplicate-key `prompt`", "warning config/duplicate-key `prompt`"],
  },
  // `__proto__`, `constructor`, and `toString` are treated as unknown keys, and the prototype isn't changed.
  ...["__proto__", "constructor", "toString", "hasOwnProperty"].map((key) => ({
    name: `the key ${key}`,
    files: docs(`{ ${navigation}, "${key}": {} }`),
    both: [`warning config/unknown-setting \`${key}\``],
  })),
  {
    name: "__proto__ among variables, which can have any name",
    files: docs(`{ ${navigation}, "variables": { "__proto__": "x", "constructor": "y" } }`),
    both: "clean",
  },
  // If `mint.json` exists, a problem with the severity information says that docs.json supersedes it.
  {
    name: "a mint.json next to docs.json",
    files: { "mint.json": "{}" },
    both: ["information config/old-file"],
  },
  // The standard profile requires `navigation`. The mintlify profile also requires `theme`, `name`, and
  // `colors.primary`.
  {
    name: "only `navigation`",
    files: docs('{ "navigation": { "pages": ["index"] } }'),
    standard: "clean",
    mintlify: ["error config/missing-setting", "error config/missing-setting", "error config/missing-setting"],
  },
  {
    name: "an empty object",
    files: docs("{}"),
    standard: ["error config/missing-setting"],
    mintlify: Array<string>(4).fill("error config/missing-setting"),
  },
  {
    name: "all settings except `navigation`",
    files: docs('{ "theme": "mint", "name": "A", "colors": { "primary": "#0D6E6E" } }'),
    both: ["error config/missing-setting"],
  },
  {
    name: "colors without `primary`",
    settings: { colors: {} },
    standard: "clean",
    mintlify: ["error config/missing-setting `colors`"],
  },
  // A `file:` URL or an internal address in `$schema` must not cause Docwright to read a file or send a request.
  { name: "a file path as `$schema`", settings: { $schema: "file:///etc/passwd" }, both: "clean" },
  {
    name: "a cloud metadata address as `$schema`",
    settings: { $schema: "http://169.254.169.254/latest" },
    both: "clean",
  },
  {
    name: "`$schema` on another host",
    settings: { $schema: "https://example.com/docs.json" },
    both: "clean",
  },
  { name: "the published `$schema`", settings: { $schema: "https://mintlify.com/docs.json" }, both: "clean" },
  // `$schema` must be an absolute URL.
  { name: "a number as `$schema`", settings: { $schema: 3 }, both: ["error config/wrong-type `3`"] },
];
