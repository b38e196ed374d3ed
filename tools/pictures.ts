import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { BuiltCli } from "../test/cli/spawn-cli.ts";
import { picturePages } from "../test/webview/picture-pages.ts";
import { pictureSite } from "../test/webview/picture-site.ts";
import { startPreview } from "../test/webview/start-preview.ts";
import { type Boxes, majorVersion, pictureWindow, takePicture } from "../test/webview/take-picture.ts";
import { findOrInstallChromium } from "./editor/find-chromium.ts";
import { launchChromium } from "./editor/launch-chromium.ts";
import { readArguments } from "./read-arguments.ts";

const folder = path.resolve(__dirname, "../test/webview/pictures");
const factsFile = path.join(folder, "pictures.json");

async function main(): Promise<void> {
  const { positionals: names } = readArguments({
    help: `Usage: npm run pictures [-- NAME…]

Retakes the screenshots that test/webview/pictures.test.ts compares: all of
them, or those listed. Review each one before you commit it.

Options:
  --help  show this help`,
    options: {},
    count: { min: 0 },
  });
  const requestedPages = names.length === 0 ? picturePages : picturePages.filter(({ name }) => names.includes(name));
  if (requestedPages.length < names.length) throw new Error("At least one of these names isn't a screenshot.");
  mkdirSync(folder, { recursive: true });
  const site = pictureSite();
  const cli = await BuiltCli.make();
  const browser = await launchChromium(await findOrInstallChromium(console.log));
  const { child, url } = await startPreview(cli, site.folder);
  const chromium = majorVersion(browser);
  const knownBoxes = names.length === 0 ? {} : readBoxes(chromium);
  const boxes: Record<string, Boxes> = { ...knownBoxes };
  try {
    for (const one of requestedPages) {
      const context = await browser.newContext(pictureWindow(one));
      const image = await takePicture(await context.newPage(), url, one);
      await context.close();
      writeFileSync(path.join(folder, `${one.name}.png`), image.png);
      boxes[one.name] = image.boxes;
      console.log(`${one.name}.png ${Math.round(image.png.length / 1000)} kB`);
    }
    writeFileSync(factsFile, `${toJson({ chromium, boxes })}\n`);
  } finally {
    child.kill();
    await browser.close();
    cli.remove();
    site.remove();
  }
}

/** Screenshots from two versions of Chromium can't be mixed. */
function readBoxes(chromium: number): Record<string, Boxes> {
  const facts = JSON.parse(readFileSync(factsFile, "utf8")) as {
    readonly chromium: number;
    readonly boxes: Record<string, Boxes>;
  };
  if (facts.chromium === chromium) return facts.boxes;
  throw new Error(
    `The other images were taken with Chromium ${facts.chromium}, but this is ${chromium}. Take all of them again.`,
  );
}

/** Formats the JSON with one line per box. */
function toJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(/\[[^[\]{}]*\]/g, (numbers) =>
    numbers.replace(/\s+/g, " ").replace("[ ", "[").replace(" ]", "]"),
  );
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
