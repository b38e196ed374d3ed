import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { TempFolder } from "../../../test/lsp/temp-folder.ts";
import { Glance } from "./glance.ts";

describe("A first look at changed files", () => {
  let folder: TempFolder;
  let glance: Glance | undefined;
  let looks = 0;
  const begin = (writing: number) => {
    looks = 0;
    glance = new Glance(() => looks++, { quiet: 5, longest: 30, writing });
    return glance;
  };
  const looked = async () => {
    while (looks === 0) await sleep(5);
  };
  beforeEach(() => {
    folder = new TempFolder({ "a.mdx": "Words" });
  });
  afterEach(() => {
    glance?.end();
    folder.remove();
  });

  it("comes once for a burst", async () => {
    const own = begin(60_000);
    for (let i = 0; i < 3; i++) own.news([folder.at("a.mdx")]);
    await looked();
    await sleep(50);
    assert.equal(looks, 1);
  });

  it("waits for the text of a file that is being written", async () => {
    writeFileSync(folder.at("a.mdx"), "");
    begin(60_000).news([folder.at("a.mdx")]);
    await sleep(100);
    assert.equal(looks, 0);
    writeFileSync(folder.at("a.mdx"), "W".repeat(8192));
    await sleep(100);
    assert.equal(looks, 0, "half of it");
    writeFileSync(folder.at("a.mdx"), "Words");
    await looked();
  });

  it("believes after a while that a file is empty, and at once that it is gone", async () => {
    writeFileSync(folder.at("a.mdx"), "");
    begin(50).news([folder.at("a.mdx")]);
    await looked();
    begin(60_000).news([folder.at("gone.mdx")]);
    await looked();
  });
});
