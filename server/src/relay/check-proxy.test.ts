import assert from "node:assert/strict";
import { deskInTest } from "../../../test/harness/playground-desk.ts";
import { closeLocalServers, serveLocally } from "../../../test/harness/local-server.ts";

interface Case {
  readonly what: string;
  readonly post: number | "breaks off";
  readonly get: number;
  readonly location?: string;
  readonly says: readonly RegExp[];
  readonly works?: true;
}

const cures = [/`\/docs\/_service\/api\/request`/, /`api\.playground\.proxy`.*CORS/];
const cases: readonly Case[] = [
  { what: "that lets only GET through", post: 405, get: 200, says: [/lets only GET through/, ...cures] },
  { what: "that forbids POST", post: 403, get: 404, says: [/lets only GET through/, ...cures] },
  { what: "that knows GET alone", post: 501, get: 200, says: [/lets only GET through/, ...cures] },
  { what: "that drops POST", post: "breaks off", get: 200, says: [/lets only GET through/, ...cures] },
  { what: "that lets POST through", post: 400, get: 405, works: true, says: [/gets through/] },
  { what: "that lets POST through to nothing to do", post: 200, get: 405, works: true, says: [/gets through/] },
  { what: "that makes GET of POST", post: 301, get: 301, location: "https://www.example.com/x", says: [/redirected \(301\) to `https:\/\/www\.example\.com\/x`/, /GET of it/] },
  { what: "that passes the path to nobody", post: 404, get: 404, says: [/Nothing takes requests/] },
  { what: "that lets nobody in", post: 403, get: 403, says: [/Nothing takes requests/] },
  { what: "that fails", post: 502, get: 502, says: [/cannot be told/] },
]; // prettier-ignore

describe("a reverse proxy in front of the docs", () => {
  afterEach(closeLocalServers);

  for (const { what, post, get, location, says, works } of cases)
    it(what, async () => {
      const seen: string[] = [];
      const server = await serveLocally((request, response) => {
        seen.push(`${request.method} ${request.url}`);
        const status = request.method === "POST" ? post : get;
        if (status === "breaks off") return void request.socket.destroy();
        response.writeHead(status, location === undefined ? {} : { Location: location }).end();
      });
      const desk = deskInTest({ siteUrl: () => `http://${server.host}/docs/` });
      const first = await desk.ask({ kind: "checkProxy", ask: 1 });
      assert.ok(first.kind === "target" && first.question?.declaredBy === ".docwright.json");
      assert.equal(server.connections, 0, "it was asked before the person agreed");
      desk.hear({ kind: "consent", origin: `http://${server.host}`, secrets: [], answer: "once" });
      const answer = await desk.ask({ kind: "checkProxy", ask: 2 });
      assert.ok(answer.kind === "done");
      assert.equal(answer.failed, works === true ? undefined : true);
      for (const pattern of says) assert.match(answer.text ?? "", pattern);
      assert.deepEqual(seen, ["POST /docs/_service/api/request", "GET /docs/_service/api/request"]);
      await desk.dispose();
    });

  it("is not looked for where nobody says where the docs are", async () => {
    const desk = deskInTest();
    const answer = await desk.ask({ kind: "checkProxy", ask: 1 });
    assert.match((answer.kind === "done" && answer.text) || "", /siteUrl/);
    await desk.dispose();
  });
});
