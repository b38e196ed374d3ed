import assert from "node:assert/strict";
import { readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Page } from "playwright-core";
import { patience, untilTrue } from "./patience.ts";
import { preview, send } from "./playground-page.ts";
import { quayToken } from "./quay-steps.ts";
import { runCommand } from "./run-command.ts";
import type { Step } from "./step.ts";

const secret = "harbour-key-5130";

/** Steps with a playground. The relay runs in the extension's own process, and VS Code shows the prompts. */
export const playgroundSteps: readonly Step[] = [
  ["a playground stores a secret where the page can't read it", keepSecret],
  ["a playground prompts for consent before the first request to an origin", checkConsentPrompt],
  ["a playground shows the response without opening a port", showAnswer],
  ["a playground sends nothing if consent is declined, and says so", sendNothing],
  [
    "examples appear as tests in the Test Explorer, and are sent after consent and validated against the specification",
    runTests,
  ],
  ["the CodeLens above an operation opens its playground", openByLens],
];

/** This must be the last step. */
export const noSecretStep: Step = ["a playground leaves no secret in any file of the editor", checkNoSecretOnDisk];

/** A local API that records its requests. */
interface Api {
  readonly server: Server;
  readonly origin: string;
  readonly asked: IncomingMessage[];
}

let api: Api | undefined;

async function keepSecret(page: Page, site: string): Promise<void> {
  api = await startApi();
  const fields = '<ParamField path="name" type="string" required>Its name.</ParamField>';
  const frontmatter = `---\ntitle: A harbour\napi: GET ${api.origin}/harbours/{name}\nauthMethod: bearer\n---\n`;
  await writeFile(path.join(site, "harbour.mdx"), `${frontmatter}\nWhat is known of a harbour.\n\n${fields}\n`);
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "harbour.mdx" }).dblclick(patience);
  await page.locator(".monaco-editor .view-line", { hasText: "What is known of a harbour" }).waitFor(patience);
  await runCommand(page, "Docwright: Open API Playground");
  await preview(page).getByLabel("name", { exact: true }).fill("rotterdam");
  await preview(page).getByRole("button", { name: /^Set/ }).click(patience);
  const field = page.locator(".quick-input-widget input[type=password]");
  await field.waitFor(patience);
  assert.match(await page.locator(".quick-input-widget").innerText(), /sent only to/);
  await field.fill(secret);
  await page.keyboard.press("Enter");
  await preview(page)
    .getByRole("button", { name: /^Change/ })
    .waitFor(patience);
  assert.ok(!(await preview(page).locator("html").innerHTML()).includes(secret));
}

async function checkConsentPrompt(page: Page): Promise<void> {
  const { origin, asked: requested } = apiOf();
  await send(page);
  const dialog = page.locator(".monaco-dialog-box");
  await dialog.waitFor(patience);
  const words = await dialog.innerText();
  assert.ok(words.includes(`Send this request to ${origin}?`), words);
  assert.match(words, /This URL is declared in harbour\.mdx/);
  assert.match(words, /on this machine or your local network/);
  assert.match(words, /These secrets are sent: /);
  for (const name of ["Allow Once", "Always Allow This Origin", "Don't Send"])
    await dialog.locator(".monaco-button", { hasText: name }).waitFor(patience);
  assert.equal(requested.length, 0);
}

async function showAnswer(page: Page, site: string): Promise<void> {
  const { asked: requested } = apiOf();
  const before = await portsOfExtensions(site);
  assert.ok(before.processes > 0, "no extension host was found");
  await page.locator(".monaco-dialog-box .monaco-button", { hasText: "Allow Once" }).click(patience);
  await preview(page).getByText("200 OK").first().waitFor(patience);
  await preview(page).getByRole("tab", { name: "Body" }).click(patience);
  await preview(page).getByText("Maasvlakte").first().waitFor(patience);
  assert.equal(requested.length, 1);
  assert.equal(requested[0]?.url, "/harbours/rotterdam");
  assert.equal(requested[0]?.headers.authorization, `Bearer ${secret}`);
  assert.deepEqual((await portsOfExtensions(site)).ports, before.ports);
  assert.ok(!(await preview(page).locator("html").innerHTML()).includes(secret));
}

async function sendNothing(page: Page): Promise<void> {
  const { asked: requested } = apiOf();
  await send(page);
  await page.locator(".monaco-dialog-box .monaco-button", { hasText: "Don't Send" }).click(patience);
  await preview(page)
    .getByText(/wasn.t sent because you haven.t allowed/)
    .first()
    .waitFor(patience);
  assert.equal(requested.length, 1);
}

/**
 * Checks that no file contains a secret. The site is next to VS Code's profile, which contains its logs, state, and
 * storage.
 */
