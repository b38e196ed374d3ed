import assert from "node:assert/strict";
import { eventually } from "../../harness/eventually.ts";
import { inChromium } from "../open-page.ts";
import { viewOf } from "./payload-views.ts";
import { openStage } from "./stage.ts";

const page = [
  "![a](https://one.example/a.png)",
  '<img src="https://one.example/b.png" />',
  "![c](https://two.example/c.png)",
  '<video src="https://two.example/d.mp4" poster="https://two.example/e.png" />',
  '<Card title="f" img="https://two.example/f.png" icon="https://two.example/g.svg">Words</Card>',
].join("\n\n");

describe("remote images", function () {
  this.timeout(240_000);
  const openPage = inChromium();

  it("aren't requested until their host is allowed, and a click sends the host to the editor", async () => {
    const stage = await openStage(openPage, { policy: "editor", painter: "real" });
    const view = await viewOf({ name: "pictures", page }, 0);
    await stage.show(view.page, view.frame);
    await stage.page.getByRole("button", { name: "Show images from one.example" }).first().click();
    const { requests, posted: reported, violations } = await stage.outcome();
    assert.deepEqual(requests, []);
    assert.deepEqual(
      reported.filter(({ kind }) => kind === "allowHost"),
      [{ kind: "allowHost", host: "one.example" }],
    );
    // The policy doesn't have to block anything, because the page doesn't request these images.
    assert.deepEqual(violations, []);
  });

  for (const policy of ["editor", "browser"] as const)
    it(`are requested only from the allowed host, under the ${policy}'s policy`, async () => {
      const guards = { policy, allowedHosts: ["one.example"] };
      const stage = await openStage(openPage, { ...guards, painter: "real" });
      const view = await viewOf({ name: "pictures", page }, 0);
      await stage.show(view.page, view.frame);
      const allowed = ["https://one.example/a.png", "https://one.example/b.png"];
      const requested = async () => [...(await stage.outcome()).requests].sort();
      await eventually(async () => assert.deepEqual(await requested(), allowed));
      await stage.page.waitForTimeout(200);
      assert.deepEqual(await requested(), allowed);
      assert.equal(await stage.page.getByRole("button", { name: "from one.example" }).count(), 0);
      assert.ok((await stage.page.getByRole("button", { name: "from two.example" }).count()) > 0);
      // The policy also blocks the images if the page requests all of them.
      const fooled = await openStage(openPage, { ...guards, painter: "permissive" });
      const html = '<img src="https://one.example/a.png"><img src="https://two.example/c.png">';
      const block = { id: "raw", lines: [0, 0] as const, nodes: [{ tag: "#raw", props: { html } }] };
      await fooled.show({ ...view.page, blocks: [block] }, view.frame);
      const requestedNames = async () => (await fooled.outcome()).requests;
      await eventually(async () => assert.deepEqual(await requestedNames(), ["https://one.example/a.png"]));
      await fooled.page.waitForTimeout(200);
      assert.deepEqual(await requestedNames(), ["https://one.example/a.png"]);
    });
});
