import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { serveSockets } from "../../harness/socket-harness.ts";
import { patience, preview, untilTrue } from "./playground-page.ts";
import { runCommand } from "./run-command.ts";
import type { Step } from "./step.ts";

/** A channel as a person talks on it: the connection is the extension's own, and the question is the editor's. */
export const channelSteps: readonly Step[] = [
  ["a channel is connected to after consent, talked on, and closed with its preview", talk],
];

async function talk(page: Page, site: string): Promise<void> {
  const heard: string[] = [];
  let closed = 0;
  const server = await serveSockets((socket) => {
    socket.on("close", () => closed++);
    socket.on("message", (data: Buffer) => {
      heard.push(data.toString());
      socket.send('{"said":7}');
    });
  });
  await writeFile(path.join(site, "rooms.yaml"), specificationOf(new URL(server.origin).host));
  await writeFile(
    path.join(site, "room.mdx"),
    "---\ntitle: A room\nasyncapi: rooms.yaml room\n---\n\nWhere people talk.\n",
  );
  const config = JSON.parse(await readFile(path.join(site, "docs.json"), "utf8")) as {
    navigation: { groups: unknown[] };
  };
  config.navigation.groups.push({ group: "Rooms", pages: ["room"] });
  await writeFile(path.join(site, "docs.json"), JSON.stringify(config, null, 2));
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "room.mdx" }).dblclick(patience);
  await page.locator(".monaco-editor .view-line", { hasText: "Where people talk" }).waitFor(patience);
  await runCommand(page, "Docwright: Open Preview to the Side");
  const shown = preview(page);
  await shown.getByRole("button", { name: "Connect…" }).click(patience);
  await shown.getByRole("button", { name: "Connect", exact: true }).click(patience);
  const dialog = page.locator(".monaco-dialog-box");
  await dialog.waitFor(patience);
  assert.ok((await dialog.innerText()).includes(server.origin.replace(/^http/, "ws")));
  assert.equal(server.openings.length, 0);
  await dialog.locator(".monaco-button", { hasText: "Only This Time" }).click(patience);
  await shown.getByText("Connected to 127.0.0.1").waitFor(patience);
  await shown.getByRole("button", { name: "Send", exact: true }).click(patience);
  await shown.getByText("2 messages, 1 not as specified").waitFor(patience);
  assert.deepEqual(
    heard.map((text) => JSON.parse(text) as unknown),
    [{ text: "hello" }],
  );
  await runCommand(page, "View: Close All Editors");
  await untilTrue("the connection to be closed", async () => closed > 0);
  await server.close();
}

function specificationOf(host: string): string {
  return `asyncapi: 3.0.0
info: { title: Rooms, version: "1" }
servers: { local: { host: "${host}", protocol: ws } }
channels:
  room:
    address: /room
    messages:
      say: { payload: { type: object }, examples: [{ payload: { text: hello } }] }
      said: { payload: { type: object, properties: { said: { type: string } } } }
operations:
  hear: { action: receive, channel: { $ref: "#/channels/room" }, messages: [{ $ref: "#/channels/room/messages/say" }] }
  tell: { action: send, channel: { $ref: "#/channels/room" }, messages: [{ $ref: "#/channels/room/messages/said" }] }
`;
}
