import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { BuiltCli } from "./spawn-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";
import type { JsonReport } from "./call-cli.ts";

const runs = 10;
const stands = 90;

/** Runs a process group for only a tenth of the time until `end` is called. */
function throttle(group: number): { readonly end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-group, name);
    } catch {
      // The group has already exited.
    }
  };
  const go = () => {
    signal("SIGCONT");
    timer = setTimeout(stop, runs);
  };
  const stop = () => {
    signal("SIGSTOP");
    timer = setTimeout(go, stands);
  };
  go();
  return {
    end: () => {
      clearTimeout(timer);
      signal("SIGCONT");
    },
  };
}

/** Text that takes the parser a few tenths of a second to parse. */
const long = Array.from(
  { length: 300 },
  (_, i) => `<Card title="Card ${i}" href="/sound">\n  Some **bold** text with {1 + ${i}}.\n</Card>\n`,
).join("\n");
const page = (body: string) => `---\ntitle: T\n---\n\n${body}\n`;

describe("docwright check at a tenth of the CPU speed", function () {
  this.timeout(300_000);
  let cli: BuiltCli;
  before(async () => {
    cli = await BuiltCli.make();
  });
  after(() => {
    removeTempSites();
    cli.remove();
  });

  it("reports the same problems as at full speed", async function () {
    if (process.platform === "win32") return this.skip();
    const folder = tempSite({
      "docs.json": '{ "name": "A", "navigation": { "pages": ["sound", "long", "angle", "open", "faulty"] } }',
      "sound.mdx": page("Text with {1 + 1} and a [link](/long)."),
      "long.mdx": page(long),
      "angle.mdx": page("Needs Node <20."),
      "open.mdx": page('<Card title="a">\n\n{/* no end'),
      "faulty.mdx": page(`${long}\n\n<Note>\n\nif a <5 then`),
    });
    const check = async (isSlow: boolean) => {
      // The cache is empty, so that nothing from the previous run remains.
      const cache = join(tempSite({}), "cache");
      const child = cli.startGroup(["check", folder, "--format", "json"], { XDG_CACHE_HOME: cache });
      const throttled = isSlow && child.pid !== undefined ? throttle(child.pid) : undefined;
      try {
        const { problems, counts } = JSON.parse(await text(child.stdout)) as JsonReport;
        return { problems, counts };
      } finally {
        throttled?.end();
      }
    };
    const quick = await check(false);
    const faults = quick.problems.filter(({ code }) => code === "mdx/syntax");
    deepEqual([...new Set(faults.map(({ file }) => file))], ["angle.mdx", "faulty.mdx", "open.mdx"]);
    equal(faults.filter(({ message }) => message.includes("so long")).length, 0);
    deepEqual(await check(true), quick);
  });
});
