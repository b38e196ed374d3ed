import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { eventually } from "../harness/eventually.ts";
import { bundleOf, documentOf } from "./hostile/stage.ts";
import { type HostedText, hostText } from "./host-text.ts";
import { inChromium } from "./open-page.ts";
import { paintedPage } from "./painted-page.ts";
import { el, pageOf } from "./view-of.ts";

/** Delays requests for the preview's style sheet until `release` is called. */
async function holdStyles(page: Page): Promise<{ readonly release: () => void }> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/preview\.css/, async (route) => {
    await released;
    await route.fallback();
  });
  return { release };
}

const isPainted = (page: Page): Promise<boolean> =>
  page.evaluate('document.querySelector(".dwt, .dw-root, .dwt-rest") !== null');

/**
 * Resolves after the time for which the page waits for its content. The timers of a page run in order, regardless of
 * the machine's load.
 */
const afterTimers = (page: Page): Promise<unknown> => page.evaluate("new Promise((done) => setTimeout(done, 400))");

describe("first paint of a page with its styles", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let hosted: HostedText;
  let kinds: string[];
  before(async () => {
    hosted = await hostText("Words of the page.\n", ({ kind }) => kinds.push(kind));
  });
  beforeEach(() => (kinds = []));
  after(() => hosted.close());

  for (const part of ["", "#part"])
    it(`shows nothing in a browser before the style sheet is loaded: /long${part}`, async () => {
      const page = await openPage();
      const { release } = await holdStyles(page);
      await page.goto(`${hosted.url}${part}`, { waitUntil: "commit" });
      await eventually(() =>
        assert.ok(kinds.includes("ready"), "the page wasn't requested while the styles were loading"),
      );
      await afterTimers(page);
      assert.equal(await isPainted(page), false);
      release();
      await page.getByText("Words of the page.").waitFor();
      assert.equal(await page.locator(".dwt").evaluate((bar) => getComputedStyle(bar).position), "sticky");
    });

  it("shows the page if the style sheet can't be loaded", async () => {
    const page = await openPage();
    await page.route(/\/preview\.css/, (route) => route.abort());
    await page.goto(hosted.url);
    await page.getByText("Words of the page.").waitFor();
  });

  it("shows nothing in VS Code before the style sheet is loaded", async () => {
    const files = await bundleOf("real");
    const { html } = documentOf({ policy: "editor" }, "https://assets.test");
    const page = await openPage();
    await page.addInitScript(
      "window.posted = []; window.acquireVsCodeApi = () => ({ postMessage: (message) => posted.push(message.kind), getState() {}, setState() {} });",
    );
    await page.route("https://assets.test/**", (route) => {
      const { pathname } = new URL(route.request().url());
      const contentType = pathname.endsWith(".css") ? "text/css" : "text/javascript";
      const body = files.get(pathname.replace("/bundle/", "")) ?? "";
      return route.fulfill({ body, contentType, headers: { "Access-Control-Allow-Origin": "*" } });
    });
    await page.route("https://preview.test/", (route) =>
      route.fulfill({ body: html, contentType: "text/html; charset=utf-8" }),
    );
    const { release } = await holdStyles(page);
    const script = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/preview.js"));
    await page.goto("https://preview.test/", { waitUntil: "commit" });
    await script;
    await afterTimers(page);
    assert.equal(await isPainted(page), false);
    release();
    await page.locator(".dwt").waitFor();
    assert.deepEqual(await page.evaluate("posted.slice(0, 1)"), ["ready"]);
  });

  it("applies the page's own styles before the first frame that shows it", async () => {
    const { page } = await paintedPage(openPage);
    const view = pageOf([[el("p", { className: "mine" }, "Words.")]], {
      styles: ".mine{color:rgb(1, 2, 3)}",
      palette: [{ light: "#0a3069", dark: "#a5d6ff" }],
    });
    // A mutation observer runs after the update, but before the next frame.
    const atFirst = await page.evaluate(`new Promise((done) => {
      new MutationObserver(() => {
        const words = document.querySelector(".mine");
        if (words) done([getComputedStyle(words).color, document.adoptedStyleSheets.length]);
      }).observe(document.getElementById("root"), { subtree: true, childList: true });
      void painted.show(${JSON.stringify({ view, showing: {} })});
    })`);
    assert.deepEqual(atFirst, ["rgb(1, 2, 3)", 2]);
  });
});
