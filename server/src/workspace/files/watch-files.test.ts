import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runSteps } from "../../../../test/harness/run-steps.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { createIgnoreMatcher } from "../../core/site/settings/ignore.ts";
import type { SiteState } from "../analysis/site-state.ts";
import { createNodeDisk } from "./node-disk.ts";
import { ChangeQueue, listFilesChangedSince } from "./watch-files.ts";

describe("ChangeQueue", () => {
  let bursts: string[][];
  let queue: ChangeQueue;
  beforeEach(() => {
    bursts = [];
    queue = new ChangeQueue((paths) => bursts.push([...paths]));
  });
  afterEach(() => queue.end());

  it("delivers changes that are close together as one batch that contains each file once", async () => {
    queue.add(["a", "b"]);
    await pause(20);
    queue.add(["b", "c"]);
    assert.ok(queue.has("a") && !queue.has("d"));
    await queue.waitUntilIdle();
    assert.deepEqual(bursts, [["a", "b", "c"]]);
    assert.ok(!queue.has("a"));
  });

  it("waits again if the process was blocked, because more changes might have been reported", async () => {
    queue.add(["a"]);
    for (const end = performance.now() + 250; performance.now() < end;);
    // The queue's timer is already due, so it fires before this change is received.
    setTimeout(() => queue.add(["b"]));
    await queue.waitUntilIdle();
    assert.deepEqual(bursts, [["a", "b"]]);
  });

  it("waits longer after many changes", async () => {
    const many = Array.from({ length: 60 }, (_, i) => `${i}`);
    queue.add(many);
    await pause(120);
    queue.add(["late"]);
    await queue.waitUntilIdle();
    assert.deepEqual(
      bursts.map(({ length }) => length),
      [61],
    );
  });

  it("is idle if nothing is queued and after each batch", async () => {
    await queue.waitUntilIdle();
    queue.add([]);
    await queue.waitUntilIdle();
    for (const path of ["a", "b"]) {
      queue.add([path]);
      await queue.waitUntilIdle();
    }
    assert.deepEqual(bursts, [["a"], ["b"]]);
  });
});

describe("rescan of a site's files", () => {
  const stamps = new Map([
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
    for (const path of stamps.keys()) write(path, since - 10_000);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const listFound = () => {
    const isIgnored = createIgnoreMatcher("drafts/\n");
    const siteState = {
      files: { disk: createNodeDisk(root) },
      current: { site: siteOf(stamps), skeleton: { isIgnored } },
    } as unknown as SiteState;
    return [...runSteps(listFilesChangedSince(siteState, since))].sort();
  };

  it("doesn't find any changes if there are none", () => assert.deepEqual(listFound(), []));

  it("finds changed files, files added with any date, and deleted files", () => {
    write("written.mdx", since + 5000);
    write("deep/moved-here.mdx", since - 50_000);
    rmSync(join(root, "gone.mdx"));
    write("drafts/ignored.mdx", since + 5000);
    assert.deepEqual(listFound(), ["deep/moved-here.mdx", "gone.mdx", "written.mdx"]);
  });
});
