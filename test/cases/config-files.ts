import type { Case } from "./case.ts";

const docs = (text: string) => ({ "docs.json": text });
const navigation =
  '"theme": "mint", "name": "A", "colors": { "primary": "#0D6E6E" }, "navigation": { "pages": ["index"] }';
const deep = (depth: number) => `{ ${navigation}, "variables": ${"[".repeat(depth)}${"]".repeat(depth)} }`;

/** docs.json as a file: syntax, root, keys, limits. */
export const configFiles: readonly Case[] = [
  // rules.md "config/not-an-object | E | empty file, or a root that is no object"; trust.md D1, D2, D4
  { name: "an empty file", files: docs(""), both: ["error config/not-an-object"] },
  { name: "blanks alone", files: docs(" \n\n"), both: ["error config/not-an-object"] },
  { name: "a BOM alone", files: docs("\uFEFF"), both: ["error config/not-an-object"] },
  { name: "null", files: docs("null"), both: ["error config/not-an-object"] },
  { name: "a list", files: docs("[]"), both: ["error config/not-an-object"] },
  { name: "a string", files: docs('"x"'), both: ["error config/not-an-object"] },
  { name: "a number", files: docs("3"), both: ["error config/not-an-object"] },
  // "config/syntax | E | not strict JSON; comments and trailing commas too; a BOM is accepted"
  { name: "a BOM before", files: docs(`\uFEFF{ ${navigation} }`), both: "clean" },
  { name: "line ends of Windows", files: docs(`{\r\n${navigation}\r\n}\r\n`), both: "clean" },
  { name: "no line end at the end", files: docs(`{${navigation}}`), both: "clean" },
  { name: "a trailing comma", files: docs(`{ ${navigation}, }`), both: ["error config/syntax `,`"] },
  {
    name: "a trailing comma in a list",
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
  { name: "cut off in the middle", files: docs(`{ ${navigation}, "api": {`), both: "fault" },
  { name: "text after the end", files: docs(`{ ${navigation} } x`), both: ["error config/syntax `x`"] },
  { name: "two values", files: docs(`{ ${navigation} } {}`), both: "fault" },
  { name: "a bad escape", files: docs(`{ ${navigation}, "description": "\\q" }`), both: "fault" },
  { name: "a line end in a string", files: docs(`{ ${navigation}, "description": "a\nb" }`), both: "fault" },
  { name: "NaN", files: docs(`{ ${navigation}, "interaction": { "drilldown": NaN } }`), both: "fault" },
  // "config/too-deep, config/too-large | E | nesting over 200, file over 10 MB: one problem, no parse"
  { name: "nested 201 deep", files: docs(deep(200)), both: ["error config/too-deep"] },
  { name: "nested 100,000 deep", files: docs(deep(100_000)), both: ["error config/too-deep"] },
  { name: "a million open brackets", files: docs("[".repeat(1_000_000)), both: ["error config/too-deep"] },
  {
    name: "over 10 MB",
    files: docs(`{ ${navigation} ${" ".repeat(10 * 1024 * 1024)}}`),
    both: ["error config/too-large"],
  },
  // "config/duplicate-key | W | the later key; the first is related"
  {
    name: "a key twice",
    files: docs(`{ ${navigation}, "description": "a", "description": "b" }`),
    both: ["warning config/duplicate-key `description`"],
  },
  {
    name: "a key thrice",
    files: docs(`{ ${navigation}, "search": { "prompt": "a", "prompt": "b", "prompt": "c" } }`),
    both: ["warning config/duplicate-key `prompt`", "warning config/duplicate-key `prompt`"],
  },
  // trust.md D8 "`__proto__`, `constructor`, `toString` as keys → unknown property; prototype untouched"
  ...["__proto__", "constructor", "toString", "hasOwnProperty"].map((key) => ({
    name: `the key ${key}`,
    files: docs(`{ ${navigation}, "${key}": {} }`),
    both: [`warning config/unknown-setting \`${key}\``],
  })),
  {
    name: "__proto__ among variables, where keys are free",
    files: docs(`{ ${navigation}, "variables": { "__proto__": "x", "constructor": "y" } }`),
    both: "clean",
  },
  // "config/old-file | I | `mint.json` present: superseded by docs.json"
  { name: "mint.json beside it", files: { "mint.json": "{}" }, both: ["information config/old-file"] },
  // contracts.md §6 "required settings | `navigation` | + `theme`, `name`, `colors.primary`"
  {
    name: "navigation alone",
    files: docs('{ "navigation": { "pages": ["index"] } }'),
    standard: "clean",
    mintlify: [
      "error config/missing-setting",
      "error config/missing-setting",
      "error config/missing-setting",
    ],
  },
  {
    name: "an empty object",
    files: docs("{}"),
    standard: ["error config/missing-setting"],
    mintlify: Array<string>(4).fill("error config/missing-setting"),
  },
  {
    name: "everything but the navigation",
    files: docs('{ "theme": "mint", "name": "A", "colors": { "primary": "#0D6E6E" } }'),
    both: ["error config/missing-setting"],
  },
  {
    name: "colours without the primary",
    settings: { colors: {} },
    standard: "clean",
    mintlify: ["error config/missing-setting `colors`"],
  },
  // trust.md D24 "`$schema: file:///etc/passwd` or 169.254… → no read, no request, hint"
  { name: "$schema of a file", settings: { $schema: "file:///etc/passwd" }, both: "clean" },
  {
    name: "$schema of a metadata address",
    settings: { $schema: "http://169.254.169.254/latest" },
    both: "clean",
  },
  { name: "$schema of another host", settings: { $schema: "https://example.com/docs.json" }, both: "clean" },
  { name: "$schema as published", settings: { $schema: "https://mintlify.com/docs.json" }, both: "clean" },
  // properties.jsonl "$schema | string | absolute URL"
  { name: "$schema that is a number", settings: { $schema: 3 }, both: ["error config/wrong-type `3`"] },
];
