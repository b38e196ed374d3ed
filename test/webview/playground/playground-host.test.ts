import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { HistoryEntry, PlaygroundState } from "../../../server/src/core/request/protocol/playground-protocol.ts";
import type { RelayEnvelope } from "../../../server/src/core/request/protocol/relay-protocol.ts";
import { eventually } from "../../harness/eventually.ts";
import { inChromium } from "../open-page.ts";
import { type EndpointPageParts, endpointPage } from "./playground-site.ts";
import { createResponse, emptyState, openPlaygroundStage } from "./playground-stage.ts";
import { sampleSpec } from "./things-spec.ts";

const oauth = {
  type: "oauth2",
  flows: {
    clientCredentials: {
      tokenUrl: "https://login.example.com/token",
      scopes: { read: "To read.", write: "To write." },
    },
  },
};
const spec = {
  ...sampleSpec,
  security: [{ granted: ["read"] }],
  components: { ...sampleSpec.components, securitySchemes: { granted: oauth } },
};
const consentTo = (origin: string) =>
  ({ origin, declaredBy: "api.json", addresses: ["203.0.113.7"], secrets: [], isLocal: false }) as const;

/** Waits until exactly these lines of a comparison differ between the two sides. */
const differ = (page: Page, lines: readonly string[]) =>
  eventually(async () => {
    const shown = await page.locator(".dw-try-compared-line:not([data-kind=same])").allInnerTexts();
    assert.deepEqual(
      shown.map((line) => line.trim()),
      lines,
    );
  });

const isFilledIn = (page: Page, name: string, value: string) =>
  eventually(async () => assert.equal(await page.getByRole("textbox", { name }).inputValue(), value));

