import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runSteps } from "../../../../test/harness/run-steps.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { ignoreRules } from "../../core/site/settings/ignore.ts";
import type { SiteState } from "../analysis/site-state.ts";
import { nodeDisk } from "./node-disk.ts";
import { ChangeQueue, filesSince } from "./watch-files.ts";

describe("ChangeQueue", () => {
  let bursts: string[][];
  let queue: ChangeQueue;
  beforeEach(() => {
    bursts = [];
    queue = new ChangeQueue((paths) => bursts.push([...paths]));
  });
  afterEach(() => queue.end());

  it("gives what comes close together at once, each file once", async () => {
    queue.add(["a", "b"]);
    await pause(20);
    queue.add(["b", "c"]);
    assert.ok(queue.has("a") && !queue.has("d"));
    await queue.whenAtRest();
    assert.deepEqual(bursts, [["a", "b", "c"]]);
    assert.ok(!queue.has("a"));
  });

  it("waits once more if the process was held up, as more may have been reported in the meantime", async () => {
    queue.add(["a"]);
    for (const end = performance.now() + 250; performance.now() < end;);
    // Received after the timer of the queue, which is already due.
    setTimeout(() => queue.add(["b"]));
    await queue.whenAtRest();
    assert.deepEqual(bursts, [["a", "b"]]);
  });

  it("waits longer for the rest of many", async () => {
    const many = Array.from({ length: 60 }, (_, i) => `${i}`);
    queue.add(many);
    await pause(120);
    queue.add(["late"]);
    await queue.whenAtRest();
    assert.deepEqual(
      bursts.map(({ length }) => length),
      [61],
    );
  });

  it("is at rest when nothing waits, and again after each burst", async () => {
    await queue.whenAtRest();
    queue.add([]);
    await queue.whenAtRest();
    for (const path of ["a", "b"]) {
      queue.add([path]);
      await queue.whenAtRest();
    }
    assert.deepEqual(bursts, [["a"], ["b"]]);
  });
});

describe("a second look at the files of a site", () => {
  const known = new Map([
    ["docs.json", "{}"],
    ["old.mdx", "Old"],
    ["written.mdx", "Written"],
    ["gone.mdx", "Gone"],
  ]);
  const since = 1_700_000_000_000;
  let root: string;
  const write = (path: string, at: number) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path);
    utimesSync(join(root, path), at / 1000, at / 1000);
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "docwright-since-"));
    for (const path of known.keys()) write(path, since - 10_000);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const found = () => {
    const isIgnored = ignoreRules("drafts/\n");
    const live = {
      files: { disk: nodeDisk(root) },
      current: { site: siteOf(known), frame: { isIgnored } },
    } as unknown as SiteState;
    return [...runSteps(filesSince(live, since))].sort();
  };

  it("finds nothing where nothing has happened", () => assert.deepEqual(found(), []));

  it("finds what has been written, has come with any date, and has gone", () => {
    write("written.mdx", since + 5000);
    write("deep/moved-here.mdx", since - 50_000);
    rmSync(join(root, "gone.mdx"));
    write("drafts/ignored.mdx", since + 5000);
    assert.deepEqual(found(), ["deep/moved-here.mdx", "gone.mdx", "written.mdx"]);
  });
});
