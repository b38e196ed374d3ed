import assert from "node:assert/strict";
import type { ViewBlock } from "../../server/src/core/preview/view/page-view.ts";
import { inChromium } from "./open-page.ts";
import { type PaintedPage, paintedPage } from "./painted-page.ts";
import { code, el, p, pageOf } from "./view-of.ts";

const tab = (title: string, ...children: Parameters<typeof el>[2][]): ReturnType<typeof el> =>
  el("Tab", { title }, ...children);

describe("painted page for readers", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let shown: PaintedPage;
  beforeEach(async () => {
    shown = await paintedPage(openPage);
  });

  const visible = (text: string): Promise<boolean> => shown.page.getByText(text, { exact: true }).first().isVisible();

  describe("tabs", () => {
    it("are synchronized by title, together with code groups, unless turned off", async () => {
      await shown.show(
        pageOf([
          [el("Tabs", {}, tab("JavaScript", p("js 1")), tab("Python", p("py 1")))],
          [el("Tabs", {}, tab("Python", p("py 2")), tab("JavaScript", p("js 2")))],
          [el("Tabs", { sync: false }, tab("JavaScript", p("js 3")), tab("Python", p("py 3")))],
          [el("CodeGroup", {}, code("js 4", { title: "JavaScript" }), code("py 4", { title: "Python" }))],
        ]),
      );
      await shown.page.getByRole("tab", { name: "Python" }).first().click();
      assert.deepEqual(await Promise.all(["py 1", "py 2", "js 3", "py 4"].map(visible)), [true, true, true, true]);
      assert.deepEqual(await Promise.all(["js 1", "js 2", "py 3", "js 4"].map(visible)), [false, false, false, false]);
    });

    it("support arrow keys, Home, and End, and have a single stop in the Tab order", async () => {
      await shown.show(pageOf([[el("Tabs", {}, tab("A", p("a")), tab("B", p("b")), tab("C", p("c")))]]));
      await shown.page.keyboard.press("Tab");
      await shown.page.keyboard.press("ArrowRight");
      assert.equal(await visible("b"), true);
      await shown.page.keyboard.press("End");
      assert.equal(await visible("c"), true);
      await shown.page.keyboard.press("ArrowRight");
      assert.equal(await visible("a"), true);
      assert.equal(await shown.page.locator('[role="tab"][tabindex="0"]').count(), 1);
    });

    it("remain separate if two have the same title", async () => {
      await shown.show(pageOf([[el("Tabs", {}, tab("A", p("one")), tab("A", p("two")))]]));
      await shown.page.getByRole("tab").nth(1).click();
      assert.equal(await visible("two"), true);
    });
  });

  describe("element that a reader opened", () => {
    const accordion = (title: string): readonly ViewBlock[] => [
      { id: "a", lines: [0, 0], nodes: [p("Above")] },
      { id: `b-${title}`, lines: [2, 4], nodes: [el("Accordion", { title }, p("inside"))] },
    ];

    it("remains open while its title is edited and keeps its DOM element", async () => {
      await shown.show({ ...pageOf([]), blocks: accordion("Titl") });
      await shown.page.getByRole("button", { name: "Titl" }).click();
      await shown.page.evaluate("document.querySelector('.dw-accordion').mine = 1");
      await shown.show({ ...pageOf([]), blocks: accordion("Title") });
      assert.equal(await visible("inside"), true);
      assert.equal(await shown.page.evaluate("document.querySelector('.dw-accordion').mine"), 1);
    });

    it("remains open when the reader leaves the page and returns", async () => {
      await shown.show({ ...pageOf([]), blocks: accordion("Title") });
      await shown.page.getByRole("button", { name: "Title" }).click();
      await shown.show(pageOf([[p("Another page")]], { path: "other.mdx" }));
      await shown.show({ ...pageOf([]), blocks: accordion("Title") });
      assert.equal(await visible("inside"), true);
    });

    it("is distinguished by position from others with the same title", async () => {
      const twice = pageOf([
        [el("Accordion", { title: "A" }, p("first"))],
        [el("Accordion", { title: "A" }, p("second"))],
      ]);
      await shown.show(twice);
      await shown.page.getByRole("button", { name: "A" }).nth(1).click();
      assert.deepEqual([await visible("first"), await visible("second")], [false, true]);
    });
  });

  it("copies code and confirms the copy", async () => {
    await shown.show(pageOf([[code("const a = 1;\nconst b = 2;", { title: "a.js" })]]));
    await shown.page.getByRole("button", { name: "Copy code" }).click();
    assert.deepEqual(await shown.calls(), [["copy", "const a = 1;\nconst b = 2;"]]);
    await shown.page.getByRole("button", { name: "Copied" }).waitFor();
  });

  it("copies a prompt as plain text", async () => {
    await shown.show(
      pageOf([
        [
          el(
            "Prompt",
            { description: "Write" },
            p("You ", el("strong", {}, "write"), "."),
            el("ul", {}, el("li", {}, "Clearly"), el("li", {}, "Briefly")),
          ),
        ],
      ]),
    );
    await shown.page.getByRole("button", { name: "Copy" }).click();
    assert.deepEqual(await shown.calls(), [["copy", "You write.\n\n- Clearly\n- Briefly"]]);
  });

  it("finds text hidden in tabs and accordions", async () => {
    await shown.show(
      pageOf([
        [el("Tabs", {}, tab("A", p("a")), tab("B", p("hidden in a tab")))],
        [el("Accordion", { title: "C" }, p("hidden in an accordion"))],
      ]),
    );
    // Dispatches the event that is dispatched by the browser's page search before it reveals a match.
    await shown.page.evaluate(
      "document.querySelectorAll('[hidden=until-found]').forEach((each) => each.dispatchEvent(new Event('beforematch')))",
    );
    await shown.page.getByText("hidden in a tab").waitFor();
    await shown.page.getByText("hidden in an accordion").waitFor();
  });

  it("keeps the last image of a diagram while its text can't be parsed", async () => {
    const diagram = (source: string): ReturnType<typeof pageOf> => {
      const { blocks, ...view } = pageOf([[el("#mermaid", { source })]]);
      return { ...view, blocks: blocks.map((block) => ({ ...block, id: source })) };
    };
    await shown.show(diagram("bad from the start"));
    await shown.page.getByText("bad from the start").waitFor();
    await shown.show(diagram("graph TD"));
    await shown.page.locator(".dw-diagram-canvas").getByText("graph TD").waitFor();
    await shown.show(diagram("bad again"));
    await shown.page.getByText("The diagram can’t be drawn.").waitFor();
    assert.equal(await visible("graph TD"), true);
  });

  it("shows a tooltip on hover until Escape", async () => {
    await shown.show(pageOf([[p(el("Tooltip", { tip: "What it means" }, "word"))]]));
    await shown.page.getByText("word").hover();
    await shown.page.getByText("What it means").waitFor({ state: "visible" });
    await shown.page.getByText("word").focus();
    await shown.page.keyboard.press("Escape");
    await shown.page.getByText("What it means").waitFor({ state: "hidden" });
  });

  it("loads nothing from the web before consent", async () => {
    const open = await paintedPage(openPage, { policy: false });
    const requested: string[] = [];
    await open.page.route("**/*", async (route) => {
      requested.push(route.request().url());
      await route.fulfill({
        contentType: "image/svg+xml",
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      });
    });
    const view = pageOf([
      [
        el("#image", {
          kind: "img",
          src: "https://cdn.example.com/a.png",
          host: "cdn.example.com",
          alt: "A",
        }),
      ],
      [
        el("#image", {
          kind: "img",
          src: "//other.example.com/b.png",
          alt: "Host not named by the renderer",
        }),
      ],
      [el("#image", { kind: "img", src: "/local.png", alt: "C" })],
    ]);
    await open.show(view);
    assert.deepEqual(requested, []);
    assert.equal(await open.page.locator("img").count(), 1);
    await open.page.getByRole("button", { name: "Show images from cdn.example.com" }).click();
    assert.deepEqual(await open.calls(), [["show-host", "cdn.example.com"]]);
    await open.show(view, { shownHosts: ["cdn.example.com"] });
    assert.equal(await open.page.locator("img").first().getAttribute("src"), "https://cdn.example.com/a.png");
    assert.equal(await open.page.locator("img").count(), 2);
  });

  it("reserves space for a missing image", async () => {
    await shown.show(
      pageOf([
        [el("#image", { kind: "img", src: "/missing.png", alt: "A lake", width: 320, height: 180 })],
        [el("#image", { kind: "img", src: "/missing.png", alt: "", width: "40", height: "30" })],
        [el("#image", { kind: "img", src: "/missing.png", alt: "Wide", width: 4000, height: 1000 })],
      ]),
    );
    const boxes = await shown.page
      .locator(".dw-blocked")
      .evaluateAll((all) => all.map((each) => [each.clientWidth, each.clientHeight].map((n) => n + 2)));
    assert.deepEqual(boxes.slice(0, 2), [
      [320, 180],
      [40, 30],
    ]);
    const [width = 0, height = 0] = boxes[2] ?? [];
    assert.ok(width < 1000 && Math.abs(width / height - 4) < 0.05, `${width} × ${height}`);
  });

  it("marks an interactive component in its corner without shifting content", async () => {
    const inside = p("Counted: 0");
    await shown.show(pageOf([[inside, el("#interactive", { name: "Counter", file: "snippets/counter.jsx" }, inside)]]));
    const texts = shown.page.getByText("Counted: 0");
    const [plain, marked] = [await texts.first().boundingBox(), await texts.last().boundingBox()];
    const root = await shown.page.locator(".dw-interactive").boundingBox();
    assert.equal(marked?.x, plain?.x);
    assert.equal(marked?.y, root?.y);
    const note = shown.page.locator(".dw-corner-note");
    assert.equal(await note.isVisible(), false);
    await shown.page.getByRole("button", { name: "Counter is interactive." }).focus();
    await note.getByText("The preview shows its initial state.").waitFor();
    await note.getByText("snippets/counter.jsx").waitFor();
    await shown.page.keyboard.press("Escape");
    await note.waitFor({ state: "hidden" });
  });

  it("shows a neutral glyph for an icon outside the free sets", async () => {
    await shown.show(pageOf([[p("Text ", el("Icon", { icon: "acme-premium" }), " goes on.")]]));
    const box = await shown.page.locator(".dw-icon-missing svg path").boundingBox();
    assert.ok(box && box.width > 8 && box.height > 8, JSON.stringify(box));
  });

  it("replaces an image that can't be loaded with a message that contains its path or URL", async () => {
    await shown.show(
      pageOf([
        [el("#image", { kind: "img", src: "/missing.png", alt: "A lake" })],
        [el("#image", { kind: "img", src: "https://a.example/b.png", host: "a.example", alt: "" })],
      ]),
      { shownHosts: ["a.example"] },
    );
    await shown.page.getByText("Couldn’t load image: /missing.png").waitFor();
    // The page's policy blocks all images, so the image can't be loaded, as if there were no network.
    await shown.page.getByText("Couldn’t load image: https://a.example/b.png").waitFor();
  });
});
