import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { BuiltCli } from "../cli/spawn-cli.ts";
import { removeTempSites, tempSite } from "../cli/temp-site.ts";
import { eventually } from "../harness/eventually.ts";
import { inChromium } from "./open-page.ts";
import { startPreview } from "./start-preview.ts";

const navigation = {
  pages: [
    "start",
    "second",
    "third",
    { group: "Folded", pages: ["deep", "calm"] },
    { group: "Still", pages: ["calm"] },
  ],
};

describe("pages that changed since the last commit", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let cli: BuiltCli;
  let child: ChildProcessWithoutNullStreams | undefined;
  let folder: string;
  const write = (name: string, text: string) =>
    writeFileSync(join(folder, `${name}.mdx`), `---\ntitle: ${name}\n---\n\n${text}\n`);
  before(async () => {
    cli = await BuiltCli.make();
  });
  after(() => {
    cli.remove();
    removeTempSites();
  });
  afterEach(() => child?.kill("SIGKILL"));

  const open = async (...options: readonly string[]): Promise<Page> => {
    folder = tempSite({
      "docs.json": JSON.stringify({
        name: "Ships",
        navigation: { groups: [{ group: "All", pages: navigation.pages }] },
      }),
    });
    for (const name of ["start", "second", "deep", "calm"]) write(name, "Old words.");
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@b.c", ...args]);
    git("init", "-q");
    git("add", ".");
    git("commit", "-q", "-m", "First");
    write("second", "New words.");
    write("third", "New page.");
    write("deep", "New words.");
    const started = await startPreview(cli, folder, ...options);
    child = started.child;
    const page = await openPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${started.url}start`);
    await page.getByText("Old words.").waitFor();
    return page;
  };
  const entries = (page: Page) => page.getByRole("navigation", { name: "Pages" });

  it("are marked in the sidebar, with accessible names, while changes are highlighted", async () => {
    const page = await open("--git");
    const toggle = page.getByRole("button", { name: "Highlight changes since the last commit" });
    assert.equal(await page.locator(".dw-site-change").count(), 0);
    await toggle.click();
    await entries(page).getByRole("link", { name: "second Changed since the last commit" }).waitFor();
    await eventually(async () =>
      assert.deepEqual(
        (
          await page
            .locator(".dw-site-change")
            .evaluateAll((marks) => marks.map((mark) => mark.parentElement?.textContent))
        ).map((text) => text?.replace(/[+●]/, ": ")),
        [
          "second: Changed since the last commit",
          "third: Added since the last commit",
          "Folded: Contains pages that changed since the last commit",
        ],
      ),
    );
    await entries(page)
      .getByRole("button", { name: /^Folded/ })
      .click();
    await entries(page).getByRole("link", { name: "deep Changed since the last commit" }).waitFor();
    assert.equal(await page.getByText("Contains pages that changed").count(), 0);
    write("start", "Newer words.");
    await entries(page).getByRole("link", { name: "start Changed since the last commit" }).waitFor();
    await toggle.click();
    await eventually(async () => assert.equal(await page.locator(".dw-site-change").count(), 0));
  });

  it("aren't shown if Git can't be used", async () => {
    const page = await open();
    await entries(page).getByRole("link", { name: "second" }).waitFor();
    assert.equal(await page.getByRole("button", { name: /^Highlight changes/ }).count(), 0);
  });
});