/** Tests the messages that a playground sends to its host. */
describe("playground inside an editor", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let parts: EndpointPageParts;
  before(async () => {
    parts = await endpointPage(spec);
  });
  const start = async (state: Partial<PlaygroundState> = {}) => {
    const stage = await openPlaygroundStage(openPage, parts, state);
    await stage.open();
    await stage.page.getByRole("textbox", { name: "id" }).fill("1");
    return stage;
  };
  it("gets a token after the user allows its origin", async () => {
    const stage = await start();
    const { page } = stage;
    await page.getByText("Get token", { exact: true }).first().click();
    await page.getByRole("textbox", { name: "Client ID" }).fill("me");
    await page.getByRole("checkbox", { name: "write" }).check();
    await page.getByRole("button", { name: "Get token" }).click();
    const requested = await stage.waitForMessages("relay/authorize");
    assert.deepEqual(
      { name: requested.name, url: requested.url, grant: requested.grant },
      {
        name: "granted",
        url: "https://api.example.com/v1/things/1",
        grant: { flow: "clientCredentials", tokenUrl: "https://login.example.com/token", clientId: "me", scopes: ["read", "write"] },
      },
    ); // prettier-ignore
    await stage.send({
      kind: "relay/target",
      requestId: requested.requestId,
      question: consentTo("https://login.example.com"),
    });
    await page.getByRole("dialog").getByRole("button", { name: "Allow once" }).click();
    const consent = await stage.waitForMessages("relay/consent");
    assert.deepEqual(consent, {
      kind: "relay/consent",
      origin: "https://login.example.com",
      secrets: [],
      answer: "once",
    });
    const again = await stage.waitForMessages("relay/authorize", 2);
    await stage.send({ kind: "playground/done", requestId: again.requestId, text: "The token is kept as `granted`." });
    await page.getByText("The token is kept as granted.").waitFor();
    stage.script(createResponse("text/plain", "ok"));
    await page.keyboard.press("Control+Enter");
    const { headers } = (await stage.waitForMessages("relay/send")).envelope;
    assert.deepEqual(headers?.find(([name]) => name === "Authorization"), ["Authorization", "Bearer {{secret:granted}}"]); // prettier-ignore
  });

  it("sends a previously set secret only to its own origin", async () => {
    const stage = await start({ secrets: [{ name: "granted", origin: "https://api.example.com" }] });
    const { page } = stage;
    stage.script(createResponse("text/plain", "ok"));
    await page.keyboard.press("Control+Enter");
    const authorization = (headers: RelayEnvelope["headers"]) =>
      headers?.find(([name]) => name === "Authorization")?.[1];
    const { headers } = (await stage.waitForMessages("relay/send")).envelope;
    assert.equal(authorization(headers), "Bearer {{secret:granted}}");
    const other = await start({ secrets: [{ name: "granted", origin: "https://other.example.com" }] });
    await other.page.keyboard.press("Control+Enter");
    const sent = (await other.waitForMessages("relay/send")).envelope;
    assert.equal(authorization(sent.headers), undefined);
  });

  it("pauses its timer while the user is prompted for consent", async () => {
    const stage = await start();
    const { page } = stage;
    stage.script([{ kind: "consent", isPending: true }]);
    await page.keyboard.press("Control+Enter");
    const { id } = (await stage.waitForMessages("relay/send")).envelope.options ?? {};
    const status = page.locator(".dw-try-status");
    await status.getByText("Waiting for your consent…").waitFor();
    assert.equal(await status.locator(".dw-try-number").count(), 0);
    await stage.send({ kind: "relay/answer", id: id ?? "", part: { kind: "consent", isPending: false } });
    await status.getByText("Waiting for api.example.com…").waitFor();
    await status.locator(".dw-try-number").waitFor();
  });

  it("creates an environment and sends its base URL and variables", async () => {
    const stage = await start();
    const { page } = stage;
    await page.getByRole("combobox", { name: "Environment" }).selectOption({ label: "New environment…" });
    await page.getByRole("textbox", { name: "Environment name" }).fill("local");
    await page.getByRole("textbox", { name: "Base URL", exact: true }).fill("http://localhost:3000");
    await page.getByRole("textbox", { name: "Name of variable 1" }).fill("user");
    await page.getByRole("textbox", { name: "Value of variable 1" }).fill("a b");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const environment = { baseUrl: "http://localhost:3000", variables: { user: "a b" }, keepsCookies: false };
    assert.deepEqual((await stage.waitForMessages("relay/environment", 1)).change, {
      kind: "set",
      name: "local",
      environment,
    });
    assert.deepEqual((await stage.waitForMessages("relay/environment", 2)).change, {
      kind: "choose",
      name: "local",
    });
    const environments = [{ name: "local", ...environment }];
    await stage.send({ kind: "relay/state", state: { ...emptyState, environments, environment: "local" } });
    await page.getByRole("textbox", { name: "id" }).fill("{{user}}");
    await page.keyboard.press("Control+Enter");
    assert.equal((await stage.waitForMessages("relay/send")).envelope.url, "http://localhost:3000/things/a%20b");
  });

  it("restores an earlier request and compares the responses", async () => {
    const stage = await start();
    const { page } = stage;
    const history: HistoryEntry[] = [];
    for (const [at, answer] of ['{"n":1}', '{"n":2}'].entries()) {
      await page.getByRole("textbox", { name: "id" }).fill(`thing-${at}`);
      stage.script(createResponse("application/json", answer));
      await page.keyboard.press("Control+Enter");
      const { entry } = await stage.waitForMessages("relay/remember", at + 1);
      history.unshift({ ...entry, id: `h${at}`, at: Date.now() + at });
      await stage.send({ kind: "relay/state", state: { ...emptyState, history } });
    }
    await page.getByRole("tab", { name: "History (2)" }).click();
    for (const at of [0, 1]) await page.getByRole("checkbox", { name: "Compare the request" }).nth(at).check();
    await page.getByRole("button", { name: "Responses" }).click();
    await differ(page, ['−   "n": 1', '+   "n": 2']);
    await page.getByRole("button", { name: "Fill in" }).nth(1).click();
    await isFilledIn(page, "id", "thing-0");
  });

  it("shows and compares requests and responses from earlier sessions", async () => {
    const stage = await start();
    const { page } = stage;
    stage.script(createResponse("application/json", '{"n":1}'));
    await page.keyboard.press("Control+Enter");
    const { entry } = await stage.waitForMessages("relay/remember");
    assert.equal(entry.response, '200 OK\n{\n  "n": 1\n}');
    const { response: _, ...sent } = entry;
    const history = [1, 2].map((at): HistoryEntry => ({
      ...sent,
      id: `old${at}`,
      at,
      milliseconds: 1e6,
      hasAnswer: true,
    }));
    await stage.send({ kind: "relay/state", state: { ...emptyState, history } });
    await page.getByRole("tab", { name: "History (2)" }).click();
    const boxes = page.getByRole("checkbox", { name: "compare the request" });
    await boxes.nth(0).check();
    const details = page.getByRole("region", { name: "Request and response" });
    await details.getByRole("region", { name: "Request", exact: true }).getByText("POST https://").waitFor();
    const first = await stage.waitForMessages("relay/recall");
    assert.equal(first.id, "old1");
    await stage.send({ kind: "relay/recalled", requestId: first.requestId, text: "200 OK\nbefore\nsame" });
    await details.getByRole("region", { name: "Response", exact: true }).getByText("before").waitFor();
    await boxes.nth(1).check();
    await stage.waitForMessages("relay/recall", 3);
    for (const again of stage.received.flatMap((each) => (each.kind === "relay/recall" ? [each] : [])).slice(1))
      await stage.send({ kind: "relay/recalled", requestId: again.requestId, text: `200 OK\n${again.id === "old1" ? "before" : "after"}\nsame` }); // prettier-ignore
    await page.getByRole("button", { name: "Responses" }).click();
    await differ(page, ["− before", "+ after"]);
  });

  it("opens files with the editor's dialog", async () => {
    const stage = await start();
    const { page } = stage;
    await page.getByRole("combobox", { name: "Content type", exact: true }).selectOption("multipart/form-data");
    await page.getByRole("button", { name: "Choose file… for file" }).click();
    const { requestId } = await stage.waitForMessages("relay/pickFiles");
    const file = { fileRef: "f1", name: "ship.png", size: 2048, type: "image/png" };
    await stage.send({ kind: "relay/picked", requestId, files: [file] });
    await page.getByText("2 kB").waitFor();
    await page.keyboard.press("Control+Enter");
    const { multipart } = (await stage.waitForMessages("relay/send")).envelope;
    assert.deepEqual(multipart?.map(({ name, fileRef, filename }) => [name, fileRef, filename]), [["file", "f1", "ship.png"]]); // prettier-ignore
  });

  it("inserts a response into the page or the specification and reports the result", async () => {
    const stage = await start();
    const { page } = stage;
    stage.script(createResponse("application/json", '{"n":1}', { status: 201 }));
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Save as specification example" }).click();
    const saved = await stage.waitForMessages("playground/saveExample");
    assert.deepEqual([saved.status, saved.type, saved.text], [201, "application/json", '{"n":1}']);
    await stage.send({
      kind: "playground/done",
      requestId: saved.requestId,
      failed: true,
      text: "`api.json` cannot be written.",
    });
    await page.getByText("api.json cannot be written.").waitFor();
    await page.getByRole("button", { name: "Insert into page" }).click();
    const inserted = await stage.waitForMessages("playground/insert");
    assert.deepEqual(inserted.example, { tag: "ResponseExample", status: 201, type: "application/json", text: '{"n":1}' }); // prettier-ignore
  });

  it("fills the form from a cURL command", async () => {
    const stage = await start();
    const { page } = stage;
    await page.getByRole("tab", { name: "Code" }).click();
    await page.getByRole("button", { name: "Paste cURL…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Command" }).fill("wget x");
    await dialog.getByRole("button", { name: "Fill in" }).click();
    await dialog.getByText("The text contains no curl command with a URL.").waitFor();
    await dialog.getByRole("textbox", { name: "Command" }).fill(`curl -X POST 'https://api.example.com/v1/things/42?limit=3' -H 'Content-Type: application/json' -d '{"name":"x"}'`); // prettier-ignore
    await dialog.getByRole("button", { name: "Fill in" }).click();
    await page.getByRole("tab", { name: "Request" }).click();
    await isFilledIn(page, "id", "42");
    await isFilledIn(page, "limit", "3");
    await eventually(async () => assert.equal(await page.locator(".cm-content").innerText(), '{"name":"x"}'));
  });

  it("sends no requests from an untrusted workspace", async () => {
    const stage = await start({ isTrusted: false });
    await stage.page.getByText("The playground doesn’t send requests from an untrusted workspace").waitFor();
    await stage.page.keyboard.press("Control+Enter");
    await stage.page.waitForTimeout(200);
    assert.equal(stage.received.some(({ kind }) => kind === "relay/send"), false); // prettier-ignore
  });
});
