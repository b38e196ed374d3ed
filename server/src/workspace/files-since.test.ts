import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runSteps } from "../../../test/harness/run-steps.ts";
import { siteOf } from "../../../test/harness/site-of.ts";
import { ignoreRules } from "../core/site/settings/ignore.ts";
import { filesSince } from "./files-since.ts";
import type { LiveSite } from "./live-site.ts";
import { nodeDisk } from "./node-disk.ts";

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
    } as unknown as LiveSite;
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
