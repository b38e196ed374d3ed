import assert from "node:assert/strict";
import { inChromium } from "./open-page.ts";

describe("page in Chromium", () => {
  const openPage = inChromium();

  it("runs its scripts and has readable text", async () => {
    const page = await openPage();
    await page.setContent("<h1>Before</h1><script>document.querySelector('h1').textContent = 'After'</script>");
    assert.equal(await page.locator("h1").innerText(), "After");
  });

  it("shares no state with the previous page", async () => {
    const page = await openPage({ colorScheme: "dark" });
    assert.equal(await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"), true);
    assert.equal(await page.locator("h1").count(), 0);
  });

  describe("from a pool", () => {
    const states: unknown[] = [];
    for (const name of ["stores data", "has no stored data if the page is reused"])
      it(name, async () => {
        const width = 700 + 100 * states.length;
        const page = await openPage({ viewport: { width, height: 500 } }, { pool: "test" });
        await page.route("https://pool.test/", (route) =>
          route.fulfill({ contentType: "text/html", body: "<title>A</title>" }),
        );
        await page.goto("https://pool.test/");
        const state = await page.evaluate(
          `[innerWidth, document.cookie, ...[localStorage, sessionStorage].map((storage) => storage.length)]`,
        );
        assert.deepEqual(state, [width, "", 0, 0]);
        await page.evaluate(`{
          document.cookie = "a=b";
          addEventListener("pagehide", () => { for (const storage of [localStorage, sessionStorage]) storage.setItem("a", "b"); });
        }`);
        states.push(page);
        assert.equal(new Set(states).size, 1);
      });
  });
});
