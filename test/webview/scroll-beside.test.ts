import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { FromPage } from "../../webview/src/protocol.ts";
import { eventually } from "../harness/eventually.ts";
import { type HostedText, hostText } from "./host-text.ts";
import { inChromium } from "./open-page.ts";
import { restInPage } from "./rest-in-page.ts";

const paragraphs = 40;
const codeLines = 120;
const text = [
  "---\ntitle: Beside\n---",
  ...Array.from({ length: paragraphs }, (_, at) => `Paragraph ${at} stands in the text.`),
  [
    "<ResponseExample>",
    "```json",
    ...Array.from({ length: codeLines }, (_, at) => `"answer-${at}": ${at},`),
    "```",
    "</ResponseExample>",
  ].join("\n"),
  ...Array.from({ length: paragraphs }, (_, at) => `Paragraph ${paragraphs + at} stands behind it.`),
].join("\n\n");

const lines = text.split("\n");
const lineOf = (words: string): number => lines.findIndex((line) => line.startsWith(words));

describe("scrolling to content next to the text", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let hosted: HostedText;
  let page: Page;
  let messages: FromPage[] = [];

  before(async () => {
    hosted = await hostText(text, (message) => messages.push(message));
  });
  after(() => hosted.close());
  beforeEach(async () => {
    page = await openPage({ viewport: { width: 1600, height: 700 } });
    await page.goto(hosted.url);
    await page.getByText("answer-119", { exact: false }).waitFor({ state: "attached" });
    messages = [];
  });

  const reveal = (words: string, why: "scroll" | "cursor") =>
    hosted.send({ kind: "reveal", file: "long.mdx", line: lineOf(words), trigger: why });
  /** Waits until this text is visible both in the window and in its column. */
  const untilVisible = async (words: string): Promise<void> => {
    const look = `(() => {
      const all = [...document.querySelectorAll(".dw-line, .dw-prose p")];
      const line = all.find((each) => each.textContent.startsWith(${JSON.stringify(words)}));
      const { top, bottom } = line.getBoundingClientRect();
      const column = line.closest(".dw-aside")?.getBoundingClientRect() ?? { top: 40, bottom: innerHeight };
      return top >= column.top - 1 && bottom <= column.bottom + 1;
    })()`;
    await eventually(async () => assert.ok(await page.evaluate<boolean>(look), `“${words}” isn't visible`));
  };
  const scrollY = () => page.evaluate<number>("scrollY");

  for (const why of ["scroll", "cursor"] as const)
    it(`scrolls the right column to one of its lines (${why})`, async () => {
      await page.locator(".dw-aside .dw-example").waitFor();
      reveal('"answer-100"', why);
      await untilVisible('"answer-100"');
      reveal('"answer-2"', why);
      await untilVisible('"answer-2"');
      reveal('"answer-60"', why);
      await untilVisible('"answer-60"');
    });

  it("scrolls the text to the example's position when the editor scrolls", async () => {
    reveal('"answer-50"', "scroll");
    await untilVisible('"answer-50"');
    await untilVisible("Paragraph 40 stands behind it.");
    assert.ok((await scrollY()) > 500, "the text wasn't scrolled");
  });

  it("leaves the text in place when the cursor moves to content in the right column", async () => {
    reveal('"answer-50"', "cursor");
    await untilVisible('"answer-50"');
    assert.equal(await scrollY(), 0);
  });

  it("reports lines of the text, not of the right column", async () => {
    // The page has been scrolled to its top, which isn't reported to the editor.
    await restInPage(page, 300);
    const place = await page.evaluate<number>(
      `[...document.querySelectorAll(".dw-prose p")].find((each) => each.textContent.startsWith("Paragraph 45")).getBoundingClientRect().top - 48`,
    );
    await page.evaluate(`scrollTo({ top: ${Math.ceil(place) + 2}, behavior: "instant" })`);
    await eventually(() => {
      const reported = messages.flatMap((message) => (message.kind === "scrolled" ? [message.line] : []));
      assert.equal(reported.at(-1), lineOf("Paragraph 45"));
    });
  });

  it("reveals the source position of a line in the right column", async () => {
    await page.locator(".dw-aside .dw-line").first().dblclick();
    const line = await eventually(() => {
      const shown = messages.find(({ kind }) => kind === "show");
      assert.ok(shown?.kind === "show" && "line" in shown.at);
      return shown.at.line;
    });
    const [first, last] = [lineOf("<ResponseExample>"), lineOf("</ResponseExample>")];
    assert.ok(line >= first && line <= last, `line ${line} is outside the example's lines, ${first} to ${last}`);
  });
});
