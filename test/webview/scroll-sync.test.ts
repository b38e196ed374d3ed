import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { eventually } from "../harness/eventually.ts";
import { type HostedText, hostText } from "./host-text.ts";
import { inChromium } from "./open-page.ts";
import { restInPage } from "./rest-in-page.ts";

const words = "Freight moves through ports, and each of them tells of it in words of its own. ";

/** The text of a page whose blocks have all kinds of heights. */
const text = `---
title: Long
---

${Array.from({ length: 60 }, (_, at) =>
  [
    `## Part ${at}`,
    words.repeat(1 + (at % 5)).trim(),
    ["- one", "- two", "- three"].join("\n"),
    ["```bash", ...Array.from({ length: 1 + (at % 9) }, (_line, line) => `echo ${at} ${line}`), "```"].join("\n"),
    `<Accordion title="More of ${at}">\n\n${words}\n\n</Accordion>`,
    `| a | b |\n|---|---|\n| ${at} | 2 |\n| 3 | 4 |`,
  ].join("\n\n"),
).join("\n\n")}
`;

/** The number of random positions to which the editor or the reader scrolls. */
const jumps = 40;

describe("synchronized scrolling", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let hosted: HostedText;
  let page: Page;
  let scrolled: number[] = [];
  let blocks: (readonly [number, number])[] = [];
  let lastLine = 0;

  before(async () => {
    hosted = await hostText(text, (message) => {
      if (message.kind === "scrolled") scrolled.push(message.line);
    });
    blocks = hosted.update.order.map(({ lines }) => lines);
    lastLine = blocks.at(-1)?.[1] ?? 0;
  });
  after(() => hosted.close());
  beforeEach(async () => {
    page = await openPage({ viewport: { width: 900, height: 800 } });
    // The page parses each message from the host with this function, and applies the message immediately.
    await page.addInitScript(`window.reveals = 0;
      const parse = JSON.parse;
      JSON.parse = (text, ...more) => {
        if (String(text).startsWith('{"kind":"reveal"')) window.reveals++;
        return parse(text, ...more);
      };`);
    await page.goto(hosted.url);
    await page.getByText("Part 59", { exact: true }).first().waitFor({ state: "attached" });
    scrolled = [];
  });

  /** The position of the toolbar's bottom edge in the window, in pixels. */
  const edge = 48;
  /** Returns the positions of the blocks in the window, by the first line of each block. */
  const tops = () =>
    page.evaluate<readonly (readonly [line: number, top: number, bottom: number])[]>(
      `[...document.querySelectorAll("[data-block]")].map((block) => {
        const { top, bottom } = block.getBoundingClientRect();
        return [Number(block.dataset.line), top, bottom];
      })`,
    );
  /** Sends a line that the editor shows. Resolves when the page has received the message. */
  const reveal = async (line: number, file = "long.mdx"): Promise<void> => {
    const before = await page.evaluate<number>("window.reveals");
    hosted.send({ kind: "reveal", file, line, trigger: "scroll" });
    await eventually(async () => assert.equal(await page.evaluate("window.reveals"), before + 1));
  };
  /** Waits until nothing has moved for as many frames as the page takes to correct its position. */
  const untilStill = () =>
    page.evaluate(`new Promise((done) => {
      let [at, frames] = [Number.NaN, 0];
      const look = () => {
        frames = scrollY === at ? frames + 1 : 0;
        at = scrollY;
        if (frames > 10) done();
        else requestAnimationFrame(look);
      };
      look();
    })`);
  const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

  it("scrolls the block that the editor shows into view, from anywhere", async () => {
    const random = generator(7);
    const offsets: number[] = [];
    for (let jump = 0; jump < jumps; jump++) {
      const firstLine = blocks[0]?.[0] ?? 0;
      const line = firstLine + Math.floor(random() * (lastLine + 1 - firstLine));
      await reveal(line);
      await untilStill();
      const painted = await tops();
      const [, top = Number.NaN, bottom = Number.NaN] = painted.findLast(([first]) => first <= line) ?? [];
      assert.ok(bottom > 0 && top < 800, `line ${line} isn't visible: ${top} to ${bottom}`);
      const [first = 0, last = 0] = blocks.findLast(([begin]) => begin <= line) ?? [];
      const expected = top + (bottom - top) * Math.min(1, (line - first) / (last - first + 1));
      const isAtEnd = await page.evaluate<boolean>(
        "Math.ceil(window.scrollY + window.innerHeight) >= document.documentElement.scrollHeight - 1",
      );
      if (!isAtEnd) offsets.push(Math.abs(expected - edge));
    }
    assert.ok(offsets.length > 0.6 * jumps, `${offsets.length} jumps`);
    assert.ok(median(offsets) <= 40, `median ${median(offsets)} px`);
    assert.deepEqual(scrolled, [], "the page reported a scroll that the editor had caused");
  });

  it("reports the line that the reader has scrolled to, anywhere", async () => {
    const random = generator(11);
    const height = await page.evaluate<number>("document.documentElement.scrollHeight - window.innerHeight");
    const offsets: number[] = [];
    for (let jump = 0; jump < jumps; jump++) {
      scrolled = [];
      await page.evaluate(`window.scrollTo({ top: ${Math.floor(random() * height)}, behavior: "instant" })`);
      await untilStill();
      // The same line isn't reported twice in a row.
      for (let tries = 0; scrolled.length === 0 && tries < 100; tries++) await pause(20);
      if (scrolled.length === 0) continue;
      const painted = await tops();
      const offset = await eventually(() => {
        const line = scrolled.at(-1) ?? Number.NaN;
        // A line between two blocks corresponds to the block below it.
        const [, top = Number.NaN, bottom = Number.NaN] = painted[blocks.findIndex(([, last]) => last >= line)] ?? [];
        assert.ok(bottom >= edge - 40 && top <= 800, `line ${line}: ${top} to ${bottom}`);
        return top <= edge && edge <= bottom ? 0 : Math.min(Math.abs(top - edge), Math.abs(bottom - edge));
      });
      offsets.push(offset);
    }
    assert.ok(offsets.length > 0.9 * jumps, `${offsets.length} jumps were reported`);
    assert.ok(median(offsets) <= 40, `median ${median(offsets)} px`);
  });

  const wheel = async (pixels: number): Promise<void> => {
    await page.mouse.move(450, 400);
    await page.mouse.wheel(0, pixels);
  };
  const shownByEditor = async (line: number): Promise<void> => {
    await reveal(line);
    await eventually(async () => assert.ok((await page.evaluate<number>("0 + window.scrollY")) >= 1000));
  };
  /** Waits until this line has been reported. Fails if the last line that was reported is a different one. */
  const isReported = (line: number): Promise<void> =>
    eventually(
      async () =>
      assert.equal(scrolled.at(-1), line, `reported: ${scrolled.join()}; scroll position: ${await page.evaluate<number>("0 + window.scrollY")}`), // prettier-ignore
    );

  it("reports a line again if the editor has since shown another one", async () => {
    await wheel(3000);
    await restInPage(page, 400);
    await wheel(-20_000);
    await isReported(0);
    await restInPage(page, 400);
    await shownByEditor(300);
    await restInPage(page, 400);
    scrolled = [];
    await wheel(-20_000);
    await isReported(0);
  });

  it("reports a reader's scroll right after the editor has moved the page", async () => {
    for (let round = 0; round < 5; round++) {
      await shownByEditor(300);
      scrolled = [];
      await wheel(-20_000);
      await isReported(0);
      await restInPage(page, 400);
    }
  });

  it("shows the cursor's line even right after a scroll", async () => {
    const last = blocks.at(-1)?.[0] ?? 0;
    const [first = 0] = blocks[0] ?? [];
    for (const line of [last, first, last]) {
      // The page's own scrolling has ended, so the page treats the next scroll as one by the reader.
      await untilStill();
      await restInPage(page, 400);
      await page.evaluate(`window.scrollTo({ top: ${line === first ? 1e6 : 3000}, behavior: "instant" })`);
      await untilStill();
      await restInPage(page, 400);
      scrolled = [];
      await page.evaluate(`window.scrollBy({ top: -2000, behavior: "instant" })`);
      // This message is sent at the start of the 150 ms during which the page takes precedence.
      await eventually(() => assert.ok(scrolled.length > 0));
      hosted.send({ kind: "reveal", file: "long.mdx", line, trigger: "cursor" });
      await eventually(async () => {
        const [, top = Number.NaN, bottom = Number.NaN] = (await tops()).find(([begin]) => begin === line) ?? [];
        assert.ok(bottom > edge && top < 800, `line ${line}: ${top} to ${bottom}`);
      });
    }
  });

  it("expands elements that hide the cursor's line and marks the line", async () => {
    const line = text.split("\n").findIndex((one) => one.includes("More of 30")) + 2;
    hosted.send({ kind: "reveal", file: "long.mdx", line, trigger: "cursor" });
    await page.locator("[data-cursor]").waitFor();
    await eventually(async () => {
      const box = await page.locator("[data-cursor]").first().boundingBox();
      assert.ok(box && box.y >= 0 && box.y < 800, JSON.stringify(box));
    });
    await page.getByRole("button", { name: "More of 30", expanded: true }).waitFor();
    await reveal(0, "other.mdx");
    await untilStill();
    assert.ok((await page.evaluate<number>("0 + window.scrollY")) > 0, "a reveal in another file scrolled the page");
  });
});

/** Returns a pseudorandom number generator (mulberry32). It returns the same numbers from 0 to 1 for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
