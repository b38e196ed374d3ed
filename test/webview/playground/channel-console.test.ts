import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import type { Page } from "playwright-core";
import type { WebSocket } from "ws";
import { BuiltCli } from "../../cli/spawn-cli.ts";
import { removeTempSites, tempSite } from "../../cli/temp-site.ts";
import { eventually } from "../../harness/eventually.ts";
import { serveSockets, type SocketServer } from "../../harness/socket-harness.ts";
import { findViolations } from "../find-violations.ts";
import { inChromium } from "../open-page.ts";
import { startPreview } from "../start-preview.ts";

const canary = "canary-77aa-console";

const spec = (host: string) => `
asyncapi: 3.0.0
info: { title: Rooms, version: "1" }
servers:
  local: { host: "${host}", protocol: ws, pathname: /live, security: [{ $ref: "#/components/securitySchemes/ticket" }] }
channels:
  room:
    title: Room
    address: /rooms/{room}
    parameters: { room: { enum: [blue, red], default: red } }
    messages:
      say: { title: Say something, payload: { type: object, required: [text], properties: { text: { type: string } } }, examples: [{ payload: { text: hello } }] }
      ask: { title: Ask, payload: { type: object }, examples: [{ payload: { who: true } }] }
      said: { title: Something said, payload: { type: object, required: [said], properties: { said: { type: string } } } }
operations:
  hear: { action: receive, channel: { $ref: "#/channels/room" }, messages: [{ $ref: "#/channels/room/messages/say" }, { $ref: "#/channels/room/messages/ask" }] }
  tell: { action: send, channel: { $ref: "#/channels/room" }, messages: [{ $ref: "#/channels/room/messages/said" }] }
components:
  securitySchemes: { ticket: { type: httpApiKey, in: query, name: ticket } }
`;

/**
 * End-to-end tests with `docwright preview` as shipped, a Chromium tab, and a WebSocket server that the tests control.
 */
