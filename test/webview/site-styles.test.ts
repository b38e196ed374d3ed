import assert from "node:assert/strict";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { BuiltCli } from "../cli/spawn-cli.ts";
import { removeTempSites, tempSite } from "../cli/temp-site.ts";
import { eventually } from "../harness/eventually.ts";
import { inChromium } from "./open-page.ts";
import { startPreview } from "./start-preview.ts";

const files = {
  "docs.json": JSON.stringify({ name: "Ships", navigation: { pages: ["start"] } }),
  "start.mdx":
    '---\ntitle: Start\n---\n\n<div className="waves">First words.</div>\n\n<p className="own" style={{ backgroundImage: "url(./images/own.svg)" }}>Own</p>\n\n<p style="background: url(https://leak.example.test/c.png)">Web</p>\n\n<div id="icon" className="bg-red-500 w-10 h-10 [mask-image:url(/images/own.svg)]" />\n\n<div id="far" className="bg-red-500 w-10 h-10 [mask-image:url(https://leak.example.test/d.svg)]" />\n',
  "css/style.css": `@import url("https://leak.example.test/a.css");
    .waves { color: rgb(1, 2, 3); background-image: url("../images/waves.svg"); }
    .waves, body { background-position: url(https://leak.example.test/b.png); }
    .dwt, button { display: none }
    .waves::after { content: "Taken over"; position: fixed; inset: 0; z-index: 9999 }`,
  "more.css": "h1 { color: rgb(4, 5, 6) }",
  "images/own.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
  "images/waves.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
};

describe("site's own style sheets", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let cli: BuiltCli;
  let child: ChildProcessWithoutNullStreams;
  let page: Page;
  let folder: string;
  let url: string;
  const requested: string[] = [];
  before(async function () {
    this.timeout(240_000);
    cli = await BuiltCli.make();
    folder = tempSite(files);
    ({ child, url } = await startPreview(cli, folder));
  });
  beforeEach(async () => {
    page = await openPage({ viewport: { width: 1280, height: 800 } });
    page.on("request", (request) => void requested.push(request.url()));
    await page.goto(`${url}start`);
    await page.getByText("First words.").waitFor();
  });
  after(() => {
    child.kill("SIGKILL");
    cli.remove();
    removeTempSites();
  });

  const untilStyle = (selector: string, name: string, value: string) =>
    page.waitForFunction(
      ([chosen = "", property = "", expected]) => {
        const element = document.querySelector(chosen);
        return element !== null && getComputedStyle(element).getPropertyValue(property) === expected;
      },
      [selector, name, value],
    );

  it("style the page, with images from the site but not from the web", async () => {
    await untilStyle(".waves", "color", "rgb(1, 2, 3)");
    await untilStyle("h1", "color", "rgb(4, 5, 6)");
    await page.waitForFunction("performance.getEntriesByName(location.origin + '/images/waves.svg').length > 0");
    await eventually(() => assert.ok(requested.some((url) => url.endsWith("/images/waves.svg"))));
    assert.deepEqual(
      requested.filter((url) => url.includes("leak.example")),
      [],
    );
  });

  it("let style attributes load files from the site but not from the web", async () => {
    await untilStyle(".own", "background-image", `url("${new URL("/", url).href}images/own.svg")`);
    await page.waitForFunction(
      "performance.getEntriesByName(location.origin + '/images/own.svg').some((each) => each.responseStatus === 200)",
    );
    assert.deepEqual(
      requested.filter((each) => each.includes("leak.example")),
      [],
    );
  });

  it("mask elements by class with the site's files, and hide their background if the mask is on the web", async () => {
    await untilStyle("#icon", "mask-image", `url("${new URL("/", url).href}images/own.svg")`);
    await untilStyle("#icon", "background-color", "rgb(239, 68, 68)");
    await untilStyle("#far", "width", "40px");
    await untilStyle("#far", "background-color", "rgba(0, 0, 0, 0)");
    assert.deepEqual(
      requested.filter((each) => each.includes("leak.example")),
      [],
    );
  });

  it("don't affect anything around the page", async () => {
    assert.ok(await page.locator(".dwt").isVisible());
    assert.ok(await page.getByRole("radio", { name: /^Phone/ }).isVisible());
    await page.getByRole("radio", { name: /^Phone/ }).click();
    await page.getByRole("radio", { name: /^Phone/, checked: true }).waitFor();
    assert.equal(
      await page.locator(".waves").evaluate((waves) => getComputedStyle(waves, "::after").position),
      "static",
    );
  });

  it("update as they're edited", async () => {
    writeFileSync(join(folder, "more.css"), "h1 { color: rgb(7, 8, 9) }");
    await untilStyle("h1", "color", "rgb(7, 8, 9)");
  });
});
