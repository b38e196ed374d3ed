import { tempSite } from "./temp-site.ts";

export const user = {
  type: "object",
  required: ["id", "email"],
  properties: { id: { type: "integer" }, email: { type: "string" } },
};
export const json = (schema: unknown) => ({ content: { "application/json": { schema } } });
export const ok = (schema: unknown) => ({ "200": { description: "ok", ...json(schema) } });

/** Returns a specification with operations that read, add, and delete users. Every part of it has an example. */
export function specification(more: Readonly<Record<string, unknown>> = {}): string {
  const spec = {
    openapi: "3.1.0",
    info: { title: "Users", version: "1" },
    servers: [{ url: "https://api.example.com/v1" }],
    paths: {
      "/users": {
        get: {
          parameters: [{ name: "limit", in: "query", schema: { type: "integer" }, example: 2 }],
          responses: ok({ type: "array", items: user }),
        },
        post: {
          requestBody: {
            content: { "application/json": { schema: user, example: { id: 3, email: "c@x.test" } } },
          },
          responses: { "201": { description: "made", ...json(user) } },
        },
      },
      "/users/{id}": {
        get: {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 }],
          responses: ok(user),
        },
        delete: {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 }],
          responses: { "204": { description: "gone" } },
        },
      },
    },
    ...more,
  };
  return JSON.stringify(spec, null, 2);
}

export const secured = {
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
};

/** Creates a site that documents only the API in this specification. */
export function site(spec: string, pages: Readonly<Record<string, string>> = {}): string {
  return tempSite({
    "docs.json": JSON.stringify({
      name: "K",
      navigation: { groups: [{ group: "API", openapi: "openapi.json" }] },
      variables: { host: "https://api.example.com" },
    }),
    "openapi.json": spec,
    ...pages,
  });
}

export const users = () => ({ body: [{ id: 1, email: "a@x.test" }] });
export const one = () => ({ body: { id: 7, email: "g@x.test" } });

/** The output of `--format json`. */
export interface JsonTests {
  readonly counts: Readonly<Record<string, number>>;
  readonly tests: readonly {
    readonly id: string;
    readonly outcome: string;
    readonly status?: number;
    readonly note?: string;
    readonly failures: readonly {
      readonly pointer?: string;
      readonly text: string;
      readonly remedy: string;
      readonly at?: { readonly file: string; readonly line: number };
    }[];
  }[];
}