describe("channel console in a browser tab", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let cli: BuiltCli;
  let server: SocketServer;
  let received: string[] = [];
  let latest: WebSocket | undefined;
  /** The running preview. All tests use it, unless one ends it. */
  let preview: { readonly child: ChildProcess; readonly url: string } | undefined;
  let page: Page;
  let sockets: string[];
  before(async () => {
    cli = await BuiltCli.make();
    server = await serveSockets((socket) => {
      latest = socket;
      socket.on("message", (data: Buffer) => {
        received.push(data.toString());
        socket.send('{"said":"<img src=x onerror=window.evil=1>"}');
        socket.send('{"said":7}');
      });
    });
  });
  /** Ends a preview that stores data which would affect the next test. The next test starts another one. */
  const endPreview = () => {
    preview?.child.kill("SIGKILL");
    preview = undefined;
  };
  after(async () => {
    endPreview();
    await server.close();
    cli.remove();
    removeTempSites();
  });
  beforeEach(async () => {
    received = [];
    preview ??= await startPreview(
      cli,
      tempSite({
        "docs.json": JSON.stringify({ name: "Rooms", navigation: { pages: ["page"] } }),
        "live.yaml": spec(new URL(server.origin).host),
        "page.mdx": "---\ntitle: The room\nasyncapi: live.yaml room\n---\n\nWords.\n",
      }),
    );
    page = await openPage({ viewport: { width: 1100, height: 1400 }, reducedMotion: "reduce" });
    sockets = [];
    page.on("websocket", (socket) => sockets.push(socket.url()));
    await page.goto(`${preview.url}page`);
    await page.getByRole("button", { name: "Connect…" }).click();
    await connect().waitFor();
  });
  afterEach(function () {
    // A test that has failed may not have ended its preview.
    if (this.currentTest?.state === "failed") endPreview();
  });

  const connect = () => page.getByRole("button", { name: "Connect", exact: true });
  const answer = (words: string) => page.getByRole("dialog").getByRole("button", { name: words }).click();
  const rows = () => page.locator(".dw-channel-row").allInnerTexts();
  const open = async (): Promise<void> => {
    await connect().click();
    await page.getByRole("dialog", { name: `Connect to ${server.origin}?` }).waitFor();
    await answer("Allow once");
    await page.getByText("Connected to 127.0.0.1").waitFor();
  };

  it("connects only with consent, and not from the page itself", async () => {
    const before = server.openings.length;
    await connect().click();
    await answer("Don’t connect");
    await page.getByText(`You didn’t allow ${server.origin}, so nothing was sent.`).waitFor();
    assert.equal(server.openings.length, before);
    await page.getByRole("combobox", { name: "room" }).selectOption("blue");
    await open();
    assert.equal(server.openings.length, before + 1);
    assert.equal(server.openings.at(-1)?.url, "/live/rooms/blue");
    assert.deepEqual(
      sockets.filter((url) => url.startsWith(server.address)),
      [],
    );
  });

  it("sends a message template with the keyboard and validates messages against the specification", async () => {
    await open();
    await page.getByRole("textbox", { name: /^Body/ }).focus();
    await page.keyboard.press("Control+Enter");
    await page.getByText("3 messages, 1 with mismatches").waitFor();
    assert.deepEqual(
      received.map((text) => JSON.parse(text) as unknown),
      [{ text: "hello" }],
    );
    await eventually(async () => {
      const reported = (await rows()).map((row) => row.replace(/\s+/g, " "));
      assert.match(reported[0] ?? "", /↑ Sent \(matches the specification\) Say something/);
      assert.match(reported[1] ?? "", /↓ Received \(matches the specification\) Something said/);
      assert.match(reported[2] ?? "", /↓ Received \(doesn’t match the specification\) Something said/);
    });
    await page.locator(".dw-channel-row").nth(2).click();
    await page
      .getByText("“Something said” is the closest match, but the message doesn’t match the specification")
      .waitFor();
    await page
      .locator(".dw-channel-whole")
      .getByText("is a number, but the specification requires type string")
      .waitFor();
    await page.locator(".dw-channel-row").nth(1).click();
    await page.locator(".dw-channel-whole").getByText("<img src=x").waitFor();
    assert.equal(await page.locator(".dw-channel img").count(), 0);
    await page.getByRole("combobox", { name: "Message" }).selectOption({ label: "Ask" });
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("6 messages").waitFor();
    assert.deepEqual(JSON.parse(received.at(-1) ?? ""), { who: true });
  });

  it("shows how the connection ended and can be cleared", async () => {
    await open();
    latest?.send('{"said":"a"}');
    await page.getByText("1 message").waitFor();
    latest?.close(4001, "the room is closed");
    await page.getByText("Closed with code 4001: the room is closed").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("No messages yet").waitFor();
    await connect().waitFor();
  });

  it("holds messages back while paused", async () => {
    await open();
    await page.getByRole("button", { name: "Pause" }).click();
    latest?.send('{"said":"a"}');
    await page.getByText("1 new while paused").waitFor();
    assert.deepEqual(await rows(), []);
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByText("1 message").waitFor();
  });

  it("closes the connection when the user leaves the page", async () => {
    await open();
    const closed = new Promise((resolve) => latest?.once("close", resolve));
    await page.goto("about:blank");
    await closed;
  });

  it("sends a secret once without storing it", async () => {
    await page.getByRole("button", { name: "Set value of ticket" }).click();
    await page.keyboard.type(canary);
    await page.keyboard.press("Enter");
    await page.getByText(`Sent only to ${server.origin}.`).waitFor();
    await open();
    assert.equal(server.openings.at(-1)?.url, `/live/rooms/red?ticket=${canary}`);
    latest?.send(JSON.stringify({ said: canary }));
    await page.getByText('{"said":"{{secret:ticket}}"}').waitFor();
    const everywhere =
      "document.documentElement.outerHTML + JSON.stringify([...document.querySelectorAll('input, textarea')].map(({ value }) => value)) + JSON.stringify(sessionStorage) + JSON.stringify(localStorage)";
    assert.equal((await page.evaluate<string>(everywhere)).includes(canary), false);
    endPreview();
  });

  it("has no accessibility violations", async () => {
    await open();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("3 messages").waitFor();
    await page.locator(".dw-channel-row").nth(2).click();
    await page.locator(".dw-channel-whole").waitFor();
    assert.deepEqual(await findViolations(page, ".dw-channel"), []);
  });
});
