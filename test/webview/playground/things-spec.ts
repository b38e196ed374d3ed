/** A specification that contains every kind of form field. */
export const sampleSpec = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  servers: [
    { url: "https://api.example.com/v1", description: "Production" },
    { url: "https://{region}.example.com/v1", variables: { region: { default: "eu", enum: ["eu", "us"] } } },
  ],
  security: [{ token: [] }, { login: [] }, {}],
  paths: {
    "/things/{id}": {
      post: {
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            description: "Which **thing**.",
            schema: { type: "string" },
          },
          { name: "limit", in: "query", description: "How many. At most 100.", schema: { type: "integer" } },
          { name: "order", in: "query", schema: { enum: ["asc", "desc"] } },
          { name: "deep", in: "query", schema: { type: "boolean" } },
          { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
          {
            name: "since",
            in: "query",
            examples: { spring: { value: "2026-03-01T00:00:00Z" } },
            schema: { type: ["string", "null"], format: "date-time" },
          },
          {
            name: "filter",
            in: "query",
            style: "deepObject",
            schema: { $ref: "#/components/schemas/Filter" },
          },
          { name: "X-Trace", in: "header", deprecated: true, schema: { type: "string" } },
        ],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/Thing" },
              example: { name: "Ship", size: "small" },
            },
            "multipart/related": {
              schema: {
                type: "array",
                prefixItems: [
                  {
                    type: "object",
                    title: "What the pictures show",
                    properties: { author: { type: "string" } },
                  },
                  { type: "array", items: { type: "string" } },
                ],
                items: { anyOf: [{ type: "string" }, {}] },
              },
              prefixEncoding: [{}, { contentType: "multipart/mixed" }],
              itemEncoding: {
                contentType: "text/css, text/html, image/*",
                headers: { "X-Alt": { required: true, schema: { type: "string" } } },
              },
            },
            "multipart/form-data": {
              schema: {
                type: "object",
                required: ["file"],
                properties: { file: { type: "string", format: "binary" }, note: { type: "string" } },
              },
              encoding: {
                note: {
                  headers: {
                    "X-Language": {
                      description: "The language of the note.",
                      schema: { type: "string" },
                      examples: { german: { value: "de" } },
                    },
                    "X-Priority": { required: true, schema: { type: "integer", default: 3 } },
                  },
                },
              },
            },
            "multipart/mixed": {
              schema: {
                type: "object",
                required: ["address", "card"],
                properties: {
                  address: { type: "object", required: ["city"], properties: { city: { type: "string" } } },
                  card: {
                    type: "object",
                    required: ["owner"],
                    properties: { owner: { type: "string" }, photo: { type: "string", format: "binary" } },
                  },
                },
              },
              encoding: {
                address: { contentType: "application/x-www-form-urlencoded" },
                card: {
                  contentType: "multipart/form-data",
                  encoding: { owner: { contentType: "text/markdown" } },
                },
              },
            },
            "text/plain": { schema: { type: "string" } },
          },
        },
        responses: {
          "200": { description: "Done.", content: { "application/json": { schema: { type: "object" } } } },
        },
      },
    },
  },
  components: {
    securitySchemes: { token: { type: "http", scheme: "bearer" }, login: { type: "http", scheme: "basic" } },
    schemas: {
      Filter: {
        type: "object",
        required: ["by"],
        properties: { by: { type: "string" }, not: { $ref: "#/components/schemas/Filter" } },
      },
      Thing: {
        type: "object",
        additionalProperties: false,
        required: ["name", "size"],
        properties: {
          name: { type: "string", description: "Its name." },
          size: { enum: ["small", "large"] },
          parts: { type: "array", items: { type: "object", properties: { count: { type: "integer" } } } },
        },
      },
    },
  },
};
