import assert from "node:assert/strict";
import { components } from "../../server/src/core/page/components/components.ts";
import type { ViewNode } from "../../server/src/core/preview/view/page-view.ts";
import { inChromium } from "./open-page.ts";
import { type PaintedPage, paintedPage } from "./painted-page.ts";
import { elsewhere, propCases, saidOnly } from "./prop-cases.ts";
import { pageOf } from "./view-of.ts";

/** The appearance of a page with an element. */
interface Appearance {
  readonly markup: string;
  readonly picture: Buffer;
}

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
      component.isUnlisted
        ? []
        : [...component.props.values()]
            .filter((prop) => !prop.isUnlisted)
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
      // Many cases have the same element without the prop.
      const appearances = new Map<string, Promise<Appearance>>();
      const getAppearance = async (node: ViewNode): Promise<Appearance> => {
        const key = JSON.stringify(node);
        const appearance = appearances.get(key) ?? check(node);
        appearances.set(key, appearance);
        return appearance;
      };
      for (const [name, pair] of Object.entries(propCases)) {
        if (componentOf(name) !== component || elsewhere.test(name)) continue;
        if (saidOnly.has(name)) {
          const [without, withIt] = [await readMarkup(pair[0]), await readMarkup(pair[1])];
          assert.notEqual(withIt, without, `${name} doesn't change the markup`);
          continue;
        }
        const [without, withIt] = [await getAppearance(pair[0]), await getAppearance(pair[1])];
        assert.notEqual(withIt.markup, without.markup, `${name} doesn't change the markup`);
        assert.ok(!withIt.picture.equals(without.picture), `${name} doesn't change the image`);
      }
    });

  async function check(node: ViewNode): Promise<Appearance> {
    const markup = await readMarkup(node);
    const picture = await shown.page.locator(".dw-article").screenshot({ animations: "disabled" });
    return { markup, picture };
  }

  async function readMarkup(node: ViewNode): Promise<string> {
    // A new page is used each time, so that nothing from the previous one remains.
    const view = pageOf([[node]], { head: { title: "Page", mode: "default" } });
    const blocks = view.blocks.map((block) => ({ ...block, id: `b${++painted}` }));
    await shown.show({ ...view, blocks }, { width: 800, appearance: "light", variation: "first" });
    const markup = (await shown.page.evaluate("document.querySelector('.dw-article').innerHTML")) as string;
    return markup.replaceAll(/ data-block="b\d+"|dw-\d+/g, "");
  }
});

function componentOf(name: string): string {
  return name.slice(0, name.indexOf(" "));
}
