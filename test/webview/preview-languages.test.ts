import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { TranslatedLanguage } from "../../server/src/core/text/page-language.ts";
import { pageMessages, textsOf } from "../harness/page-messages.ts";
import { findLayoutFaults } from "./layout/find-layout-faults.ts";
import { inChromium } from "./open-page.ts";
import { savePicture } from "./save-picture.ts";
import { previewSample } from "./preview-sample.ts";

const operation = "/api-reference/shipments/register-a-shipment";
const channel = "/events/channels/shipments/shipment-movements";

describe("preview in other languages", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  const preview = previewSample(openPage);
  const japanese = previewSample(openPage, "--lang", "ja");

  const open = (path: string, locale: string, width = 1280): Promise<Page> =>
    preview.open(path, { locale, viewport: { width, height: 900 } });

  const openPlayground = async (at: string, locale: string, width?: number): Promise<Page> => {
    const page = await open(at, locale, width);
    await page.locator(".dw-try-open").click();
    await page.locator(".dw-try-section").first().waitFor();
    const language = await page.evaluate("document.documentElement.lang");
    assert.equal(await page.locator(".dw-try").getAttribute("lang"), language);
    return page;
  };

  for (const [locale, language, toolbar, audience, send, history] of [
    ["de-DE", "de", "Fensterbreite", "Person", "Senden", "Verlauf"],
    ["ja-JP", "ja", "ウィンドウの幅", "ユーザー", "送信", "履歴"],
  ] as const) {
    it(`shows its toolbar in the browser's language: ${locale}`, async () => {
      const page = await open("/quickstart", locale);
      assert.equal(await page.evaluate("document.documentElement.lang"), language);
      await page.getByRole("radiogroup", { name: toolbar }).waitFor();
      const menu = page.locator(".dwt-menu-place > button");
      assert.equal((await menu.innerText()).trim(), audience);
      await menu.click();
      assert.deepEqual(await englishIn(page, ".dwt", language), []);
      // The page is in the language of the site.
      assert.equal(await page.locator(".dw-root").getAttribute("lang"), "en");
      await page.getByRole("navigation", { name: "Pages", exact: true }).waitFor();
    });

    it(`shows its search in the browser's language: ${locale}`, async () => {
      const page = await open("/quickstart", locale);
      await page.getByRole("button", { name: "Search guides and endpoints" }).click();
      await page.locator("dialog.dw-search").waitFor();
      assert.deepEqual(await englishIn(page, ".dw-search", language), []);
      await page.keyboard.type("shipment");
      await page.getByRole("option").first().waitFor();
      assert.deepEqual(await englishIn(page, ".dw-search", language), []);
    });

    it(`shows its playground in the browser's language: ${locale}`, async () => {
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

    it(`shows its console in the browser's language: ${locale}`, async () => {
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
        await savePicture(page, `${name} ${width}`, { fullPage: true });
        assert.deepEqual(await findLayoutFaults(page), []);
      });

  it("uses the language set by --lang, regardless of the browser's language", async () => {
    const page = await japanese.open("/quickstart", { locale: "de-DE" });
    assert.equal(await page.evaluate("document.documentElement.lang"), "ja");
    await page.getByRole("radiogroup", { name: "ウィンドウの幅" }).waitFor();
  });

  it("is in English for other languages and doesn't load translations", async () => {
    const page = await open("/quickstart", "nl-NL");
    assert.equal(await page.evaluate("document.documentElement.lang"), "en");
    await page.getByRole("radiogroup", { name: "Window width" }).waitFor();
    assert.equal(await page.evaluate("document.documentElement.dataset.texts"), undefined);
  });
});

/** Returns the texts and accessible names in a part of the page that are equal to an English message. */
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

/**
 * Whether a message can be recognized in text. For example, “{0} of {1}” can't, because it would match sentences of the
 * site.
 */
function isRecognizable(message: string): boolean {
  const words = message.replace(/\{\d\}/g, "").match(/[a-z]{2,}/gi) ?? [];
  return words.length > (message.includes("{") ? 1 : 0);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
