import assert from "node:assert/strict";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { BuiltCli } from "../cli/spawn-cli.ts";
import { removeTempSites, tempSite } from "../cli/temp-site.ts";
import { eventually } from "../harness/eventually.ts";
import { inChromium } from "./open-page.ts";

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const long = Array.from({ length: 120 }, (_, at) => `## Part ${at}\n\nWords of part ${at}.\n`).join("\n");
const start = `---
title: Start
---

First words. [To the second](/guides/second#install) and [nowhere](/guides/secnd).

![A ship](/images/ship.png)

![Elsewhere](https://images.example.test/ship.png)

<Visibility for="agents">Words for agents.</Visibility>

${long}`;

/** End-to-end tests with `docwright preview` as shipped, a Chromium tab, and files that change. */
describe("site in a browser tab", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let cli: BuiltCli;
  let folder: string;
  let child: ChildProcessWithoutNullStreams;
  let url = "";
  let site = "";
  let page: Page;
  let refused: string[];
  before(async function () {
    this.timeout(240_000);
    cli = await BuiltCli.make();
  });
  after(() => {
    cli.remove();
    removeTempSites();
  });
  beforeEach(async () => {
    folder = tempSite({
      "docs.json": JSON.stringify({ name: "Ships", navigation: { pages: ["start", "guides/second"] } }),
      "start.mdx": start,
      "guides/second.mdx": "---\ntitle: Second\n---\n\nText.\n\n## Install\n\nHow.\n",
      "images/ship.png": pixel,
    });
    child = cli.start(["preview", folder]);
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
    while (!printed.includes("\n")) await pause(10);
    url = /http:\S+/.exec(printed)?.[0] ?? "";
    // The URL that is printed redirects to the page's own URL, which doesn't contain the key.
    site = new URL("/", url).href;
    page = await openPage({ viewport: { width: 1280, height: 900 } });
    refused = [];
    page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
    await page.goto(`${url}start`);
    await page.getByText("First words.").waitFor();
  });
  afterEach(() => child.kill("SIGKILL"));

  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), "utf8")));
  const shipIsThere = () =>
    eventually(async () => {
      const image = page.locator('img[alt="A ship"]');
      const width = await image.evaluate((shown) => (shown as unknown as { naturalWidth: number }).naturalWidth);
      assert.equal(width, 1);
    });
  const scrollTop = () => page.evaluate<number>("0 + window.scrollY");

  it("shows each change to a file and preserves the scroll position", async () => {
    // If the image were loaded later, it would also move the page.
    await shipIsThere();
    await page.getByText("Words of part 60.").scrollIntoViewIfNeeded();
    const before = await scrollTop();
    assert.ok(before > 1000);
    edit("start.mdx", (text) => text.replace("Words of part 60.", "Other words of part 60."));
    await page.getByText("Other words of part 60.").waitFor();
    await eventually(async () => assert.equal(await scrollTop(), before));
    edit("docs.json", (text) => text.replace("guides/second", 'guides/second", "third'));
    writeFileSync(join(folder, "third.mdx"), "---\ntitle: Third\n---\n");
    await page.getByRole("link", { name: "Third" }).first().waitFor();
    assert.deepEqual(
      refused.filter((text) => !text.includes("images.example.test")),
      [],
    );
  });

  it("opens at the fragment of its URL and expands elements that hide it", async () => {
    edit("guides/second.mdx", (text) => `${text}\n<Accordion title="More">\n\nHidden.\n\n</Accordion>\n`);
    const tab = await openPage();
    await tab.goto(`${url}guides/second#more`);
    await tab.getByText("Hidden.").waitFor();
  });

  it("follows links to the site's real paths and supports the Back button", async () => {
    await page.getByText("To the second").click();
    await page.getByRole("heading", { name: "Install" }).waitFor();
    await page.waitForURL(`${site}guides/second`);
    await page.goBack();
    await page.getByText("First words.").waitFor();
    await page.waitForURL(`${site}start`);
    await page.getByText("nowhere", { exact: true }).click();
    await page.getByText("Did you mean").waitFor();
    await page.getByRole("article").getByRole("link", { name: "Second" }).click();
    await page.getByRole("heading", { name: "Install" }).waitFor();
    await page.waitForURL(`${site}guides/second`);
  });

  it("loads the site's own images, and remote images once their host is allowed", async () => {
    await page.locator('img[alt="A ship"]').scrollIntoViewIfNeeded();
    await shipIsThere();
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).host));
    assert.equal(await page.locator('img[src^="https:"]').count(), 0);
    await page.route("https://images.example.test/**", (route) =>
      route.fulfill({ contentType: "image/png", body: pixel }),
    );
    await page.getByRole("button", { name: /from images\.example\.test/ }).click();
    await page.locator('img[src="https://images.example.test/ship.png"]').waitFor();
    await eventually(() => assert.ok(requested.includes("images.example.test")));
  });

  it("shows content for other audiences and in windows of other widths", async () => {
    assert.equal(await page.getByText("Words for agents.").count(), 0);
    await page.getByTitle("View as").click();
    await page.getByLabel("AI agent").check();
    await page.getByText("Words for agents.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByLabel("Phone, 375 pixels").click();
    const isPhone = () =>
      eventually(async () => {
        const box = await page.locator(".dw-root").boundingBox();
        assert.equal(box && Math.round(box.width), 375);
      });
    await isPhone();
    await page.reload();
    await page.getByText("First words.").waitFor();
    await isPhone();
  });

  it("reports that its server has stopped", async () => {
    child.kill("SIGKILL");
    await page.getByText("The preview lost its connection to the server.").waitFor();
  });
});
