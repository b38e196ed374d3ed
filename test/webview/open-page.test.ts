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
        const emulated = ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)", "print"];
        assert.deepEqual(
          await page.evaluate(`${JSON.stringify(emulated)}.filter((query) => matchMedia(query).matches)`),
          [],
        );
        await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce", media: "print" });
        await page.evaluate(`{
          document.cookie = "a=b";
          addEventListener("pagehide", () => { for (const storage of [localStorage, sessionStorage]) storage.setItem("a", "b"); });
        }`);
        states.push(page);
        assert.equal(new Set(states).size, 1);
      });

    for (const [name, leave] of Object.entries({
      "a blank page": "about:blank",
      "another site": "https://other.test/",
    }))
      for (const count of ["first", "second"])
        it(`has no stored data if the previous page ended on ${name} (${count})`, async () => {
          const page = await openPage({}, { pool: "test" });
          await page.route(/^https:/, (route) => route.fulfill({ contentType: "text/html", body: "<title>A</title>" }));
          await page.goto("https://pool.test/");
          const state = await page.evaluate("[document.cookie, localStorage.length, sessionStorage.length]");
          assert.deepEqual(state, ["", 0, 0]);
          await page.evaluate(
            `document.cookie = "a=b"; localStorage.setItem("a", "b"); sessionStorage.setItem("a", "b")`,
          );
          await page.goto(leave);
        });
  });
});
