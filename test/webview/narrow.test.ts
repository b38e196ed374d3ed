import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { siteOf } from "../harness/site-of.ts";
import { inChromium } from "./open-page.ts";
import { frameIn, paintedFrame } from "./painted-frame.ts";
import { openPlaygroundStage } from "./playground/playground-stage.ts";
import { endpointPage } from "./playground/playground-site.ts";
import { sampleSpec } from "./playground/things-spec.ts";

interface Box {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly width: number;
}

/** Returns the boxes of all visible elements that match a selector, in pixels. */
const boxes = (page: Page, selector: string): Promise<readonly Box[]> =>
  page.locator(selector).evaluateAll((all) =>
    all
      .map((each) => ({ each, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0)
      .map(({ each, box: { left, right, top, width } }) => ({
        name: each.getAttribute("aria-label") ?? each.textContent,
        left,
        right,
        top,
        width,
      })),
  );

describe("preview in narrow windows", function () {
  this.timeout(240_000);
  const openPage = inChromium();

  const page = "---\ntitle: Start\n---\n\nWords.\n";
  const site = siteOf(
    new Map([
      [
        "docs.json",
        JSON.stringify({
          name: "The Harbor Administration Documentation of Berthline",
          colors: { primary: "#0a5c63" },
          navigation: {
            versions: [
              { version: "2026-11-stable (LTS)", default: true, tag: "Recommended", languages: [
                { language: "en", pages: ["start"] }, { language: "de", pages: ["de/start"] },
              ] },
              { version: "v1", pages: ["v1/start"] },
            ],
          },
        }),
      ],
      ...["start", "de/start", "v1/start"].map((each) => [`${each}.mdx`, page] as const),
    ]),
  ); // prettier-ignore

  for (const width of [420, 320])
    it(`fits everything in the top bar within ${width} pixels`, async () => {
      const { page: shown, show } = await paintedFrame(openPage, width);
      await show({ frame: frameIn(site, "start") });
      await shown.screenshot({
        clip: { x: 0, y: 0, width, height: 300 },
      });
      const all = await boxes(shown, ".dw-site-topbar > *, .dw-site-topbar button");
      assert.ok(all.length >= 8, JSON.stringify(all));
      for (const { name, left, right } of all) assert.ok(left >= 0 && right <= width, `${name}: ${left} to ${right}`);
      const items = await boxes(shown, ".dw-site-topbar > *");
      for (const [at, { name, left }] of items.entries())
        assert.ok(left >= (items[at - 1]?.right ?? 0), `${name} overlaps the item before it`);
      for (const button of await boxes(shown, ".dw-site-topbar button"))
        assert.ok(button.width >= 24, `${button.name} is ${button.width} wide`);
      assert.equal(await shown.evaluate("document.documentElement.scrollWidth"), width);
    });

  for (const width of [1000, 700, 420])
    it(`shows “Try it” at the end of the first line of an endpoint's bar, at ${width} pixels`, async () => {
      const long = "https://eu-central-1.harbor-administration.staging.api.berthline.example/public/v3";
      const parts = await endpointPage({ ...sampleSpec, servers: [{ url: long }] });
      const { page: shown } = await openPlaygroundStage(openPage, parts);
      await shown.setViewportSize({ width, height: 900 });
      const [bar] = await boxes(shown, ".dw-endpoint-bar");
      const [button] = await boxes(shown, ".dw-try-open");
      const [method] = await boxes(shown, ".dw-endpoint-bar .dw-method");
      const [base] = await boxes(shown, ".dw-endpoint-base");
      assert.ok(bar && button && method && base);
      assert.ok(bar.right - button.right < 12, `${button.right} of ${bar.right}`);
      assert.ok(Math.abs(button.top - method.top) < 12, "the button isn't on the first line");
      const path = await shown.locator(".dw-endpoint-path").boundingBox();
      assert.ok(path && path.width >= 60 && path.x + path.width <= button.left, JSON.stringify(path));
      assert.ok((path?.height ?? 0) < 30, "a short path wraps");
      assert.ok(bar.right <= width);
    });

  it("keeps the brand color on “Try it” in light mode, with readable text", async () => {
    const { page: shown } = await openPlaygroundStage(openPage, await endpointPage(sampleSpec));
    const paint = (color: string, ink: string) =>
      shown.locator(".dw-root").evaluate(
        (root, [color, ink]) => {
          (root as HTMLElement).style.setProperty("--page-primary", color ?? "");
          (root as HTMLElement).style.setProperty("--frame-on-primary", ink ?? "");
          const { backgroundColor, color: text } = getComputedStyle(root.querySelector(".dw-try-open") as Element);
          return [backgroundColor, text];
        },
        [color, ink],
      );
    assert.deepEqual(await paint("#f5b301", "#000000"), ["rgb(245, 179, 1)", "rgb(0, 0, 0)"]);
    assert.deepEqual(await paint("#0a5c63", "#ffffff"), ["rgb(10, 92, 99)", "rgb(255, 255, 255)"]);
  });
});