async function checkNoSecretOnDisk(_page: Page, site: string): Promise<void> {
  const profile = path.join(path.dirname(site), "profile");
  const files = (await readdir(profile, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  assert.ok(files.length > 10, `only ${files.length} files were found`);
  for (const file of files) {
    const at = path.join(file.parentPath, file.name);
    const bytes = await readFile(at).catch(() => Buffer.alloc(0));
    for (const text of [secret, quayToken])
      for (const form of [text, Buffer.from(text).toString("base64").replace(/=+$/, "")])
        assert.equal(bytes.includes(form), false, `${at} contains a secret`);
  }
}

async function runTests(page: Page, site: string): Promise<void> {
  const { asked: requested, origin } = apiOf();
  const before = requested.length;
  await writeFile(path.join(site, "harbours.yaml"), specificationOf(origin));
  const config = JSON.parse(await readFile(path.join(site, "docs.json"), "utf8")) as {
    navigation: { groups: unknown[] };
  };
  config.navigation.groups.push({ group: "Harbours", openapi: "harbours.yaml" });
  await writeFile(path.join(site, "docs.json"), JSON.stringify(config, null, 2));
  // VS Code takes some time to notice new files.
  for (let tries = 0; ; tries++) {
    await runCommand(page, "Test: Refresh Tests");
    await runCommand(page, "Testing: Focus on Test Explorer View");
    const rows = page.locator(".test-explorer .monaco-list-row");
    const isVisible = await rows
      .filter({ hasText: "Ships" })
      .waitFor({ timeout: 3000 })
      .then(() => true)
      .catch(() => false);
    if (isVisible) break;
    assert.ok(tries < 40, "the site isn't listed under Testing");
  }
  await runCommand(page, "Test: Run All Tests");
  const servers = page.locator(".quick-input-list .monaco-list-row", { hasText: origin });
  await servers.first().click(patience);
  await page.locator(".monaco-dialog-box .monaco-button", { hasText: "Always Allow This Origin" }).click(patience);
  // The displayed count doesn't change while the test is running.
  await untilTrue("the request of the test", () => requested.length > before);
  await page.locator(".test-explorer .codicon-testing-failed-icon").first().waitFor(patience);
  await page.getByText(/0\/1/).first().waitFor(patience);
  assert.deepEqual(
    requested.slice(before).map(({ url }) => url),
    ["/harbours/rotterdam"],
  );
  await runCommand(page, "View: Show Explorer");
}

/** Opens the page of an operation through its CodeLens. The page is generated and isn't open yet. */
async function openByLens(page: Page): Promise<void> {
  const { asked: requested, server } = apiOf();
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "harbours.yaml" }).dblclick(patience);
  const lens = page.locator(".codelens-decoration a", { hasText: "open playground" });
  await lens.first().click(patience);
  await preview(page).getByRole("heading", { name: "Rotterdam" }).waitFor(patience);
  const before = requested.length;
  await send(page);
  await preview(page).getByText("1 difference from the specification").waitFor(patience);
  assert.equal(requested.length, before + 1);
  server.close();
  server.closeAllConnections();
}

/** Returns a specification that the API's response violates, because `quay` is a number in the specification. */
function specificationOf(origin: string): string {
  return `openapi: 3.1.0
info: { title: Harbours, version: "1" }
servers: [{ url: "${origin}" }]
paths:
  /harbours/rotterdam:
    get:
      summary: Rotterdam
      responses:
        "200":
          description: ok
          content:
            application/json:
              schema: { type: object, properties: { quay: { type: integer } } }
`;
}

function apiOf(): Api {
  assert.ok(api, "the first step hasn't been run");
  return api;
}

async function startApi(): Promise<Api> {
  const requested: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requested.push(request);
    response.setHeader("Content-Type", "application/json").end('{"name":"Rotterdam","quay":"Maasvlakte"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, asked: requested, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/**
 * Returns the ports on which extension hosts of this VS Code listen. On Linux, they're determined by finding the
 * sockets of the process in the list of listeners, because other instances may be running.
 */
async function portsOfExtensions(site: string): Promise<{
  readonly processes: number;
  readonly ports: readonly string[];
}> {
  const pids = (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry));
  // VS Code's profile is its home directory, next to the site.
  const home = `HOME=${path.join(path.dirname(site), "profile")}`;
  const own: string[] = [];
  for (const pid of pids) {
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (!line.includes("--type=extensionHost")) continue;
    const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
    if (environment.split("\0").includes(home)) own.push(pid);
  }
  const sockets = new Set<string>();
  for (const pid of own)
    for (const name of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const target = await readlink(`/proc/${pid}/fd/${name}`).catch(() => "");
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
      if (inode !== undefined) sockets.add(inode);
    }
  const rows = (await Promise.all(["tcp", "tcp6"].map((name) => readFile(`/proc/net/${name}`, "utf8"))))
    .join("\n")
    .split("\n")
    .map((row) => row.trim().split(/\s+/));
  const listening = rows.filter((row) => row[3] === "0A" && sockets.has(row[9] ?? ""));
  return { processes: own.length, ports: listening.map((row) => row[1] ?? "").sort() };
}
