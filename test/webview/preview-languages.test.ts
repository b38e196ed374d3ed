import assert from "node:assert/strict";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { TranslatedLanguage } from "../../server/src/core/text/display-language.ts";
import { BuiltCli } from "../cli/spawn-cli.ts";
import { pageMessages, textsOf } from "../harness/page-messages.ts";
import { project } from "../harness/source-files.ts";
import { inChromium } from "./open-page.ts";
import { startPreview } from "./start-preview.ts";

const operation = "/api-reference/shipments/register-a-shipment";
const channel = "/events/channels/shipments/shipment-movements";

describe("preview in other languages", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  const children: ChildProcessWithoutNullStreams[] = [];
  let cli: BuiltCli;
  let url = "";
  before(async () => {
    cli = await BuiltCli.make();
    url = await start();
  });
  after(() => {
    for (const child of children) child.kill("SIGKILL");
    cli.remove();
  });

  const start = async (...options: readonly string[]): Promise<string> => {
    const started = await startPreview(cli, join(project, "sample/site"), ...options);
    children.push(started.child);
    return started.url;
  };

  const open = async (at: string, locale: string, width = 1280, from = url): Promise<Page> => {
    const page = await openPage({ locale, viewport: { width, height: 900 }, reducedMotion: "reduce" });
    await page.goto(new URL(at.replace(/^\//, ""), from).href);
    await page.locator(".dw-root article").first().waitFor();
    await page.locator(".dw-rest").waitFor({ state: "detached" });
    return page;
  };

  const openPlayground = async (at: string, locale: string, width?: number): Promise<Page> => {
    const page = await open(at, locale, width);
    await page.locator(".dw-try-open").click();
    await page.locator(".dw-try-section").first().waitFor();
    return page;
  };

  for (const [locale, language, toolbar, audience, send, history] of [
    ["de-DE", "de", "Fensterbreite", "Person", "Senden", "Verlauf"],
    ["ja-JP", "ja", "ウィンドウの幅", "ユーザー", "送信", "履歴"],
  ] as const) {
    it(`has its toolbar in the browser's language: ${locale}`, async () => {
      const page = await open("/quickstart", locale);
      assert.equal(await page.evaluate("document.documentElement.lang"), language);
      await page.getByRole("radiogroup", { name: toolbar }).waitFor();
      const menu = page.locator(".dwt-menu-place > button");
      assert.equal((await menu.innerText()).trim(), audience);
      await menu.click();
      assert.deepEqual(await englishIn(page, ".dwt", language), []);
      // The page has the language of the site.
      assert.equal(await page.locator(".dw-root").getAttribute("lang"), "en");
      await page.getByRole("navigation", { name: "Pages", exact: true }).waitFor();
    });

    it(`has its search in the browser's language: ${locale}`, async () => {
      const page = await open("/quickstart", locale);
      await page.getByRole("button", { name: "Search guides and endpoints" }).click();
      await page.locator("dialog.dw-search").waitFor();
      assert.deepEqual(await englishIn(page, ".dw-search", language), []);
      await page.keyboard.type("shipment");
      await page.getByRole("option").first().waitFor();
      assert.deepEqual(await englishIn(page, ".dw-search", language), []);
    });

    it(`has its playground in the browser's language: ${locale}`, async () => {
      const page = await openPlayground(operation, locale);
      await page.locator(".dw-try-ends").getByRole("button", { name: send, exact: true }).waitFor();
      assert.deepEqual(await englishIn(page, ".dw-try", language), []);
      for (const tab of [1, 2]) {
        await page.locator(".dw-try-tabs [role=tab]").nth(tab).click();
        if (tab === 1) await page.locator(".dw-try-sample").waitFor();
        else await page.getByRole("tabpanel", { name: history }).waitFor();
        assert.deepEqual(await englishIn(page, ".dw-try", language), []);
      }
    });

    it(`has its console in the browser's language: ${locale}`, async () => {
      const page = await openPlayground(channel, locale);
      await page.locator(".dw-channel-log").waitFor();
      assert.deepEqual(await englishIn(page, ".dw-try", language), []);
    });
  }

  for (const [name, at, isPlayground] of [
    ["a page", "/quickstart", false],
    ["a playground", operation, true],
    ["a console", channel, true],
  ] as const)
    for (const width of [1280, 420])
      it(`has room for German labels: ${name}, ${width} pixels wide`, async () => {
        const page = await (isPlayground ? openPlayground : open)(at, "de-DE", width);
        await picture(page, `${name} ${width}`);
        assert.deepEqual(await beyondTheEdge(page), []);
      });

  it("uses the language of --lang regardless of the browser's language", async () => {
    const page = await open("/quickstart", "de-DE", 1280, await start("--lang", "ja"));
    assert.equal(await page.evaluate("document.documentElement.lang"), "ja");
    await page.getByRole("radiogroup", { name: "ウィンドウの幅" }).waitFor();
  });

  it("is in English for other languages, and then loads no translations", async () => {
    const page = await open("/quickstart", "nl-NL");
    assert.equal(await page.evaluate("document.documentElement.lang"), "en");
    await page.getByRole("radiogroup", { name: "Window width" }).waitFor();
    assert.equal(await page.evaluate("document.documentElement.dataset.texts"), undefined);
  });
});

/** Saves screenshots for visual inspection: `PREVIEW_PICTURES=DIR`. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["PREVIEW_PICTURES"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replaceAll(" ", "-")}.png`), fullPage: true });
}

/** Returns the texts and accessible names in this part of the page that are an English message. */
async function englishIn(page: Page, part: string, language: TranslatedLanguage): Promise<readonly string[]> {
  const texts = textsOf(language);
  const english = [...pageMessages().values()]
    .flatMap((message) => (typeof message === "string" ? [message] : [message.one, message.other]))
    .filter((message) => texts[message] !== message && isRecognizable(message))
    .map((message) => new RegExp(`^${escaped(message).replace(/\\\{\d\\\}/g, ".+")}$`));
  const shown = await page.evaluate<string[]>(`(() => {
    const texts = [];
    for (const element of document.querySelectorAll(${JSON.stringify(`${part}, ${part} *`)})) {
      for (const name of ["title", "aria-label", "placeholder", "alt"])
        if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
      if (element.closest("code, pre, .dw-try-type, .dw-search-title, .dw-search-excerpt")) continue;
      for (const node of element.childNodes) if (node.nodeType === 3) texts.push(node.data);
    }
    return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== "");
  })()`);
  assert.ok(shown.length > 2, shown.join());
  return shown.filter((text) => english.some((message) => message.test(text)));
}

/** “{0} of {1}” would match sentences of the site. */
function isRecognizable(message: string): boolean {
  const words = message.replace(/\{\d\}/g, "").match(/[a-z]{2,}/gi) ?? [];
  return words.length > (message.includes("{") ? 1 : 0);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Returns parts of the toolbar and the playground that overflow the window, or buttons that cut off their label. */
function beyondTheEdge(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = [];
    if (document.scrollingElement.scrollWidth > innerWidth) found.push("the page is " + document.scrollingElement.scrollWidth + " wide");
    for (const element of document.querySelectorAll(".dwt *, .dw-try *")) {
      if (element.closest("svg, pre, code, .dw-hidden-words, .cm-editor, .dw-try-rows")) continue;
      const { left, right, width } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      if (width === 0 || style.visibility === "hidden") continue;
      if (right > innerWidth + 1 || left < -1) found.push(element.className + " from " + Math.round(left) + " to " + Math.round(right));
      const isCut = element.matches("button, label, h2, h3, p") && element.scrollWidth > element.clientWidth + 1;
      if (isCut && style.overflowX !== "visible" && style.textOverflow !== "ellipsis") found.push(element.className + " is cut off");
    }
    return found;
  })()`);
}
