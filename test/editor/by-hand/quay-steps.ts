import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import type { EchoServer } from "../../harness/echo-server.ts";
import { serveSignIn } from "../../harness/sign-in-server.ts";
import { patience, untilTrue } from "./patience.ts";
import { respondToPrompt, openPlayground, preview, send } from "./playground-page.ts";
import { serveQuays, createBodyText, type QuayPage } from "./quays.ts";
import type { Step } from "./step.ts";

/** The token that is issued at sign-in. No file may contain it. */
export const quayToken = "sextant-token-8841";

/** Steps in which a playground uses VS Code's own browser, file dialog, and text editors. */
export const quaySteps: readonly Step[] = [
  ["a playground signs in with the browser, and the page never gets the token", signIn],
  ["a playground sends a file that was chosen in the editor's dialog, byte for byte", sendPart],
  ["a playground sends a chosen file as the whole body", sendFile],
  ["a response becomes the specification's example, and undo reverts it", saveExample],
  ["a code sample and a response are inserted into the page, and undo reverts them", insertExamples],
  ["a cURL command fills in the form", pasteCurl],
  ["a request is sent again from the history and compared with an earlier one", compareHistory],
];

let api: EchoServer | undefined;

async function signIn(page: Page, site: string): Promise<void> {
  const server = await serveSignIn(quayToken);
  api = await serveQuays(site, server.origin);
  await open(page, "captain");
  const shown = preview(page);
  await shown.locator("summary", { hasText: "Get token" }).click(patience);
  await shown.getByLabel("Client ID").fill("docs");
  const opened = page.context().waitForEvent("page", patience);
  await shown.getByRole("button", { name: "Sign in…" }).click(patience);
  const words = await respondToPrompt(page, "Allow Once");
  assert.ok(words.includes(`Send this request to ${server.origin}?`), words);
  const tab = await opened;
  await shown.getByText("You're signed in.").waitFor(patience);
  await tab.close();
  const [visit] = server.visits;
  assert.deepEqual([visit?.get("code_challenge_method"), visit?.get("scope")], ["S256", "ships"]);
  assert.equal(server.exchanges.length, 1);
  await send(page);
  assert.match(await respondToPrompt(page, "Allow Once"), /These secrets are sent: harbour\./);
  await untilAnswer(page);
  const [requested, ...more] = api.take();
  assert.deepEqual(more, []);
  assert.equal(headerOf(requested?.headers, "authorization"), `Bearer ${quayToken}`);
  assert.ok(!(await shown.locator("html").innerHTML()).includes(quayToken));
  await server.close();
}

/** The bytes have all possible values, so that any change in transit is detected. */
const bytes = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7) % 256));
const fileName = "scan ü.bin";

async function sendPart(page: Page, site: string): Promise<void> {
  const file = path.join(path.dirname(site), fileName);
  await writeFile(file, bytes);
  await open(page, "papers");
  await preview(page).getByLabel("ship", { exact: true }).fill("Dolphin");
  await pick(page, "Choose file… for scan", file);
  await send(page);
  await respondToPrompt(page, "Always Allow This Origin");
  await untilAnswer(page);
  const [requested] = apiOf().take();
  const type = headerOf(requested?.headers, "content-type") ?? "";
  // The request is parsed by a different implementation than the one that wrote it.
  const form = await new Response(new Uint8Array(requested?.body ?? []), {
    headers: { "Content-Type": type },
  }).formData();
  const scan = form.get("scan");
  assert.equal(form.get("ship"), "Dolphin");
  assert.ok(scan instanceof File);
  assert.equal(scan.name, fileName);
  assert.deepEqual(Buffer.from(await scan.arrayBuffer()), bytes);
}

async function sendFile(page: Page, site: string): Promise<void> {
  await open(page, "chart");
  await pick(page, "Choose file… for the body", path.join(path.dirname(site), fileName));
  await send(page);
  await untilAnswer(page);
  const [requested] = apiOf().take();
  assert.equal(requested?.method, "PUT");
  assert.equal(headerOf(requested.headers, "content-type"), "application/octet-stream");
  assert.deepEqual(requested.body, bytes);
}

async function saveExample(page: Page, site: string): Promise<void> {
  const file = path.join(site, "quays.yaml");
  const before = await readFile(file, "utf8");
  await open(page, "quays");
  await send(page);
  await untilAnswer(page);
  await preview(page).getByRole("button", { name: "Save as specification example" }).click(patience);
  await preview(page).getByText("The example was added to the specification.").waitFor(patience);
  assert.equal(await readFile(file, "utf8"), before, "the file was saved automatically");
  await page.locator(".tab", { hasText: "quays.yaml" }).click(patience);
  await saveTo(page, file, (text) => /example:\s+name: Maasvlakte\s+depth: 24\n/.test(text));
  await undoTo(page, file, before);
}

