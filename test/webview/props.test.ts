import assert from "node:assert/strict";
import { components } from "../../server/src/core/page/components/components.ts";
import type { ViewNode } from "../../server/src/core/preview/view/view-node.ts";
import { closeBrowser, type PaintedPage, paintedPage } from "./painted-page.ts";
import { elsewhere, propCases, saidOnly } from "./prop-cases.ts";
import { pageOf } from "./view-of.ts";

let painted = 0;

describe("props of components, painted", function () {
  this.timeout(60_000);
  let shown: PaintedPage;
  before(async () => {
    shown = await paintedPage();
  });
  after(async () => {
    await shown.close();
    await closeBrowser();
  });

  it("has a case for each prop of each component", () => {
    const missing = [...components].flatMap(([name, component]) =>
      component.unlisted
        ? []
        : [...component.props.values()]
            .filter((prop) => !prop.unlisted)
            .map((prop) => `${name} ${prop.name}`)
            .filter((key) => !Object.hasOwn(propCases, key) && !elsewhere.test(key)),
    );
    assert.deepEqual(missing, []);
  });

  it("looks the same when it is the same", async () => {
    const node = propCases["Card icon"]?.[1] ?? "";
    assert.ok((await look(node)).picture.equals((await look(node)).picture));
  });

  for (const [name, pair] of Object.entries(propCases).filter(([key]) => !elsewhere.test(key)))
    it(`${name} ${saidOnly.has(name) ? "is in what is painted" : "is seen"}`, async () => {
      const [without, withIt] = [await look(pair[0]), await look(pair[1])];
      assert.notEqual(withIt.markup, without.markup);
      if (!saidOnly.has(name)) assert.ok(!withIt.picture.equals(without.picture), "both look the same");
    });

  async function look(node: ViewNode): Promise<{ readonly markup: string; readonly picture: Buffer }> {
    // A page of its own each time: nothing is left of what was painted before.
    const view = pageOf([[node]], { head: { title: "Page", mode: "default" } });
    const blocks = view.blocks.map((block) => ({ ...block, id: `b${++painted}` }));
    await shown.show({ ...view, blocks }, { width: 800, appearance: "light", variation: "first" });
    const markup = (await shown.page.evaluate("document.querySelector('.dw-article').innerHTML")) as string;
    const picture = await shown.page.locator(".dw-article").screenshot({ animations: "disabled" });
    return { markup: markup.replaceAll(/ data-block="b\d+"|dw-\d+/g, ""), picture };
  }
});
