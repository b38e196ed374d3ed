/** Specifications shared by the cases. */

const ok = { responses: { 200: { description: "ok" } } };

/** An OpenAPI 3.0 specification with four operations that can be found in different ways and two that are excluded. */
export const users = {
  openapi: "3.0.3",
  info: { title: "Users", version: "1" },
  servers: [{ url: "https://api.example.com" }],
  paths: {
    "/users": {
      get: { summary: "List users", tags: ["Users"], ...ok },
      post: { summary: "Create user", ...ok },
    },
    "/teams/": { get: { summary: "List teams", ...ok } },
    "/hidden": { get: { "x-hidden": true, summary: "Hidden", ...ok } },
    "/excluded": { get: { "x-excluded": true, summary: "Excluded", ...ok } },
    "/a/{id}/b": { get: ok },
  },
  components: { schemas: { User: { type: "object" } } },
};

export const usersYaml = `openapi: 3.1.0
info: { title: Users, version: "1" }
servers: [{ url: https://api.example.com }]
paths:
  /users:
    get: { summary: List users, responses: { "200": { description: ok } } }
webhooks:
  userCreated:
    post: { summary: User created, responses: { "200": { description: ok } } }
`;

/** Another specification, which has its own operation and one that `users` also has. */
export const orders = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  servers: [{ url: "https://orders.example.com" }],
  paths: {
    "/orders": { get: { summary: "List orders", ...ok } },
    "/users": { get: { summary: "List buyers", ...ok } },
  },
};

export const swagger = {
  swagger: "2.0",
  info: { title: "Old", version: "1" },
  paths: { "/users": { get: { responses: { 200: { description: "ok" } } } } },
};

export const chat = `asyncapi: 3.0.0
info: { title: Chat, version: "1" }
channels:
  messages:
    address: /messages
    messages: { sent: { payload: { type: object } } }
`;

/** Returns an API with a single operation, `GET /users`, which has the additional fields in `extra`. */
export function apiWith(extra: object, root: object = {}): object {
  return {
    openapi: "3.0.3",
    info: { title: "Users", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    paths: { "/users": { get: { summary: "List users", ...ok, ...extra } } },
    ...root,
  };
}
