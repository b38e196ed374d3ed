import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { BuiltCli } from "../../cli/spawn-cli.ts";
import { removeTempSites, tempSite } from "../../cli/temp-site.ts";
import { eventually } from "../../harness/eventually.ts";
import { slowness } from "../../harness/processor-time.ts";
import { inChromium } from "../open-page.ts";
import { startPreview } from "../start-preview.ts";
import { sampleSpec } from "./things-spec.ts";

/** The number of events that the API writes to a stream. The stream then stays open without any further events. */
const streamed = 10;

interface Arrived {
  readonly line: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** End-to-end tests with `docwright preview` as shipped, a Chromium tab, and a test API that counts requests. */
describe("endpoint playground in a browser tab", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let cli: BuiltCli;
  let api: Server;
  let origin = "";
  /** The origin of the same API on another port. */
  let otherOrigin = "";
  let arrived: Arrived[] = [];
  let wroteAt: number[] = [];
  /** The running preview. All tests use it, unless one ends it. */
  let preview: { readonly child: ChildProcess; readonly url: string } | undefined;
  let page: Page;
  let posts: string[];
  before(async () => {
    cli = await BuiltCli.make();
    api = createServer((request, response) => {
      let body = "";
      request.setEncoding("latin1").on("data", (text: string) => (body += text));
      request.on("end", () => {
        arrived.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
        if (request.url === "/things/leave")
          return void response.writeHead(307, { Location: `${otherOrigin}/landed` }).end();
        if (!request.url?.startsWith("/things/stream")) {
          response.setHeader("Content-Type", "application/json").end(`{"got":${body.length}}`);
          return;
        }
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        response.flushHeaders();
        const writing = setInterval(() => {
          if (wroteAt.length === streamed || response.destroyed) return clearInterval(writing);
          wroteAt.push(Date.now());
          response.write(`data: ${wroteAt.length}\n\n`);
        }, 250);
      });
    });
    await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    otherOrigin = origin.replace("127.0.0.1", "localhost");
  });
  /** Ends a preview that stores data which would affect the next test. The next test starts another one. */
  const endPreview = () => {
    preview?.child.kill("SIGKILL");
    preview = undefined;
  };
  after(() => {
    endPreview();
    api.closeAllConnections();
    api.close();
    cli.remove();
    removeTempSites();
  });
  beforeEach(async () => {
    [arrived, wroteAt] = [[], []];
    preview ??= await startPreview(
      cli,
      tempSite({
        "docs.json": JSON.stringify({ name: "Things", navigation: { pages: ["page"] } }),
        "api.json": JSON.stringify({ ...sampleSpec, servers: [{ url: origin }, { url: otherOrigin }] }),
        "page.mdx": "---\ntitle: Change a thing\nopenapi: api.json POST /things/{id}\n---\n\nWords.\n",
      }),
    );
    page = await openPage({ viewport: { width: 1100, height: 900 } });
    posts = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/api/request")) posts.push(request.url());
    });
    await page.goto(`${preview.url}page`);
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByRole("textbox", { name: "id" }).fill("1");
  });
  afterEach(function () {
    // A test that has failed may not have ended its preview.
    if (this.currentTest?.state === "failed") endPreview();
  });
  const press = () => page.getByRole("button", { name: "Send", exact: true }).click();
  const consent = (answer: string) => page.getByRole("dialog").getByRole("button", { name: answer }).click();

  it("prompts for consent and then sends exactly one POST to the relay, which sends one request", async () => {
    await press();
    const dialog = page.getByRole("dialog", { name: `Send this request to ${origin}?` });
    await dialog.getByText("127.0.0.1", { exact: true }).waitFor();
    assert.deepEqual([posts.length, arrived.length], [0, 0]);
    await consent("Allow once");
    await page.getByText("200 OK").waitFor();
    assert.deepEqual(
      posts.map((url) => new URL(url).pathname),
      ["/_service/api/request"],
    );
    assert.equal(arrived.length, 1);
    assert.equal(arrived[0]?.line, "POST /things/1");
    assert.equal(arrived[0]?.headers["content-type"], "application/json");
    assert.deepEqual(Object.keys(JSON.parse(arrived[0]?.body ?? "") as object), ["name", "size"]);
    await press();
    await consent("Always allow this origin");
    await page.getByText("History (2)").waitFor();
    await press();
    await page.getByText("History (3)").waitFor();
    assert.deepEqual([posts.length, arrived.length], [3, 3]);
    endPreview();
  });

  it("doesn't send a request if consent is declined with the button or Escape", async () => {
    for (const refuse of [() => consent("Don’t send"), () => page.keyboard.press("Escape")]) {
      await press();
      await page.getByRole("dialog").waitFor();
      await refuse();
      await page.getByText(`You didn’t allow ${origin}, so nothing was sent.`).waitFor();
    }
    assert.deepEqual([posts.length, arrived.length], [0, 0]);
  });

  it("prompts before it follows a redirect to another origin and never repeats a request", async () => {
    await page.getByRole("textbox", { name: "id" }).fill("leave");
    await page.getByRole("checkbox", { name: "Follow redirects" }).check();
    await press();
    await consent("Allow once");
    const dialog = page.getByRole("dialog", { name: `Send this request to ${otherOrigin}?` });
    await dialog.waitFor();
    await consent("Don’t send");
    await page.getByText(`The server redirects to ${new URL(otherOrigin).host}`).waitFor();
    assert.deepEqual(arrived.map(({ line }) => line), ["POST /things/leave"]);
    await page.getByRole("button", { name: "Follow redirect", exact: true }).click();
    await dialog.waitFor();
    await consent("Allow once");
    await page.getByText("200 OK").waitFor();
    assert.deepEqual(arrived.map(({ line }) => line), ["POST /things/leave", "POST /landed"]);
    assert.equal(arrived[1]?.body, arrived[0]?.body);
  }); // prettier-ignore

  it("sends a secret once without storing it", async () => {
    const canary = "canary-5c1f0e9a";
    await page.getByRole("button", { name: "Set value of token" }).click();
    await page.keyboard.type(canary);
    await page.keyboard.press("Enter");
    await page.getByText(`Sent only to ${origin}.`).waitFor();
    await press();
    await page.getByRole("dialog").getByText("token", { exact: true }).waitFor();
    await consent("Allow once");
    await page.getByText("200 OK").waitFor();
    assert.equal(arrived[0]?.headers.authorization, `Bearer ${canary}`);
    await page.getByRole("tab", { name: "Details" }).click();
    await page.getByText("Bearer {{secret:token}}").waitFor();
    const everywhere =
      "document.documentElement.outerHTML + JSON.stringify([...document.querySelectorAll('input, textarea')].map(({ value }) => value)) + JSON.stringify(sessionStorage) + JSON.stringify(localStorage)";
    assert.equal((await page.evaluate<string>(everywhere)).includes(canary), false);
    endPreview();
  });

  it("sends a real file in a form", async () => {
    await page.getByRole("combobox", { name: "Content type", exact: true }).selectOption("multipart/form-data");
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Choose file… for file" }).click(),
    ]);
    await chooser.setFiles({ name: "ship.txt", mimeType: "text/plain", buffer: Buffer.from("A ship.\n") });
    await page.getByText("8 B").waitFor();
    await press();
    await consent("Allow once");
    await page.getByText("200 OK").waitFor();
    assert.match(arrived[0]?.headers["content-type"] ?? "", /^multipart\/form-data; boundary=/);
    assert.match(arrived[0]?.body ?? "", /name="file"; filename="ship\.txt"\r\n(?:[^\r\n]+\r\n)*\r\nA ship\.\n\r\n--/);
  });

  it("shows each event of a stream within 100 ms and can stop the stream", async () => {
    await page.getByRole("textbox", { name: "id" }).fill("stream");
    await page.evaluate(`window.shownAt = [];
      new MutationObserver(() => {
        const shown = document.querySelectorAll(".dw-try-event").length;
        while (window.shownAt.length < shown) window.shownAt.push(Date.now());
      }).observe(document.querySelector(".dw-try"), { subtree: true, childList: true })`);
    await press();
    await consent("Allow once");
    await page.getByText(`${streamed} events so far.`).waitFor();
    const shownAt = await page.evaluate<number[]>("window.shownAt");
    const waits = shownAt.map((at, index) => at - (wroteAt[index] ?? Number.NaN));
    // On a busy machine, some of the delays may be long, but not all.
    assert.ok(Math.min(...waits) <= 100 * slowness(), `${waits.join()} ms`);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByText("You stopped this request.").waitFor();
    const open = () => new Promise<number>((resolve) => api.getConnections((_, count) => resolve(count)));
    await eventually(async () => assert.equal(await open(), 0, "the stream is still read"));
  });
});
