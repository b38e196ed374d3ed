import assert from "node:assert/strict";
import type {} from "../../../webview/src/paint/safe-attributes.ts";
import { entryOf, getNoon, stateOf, undatedEntry } from "../../harness/feedback-state-of.ts";
import { inChromium } from "../open-page.ts";
import { openPanel } from "./panel-stage.ts";

const now = getNoon("2026-06-30");

/** Text that would run code or load a resource if it were interpreted as HTML. */
const payloads = [
  `<img src=x onerror="alert(1)">`,
  `<script>alert(1)</script>`,
  `[click](command:workbench.action.terminal.new)`,
  `command:workbench.action.quit vscode://x/y file:///etc/passwd https://evil.example/`,
  `<a href="javascript:alert(1)">x</a>`,
  `$(zap) {{secret:token}} {alert(1)} \${alert(1)}`,
  `<svg><animate onbegin=alert(1) attributeName=x dur=1s>`,
  `--><style>*{display:none}</style>`,
  `__proto__ constructor`,
] as const;

describe("reader text in the feedback panel", function () {
  this.timeout(240_000);
  const openPage = inChromium();

  it("can't run code and is shown as written everywhere", async () => {
    const entries = payloads.map((text, at) =>
      undatedEntry(`${at} ${text}`, {
        comment: text,
        path: text,
        source: text,
        status: text,
        createdAtText: text,
        contact: `${text}@x`,
        snippet: { code: text, filename: text, lang: text },
        incomplete: [text],
      }),
    );
    const stage = await openPanel(
      openPage,
      stateOf(entries, {
        joined: Object.fromEntries(payloads.map((text) => [text, { kind: "unknown", reason: text }])),
        freshness: { kind: "failed", warnings: [...payloads], failure: { kind: "not-json", message: payloads[0], details: payloads[1] } }, // prettier-ignore
        triageById: new Map(entries.map(({ id }, at) => [id, { assigned: payloads[at % payloads.length] ?? "", note: payloads[0], changedAt: 0 }])), // prettier-ignore
      }),
      { now, height: 1400 },
    );
    const { page } = stage;
    for (const [at, text] of payloads.entries()) {
      await page.getByRole("treeitem").nth(at).click();
      const shown = page.locator(".dwf-comment");
      await shown.filter({ hasText: text.slice(0, 20) }).waitFor();
      assert.equal(await shown.innerText(), text);
      assert.equal(await page.locator(".dwf-entry pre code").innerText(), text);
      await page.getByRole("button", { name: "Show email address" }).click();
    }
    await page.getByRole("button", { name: "Export" }).click();
    await page.keyboard.press("Escape");
    assert.deepEqual(await stage.events(), []);
    assert.equal(
      await page.locator("main :is(a, img, script, style, iframe, object, form, [onerror], [href], [src])").count(),
      0,
    );
    assert.equal(await page.evaluate("Object.prototype.polluted"), undefined);
  });

  it("isn't parsed as HTML, even if a bug passes it to the parser", async () => {
    const { page } = await openPanel(openPage, stateOf([]), { now });
    const errors = await page.evaluate(() => {
      const errorOf = (run: () => unknown): string => {
        try {
          run();
          return "none";
        } catch (error) {
          return (error as Error).name;
        }
      };
      return [
        errorOf(() => (document.body.innerHTML = "<b>1</b>")),
        errorOf(() => new DOMParser().parseFromString("<b>1</b>", "text/html")),
        errorOf(() => window.trustedTypes?.createPolicy("docwright", { createHTML: (text) => text })),
      ];
    });
    assert.deepEqual(errors, ["TypeError", "TypeError", "TypeError"]);
  });

  it("is shown with its invisible characters replaced by their names, in the list and in full", async () => {
    const { page } = await openPanel(
      openPage,
      stateOf([entryOf("a", { comment: "pay\u202Ecod\u0000e\u200B \u001b[31mred", path: "/a\u2066b" })]),
      { now },
    );
    await page.getByRole("article").waitFor();
    for (const place of [page.locator(".dwf-row-line"), page.locator(".dwf-comment")]) {
      const marks = await place.locator(".dwf-hidden").allInnerTexts();
      assert.deepEqual(marks, ["U+202E", "U+0000", "U+200B", "U+001B"]);
      assert.ok(!/[\u202e\0\u200b\u001b]/.test((await place.innerText()) ?? ""));
    }
    assert.ok(!(await page.content()).includes("\u2066"));
  });

  it("is truncated to 64 KB in a 1 MB comment, is shown in full on request, and doesn't block keys", async () => {
    const long = "word ".repeat(200_000);
    const marks = "\u202e\u200b".repeat(500_000);
    const { page } = await openPanel(
      openPage,
      stateOf([
        entryOf("long", { comment: `${long}end`, helpful: false, createdAt: getNoon("2026-06-29") }),
        entryOf("marks", { comment: marks, helpful: false, createdAt: getNoon("2026-06-28") }),
        entryOf("last", { comment: "Short words", helpful: false, createdAt: getNoon("2026-06-27") }),
      ]),
      { now },
    );
    const comment = page.locator(".dwf-comment");
    await page.getByText("Showing 65,536 of 1,000,003 characters.").waitFor();
    assert.equal((await comment.innerText()).length, 65_536);
    await page.getByRole("button", { name: "Show all" }).click();
    await comment.filter({ hasText: /end$/ }).waitFor();
    await page.locator("[data-list]").focus();
    await page.keyboard.press("j");
    await comment.filter({ hasText: "U+202E" }).waitFor();
    assert.ok((await page.evaluate<number>("document.querySelectorAll('*').length")) < 5000);
    await page.keyboard.press("j");
    await comment.filter({ hasText: "Short words" }).waitFor();
  });
});
