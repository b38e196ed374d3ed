import type { CaseParameter, RequestCase } from "./request-case.ts";

/**
 * Examples from the OpenAPI Specification 3.2.0. The expected result is their `serializedValue` or the URI in the text.
 */
const examples = "OpenAPI 3.2, Parameter Object Examples";
const appendixC = "OpenAPI 3.2, Appendix C";

const tokens: CaseParameter = {
  name: "X-Token",
  in: "header",
  required: true,
  style: "simple",
  schema: { type: "array", items: { type: "integer" } },
  value: [12345678, 90099],
};

const username = (value: string): CaseParameter => ({
  name: "username",
  in: "path",
  required: true,
  schema: { type: "string" },
  value,
});

const formulas: CaseParameter = {
  name: "formulas",
  in: "query",
  schema: { type: "object", additionalProperties: { type: "string" } },
  explode: true,
  value: { a: "x+y", b: "x/y", c: "x^y" },
};
const words: CaseParameter = {
  name: "words",
  in: "query",
  explode: false,
  schema: { type: "array", items: { type: "string" } },
  value: ["math", "is", "fun"],
};

export const specificationExamples: readonly RequestCase[] = [
  {
    name: "a header with an array of integers",
    from: examples,
    parameters: [tokens],
    receives: { headers: { "X-Token": "12345678,90099" } },
  },
  {
    name: "a cookie with an exploded object",
    from: examples,
    version: "3.2.0",
    parameters: [
      {
        name: "cookie",
        in: "cookie",
        style: "cookie",
        schema: { type: "object" },
        value: { greeting: "Hello%2C world!", code: 42 },
      },
    ],
    receives: { headers: { Cookie: "greeting=Hello%2C world!; code=42" } },
  },
  {
    name: "a percent-encoded cookie",
    from: examples,
    parameters: [{ name: "greeting", in: "cookie", schema: { type: "string" }, value: "Hello, world!" }],
    receives: { headers: { Cookie: "greeting=Hello%2C%20world%21" } },
  },
  ...(
    [
      ["edijkstra", "edijkstra"],
      ["diṅnāga", "di%E1%B9%85n%C4%81ga"],
      ["الخوارزميّ", "%D8%A7%D9%84%D8%AE%D9%88%D8%A7%D8%B1%D8%B2%D9%85%D9%8A%D9%91"],
    ] as const
  ).map(([value, received]): RequestCase => ({
    name: `a path parameter ${value}`,
    from: examples,
    path: "/users/{username}",
    parameters: [username(value)],
    receives: { target: `/users/${received}` },
  })),
  {
    name: "a repeated query parameter",
    from: examples,
    parameters: [
      {
        name: "thing",
        in: "query",
        style: "form",
        explode: true,
        schema: { type: "array" },
        value: ["one thing", "another thing"],
      },
    ],
    receives: { target: "/x?thing=one%20thing&thing=another%20thing" },
  },
  {
    name: "a free-form query parameter",
    from: examples,
    parameters: [
      {
        name: "freeForm",
        in: "query",
        style: "form",
        schema: { type: "object" },
        value: { page: 4, pageSize: 50 },
      },
    ],
    receives: { target: "/x?page=4&pageSize=50" },
  },
  {
    name: "a JSON query parameter",
    from: examples,
    parameters: [
      {
        name: "coordinates",
        in: "query",
        content: { "application/json": { schema: { type: "object" } } },
        value: { lat: 10, long: 60 },
      },
    ],
    receives: { target: "/x?coordinates=%7B%22lat%22%3A10%2C%22long%22%3A60%7D" },
  },
  {
    name: "a whole query as a form",
    from: examples,
    version: "3.2.0",
    parameters: [
      {
        name: "q",
        in: "querystring",
        content: { "application/x-www-form-urlencoded": { schema: { type: "object" } } },
        value: { foo: "a + b", bar: true },
      },
    ],
    receives: { target: "/x?foo=a+%2B+b&bar=true" },
  },
  {
    name: "a whole query as a form with a style, a type, and reserved characters",
    from: "OpenAPI 3.2, Encoding Object: as for a urlencoded body",
    version: "3.2.0",
    parameters: [
      {
        name: "q",
        in: "querystring",
        content: {
          "application/x-www-form-urlencoded": {
            schema: { type: "object" },
            encoding: {
              tags: { style: "pipeDelimited", explode: false },
              filter: { contentType: "application/json" },
              next: { allowReserved: true },
              deep: { style: "deepObject", explode: true },
            },
          },
        },
        value: { tags: ["a", "b c"], filter: { min: 1 }, next: "/x?y", deep: { k: "v w" }, plain: "a b" },
      },
    ],
    receives: {
      target: "/x?tags=a%7Cb%20c&filter=%7B%22min%22%3A1%7D&next=/x?y&deep%5Bk%5D=v%20w&plain=a+b",
    },
  },
  {
    name: "a whole query as JSON",
    from: examples,
    version: "3.2.0",
    path: "/foo",
    parameters: [
      {
        name: "json",
        in: "querystring",
        content: { "application/json": { schema: { type: "object" } } },
        value: { numbers: [1, 2], flag: null },
      },
    ],
    receives: { target: "/foo?%7B%22numbers%22%3A%5B1%2C2%5D%2C%22flag%22%3Anull%7D" },
  },
  {
    name: "a whole query as a JSONPath",
    from: examples,
    version: "3.2.0",
    path: "/foo",
    parameters: [
      {
        name: "selector",
        in: "querystring",
        content: { "application/jsonpath": { schema: { type: "string" } } },
        value: "$.a.b[1:1]",
      },
    ],
    receives: { target: "/foo?%24.a.b%5B1%3A1%5D" },
  },
  {
    name: "an exploded object next to an array",
    from: appendixC,
    parameters: [formulas, words],
    receives: { target: "/x?a=x%2By&b=x%2Fy&c=x%5Ey&words=math,is,fun" },
  },
  {
    name: "an exploded object next to an array, with reserved characters and spaces",
    from: appendixC,
    parameters: [
      { ...formulas, allowReserved: true },
      { ...words, style: "spaceDelimited" },
    ],
    receives: { target: "/x?a=x%2By&b=x/y&c=x%5Ey&words=math%20is%20fun" },
  },
  {
    name: "an object without properties, which isn't sent",
    from: appendixC,
    parameters: [
      { ...formulas, value: {} },
      { ...words, value: ["hello", "world"] },
    ],
    receives: { target: "/x?words=hello,world" },
  },
  {
    name: "a name that RFC 6570 doesn't allow",
    from: appendixC,
    parameters: [{ name: "❤️", in: "query", schema: { type: "string" }, value: "love!" }],
    receives: { target: "/x?%E2%9D%A4%EF%B8%8F=love%21" },
  },
  {
    name: "a form that contains JSON",
    from: "OpenAPI 3.2, URL Encoded Form with JSON Values",
    body: {
      type: "application/x-www-form-urlencoded",
      media: {
        schema: {
          type: "object",
          properties: { id: { type: "string", format: "uuid" }, address: { type: "object", properties: {} } },
        },
      },
      parts: [
        ["id", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"],
        ["address", { streetAddress: "123 Example Dr.", city: "Somewhere", state: "CA", zip: "99999+1234" }],
      ],
    },
    receives: {
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "id=f81d4fae-7dec-11d0-a765-00a0c91e6bf6&address=%7B%22streetAddress%22%3A%22123+Example+Dr.%22%2C%22city%22%3A%22Somewhere%22%2C%22state%22%3A%22CA%22%2C%22zip%22%3A%2299999%2B1234%22%7D",
    },
  },
  {
    name: "a form string that contains JSON",
    from: "OpenAPI 3.2, URL Encoded Form with JSON Values",
    body: {
      type: "application/x-www-form-urlencoded",
      media: {
        schema: { type: "object", properties: { id: { type: "string" } } },
        encoding: { id: { contentType: "application/json" } },
      },
      parts: [["id", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"]],
    },
    receives: { body: "id=%22f81d4fae-7dec-11d0-a765-00a0c91e6bf6%22" },
  },
  {
    name: "binary data in a form",
    from: "OpenAPI 3.2, URL Encoded Form with Binary Values",
    body: {
      type: "application/x-www-form-urlencoded",
      media: {
        schema: {
          type: "object",
          properties: { name: { type: "string" }, icon: { type: "string", contentEncoding: "base64url" } },
        },
        encoding: { icon: { contentType: "image/png, image/jpeg" } },
      },
      parts: [
        ["name", "example"],
        ["icon", "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAABGdBTUEAALGPC_xhBQ=="],
      ],
    },
    receives: {
      body: "name=example&icon=iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAABGdBTUEAALGPC_xhBQ%3D%3D",
    },
  },
];
