/** A Swagger 2.0 specification that contains an example of everything that OpenAPI 3 defines differently. */
export const swaggerPets = {
  swagger: "2.0",
  info: { title: "Pets", version: "1.10" },
  host: "api.example.com",
  basePath: "/v1/",
  schemes: ["https", "http"],
  consumes: ["application/json"],
  produces: ["application/json", "application/xml"],
  securityDefinitions: {
    basic: { type: "basic", description: "Old" },
    "an odd name": { type: "apiKey", in: "header", name: "X-Key" },
    code: {
      type: "oauth2", description: "New", flow: "accessCode", authorizationUrl: "https://example.com/auth",
      tokenUrl: "https://example.com/token", scopes: { "read:pets": "Read" }, "x-extra": 1,
    },
    app: { type: "oauth2", flow: "application", tokenUrl: "https://example.com/token", scopes: {} },
  },
  security: [{ code: ["read:pets"] }, { "an odd name": [] }],
  parameters: {
    limit: { name: "limit", in: "query", type: "integer", default: 20, maximum: 100 },
    pet: { name: "pet", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } },
  },
  responses: { Gone: { description: "Gone", schema: { $ref: "#/definitions/Error" } } },
  paths: {
    "/pets": {
      parameters: [{ $ref: "#/parameters/limit" }],
      get: {
        operationId: "list",
        produces: ["text/csv"],
        parameters: [
          { name: "multi", in: "query", type: "array", items: { type: "string", enum: ["a"] }, collectionFormat: "multi" },
          { name: "pipes", in: "query", type: "array", items: { type: "string" }, collectionFormat: "pipes", "x-example": "1|2" },
          { name: "plain", in: "query", type: "array", items: { type: "string" } },
          { name: "tabs", in: "query", type: "array", items: { type: "string" }, collectionFormat: "tsv" },
        ],
        responses: {
          "200": {
            description: "OK",
            schema: { type: "array", items: { $ref: "#/definitions/Pet" } },
            headers: { "X-Total": { type: "integer", description: "All" } },
            examples: { "text/csv": "a,b" },
          },
          "404": { $ref: "#/responses/Gone" },
        },
      },
      post: {
        schemes: ["wss"],
        parameters: [{ $ref: "#/parameters/pet" }],
        responses: { "201": { description: "Made", schema: { $ref: "#/definitions/Reply«Pet»" } }, "404": { $ref: "#/responses/Gone" } },
      },
    },
    "/pets/{id}/photo": {
      "x-internal": null,
      post: {
        consumes: ["multipart/form-data"],
        parameters: [
          { name: "id", in: "path", required: true, type: "string" },
          { name: "file", in: "formData", type: "file", required: true, description: "The photo" },
          { name: "labels", in: "formData", type: "array", items: { type: "string" }, collectionFormat: "multi" },
          { name: "kind", in: "formData", type: "string", enum: ["a", "b"], default: "a", "x-k": 1 },
        ],
        responses: { default: { description: "OK" } },
      },
    },
  },
  definitions: {
    Pet: {
      type: "object",
      discriminator: "kind",
      required: ["kind"],
      properties: {
        kind: { type: "string" },
        example: { type: "string", description: "A property of that name" },
        owner: { type: "string", "x-nullable": true },
        state: { type: "string", enum: ["a", "b"], "x-nullable": true },
        age: { type: "integer", minimum: 0, exclusiveMinimum: true },
      },
      example: { $ref: "#/definitions/Fake", type: "file", nullable: true, discriminator: "x", format: "binary" },
    },
    "Reply«Pet»": { type: "object", properties: { data: { $ref: "#/definitions/Pet" } } },
    Error: { type: "object", "x-of": { $ref: "#/definitions/Pet" } },
  },
}; // prettier-ignore
