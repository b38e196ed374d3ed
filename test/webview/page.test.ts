import assert from "node:assert/strict";
import type { PageView, ViewBlock } from "../../server/src/core/preview/view/page-view.ts";
import { inChromium } from "./open-page.ts";
import { type PaintedPage, paintedPage, type Showing } from "./painted-page.ts";
import { code, el, p, pageOf } from "./view-of.ts";

const tab = (title: string, ...children: Parameters<typeof el>[2][]): ReturnType<typeof el> =>
  el("Tab", { title }, ...children);

describe("painted page", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let shown: PaintedPage;
  beforeEach(async () => {
    shown = await paintedPage(openPage);
  });

  const texts = (selector: string): Promise<string[]> => shown.page.locator(selector).allTextContents();
  const visible = (text: string): Promise<boolean> => shown.page.getByText(text, { exact: true }).first().isVisible();

  /**
   * Returns the number of blocks that the first update of the page renders, regardless of when the next frame is
   * rendered.
   */
  const atFirst = (view: PageView, showing: Showing = {}): Promise<number> =>
    shown.page.evaluate<number>(`new Promise((done) => {
      const observer = new MutationObserver(() => {
        const count = document.querySelectorAll(".dw-block").length;
        if (count === 0) return;
        observer.disconnect();
        done(count);
      });
      observer.observe(document.getElementById("root"), { subtree: true, childList: true });
      void painted.show(${JSON.stringify({ view, showing })});
    })`);

  describe("blocks", () => {
    it("keep their elements when they move or when a block between them changes", async () => {
      const blocks = ["a", "b", "c"].map((id): ViewBlock => ({ id, lines: [0, 1], nodes: [p(id)] }));
      await shown.show({ ...pageOf([]), blocks });
      await shown.page.evaluate(
        "document.querySelectorAll('.dw-block').forEach((block, index) => { block.mine = index })",
      );
      const next: ViewBlock[] = [
        { id: "new", lines: [0, 1], nodes: [p("new")] },
        ...blocks.map((block) => (block.id === "b" ? { ...block, id: "b2", nodes: [p("b2")] } : block)),
      ];
      await shown.show({ ...pageOf([]), blocks: next });
      assert.deepEqual(await texts(".dw-block"), ["new", "a", "b2", "c"]);
      assert.deepEqual(
        await shown.page.evaluate("[...document.querySelectorAll('.dw-block')].map((block) => block.mine ?? null)"),
        [null, 0, 1, 2],
      );
    });

    it("expose their source lines", async () => {
      const view = pageOf([[p("first")], [{ ...el("Note", {}, { ...p("second"), lines: [1, 2] }), lines: [0, 3] }]]);
      await shown.show(view);
      assert.deepEqual(
        await shown.page.evaluate(
          "[...document.querySelectorAll('[data-line]')].map((each) => [each.dataset.line, each.dataset.end])",
        ),
        [
          ["0", "8"],
          ["10", "18"],
          ["0", "3"],
          ["1", "2"],
        ],
      );
    });

    it("of a long page are painted in steps, starting with the first screen", async () => {
      const many = pageOf(Array.from({ length: 1000 }, (_, index) => [p(`Block ${index}`)]));
      const first = await atFirst(many);
      assert.ok(first >= 20 && first < 1000, String(first));
      await shown.page.locator(".dw-block").nth(999).waitFor({ state: "attached" });
      assert.equal(await shown.page.locator(".dw-rest").count(), 0);
    });

    it("of a page shown from its top are painted in two steps: the first screen, and then the rest", async () => {
      const some = pageOf(Array.from({ length: 40 }, (_, index) => [p(`Block ${index}`)]));
      const count = await atFirst(some, { startsAtTop: true });
      assert.ok(count >= 3 && count < 20, String(count));
      await shown.page.locator(".dw-block").nth(39).waitFor({ state: "attached" });
      assert.equal(await shown.page.locator(".dw-rest").count(), 0);
      const other = { ...some, path: "other.mdx" };
      await shown.show(other);
      assert.equal(await shown.page.locator(".dw-block").count(), 40);
    });

    it("with an error are replaced by a strip that links to the line", async () => {
      const blocks: ViewBlock[] = [
        {
          id: "a",
          lines: [4, 6],
          nodes: [p("old")],
          problem: { message: "A tag isn't closed.", line: 5, shown: "kept" },
        },
      ];
      await shown.show({ ...pageOf([]), blocks });
      await shown.page.getByRole("button", { name: "Line 6" }).click();
      assert.deepEqual(await shown.calls(), [["source", 5, undefined]]);
      assert.equal(
        await shown.page.evaluate("getComputedStyle(document.querySelector('.dw-block-body')).opacity"),
        "0.5",
      );
    });
  });

  describe("revealed position", () => {
    const nested = pageOf([
      [p("Above")],
      [
        {
          ...el(
            "Tabs",
            {},
            { ...tab("A", { ...p("in a"), lines: [2, 2] }), lines: [1, 3] },
            {
              ...tab("B", {
                ...el("Accordion", { title: "C", id: "deep" }, { ...p("deep inside"), lines: [6, 6] }),
                lines: [5, 7],
              }),
              lines: [4, 8],
            },
          ),
          lines: [0, 9],
        },
      ],
    ]);

    it("opens the tab and accordion that contain a line", async () => {
      await shown.show(nested);
      assert.equal(await visible("deep inside"), false);
      assert.equal(await shown.revealLine(16), "deep inside");
      assert.equal(await visible("deep inside"), true);
    });

    it("opens the tab and accordion that contain the target of a link on the page", async () => {
      await shown.show({
        ...nested,
        blocks: [{ id: "l", lines: [0, 1], nodes: [el("a", { href: "#deep" }, "go")] }, ...nested.blocks.slice(1)],
      });
      await shown.page.getByRole("link", { name: "go" }).click();
      await shown.page.getByText("deep inside").waitFor({ state: "visible" });
      assert.deepEqual(await shown.calls(), []);
    });

    it("is painted immediately, even far down a long page", async () => {
      await shown.show(
        pageOf(Array.from({ length: 2000 }, (_, index) => [el("h2", { id: `h${index}` }, `Heading ${index}`)])),
      );
      assert.match((await shown.revealId("h1999")) ?? "", /^Heading 1999/);
      const top = Number(await shown.page.evaluate("document.getElementById('h1999').getBoundingClientRect().top"));
      assert.ok(top >= -1 && top < 900, String(top));
    });
  });

  describe("views", () => {
    it("can be selected in a list next to the title", async () => {
      await shown.show(pageOf([[el("View", { title: "JS" }, p("js"))], [el("View", { title: "Py" }, p("py"))]]));
      assert.deepEqual([await visible("js"), await shown.page.getByText("py", { exact: true }).count()], [true, 0]);
      await shown.page.getByLabel("View", { exact: true }).selectOption("Py");
      assert.equal(await visible("py"), true);
    });
  });

  it("shows only the selected updates", async () => {
    const update = (label: string, tags: string[]): ReturnType<typeof el> =>
      el("Update", { label, tags, id: label }, p(`In ${label}`));
    await shown.show(pageOf([[update("may", ["API"])], [update("june", ["App", "API"])], [update("july", ["App"])]]));
    await shown.page.getByRole("button", { name: "App" }).click();
    assert.deepEqual(await texts(".dw-update p"), ["In june", "In july"]);
    await shown.revealId("may");
    assert.deepEqual(await texts(".dw-update p"), ["In may", "In june", "In july"]);
  });

  it("shows content for the selected audience", async () => {
    const view = pageOf([
      [el("Visibility", { for: "humans" }, p("humans"))],
      [el("Visibility", { for: "agents" }, p("agents"))],
      [el("Visibility", { for: "signed-in" }, p("signed in"))],
      [el("Visibility", { for: { groups: ["beta"] } }, p("beta"))],
    ]);
    await shown.show(view);
    assert.deepEqual(await texts(".dw-prose p"), ["humans"]);
    await shown.show(view, { audience: { reader: "agent", signedIn: true, groups: ["beta"] } });
    assert.deepEqual(await texts(".dw-prose p"), ["agents", "signed in", "beta"]);
  });

  it("shows examples next to the text if there's room; otherwise, below it", async () => {
    const view = pageOf([
      [p("Text")],
      [el("ResponseExample", {}, code("answer", { title: "200" }))],
      [el("RequestExample", {}, code("question", { title: "curl" }))],
    ]);
    await shown.show(view, { width: 1279 });
    assert.equal(await shown.page.locator(".dw-prose .dw-example").count(), 2);
    await shown.show(view, { width: 1280 });
    assert.equal(await shown.page.locator(".dw-aside .dw-example").count(), 2);
    assert.equal(
      await shown.page.evaluate(
        "document.querySelector('.dw-example-request').getBoundingClientRect().top < document.querySelector('.dw-example-response').getBoundingClientRect().top",
      ),
      true,
    );
  });
});
