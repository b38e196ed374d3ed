import type { RequestCase } from "./request-case.ts";

/** The variables of RFC 6570, section 3.2, and the examples of sections 3.2.2, 3.2.5, 3.2.7, and 3.2.8. */
const variables = {
  dom: ["example", "com"],
  dub: "me/too",
  hello: "Hello World!",
  half: "50%",
  var: "value",
  who: "fred",
  base: "http://example.com/home/",
  path: "/foo/bar",
  list: ["red", "green", "blue"],
  keys: { semi: ";", dot: ".", comma: "," },
  v: "6",
  x: "1024",
  y: "768",
  empty: "",
  undef: null,
} as const;
type Name = keyof typeof variables;

/** An example of the RFC. A template such as `{x*}` represents an exploded parameter. */
type Example = readonly [section: string, template: string, expansion: string];

const simple: readonly Example[] = [
  ["3.2.2", "{var}", "value"],
  ["3.2.2", "{hello}", "Hello%20World%21"],
  ["3.2.2", "{half}", "50%25"],
  ["3.2.2", "{x},{y}", "1024,768"],
  ["3.2.2", "{x},{hello},{y}", "1024,Hello%20World%21,768"],
  ["3.2.2", "{list}", "red,green,blue"],
  ["3.2.2", "{list*}", "red,green,blue"],
  ["3.2.2", "{keys}", "semi,%3B,dot,.,comma,%2C"],
  ["3.2.2", "{keys*}", "semi=%3B,dot=.,comma=%2C"],
  ["3.2.2", "{dub}", "me%2Ftoo"],
  ["3.2.2", "{base}", "http%3A%2F%2Fexample.com%2Fhome%2F"],
];

const label: readonly Example[] = [
  ["3.2.5", "X{var}", "X.value"],
  ["3.2.5", "X{who}{who}", "X.fred.fred"],
  ["3.2.5", "X{half}{who}", "X.50%25.fred"],
  ["3.2.5", "www{dom*}", "www.example.com"],
  ["3.2.5", "X{list}", "X.red,green,blue"],
  ["3.2.5", "X{list*}", "X.red.green.blue"],
  ["3.2.5", "X{keys}", "X.semi,%3B,dot,.,comma,%2C"],
  ["3.2.5", "X{keys*}", "X.semi=%3B.dot=..comma=%2C"],
  ["3.2.5", "X{empty}", "X."],
];

const matrix: readonly Example[] = [
  ["3.2.7", "{who}", ";who=fred"],
  ["3.2.7", "{half}", ";half=50%25"],
  ["3.2.7", "{empty}", ";empty"],
  ["3.2.7", "{v}{empty}{who}", ";v=6;empty;who=fred"],
  ["3.2.7", "{x}{y}", ";x=1024;y=768"],
  ["3.2.7", "{x}{y}{empty}", ";x=1024;y=768;empty"],
  ["3.2.7", "{hello}", ";hello=Hello%20World%21"],
  ["3.2.7", "{list}", ";list=red,green,blue"],
  ["3.2.7", "{list*}", ";list=red;list=green;list=blue"],
  ["3.2.7", "{keys}", ";keys=semi,%3B,dot,.,comma,%2C"],
  ["3.2.7", "{keys*}", ";semi=%3B;dot=.;comma=%2C"],
];

const form: readonly Example[] = [
  ["3.2.8", "{who}", "?who=fred"],
  ["3.2.8", "{half}", "?half=50%25"],
  ["3.2.8", "{x}{y}", "?x=1024&y=768"],
  ["3.2.8", "{x}{y}{empty}", "?x=1024&y=768&empty="],
  ["3.2.8", "{x}{y}{undef}", "?x=1024&y=768"],
  ["3.2.8", "{hello}", "?hello=Hello%20World%21"],
  ["3.2.8", "{list}", "?list=red,green,blue"],
  ["3.2.8", "{list*}", "?list=red&list=green&list=blue"],
  ["3.2.8", "{keys}", "?keys=semi,%3B,dot,.,comma,%2C"],
  ["3.2.8", "{keys*}", "?semi=%3B&dot=.&comma=%2C"],
  ["3.2.9", "{dub}{who}", "?dub=me%2Ftoo&who=fred"],
];

/**
 * Templates such as `{+name}` (section 3.2.3) in a query, which correspond to `allowReserved`. According to OpenAPI
 * 3.2, Appendix C, `[]#&=+` remain encoded, but none of the RFC's values contain these characters.
 */
const reserved: readonly Example[] = [
  ["3.2.3", "{var}", "?var=value"],
  ["3.2.3", "{hello}", "?hello=Hello%20World!"],
  ["3.2.3", "{half}", "?half=50%25"],
  ["3.2.3", "{base}", "?base=http://example.com/home/"],
  ["3.2.3", "{path}", "?path=/foo/bar"],
  ["3.2.3", "{list}", "?list=red,green,blue"],
  ["3.2.3", "{keys}", "?keys=semi,;,dot,.,comma,,"],
  ["3.2.3", "{keys*}", "?semi=;&dot=.&comma=,"],
];

function inPath(style: string, examples: readonly Example[]): RequestCase[] {
  return examples.map(([section, template, expansion]) => ({
    name: `${style} ${template}`,
    from: `RFC 6570, section ${section}`,
    path: `/${template.replaceAll("*", "")}`,
    parameters: parametersOf("path", style, template),
    receives: { target: `/${expansion}` },
  }));
}

function inQuery(examples: readonly Example[], allowReserved: boolean): RequestCase[] {
  return examples.map(([section, template, expansion]) => ({
    name: `form${allowReserved ? " reserved" : ""} ${template}`,
    from: `RFC 6570, section ${section}`,
    parameters: parametersOf("query", "form", template).map((each) => ({ ...each, allowReserved })),
    receives: { target: `/x${expansion}` },
  }));
}

function parametersOf(place: string, style: string, template: string) {
  const found = new Map(
    Array.from(template.matchAll(/\{(\w+)(\*?)\}/g), ([, name = "", star]) => [
      name,
      {
        name,
        in: place,
        style,
        explode: star === "*",
        required: place === "path",
        schema: {},
        value: variables[name as Name],
      },
    ]),
  );
  return [...found.values()];
}

export const rfc6570: readonly RequestCase[] = [
  ...inPath("simple", simple),
  ...inPath("label", label),
  ...inPath("matrix", matrix),
  ...inQuery(form, false),
  ...inQuery(reserved, true),
];
