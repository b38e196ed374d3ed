import { writeFile } from "node:fs/promises";
import path from "node:path";
import { echoServer, type EchoServer } from "../../harness/echo-server.ts";

/** The operations of a harbor's API, each with the text on its page. */
const operations = {
  captain: { operation: "GET /captain", words: "Who is on the bridge." },
  papers: { operation: "POST /papers", words: "Papers of a ship." },
  chart: { operation: "PUT /chart", words: "A chart of the sea." },
  quays: { operation: "GET /quays", words: "Where ships lie." },
} as const;

export type QuayPage = keyof typeof operations;

/** Returns the text by which the tests recognize the page in VS Code. */
export function createBodyText(page: QuayPage): string {
  return operations[page].words;
}

/** Starts the API, and writes its specification and its pages to the site. */
export async function serveQuays(site: string, signIn: string): Promise<EchoServer> {
  const api = await echoServer(({ target }, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(target.startsWith("/quays") ? { name: "Maasvlakte", depth: 24 } : {}));
  });
  await writeFile(path.join(site, "quays.yaml"), specificationOf(api.origin, signIn));
  for (const [name, { operation, words }] of Object.entries(operations))
    await writeFile(
      path.join(site, `${name}.mdx`),
      `---\ntitle: Harbour ${name}\nopenapi: quays.yaml ${operation}\n---\n\n${words}\n`,
    );
  return api;
}

function specificationOf(origin: string, signIn: string): string {
  return `openapi: 3.1.0
info: { title: Quays, version: "1" }
servers: [{ url: "${origin}" }]
components:
  securitySchemes:
    harbour:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: ${signIn}/authorize
          tokenUrl: ${signIn}/token
          scopes: { ships: See ships }
paths:
  /captain:
    get:
      security: [{ harbour: [ships] }]
      responses: { "200": { description: ok } }
  /papers:
    post:
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [ship, scan]
              properties:
                ship: { type: string }
                scan: { type: string, format: binary }
      responses: { "200": { description: ok } }
  /chart:
    put:
      requestBody:
        required: true
        content: { application/octet-stream: { schema: { type: string, format: binary } } }
      responses: { "200": { description: ok } }
  /quays:
    get:
      parameters: [{ name: near, in: query, schema: { type: string } }]
      responses:
        "200":
          description: Where ships lie.
          content:
            application/json:
              schema:
                type: object
                properties:
                  name: { type: string }
                  depth: { type: integer }
`;
}
