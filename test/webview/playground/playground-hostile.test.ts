import assert from "node:assert/strict";
import type { FormExample, RequestForm } from "../../../server/src/core/request/form/request-form.ts";
import type { SchemaModel } from "../../../server/src/core/spec/model/schema-model.ts";
import { inChromium } from "../open-page.ts";
import { type EndpointPageParts, endpointPage } from "./playground-site.ts";
import { createResponse, openPlaygroundStage, type PlaygroundStage } from "./playground-stage.ts";
import { sampleSpec } from "./things-spec.ts";

/** Strings that run code if they're interpreted as anything other than text. */
const texts = [
  `<img src=x onerror="ran=1">`,
  `"><script>ran=1</script>`,
  `' onmouseover='ran=1`,
  `javascript:ran=1`,
  `<svg onload=ran=1>`,
  `</textarea><iframe srcdoc="<script>parent.ran=1</script>">`,
  `[x](javascript:ran=1)`,
  `{{constructor.constructor('ran=1')()}}`,
  "`<b>`${ran=1}",
  `__proto__`,
  `constructor`,
  `toString`,
  "\u202e\u0000\ufffd\ud800",
];

/** Tests with untrusted specifications, responses, and saved state. */
describe("playground for a hostile API", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let parts: EndpointPageParts;
  before(async () => {
    parts = await endpointPage(sampleSpec);
  });
  const left = ({ page }: PlaygroundStage) =>
    page.evaluate<string[]>(`[...document.querySelectorAll(".dw-try *")].flatMap((each) => [
      ...(/^(script|style|iframe|object|embed|link|meta|base|form)$/i.test(each.localName) ? [each.localName] : []),
      ...[...each.attributes].filter(({ name, value }) => /^on|^srcdoc|^formaction/i.test(name) || (/^(href|src|action)$/i.test(name) && /javascript:/i.test(value))).map(({ name, value }) => each.localName + " " + name + "=" + value),
    ])`);
  const ran = ({ page }: PlaygroundStage) => page.evaluate("typeof ran === 'undefined' ? null : ran");

  it("shows its names and descriptions as plain text", async () => {
    const form = hostileForm(parts.form);
    const stage = await openPlaygroundStage(openPage, { ...parts, form });
    await stage.open();
    const { page } = stage;
    await page.locator(".cm-content").waitFor();
    for (const each of await page.getByRole("button", { name: /more optional parameters/ }).all()) await each.click();
    for (const each of await page.getByRole("checkbox").all()) await each.check();
    await page.evaluate(`for (const each of document.querySelectorAll(".dw-try *"))
      for (const type of ["mouseover", "load", "error", "focus", "toggle"]) each.dispatchEvent(new Event(type, { bubbles: true }))`);
    assert.ok((await page.getByText(texts[0] ?? "", { exact: true }).count()) > 0);
    assert.deepEqual(await left(stage), []);
    assert.equal(await ran(stage), null);
    assert.deepEqual(await stage.violations(), []);
  });

  it("shows its responses as plain text", async () => {
    const stage = await openPlaygroundStage(openPage, parts);
    await stage.open();
    const { page } = stage;
    await page.getByRole("textbox", { name: "id" }).fill("1");
    const all = texts.join("\n");
    const json = JSON.stringify(Object.fromEntries(texts.map((text, at) => [`${text}${at}`, text])));
    const headers = texts.map((text) => [text, text] as const);
    const bodies: readonly (readonly [string, string])[] = [
      ["text/html", all],
      ["application/json", json],
      ["application/json", `{"__proto__":{"ran":1},"a":{"constructor":{"prototype":1}}}`],
      ["text/event-stream", texts.map((text) => `event: ${text}\ndata: ${text}\n\n`).join("")],
      ["image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.ran=1"><script>ran=1</script></svg>`],
      ["image/png", "<script>ran=1</script>"],
      ["video/mp4", "<script>ran=1</script>"],
      ['text/plain; charset="><script>', all],
    ];
    for (const [at, [type, body]] of bodies.entries()) {
      const more = { status: 500, statusText: texts[1] ?? "", redirects: [{ status: 302, from: texts[3] ?? "", to: texts[0] ?? "" }] }; // prettier-ignore
      stage.script(createResponse(type, body, { ...more, headers: [["Content-Type", type], ...headers] }));
      await page.keyboard.press("Control+Enter");
      // The status belongs to this request, not to the previous one. The events in a stream also show times.
      await stage.waitForMessages("relay/remember", at + 1);
      await page.locator(".dw-try-status").getByText("34 ms", { exact: true }).waitFor();
      for (const name of [/^Headers/, "Details", "Body"]) await page.getByRole("tab", { name }).click();
      await page.waitForTimeout(100);
      assert.deepEqual(await left(stage), [], type);
      assert.equal(await ran(stage), null, type);
    }
    assert.deepEqual(await stage.violations(), []);
    assert.equal(await page.evaluate("({}).ran ?? null"), null);
  });

  it("never receives the value of a secret or a field that could contain one", async () => {
    const stage = await openPlaygroundStage(openPage, parts);
    await stage.open();
    await stage.page.getByRole("button", { name: "Set value of token" }).click();
    assert.deepEqual(await stage.waitForMessages("relay/setSecret"), {
      kind: "relay/setSecret",
      name: "token",
      url: "https://api.example.com/v1/things/%7Bid%7D",
    });
    assert.equal(await stage.page.locator("input[type=password]").count(), 0);
  });
});

/**
 * Returns a form in which every string is one of the hostile texts, and in which many names are those of built-in
 * JavaScript members.
 */
function hostileForm(form: RequestForm): RequestForm {
  const [plain] = form.parameters;
  if (!plain?.schema) throw new Error("The form has a parameter.");
  const schema: SchemaModel = plain.schema;
  const examples: readonly FormExample[] = texts.map((text) => ({ name: text, summary: text, value: text }));
  const [media] = form.body?.mediaTypes ?? [];
  if (!media) throw new Error("The form has a body.");
  const spot = schema.location;
  return {
    ...form,
    servers: texts.map((url) => ({ url, description: url, variables: [{ name: url, default: url, values: [url], description: url }] })),
    security: texts.map((name) => [{ kind: "bearer", name, description: name, scopes: [name] }]),
    parameters: texts.flatMap((name) =>
      (["query", "header"] as const).map((place) => ({
        ...plain,
        name,
        in: place,
        anchor: name,
        required: false,
        description: name,
        examples,
        initial: { value: name },
        schema: { ...schema, ...(place === "query" && { enum: texts }), properties: place === "header" ? texts.map((each) => ({ name: each, location: spot, required: false, schema })) : [] },
      })),
    ),
    body: { required: true, mediaTypes: [{ ...media, type: "application/json", text: texts.join("\n"), examples }] },
    settings: { ...form.settings, languages: texts },
  }; // prettier-ignore
}
