import assert from "node:assert/strict";
import { inChromium } from "./open-page.ts";

describe("page in Chromium", () => {
  const openPage = inChromium();

  it("runs its scripts and has readable text", async () => {
    const page = await openPage();
    await page.setContent(
      "<h1>Before</h1><script>document.querySelector('h1').textContent = 'After'</script>",
    );
    assert.equal(await page.locator("h1").innerText(), "After");
  });

  it("shares no state with the previous page", async () => {
    const page = await openPage({ colorScheme: "dark" });
    assert.equal(await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"), true);
    assert.equal(await page.locator("h1").count(), 0);
  });
});
