import assert from "node:assert/strict";
import { components } from "../../server/src/core/page/components/components.ts";
import type { ViewNode } from "../../server/src/core/preview/view/page-view.ts";
import { inChromium } from "./open-page.ts";
import { type PaintedPage, paintedPage } from "./painted-page.ts";
import { elsewhere, propCases, saidOnly } from "./prop-cases.ts";
import { pageOf } from "./view-of.ts";

let painted = 0;

describe("painted component props", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let shown: PaintedPage;
  beforeEach(async () => {
    shown = await paintedPage(openPage);
  });

  it("have a case for each prop of each component", () => {
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

  it("produce the same image each time", async () => {
    const node = propCases["Card icon"]?.[1] ?? "";
    assert.ok((await check(node)).picture.equals((await check(node)).picture));
  });

  for (const component of new Set(Object.keys(propCases).map(componentOf)))
    it(`change the page for each prop of ${component}`, async () => {
      for (const [name, pair] of Object.entries(propCases)) {
        if (componentOf(name) !== component || elsewhere.test(name)) continue;
        const [without, withIt] = [await check(pair[0]), await check(pair[1])];
        assert.notEqual(withIt.markup, without.markup, `${name} doesn't change the markup`);
        if (!saidOnly.has(name))
          assert.ok(!withIt.picture.equals(without.picture), `${name} doesn't change the image`);
      }
    });

  async function check(node: ViewNode): Promise<{ readonly markup: string; readonly picture: Buffer }> {
    // A new page is used each time, so that nothing from the previous one remains.
    const view = pageOf([[node]], { head: { title: "Page", mode: "default" } });
    const blocks = view.blocks.map((block) => ({ ...block, id: `b${++painted}` }));
    await shown.show({ ...view, blocks }, { width: 800, appearance: "light", variation: "first" });
    const markup = (await shown.page.evaluate("document.querySelector('.dw-article').innerHTML")) as string;
    const image = await shown.page.locator(".dw-article").screenshot({ animations: "disabled" });
    return { markup: markup.replaceAll(/ data-block="b\d+"|dw-\d+/g, ""), picture: image };
  }
});

function componentOf(name: string): string {
  return name.slice(0, name.indexOf(" "));
}
