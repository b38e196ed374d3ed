import assert from "node:assert/strict";
import { eventually } from "../../harness/eventually.ts";
import { waitUntil } from "../hostile/stage.ts";
import { inChromium } from "../open-page.ts";
import { savePicture } from "../save-picture.ts";
import { restInPage } from "../rest-in-page.ts";
import { type EndpointPageParts, endpointPage } from "./playground-site.ts";
import {
  createResponse,
  openPlaygroundStage,
  type PlaygroundMessage,
  type PlaygroundStage,
} from "./playground-stage.ts";
import { sampleSpec } from "./things-spec.ts";

/** Tests that the host receives the values in the form. */
describe("playground form", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let parts: EndpointPageParts;
  let stage: PlaygroundStage;
  before(async () => {
    parts = await endpointPage(sampleSpec);
  });
  beforeEach(async () => {
    stage = await openPlaygroundStage(openPage, parts);
  });
  const sends = () =>
    stage.received.filter(
      (each): each is Extract<PlaygroundMessage, { kind: "relay/send" }> => each.kind === "relay/send",
    );
  const sent = async (count = 1) => (await stage.waitForMessages("relay/send", count)).envelope;

  it("can be sent with only a keyboard", async () => {
    const { page } = stage;
    stage.script(createResponse("application/json", '{"done":true}'));
    await page.getByRole("button", { name: "Try it" }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".dw-try-request").waitFor();
    // The first required field must get the focus immediately.
    await waitUntil(page, "document.activeElement?.getAttribute('aria-required') === 'true'");
    await page.keyboard.type("a/ b");
    await page.keyboard.press("Control+Enter");
    await page.getByText("200 OK").waitFor();
    const { url, method } = await sent();
    assert.equal(method, "POST");
    assert.equal(url, "https://api.example.com/v1/things/a%2F%20b");
  });

  it("shows the URL that is sent, without deselected parameters", async () => {
    const { page } = stage;
    await stage.open();
    await page.getByRole("textbox", { name: "id" }).fill("7");
    await page.getByRole("textbox", { name: "limit" }).fill("20");
    await page.getByRole("combobox", { name: "order" }).selectOption({ label: "desc" });
    await page.getByRole("combobox", { name: "deep" }).selectOption({ label: "false" });
    await page.getByRole("button", { name: "Add item to tags" }).click();
    await waitUntil(page, "document.activeElement?.matches('.dw-try-list input')");
    await page.keyboard.type("red & blue");
    await page.getByRole("checkbox", { name: "Send filter", exact: true }).check();
    await page.getByRole("group", { name: "filter" }).getByRole("textbox", { name: "by" }).fill("age");
    const path = page.locator(".dw-try-path code");
    const isPath = (expected: string) => eventually(async () => assert.equal(await path.textContent(), expected));
    await isPath("/things/7?limit=20&order=desc&deep=false&tags=red%20%26%20blue&filter%5Bby%5D=age");
    await page.getByRole("checkbox", { name: "Send limit" }).uncheck();
    await page.getByRole("checkbox", { name: "Send filter", exact: true }).uncheck();
    await isPath("/things/7?order=desc&deep=false&tags=red%20%26%20blue");
  });

  it("shows next to a field why the request can't be sent and doesn't send it", async () => {
    const { page } = stage;
    await stage.open();
    const field = page.getByRole("textbox", { name: "id" });
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    const problem = page.locator(".dw-try-problem[data-stops]").first();
    assert.ok((await field.getAttribute("aria-describedby"))?.includes((await problem.locator("..").getAttribute("id")) ?? "?")); // prettier-ignore
    await page.getByRole("button", { name: "Send", exact: true }).click({ force: true });
    await waitUntil(page, `document.activeElement.id === ${JSON.stringify(await field.getAttribute("id"))}`);
    await page.keyboard.press("Control+Enter");
    await page.waitForTimeout(200);
    assert.equal(sends().length, 0);
  });

  it("preserves input after the page is edited, the form changes, or the page reloads", async () => {
    const { page } = stage;
    await stage.open();
    await page.getByRole("textbox", { name: "id" }).fill("kept");
    await page.getByRole("textbox", { name: "limit" }).fill("5");
    await stage.show();
    assert.equal(await page.getByRole("textbox", { name: "id" }).inputValue(), "kept");
    const fewer = { ...parts.form, parameters: parts.form.parameters.filter(({ name }) => name !== "limit") };
    await stage.send({ kind: "playground/form", form: fewer });
    await page.getByRole("textbox", { name: "limit" }).waitFor({ state: "detached" });
    await stage.send({ kind: "playground/form", form: parts.form });
    assert.equal(await page.getByRole("textbox", { name: "id" }).inputValue(), "kept");
    await waitUntil(page, "sessionStorage.getItem('state')?.includes('kept')");
    await page.reload();
    await waitUntil(page, "window.posted?.some((each) => each.kind === 'ready')");
    await stage.show();
    await page.locator(".dw-try-request").waitFor();
    await eventually(async () => assert.equal(await page.getByRole("textbox", { name: "id" }).inputValue(), "kept"));
  });

  it("can be filled in from an example, and with null if the schema allows it", async () => {
    const { page } = stage;
    await stage.open();
    await page.getByRole("textbox", { name: "id" }).fill("1");
    await page.getByRole("combobox", { name: "Examples for since" }).selectOption({ index: 1 });
    await page.locator(".dw-try-path code", { hasText: /since=2026-03-01T00%3A00%3A00Z/ }).waitFor();
    await page.getByRole("button", { name: "Send null for since" }).click();
    await page.getByRole("button", { name: "Fill in since instead of null" }).waitFor();
  });

  it("sends requests to another server with its variables, or to a typed URL", async () => {
    const { page } = stage;
    stage.script(createResponse("text/plain", "ok"));
    await stage.open();
    await page.getByRole("textbox", { name: "id" }).fill("1");
    await page.getByRole("combobox", { name: "Server" }).selectOption({ index: 1 });
    await page.getByRole("combobox", { name: "region" }).selectOption("us");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    assert.equal((await sent()).url, "https://us.example.com/v1/things/1");
    await page.getByRole("combobox", { name: "Server" }).selectOption({ label: "Custom URL…" });
    await page.getByRole("textbox", { name: "Server URL" }).fill("http://localhost:3000/");
    await page.getByText("200 OK").waitFor();
    await page.keyboard.press("Control+Enter");
    assert.equal((await sent(2)).url, "http://localhost:3000/things/1");
  });

  it("sends one request on a double-click and none on a second click on “Try it”", async () => {
    const { page } = stage;
    stage.script([60_000]);
    await page.getByRole("button", { name: "Try it" }).dblclick();
    await page.locator(".dw-try-request").waitFor();
    await page.getByRole("textbox", { name: "id" }).fill("1");
    await page.getByRole("button", { name: "Send", exact: true }).dblclick();
    await sent();
    await page.waitForTimeout(200);
    assert.equal(sends().length, 1);
    assert.equal(
      stage.received.some(({ kind }) => kind === "relay/abort"),
      false,
    );
  });

  it("shows a body part's headers below that part", async () => {
    const { page } = stage;
    stage.script(createResponse("text/plain", "ok"));
    await stage.open();
    await page.getByRole("textbox", { name: "id" }).fill("1");
    await page.getByRole("combobox", { name: "Content type", exact: true }).selectOption("multipart/form-data");
    const group = page.getByRole("group", { name: "Headers of note" });
    assert.equal(await group.getByRole("textbox", { name: "X-Priority" }).inputValue(), "3");
    assert.equal(await group.getByRole("checkbox", { name: "Send X-Language of note" }).isChecked(), false);
    await page.getByRole("textbox", { name: "note", exact: true }).fill("hello");
    await group.getByRole("combobox", { name: "Examples for X-Language of note" }).selectOption({ index: 1 });
    await eventually(async () =>
      assert.equal(await group.getByRole("checkbox", { name: "Send X-Language of note" }).isChecked(), true),
    );
    await page.getByRole("button", { name: "Send", exact: true }).click();
    assert.deepEqual((await sent()).multipart, [
      { name: "note", value: "hello", headers: [["X-Language", "de"], ["X-Priority", "3"]] },
    ]); // prettier-ignore
  });

  // See OpenAPI 3.2.0, “Nested Encoding”.
  it("supports parts that are forms or multipart documents and explains what these can't contain", async () => {
    const { page } = stage;
    stage.script(createResponse("text/plain", "ok"));
    await stage.open();
    await page.getByRole("textbox", { name: "id" }).fill("1");
    await page.getByRole("combobox", { name: "Content type", exact: true }).selectOption("multipart/mixed");
    await page.getByRole("textbox", { name: "city" }).fill("Köln a");
    await page.getByRole("textbox", { name: "owner" }).fill("*Ada*");
    await page.getByText("is a file inside this part").waitFor();
    await page.getByText("object, application/x-www-form-urlencoded").waitFor();
    await savePicture(page, "nested-parts", { fullPage: true });
    await page.getByRole("button", { name: "Send", exact: true }).click();
    assert.deepEqual((await sent()).multipart, [
      { name: "address", value: "city=K%C3%B6ln+a", contentType: "application/x-www-form-urlencoded" },
      {
        name: "card",
        multipart: [{ name: "owner", value: "*Ada*", contentType: "text/markdown" }],
        contentType: "multipart/form-data",
      },
    ]); // prettier-ignore
  });

  // See OpenAPI 3.2.0, “Encoding By Position” and “Handling Multiple `contentType` Values”.
  it("supports positional parts that can be added, removed, typed, and nested", async () => {
    const { page } = stage;
    stage.script(createResponse("text/plain", "ok"));
    await stage.open();
    await page.getByRole("textbox", { name: "id" }).fill("1");
    await page.getByRole("combobox", { name: "Content type", exact: true }).selectOption("multipart/related");
    const inside = page.getByRole("group", { name: "Parts of part 2" });
    await page.getByRole("checkbox", { name: "Send part 1, author" }).check();
    await page.getByRole("textbox", { name: "author" }).fill("Ada");
    await inside.getByRole("textbox", { name: "part 2.1" }).fill("a");
    await inside.getByRole("button", { name: "Add part to part 2" }).click();
    await inside.getByRole("textbox", { name: "part 2.2" }).fill("b");
    for (const part of ["part 3", "part 4"]) {
      await page.getByRole("button", { name: "Add part", exact: true }).click();
      await page.getByRole("combobox", { name: `Type of ${part}`, exact: true }).selectOption("Text");
      await page.getByRole("textbox", { name: part, exact: true }).fill(`text of ${part}`);
      const headers = page.getByRole("group", { name: `Headers of ${part}` });
      await headers.getByRole("textbox", { name: "X-Alt" }).fill("alt");
    }
    await page.getByRole("combobox", { name: "Content type of part 4" }).fill("image/svg+xml");
    assert.equal(await page.getByRole("button", { name: "Remove part 1" }).count(), 0);
    await page.getByRole("button", { name: "Remove part 3" }).click();
    await savePicture(page, "parts-by-place", { fullPage: true });
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const { headers, multipart } = await sent();
    assert.deepEqual(headers?.at(-1), ["Content-Type", "multipart/related"]);
    assert.deepEqual(multipart, [
      { value: '{"author":"Ada"}', contentType: "application/json" },
      {
        multipart: [{ value: "a", contentType: "text/plain" }, { value: "b", contentType: "text/plain" }],
        contentType: "multipart/mixed",
      },
      { value: "text of part 4", contentType: "image/svg+xml", headers: [["X-Alt", "alt"]] },
    ]); // prettier-ignore
  });

  it("offers schema completion in the body editor", async () => {
    const { page } = stage;
    stage.script(createResponse("text/plain", "ok"));
    await stage.open();
    await page.getByRole("textbox", { name: "id" }).fill("1");
    const editor = page.locator(".cm-content");
    await editor.click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.type(`{"name": "A quick brown ship", "siz`);
    await page.locator(".cm-tooltip-autocomplete").getByText('"size"').waitFor();
    // A completion list that has just appeared ignores keys that are meant for the text. CodeMirror's default for this
    // is 75 ms.
    await restInPage(page, 250);
    await page.keyboard.press("Enter");
    await page.keyboard.type(`"h`);
    await page.keyboard.press("Escape");
    await eventually(async () => assert.equal(await editor.innerText(), `{"name": "A quick brown ship", "size": "h"}`));
    await page.locator(".cm-lintRange-warning").waitFor();
    // If a mark is redrawn under a pointer that isn't moving, the hover appears only after the pointer moves again.
    const reported = page.getByText('The specification allows "small", "large".');
    for (let moves = 0; moves < 40 && !(await reported.isVisible()); moves++) {
      await page.mouse.move(5, 5 + moves);
      await page.locator(".cm-lintRange-warning").hover();
      await page.waitForTimeout(500);
    }
    await reported.waitFor();
    await page.keyboard.press("Control+Enter");
    assert.equal((await sent()).body, `{"name": "A quick brown ship", "size": "h"}`);
  });

  it("complies with the document's security policy, including in the body editor", async () => {
    const { page } = stage;
    await stage.open();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" ");
    assert.deepEqual(await stage.violations(), []);
  });
});
