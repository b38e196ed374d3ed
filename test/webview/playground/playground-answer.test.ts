import assert from "node:assert/strict";
import { eventually } from "../../harness/eventually.ts";
import { slowness } from "../../harness/processor-time.ts";
import { inChromium } from "../open-page.ts";
import { type EndpointPageParts, endpointPage } from "./playground-site.ts";
import { createResponse, headOf, openPlaygroundStage, type PlaygroundStage, type Script } from "./playground-stage.ts";
import { sampleSpec } from "./things-spec.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>window.ran = 1</script></svg>`;

/** Tests responses by their `Content-Type`. */
describe("playground response", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let parts: EndpointPageParts;
  let stage: PlaygroundStage;
  before(async () => {
    parts = await endpointPage(sampleSpec);
  });
  beforeEach(async () => {
    stage = await openPlaygroundStage(openPage, parts);
    await stage.open();
    await stage.page.getByRole("textbox", { name: "id" }).fill("1");
  });
  const send = async (script: Script) => {
    stage.script(script);
    await stage.page.keyboard.press("Control+Enter");
  };
  const body = () => stage.page.locator(".dw-try-dock .dw-try-rows");
  const ran = () => stage.page.evaluate("window.ran ?? null");

  it("shows its status, time, and size on one line", async () => {
    await send(createResponse("application/json", `{"a":1}`, { status: 404, statusText: "Not Found" }));
    await stage.page.getByText("404 Not Found").waitFor();
    await stage.page.locator(".dw-try-status").getByText("34 ms").waitFor();
    await stage.page.locator(".dw-try-status").getByText("7 B").waitFor();
  });

  it("preserves every digit and escape of JSON, whether formatted, as a tree, or raw", async () => {
    const text = String.raw`{"big":12345678901234567890,"e":1.50,"t":"\u00e9\n","list":[1,{"a":null}]}`;
    await send(createResponse("application/problem+json; charset=utf-8", text));
    await eventually(async () =>
      assert.equal(
        (await body().innerText()).replaceAll(/\s*\n\s*/g, " ").trim(),
        String.raw`{ "big": 12345678901234567890, "e": 1.50, "t": "\u00e9\n", "list": [ 1, { "a": null } ] }`,
      ),
    );
    await stage.page.getByRole("button", { name: "Tree" }).click();
    const tree = stage.page.getByRole("tree");
    await tree.getByText("12345678901234567890").waitFor();
    await stage.page.getByRole("button", { name: "Raw" }).click();
    await eventually(async () => assert.equal((await body().innerText()).trim(), text));
  });

  it("supports keyboard navigation in a tree larger than 1 MB while keeping few rows in the DOM", async () => {
    const items = Array.from({ length: 30_000 }, (_, id) => ({ id, name: `Thing number ${id}` }));
    await send(createResponse("application/json", JSON.stringify({ items })));
    await stage.page.getByRole("button", { name: "Tree" }).click();
    const tree = stage.page.getByRole("tree");
    await tree.focus();
    await stage.page.keyboard.press("ArrowDown");
    await stage.page.keyboard.press("ArrowRight");
    await stage.page.keyboard.press("End");
    await tree.getByText("29999").first().waitFor();
    assert.ok((await tree.getByRole("treeitem").count()) < 80);
    await eventually(async () => {
      const active = await tree.getAttribute("aria-activedescendant");
      const isSelected = `document.getElementById(${JSON.stringify(active)})?.getAttribute("aria-selected")`;
      assert.equal(await stage.page.evaluate(isSelected), "true");
    });
    await stage.page.keyboard.press("Home");
    await stage.page.keyboard.press("ArrowLeft");
    await eventually(async () => assert.equal(await tree.getByRole("treeitem").count(), 1));
  });

  it("is shown as an image if its media type is an image, and never runs scripts in an SVG", async () => {
    await send(createResponse("image/png", pixel));
    const image = stage.page.getByRole("img", { name: "Response body" });
    await image.waitFor();
    const width =
      "document.querySelector('.dw-try-media img').decode().then(() => document.querySelector('.dw-try-media img').naturalWidth)";
    assert.equal(await stage.page.evaluate(width), 1);
    await send(createResponse("image/svg+xml", svg));
    await stage.page.getByRole("button", { name: "Show as text" }).waitFor();
    assert.match((await image.getAttribute("src")) ?? "", /^blob:/);
    await stage.page.getByRole("button", { name: "Show as text" }).click();
    await eventually(async () => assert.match(await body().innerText(), /<script>/));
    assert.equal(await ran(), null);
    assert.deepEqual(await stage.violations(), []);
  });

  it("is shown as text, decoded with the charset in its content type, if it's a web page", async () => {
    await send(createResponse("text/html; charset=iso-8859-1", Buffer.from("<h1>Caf\xe9</h1><script>window.ran=1</script>", "latin1"))); // prettier-ignore
    await eventually(async () => assert.match(await body().innerText(), /<h1>Café<\/h1><script>/));
    assert.equal(await ran(), null);
    assert.equal(await stage.page.locator("iframe").count(), 0);
  });

  it("is played if it's audio or video, and can be saved if it's binary", async () => {
    await send(createResponse("audio/wav", Buffer.from("UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=", "base64"))); // prettier-ignore
    await stage.page.locator(".dw-try-media audio[controls]").waitFor();
    await send(createResponse("application/zip", Buffer.from([80, 75, 3, 4, 0, 0])));
    await stage.page.getByText("6 B of binary data.").waitFor();
    await stage.page.getByRole("button", { name: "Save…" }).waitFor();
    assert.deepEqual(await stage.violations(), []);
  });

  it("shows each event of a stream within 100 ms until stopped", async () => {
    await stage.page.evaluate(`
      window.arrivals = { came: [], shown: [] };
      window.addEventListener("message", ({ data }) => { if (data.part?.kind === "data") window.arrivals.came.push(performance.now()); });
      new MutationObserver(() => {
        const shown = document.querySelectorAll(".dw-try-event").length;
        while (window.arrivals.shown.length < shown) window.arrivals.shown.push(performance.now());
      }).observe(document.querySelector(".dw-try"), { subtree: true, childList: true })`);
    const event = (n: number) => ({ kind: "data", bytes: bytesOf(`id: ${n}\nevent: tick\nda`) }) as const;
    const rest = (n: number) => ({ kind: "data", bytes: bytesOf(`ta: {"n":${n}}\n\n`) }) as const;
    const numbers = Array.from({ length: 12 }, (_, at) => at + 1);
    await send([headOf("text/event-stream"), 50, ...numbers.flatMap((n) => [event(n), rest(n), 150]), 60_000]);
    await stage.page.getByText("12 events so far.").waitFor();
    const { came, shown } = await stage.page.evaluate<{ came: number[]; shown: number[] }>("window.arrivals");
    // The delays of the chunks that complete an event. On a busy machine, some of them may be long, but not all.
    const waits = shown.map((at, index) => at - (came[index * 2 + 1] ?? Number.NaN));
    assert.ok(Math.min(...waits) <= 100 * slowness(), `${waits.map(Math.round).join()} ms`);
    assert.deepEqual(
      await stage.page.locator(".dw-try-event-data").allInnerTexts(),
      numbers.map((n) => `{"n":${n}}`),
    );
    await stage.page.getByRole("button", { name: "Stop", exact: true }).click();
    await stage.page.getByText("You stopped this request.").waitFor();
    await stage.waitForMessages("relay/abort");
    assert.equal(stage.received.filter(({ kind }) => kind === "relay/abort").length, 1);
    assert.equal(await stage.page.locator(".dw-try-event").count(), 12);
  });

  it("explains a failure with a sentence, a fix, and, on request, the cause", async () => {
    await send([
      {
        kind: "failed",
        failure: {
          code: "connect-refused",
          message: "Nothing is listening on localhost:4010.",
          cause: "ECONNREFUSED 127.0.0.1:4010",
          hint: "Is your API running?",
        },
      },
    ]);
    const failure = stage.page.getByRole("alert");
    await failure.getByText("Is your API running?").waitFor();
    assert.equal(await failure.getByText("ECONNREFUSED").isVisible(), false);
    await failure.getByText("Cause").click();
    await failure.getByText("ECONNREFUSED").waitFor();
  });

  it("shows which encoding isn't supported, and shows text with an incorrect header as text", async () => {
    const zstd = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x00, 0x41, 0x00, 0x00, 0x7b, 0x7d]);
    await send(createResponse("application/json", zstd, { encoding: "zstd" }));
    await stage.page.getByText("Zstandard (zstd)").waitFor();
    await stage.page.getByText("Not validated").waitFor();
    await send(createResponse("text/plain", "plain text", { encoding: "utf-8" }));
    await stage.page.getByText("plain text").waitFor();
  });

  it("doesn't show a result of the browser's CORS check if the published site's URL is unknown", async () => {
    await send(
      createResponse("text/plain", "x", {
        cors: { reasons: [{ text: "The URL of the published docs isn’t known." }] },
      }),
    );
    await stage.page.getByText("Docwright can’t determine whether readers’ browsers").waitFor();
    assert.equal(await stage.page.getByText("readers’ browsers would block this response.").count(), 0);
  });

  for (const [unspecified, label] of [
    ["status", "Status not in the specification"],
    ["type", "Content type not in the specification"],
    ["body", "Body doesn’t match the specification"],
  ] as const)
    it(`is labeled if its ${unspecified} doesn't match the specification`, async () => {
      await send(createResponse("text/plain", "x"));
      const { requestId } = await stage.waitForMessages("playground/check");
      const check = {
        verdict: "unspecified",
        unspecifiedPart: unspecified,
        reason: "Because.",
        mismatches: [],
      } as const;
      await stage.send({ kind: "playground/checked", requestId, check });
      await stage.page.getByText(label, { exact: true }).waitFor();
    });

  it("links a mismatch to the line that defines it", async () => {
    await send(createResponse("application/json", `{"a":1}`));
    await stage.page.getByText("200 OK").waitFor();
    const requested = await stage.waitForMessages("playground/check");
    assert.deepEqual(requested.response, { status: 200, type: "application/json", text: `{"a":1}` });
    const location = { file: "api.json", range: { start: 10, end: 20 } };
    const mismatches = [
      {
        pointer: "/a",
        text: "is a number, but the specification requires type string",
        localizedText: {
          text: "is {0}, but the specification requires type {1}",
          values: [{ text: "a number" }, { list: ["string"], last: "or" as const }],
        },
        location,
      },
    ];
    await stage.send({
      kind: "playground/checked",
      requestId: requested.requestId,
      check: { verdict: "differs", mismatches },
    });
    await stage.page.getByText("1 difference from the specification").waitFor();
    await stage.page.getByRole("button", { name: "Show in the specification: /a" }).click();
    await eventually(async () => {
      const reported = await stage.page.evaluate<{ kind: string }[]>("window.posted");
      assert.deepEqual(reported.find(({ kind }) => kind === "show"), { kind: "show", file: "api.json", at: { range: location.range } }); // prettier-ignore
    });
  });
});
