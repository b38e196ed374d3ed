import type { RequestCase } from "./request-case.ts";

/**
 * The table “Style Examples” of OpenAPI 3.0.4, 3.1.1, and 3.2.0, cell by cell: a parameter `color` in each location
 * that “Style Values” allows for its style. An empty string is the column `empty` of 3.0.4 and 3.1.1.
 */
const values = {
  empty: "",
  string: "blue",
  array: ["blue", "black", "brown"],
  object: { R: 100, G: 200, B: 150 },
} as const;

type Column = keyof typeof values;
type Row = readonly [place: string, style: string, explode: boolean, cells: Partial<Record<Column, string>>];

const table: readonly Row[] = [
  ["path", "matrix", false, { empty: ";color", string: ";color=blue", array: ";color=blue,black,brown", object: ";color=R,100,G,200,B,150" }],
  ["path", "matrix", true, { empty: ";color", string: ";color=blue", array: ";color=blue;color=black;color=brown", object: ";R=100;G=200;B=150" }],
  ["path", "label", false, { string: ".blue", array: ".blue,black,brown", object: ".R,100,G,200,B,150" }],
  ["path", "label", true, { string: ".blue", array: ".blue.black.brown", object: ".R=100.G=200.B=150" }],
  ["path", "simple", false, { string: "blue", array: "blue,black,brown", object: "R,100,G,200,B,150" }],
  ["path", "simple", true, { string: "blue", array: "blue,black,brown", object: "R=100,G=200,B=150" }],
  ["header", "simple", false, { string: "blue", array: "blue,black,brown", object: "R,100,G,200,B,150" }],
  ["header", "simple", true, { string: "blue", array: "blue,black,brown", object: "R=100,G=200,B=150" }],
  ["query", "form", false, { empty: "color=", string: "color=blue", array: "color=blue,black,brown", object: "color=R,100,G,200,B,150" }],
  ["query", "form", true, { empty: "color=", string: "color=blue", array: "color=blue&color=black&color=brown", object: "R=100&G=200&B=150" }],
  ["query", "spaceDelimited", false, { array: "color=blue%20black%20brown", object: "color=R%20100%20G%20200%20B%20150" }],
  ["query", "pipeDelimited", false, { array: "color=blue%7Cblack%7Cbrown", object: "color=R%7C100%7CG%7C200%7CB%7C150" }],
  ["query", "deepObject", true, { object: "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150" }],
  ["query", "deepObject", false, { object: "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150" }],
  ["cookie", "form", false, { string: "color=blue", array: "color=blue,black,brown", object: "color=R,100,G,200,B,150" }],
  ["cookie", "form", true, { string: "color=blue" }],
  ["cookie", "cookie", false, { string: "color=blue", array: "color=blue,black,brown", object: "color=R,100,G,200,B,150" }],
  ["cookie", "cookie", true, { string: "color=blue", array: "color=blue; color=black; color=brown", object: "R=100; G=200; B=150" }],
]; // prettier-ignore

export const styleTable: readonly RequestCase[] = table.flatMap(([place, style, explode, cells]) =>
  (Object.keys(cells) as Column[]).map((column): RequestCase => {
    const cell = cells[column] ?? "";
    return {
      name: `${place} ${style}${explode ? " exploded" : ""}, ${column}`,
      from: "OpenAPI 3.2, Style Examples",
      version: style === "cookie" || (place === "query" && !explode) ? "3.2.0" : "3.1.1",
      path: place === "path" ? "/x/{color}/y" : "/x",
      parameters: [
        {
          name: "color",
          in: place,
          style,
          explode,
          required: place === "path",
          schema: {},
          value: values[column],
        },
      ],
      receives: receivedIn(place, cell),
    };
  }),
);

function receivedIn(place: string, cell: string): RequestCase["receives"] {
  switch (place) {
    case "path":
      return { target: `/x/${cell}/y` };
    case "query":
      return { target: `/x?${cell}` };
    case "header":
      return { target: "/x", headers: { color: cell } };
    default:
      return { target: "/x", headers: { Cookie: cell } };
  }
}

/** Cases for fields that aren't set and therefore have their default value. */
const defaultStyles: readonly (readonly [place: string, value: unknown, received: string, fields?: object])[] = [
  ["path", values.array, "blue,black,brown"],
  ["path", values.object, "R,100,G,200,B,150"],
  ["header", values.object, "R,100,G,200,B,150"],
  ["query", values.array, "color=blue&color=black&color=brown"],
  ["query", values.object, "R=100&G=200&B=150"],
  ["query", values.array, "color=blue,black,brown", { explode: false }],
  ["query", values.array, "color=blue%20black%20brown", { style: "spaceDelimited" }],
  ["query", values.array, "color=blue%7Cblack%7Cbrown", { style: "pipeDelimited" }],
  ["query", values.object, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150", { style: "deepObject" }],
  ["path", values.array, ";color=blue,black,brown", { style: "matrix" }],
  ["path", values.object, ".R,100,G,200,B,150", { style: "label" }],
  ["cookie", values.object, "R=100; G=200; B=150", { style: "cookie" }],
]; // prettier-ignore

export const styleDefaults: readonly RequestCase[] = defaultStyles.map(([place, value, received, fields = {}]) => ({
  name: `${place} ${JSON.stringify(fields)}, ${Array.isArray(value) ? "array" : "object"} without other settings`,
  from: "OpenAPI 3.2, Parameter Object, style and explode",
  version: "3.2.0",
  path: place === "path" ? "/x/{color}/y" : "/x",
  parameters: [{ name: "color", in: place, required: place === "path", schema: {}, ...fields, value }],
  receives: receivedIn(place, received),
}));
