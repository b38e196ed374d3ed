import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { countAttack } from "../../harness/attack.ts";
import { inChromium } from "../open-page.ts";
import { plainScript } from "./component-script.ts";
import { networkRoutes, type NetworkRoute } from "./network-routes.ts";
import { viewOf } from "./payload-views.ts";
import { listenForRoutes, type RouteListener } from "./route-listener.ts";
import { bundleOf, documentOf, waitUntil } from "./stage.ts";

/** The time in milliseconds to wait before requests are finally counted. It's sufficient even on a busy machine. */
const settleMilliseconds = 3000;

/** Tests that a running component can't access the network in any way that is available to a page. */
describe("component that tries to reach the network", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ends.push(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  const listen = async (): Promise<RouteListener> => {
    const listener = await listenForRoutes();
    ends.push(listener.close);
    return listener;
  };
  /** Returns the code of a component that attempts these routes. */
  const takerOf = ({ codeOf }: RouteListener, routes: readonly NetworkRoute[]): string =>
    `if (typeof exports === "object") exports.Routes = () => "Routes";
(async () => { ${codeOf(routes)} })();`;

  const stay = networkRoutes.filter(({ leaves }) => !leaves);
  const leave = networkRoutes.filter(({ leaves }) => leaves);

  it("succeeds from a frame without a policy (control)", async () => {
    const listener = await listen();
    const origin = await serve((_, response) => {
      response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><script nonce=x></script>");
    });
    const page = await openPage({}, { scriptsFail: true });
    await page.goto(origin);
    const scripts = [stay, ...leave.map((route) => [route])].map((routes) => takerOf(listener, routes));
    const frames = scripts.map(
      (code) => `<!doctype html><body><script nonce="x">${code.replaceAll("</", "<\\/")}</script>`,
    );
    await page.evaluate((documents: readonly string[]) => {
      for (const text of documents) {
        const frame = document.createElement("iframe");
        frame.setAttribute("sandbox", "allow-scripts allow-forms allow-popups");
        frame.srcdoc = text;
        document.body.append(frame);
      }
    }, frames);
    const live = networkRoutes.filter(({ isDead, name }) => !isDead && !name.startsWith("WebRTC"));
    for (
      let waits = 0;
      waits < 150 && (listener.datagrams() === 0 || live.some(({ name }) => !listener.names.has(name)));
      waits++
    )
      await pause(200);
    const missing = live.filter(({ name }) => !listener.names.has(name)).map(({ name }) => name);
    // Another version of Chromium may block some of the routes.
    assert.ok(missing.length < live.length / 5, `Routes without an effect: ${missing.join(", ")}`);
    assert.ok(listener.datagrams() > 0, "WebRTC sent nothing");
  });

  for (const policy of ["editor", "browser"] as const) {
    const open = async (): Promise<Page> => {
      const files = await bundleOf("real");
      const document = { html: "", headers: {} as Record<string, string> };
      const origin = await serve(({ url = "" }, response) => {
        const file = url.startsWith("/bundle/") ? files.get(url.slice("/bundle/".length)) : undefined;
        if (url === "/") response.writeHead(200, document.headers).end(document.html);
        else if (file === undefined) response.writeHead(404).end();
        else {
          const type = url.endsWith(".css") ? "text/css" : "text/javascript";
          response.writeHead(200, { "Content-Type": type }).end(file);
        }
      });
      Object.assign(document, documentOf({ policy }, origin));
      const page = await openPage();
      await page.addInitScript(host);
      await page.goto(origin);
      await waitUntil(page, "window.posted?.some((each) => each.kind === 'ready')");
      return page;
    };

    /**
     * Shows a page with one running component for each list of routes. Resolves when all routes have been attempted.
     */
    const run = async (listener: RouteListener, ways: readonly (readonly NetworkRoute[])[]): Promise<Page> => {
      const codes = ways.map((routes) => takerOf(listener, routes));
      const page = await open();
      const { page: view, frame } = await viewOf({ name: "component", page: "Words.\n" }, 0);
      const file = (index: number): string => `snippets/${index}.jsx`;
      const nodes = codes.map((_, index) => ({
        tag: "#interactive",
        props: { name: "Routes", file: file(index), component: {} },
        children: ["First state"],
      }));
      const { blocks, ...rest } = view;
      const send = (message: object): Promise<unknown> =>
        page.evaluate(`window.postMessage(JSON.parse(${JSON.stringify(JSON.stringify(message))}), "*")`);
      await send({ kind: "frame", frame });
      const order = [...blocks.map(({ nodes: _nodes, ...block }) => block), { id: "c1", lines: [0, 0] }];
      const newNodes = { ...Object.fromEntries(blocks.map(({ id, nodes: own }) => [id, own])), c1: nodes };
      const update = { version: 1, textVersion: 0, page: rest, order, newNodes };
      await send({ kind: "page", location: { file: "index.mdx", url: "/", title: "Page" }, update });
      await send({ kind: "settings", settings: { canRunComponents: true } });
      for (const [index, code] of codes.entries())
        await send({
          kind: "component",
          file: file(index),
          name: "Routes",
          state: "script",
          hash: `h${index}`,
          ...(await plainScript(code)),
        });
      const names = ways.flatMap((routes) => routes.map(({ name }) => name));
      // If routes haven't been attempted, the comparison reports them.
      await waitUntil(page, `window.attempted.size >= ${names.length}`).catch(() => undefined);
      assert.deepEqual((await page.evaluate<string[]>("[...window.attempted]")).sort(), names.sort());
      return page;
    };

    it(`fails on all ${stay.length} routes in the ${policy}`, async () => {
      const listener = await listen();
      const page = await run(listener, [stay]);
      await pause(settleMilliseconds);
      countRoutes(stay, policy, listener);
      assert.deepEqual([...listener.names], []);
      assert.equal(listener.datagrams(), 0);
      assert.ok(await page.getByText("Words.").isVisible());
    });

    it(`fails on all ${leave.length} routes that leave its frame in the ${policy}`, async () => {
      const listener = await listen();
      const page = await run(
        listener,
        leave.map((route) => [route]),
      );
      await pause(settleMilliseconds);
      countRoutes(leave, policy, listener);
      assert.deepEqual([...listener.names], []);
      assert.ok(await page.getByText("Words.").isVisible());
    });
  }
});

/**
 * Counts the routes that are known to reach the network from a frame without a policy, and any other routes that have
 * reached it.
 */
function countRoutes(routes: readonly NetworkRoute[], policy: string, listener: RouteListener): void {
  for (const { name, isDead } of routes) {
    const hasReached = listener.names.has(name) || (name.startsWith("WebRTC") && listener.datagrams() > 0);
    if (!isDead || hasReached) countAttack("sandbox routes", `${name} in the ${policy}`, hasReached);
  }
}

/** A script that simulates the editor and collects the names of the routes that have been attempted. */
const host = `
window.posted = [];
window.attempted = new Set();
window.acquireVsCodeApi = () => ({
  postMessage: (message) => window.posted.push(message),
  getState: () => undefined,
  setState: () => {},
});
window.addEventListener("message", ({ data }) => { if (data?.attempted) window.attempted.add(data.attempted); });
`;
