import type { Page } from "playwright-core";
import { inChromium } from "../open-page.ts";
import { previewSample } from "../preview-sample.ts";
import { expectLayout } from "./expect-layout.ts";

interface Sight {
  readonly url: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

const operation = "/api-reference/shipments/register-a-shipment";
const channel = "/events/channels/shipments/shipment-movements";

/** Opens the playground or the console, unless the tab has already restored it or is loading it. */
const openPlayground = async (page: Page) => {
  const button = page.locator('.dw-try-open[aria-busy="false"]');
  const panel = page.locator(".dw-try");
  await button.or(panel).first().waitFor();
  if (await button.isVisible()) await button.click();
  await panel.getByRole("button", { name: /^(Send|Connect)$/ }).waitFor();
};

/** Opens the toolbar's menu if the toolbar doesn't have room for all tools. */
const openTools = async (page: Page) => {
  const more = page.getByRole("button", { name: "More actions" });
  if (await more.isVisible()) await more.click();
};

const sights: Readonly<Record<string, Sight>> = {
  "the first page": { url: "/" },
  "text and code": { url: "/quickstart" },
  tabs: { url: "/guides/authentication" },
  "tables and accordions": { url: "/guides/tracking/register-shipments" },
  cards: { url: "/berths/overview" },
  "code in several languages": { url: "/guides/webhooks/verify-signatures" },
  formulas: { url: "/guides/tracking/arrival-estimates" },
  "a diagram": { url: "/guides/tracking/overview" },
  "a changelog": { url: "/changelog" },
  "a missing page": { url: "/guides/autentication" },
  "an operation": { url: operation },
  "a channel": { url: channel },
  "the navigation drawer": {
    url: "/quickstart",
    prepare: (page) => page.getByRole("button", { name: "Site navigation" }).click(),
  },
  "the search": {
    url: "/quickstart",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Search guides and endpoints" }).click();
      await page.keyboard.type("shipment");
      await page.getByRole("option").first().waitFor();
    },
  },
  "the audience menu": { url: "/quickstart", prepare: (page) => page.getByTitle("View as").click() },
  "the toolbar menu": { url: "/quickstart", prepare: openTools },
  "the language menu": {
    url: "/quickstart",
    prepare: (page) => page.getByRole("button", { name: /^Language/ }).click(),
  },
  "the width of a phone": {
    url: "/quickstart",
    prepare: async (page) => {
      await openTools(page);
      await page.getByLabel("Phone, 375 pixels").click();
    },
  },
  "the playground": { url: operation, prepare: openPlayground },
  "the console": { url: channel, prepare: openPlayground },
};

describe("preview in narrow windows", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  const { goTo } = previewSample(openPage);

  for (const [name, { url, prepare }] of Object.entries(sights))
    it(`shows all of its content: ${name}`, async () => {
      const page = await openPage({ reducedMotion: "reduce" }, { pool: "sample" });
      if (!prepare) {
        await goTo(page, url);
        return expectLayout(page);
      }
      await expectLayout(page, async () => {
        await goTo(page, url);
        await prepare(page);
      });
    });
});
