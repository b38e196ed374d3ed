import assert from "node:assert/strict";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { BuiltCli } from "../cli/spawn-cli.ts";
import { project } from "../harness/source-files.ts";
import { eventually } from "../harness/eventually.ts";
import { inChromium } from "./open-page.ts";
import { startPreview } from "./start-preview.ts";
import { picturePages } from "./picture-pages.ts";
import { pictureSite } from "./picture-site.ts";
import { type Boxes, majorVersion, pictureWindow, takePicture } from "./take-picture.ts";

const folder = join(project, "test/webview/pictures");
const facts = JSON.parse(readFileSync(join(folder, "pictures.json"), "utf8")) as {
  readonly chromium: number;
  readonly boxes: Readonly<Record<string, Boxes>>;
};
/** The maximum share of pixel blocks that may differ, and the maximum number of pixels by which a box may move. */
const maxDifferent = 0.001;
const maxMoved = 2;

/**
 * Whether to compare only boxes, which is necessary for other versions of Chromium, whose pixels differ. Set with
 * `PICTURES=boxes npm test -- test/webview/pictures.test.ts`.
 */
const comparesBoxesOnly = process.env["PICTURES"] === "boxes";

/** The maximum time in milliseconds until a page has its final appearance. */
const maxRest = 30_000;

/** The folder in which screenshots are saved for inspection if they differ. */
const left = join(project, "out/pictures");

describe("sample site images, created by `npm run pictures`", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  const site = pictureSite();
  let cli: BuiltCli;
  let child: ChildProcessWithoutNullStreams | undefined;
  let url = "";
  before(async function () {
    cli = await BuiltCli.make();
    ({ child, url } = await startPreview(cli, site.folder));
  });
  after(() => {
    child?.kill("SIGKILL");
    cli.remove();
    site.remove();
  });

  for (const expected of picturePages)
    it(`match the expected image: ${expected.name}`, async () => {
      const page = await openPage(pictureWindow(expected));
      const browser = page.context().browser();
      assert.ok(browser);
      const compares = !comparesBoxesOnly && majorVersion(browser) === facts.chromium;
      // On a busy machine, code may be highlighted even after the page hasn't changed for a while.
      await eventually(async () => {
        const { png, boxes } = await takePicture(page, url, expected);
        assert.deepEqual(moved(facts.boxes[expected.name] ?? {}, boxes), []);
        if (!compares) return;
        const share = difference(readFileSync(join(folder, `${expected.name}.png`)), png);
        if (share <= maxDifferent) return;
        mkdirSync(left, { recursive: true });
        writeFileSync(join(left, `${expected.name}.png`), png);
        assert.fail(
          `${(share * 100).toFixed(2)}% of the image differs; the new image is out/pictures/${expected.name}.png`,
        );
      }, maxRest);
    });

  it("are small and are all compared", () => {
    const files = readdirSync(folder).filter((file) => file.endsWith(".png"));
    assert.deepEqual(files.sort(), picturePages.map(({ name }) => `${name}.png`).sort());
    const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    assert.ok(bytes < 3_000_000, `${bytes} bytes`);
  });
});

/** Returns descriptions of the boxes that have moved, disappeared, or been added. */
function moved(before: Boxes, now: Boxes): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((name) => {
    const [was, is] = [before[name], now[name]];
    if (!was || !is) return `${name} ${was ? "is gone" : "is new"}`;
    const isNear = was.every((value, index) => Math.abs(value - (is[index] ?? NaN)) <= maxMoved);
    return isNear ? [] : `${name} was at ${was.join(", ")}, is at ${is.join(", ")}`;
  });
}

function difference(before: Buffer, now: Buffer): number {
  const [was, is] = [shrink(PNG.sync.read(before)), shrink(PNG.sync.read(now))];
  if (was.width !== is.width || was.height !== is.height) return 1;
  const { width, height } = was;
  return pixelmatch(was.data, is.data, undefined, width, height, { threshold: 0.1 }) / (width * height);
}

/**
 * Scales the screenshot to a quarter of its width and height. Antialiasing depends on the processor that renders the
 * text, but the mean of 16 pixels doesn't.
 */
function shrink({ width, height, data }: PNG): PNG {
  const small = new PNG({ width: Math.floor(width / 4), height: Math.floor(height / 4) });
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++)
      for (let channel = 0; channel < 4; channel++) {
        let sum = 0;
        for (let i = 0; i < 16; i++) sum += data[((4 * y + (i >> 2)) * width + 4 * x + (i & 3)) * 4 + channel] ?? 0;
        small.data[(y * small.width + x) * 4 + channel] = Math.round(sum / 16);
      }
  return small;
}
