import { ServerPool } from "../harness/server-pool.ts";
import { TempFolder } from "./temp-folder.ts";

const api = `openapi: 3.1.0
info: { title: A, version: "1" }
servers: [{ url: "https://api.example.com" }]
paths:
  /a:
    get: { responses: { "200": { description: ok, content: { a/b: { schema: { $ref: "models.yaml#/User" } } } } } }
`;
const models = "User: { type: object }\n";

describe("server with a specification that consists of several files", () => {
  const servers = new ServerPool();

  it("reports each file's problems in that file as it changes", async () => {
    const folder = new TempFolder({
      ".docwright.json": `{ "profile": "standard" }`,
      "docs.json": `{ "theme": "mint", "name": "x", "colors": { "primary": "#ff0000" },
        "navigation": { "groups": [{ "group": "A", "openapi": "api.yaml" }] } }`,
      "api.yaml": api,
      "models.yaml": models,
    });
    const client = await servers.start({ folders: [folder.root] });
    client.open(folder.at("api.yaml"), api);
    client.open(folder.at("models.yaml"), models);
    await client.codes(folder.at("api.yaml"), ["openapi/external-ref"]);
    client.change(folder.at("models.yaml"), 2, "User: { type: object, x: { $ref: '#/No' } }\n");
    await client.codes(folder.at("models.yaml"), ["openapi/dangling-ref"]);
    client.change(folder.at("models.yaml"), 3, "Usr: { type: object }\n");
    await client.codes(folder.at("models.yaml"), []);
    await client.codes(folder.at("api.yaml"), ["openapi/dangling-ref"]);
    await servers.release(client);
    folder.remove();
  });

  it("reports schema errors in an included file and clears them when fixed", async () => {
    const folder = new TempFolder({
      ".docwright.json": `{ "profile": "standard" }`,
      "docs.json": `{ "theme": "mint", "name": "x", "colors": { "primary": "#ff0000" },
        "navigation": { "groups": [{ "group": "A", "openapi": "api.yaml" }] } }`,
      "api.yaml": api,
      "models.yaml": models,
    });
    const client = await servers.start({ folders: [folder.root] });
    const path = folder.at("models.yaml");
    client.open(folder.at("api.yaml"), api);
    client.open(path, models);
    await client.codes(folder.at("api.yaml"), ["openapi/external-ref"]);
    client.change(path, 2, "User: { type: obj }\n");
    await client.codes(path, ["openapi/spec-invalid"]);
    client.change(path, 3, "User: { type: object }\n");
    await client.codes(path, []);
    await servers.release(client);
    folder.remove();
  });

  it("reports no problems while the specification isn't used, even after a restart", async () => {
    const docs = `{ "theme": "mint", "name": "x", "colors": { "primary": "#ff0000" },
      "navigation": { "groups": [{ "group": "A", "openapi": "api.yaml" }] } }`;
    const folder = new TempFolder({
      ".docwright.json": `{ "profile": "standard" }`,
      "docs.json": docs,
      "api.yaml": "openapi: 3.1.0\n",
    });
    const client = await servers.start({ folders: [folder.root] });
    const path = folder.at("api.yaml");
    const invalid = ["openapi/spec-invalid", "openapi/spec-invalid"];
    client.open(path, "openapi: 3.1.0\n");
    await client.codes(path, invalid);
    client.open(folder.at("docs.json"), docs);
    client.change(folder.at("docs.json"), 2, "{ broken");
    await client.codes(path, []);
    client.change(folder.at("docs.json"), 3, docs);
    await client.codes(path, invalid);
    await servers.release(client);
    folder.remove();
  });
});