async function insertExamples(page: Page, site: string): Promise<void> {
  const file = path.join(site, "quays.mdx");
  const before = await readFile(file, "utf8");
  await open(page, "quays");
  const shown = preview(page);
  await send(page);
  await untilAnswer(page);
  await shown.getByRole("button", { name: "Insert into page" }).click(patience);
  await shown.getByText("The example was added to the page.").waitFor(patience);
  await shown.getByRole("tab", { name: "Code" }).click(patience);
  await shown.getByRole("button", { name: "Insert into page" }).first().click(patience);
  await page.locator(".tab", { hasText: "quays.mdx" }).click(patience);
  await saveTo(
    page,
    file,
    (text) =>
      /<RequestExample>[^]*```bash cURL[^]*\/quays[^]*<\/RequestExample>/.test(text) &&
      /<ResponseExample>[^]*"name": ?"Maasvlakte"[^]*<\/ResponseExample>/.test(text),
  );
  await undoTo(page, file, before);
}

async function pasteCurl(page: Page): Promise<void> {
  const shown = preview(page);
  await shown.getByRole("tab", { name: "Code" }).click(patience);
  await shown.getByRole("button", { name: "Paste cURL…" }).click(patience);
  await shown
    .getByRole("textbox", { name: "Command" })
    .fill(`curl '${apiOf().origin}/quays?near=Hoek%20van%20Holland'`);
  await shown.getByRole("button", { name: "Fill in" }).click(patience);
  await shown.getByRole("tab", { name: "Request" }).click(patience);
  const field = shown.getByLabel("near", { exact: true });
  await untilTrue("the parameter", async () => (await field.inputValue()) === "Hoek van Holland");
  apiOf().take();
  await send(page);
  await untilTrue("the request", async () => apiOf().take()[0]?.target === "/quays?near=Hoek%20van%20Holland");
  await untilAnswer(page);
}

async function compareHistory(page: Page): Promise<void> {
  const shown = preview(page);
  await shown.getByRole("tab", { name: /^History/ }).click(patience);
  const rows = shown.locator(".dw-try-history tr");
  await rows.filter({ hasNotText: "near" }).first().getByRole("button", { name: "Send again" }).click(patience);
  await untilTrue("the request", async () => apiOf().take()[0]?.target === "/quays");
  await untilAnswer(page);
  await shown.getByRole("tab", { name: /^History/ }).click(patience);
  // The newest entry is at the top once it has been stored.
  await untilTrue("the newest in the list", async () => !(await rows.first().innerText()).includes("near"));
  for (const at of [0, 1]) await rows.nth(at).getByRole("checkbox").check(patience);
  const lines = shown.getByRole("region", { name: "Differences" });
  await untilTrue("both requests", async () => {
    const text = await lines.innerText();
    return /^− GET .*near=Hoek/m.test(text) && /^\+ GET .*\/quays$/m.test(text);
  });
  await shown.getByRole("button", { name: "Responses" }).click(patience);
  await shown.getByText("No differences.").waitFor(patience);
}

async function open(page: Page, name: QuayPage): Promise<void> {
  await openPlayground(page, `${name}.mdx`, createBodyText(name));
}

async function untilAnswer(page: Page): Promise<void> {
  let seen = "";
  await untilTrue(
    "a response",
    async () => {
      seen = await preview(page).locator("body").innerText();
      return seen.includes("200 OK");
    },
    { describe: () => seen },
  );
}

/** Selects a file by its path in the file dialog of a browser-based VS Code. */
async function pick(page: Page, button: string, file: string): Promise<void> {
  await preview(page).getByRole("button", { name: button }).click(patience);
  const field = page.locator(".quick-input-widget input").first();
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: path.basename(file) });
  // The dialog starts in another folder and then reads the folder of the path that is entered. Until then, it ignores
  // other keys.
  await untilTrue("the file in the dialog", async () => {
    if ((await field.inputValue()) !== file) await field.fill(file);
    return row.isVisible();
  });
  await page.keyboard.press("Enter");
  await preview(page).getByText(path.basename(file)).waitFor(patience);
}

async function saveTo(page: Page, file: string, isRight: (text: string) => boolean): Promise<void> {
  // Saving doesn't have any effect until the editor has the focus.
  await untilTrue(`what is saved of ${file}`, async () => {
    await page.keyboard.press("Control+s");
    return isRight(await readFile(file, "utf8"));
  });
  await untilSaved(page, file);
}

/** Undoes repeatedly until the file has its previous content. */
async function undoTo(page: Page, file: string, before: string): Promise<void> {
  await untilTrue(`${file} as it was`, async () => {
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+s");
    return (await readFile(file, "utf8")) === before;
  });
  await untilSaved(page, file);
}

/** Waits until a file is saved. VS Code shows a prompt if it hasn't noticed yet that the file has been saved. */
async function untilSaved(page: Page, file: string): Promise<void> {
  const unsaved = page.locator(".tab.dirty", { hasText: path.basename(file) });
  await untilTrue(`${file} to be saved`, async () => {
    if ((await unsaved.count()) === 0) return true;
    await page.keyboard.press("Control+s");
    return false;
  });
}

function headerOf(headers: readonly (readonly [string, string])[] = [], name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

function apiOf(): EchoServer {
  assert.ok(api, "the first step hasn't been run");
  return api;
}
