import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { serveSockets } from "../../harness/socket-harness.ts";
import { patience, untilTrue } from "./patience.ts";
import { preview } from "./playground-page.ts";
import { runCommand } from "./run-command.ts";
import type { Step } from "./step.ts";

/** Steps with a channel. The extension's own process opens the connection, and VS Code shows the consent prompt. */
export const channelSteps: readonly Step[] = [
  ["a channel connects after consent, exchanges messages, and closes with its preview", exchangeMessages],
];

async function exchangeMessages(page: Page, site: string): Promise<void> {
  const received: string[] = [];
  let closed = 0;
  const server = await serveSockets((socket) => {
    socket.on("close", () => closed++);
    socket.on("message", (data: Buffer) => {
      received.push(data.toString());
      socket.send('{"said":7}');
    });
  });
  const docs = path.join(site, "docs.json");
  const before = await readFile(docs, "utf8");
  const config = JSON.parse(before) as { navigation: { groups: unknown[] } };
  config.navigation.groups.push({ group: "Rooms", pages: ["room"] });
  const files: readonly (readonly [string, string])[] = [
    [path.join(site, "rooms.yaml"), specificationOf(new URL(server.origin).host)],
    [path.join(site, "room.mdx"), "---\ntitle: A room\nasyncapi: rooms.yaml room\n---\n\nWhere people talk.\n"],
  ];
  const row = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "room.mdx" });
  // The window has just been reloaded, and VS Code doesn't notice new files until it watches the folder.
  await untilTrue("the new page in the Explorer", async () => {
    for (const [file, text] of files) await writeFile(file, text);
    await writeFile(docs, JSON.stringify(config, null, 2));
    const isVisible = await row.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (isVisible) return true;
    for (const [file] of files) await rm(file);
    await writeFile(docs, before);
    return false;
  });
  await row.dblclick(patience);
  await page.locator(".monaco-editor .view-line", { hasText: "Where people talk" }).waitFor(patience);
  await runCommand(page, "Docwright: Open Preview to the Side");
  const shown = preview(page);
  await shown.getByRole("button", { name: "Connect…" }).click(patience);
  await shown.getByRole("button", { name: "Connect", exact: true }).click(patience);
  const dialog = page.locator(".monaco-dialog-box");
  await dialog.waitFor(patience);
  assert.ok((await dialog.innerText()).includes(server.origin.replace(/^http/, "ws")));
  assert.equal(server.openings.length, 0);
  await dialog.locator(".monaco-button", { hasText: "Allow Once" }).click(patience);
  await shown.getByText("Connected to 127.0.0.1").waitFor(patience);
  await shown.getByRole("button", { name: "Send", exact: true }).click(patience);
  await shown.getByText("2 messages, 1 with mismatches").waitFor(patience);
  assert.deepEqual(
    received.map((text) => JSON.parse(text) as unknown),
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
