import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { TempFolder } from "../../../../test/lsp/temp-folder.ts";
import { cacheCompiledCode, getThreadEnvironment } from "./user-cache.ts";

/** The functions of Node.js 22.8 and later, with the same subfolder for each version. */
class CompileCache {
  folder: string | undefined;

  readonly enableCompileCache = (folder: string): void => {
    this.folder ??= folder;
    mkdirSync(join(this.folder, "v22"), { recursive: true });
  };

  readonly getCompileCacheDir = (): string | undefined => this.folder && join(this.folder, "v22");
}

describe("the cache for compiled code", () => {
  let temp: TempFolder;
  beforeEach(() => {
    temp = new TempFolder();
  });
  afterEach(() => temp.remove());

  /** Returns the folder that is used if the user's cache folder is this one. */
  function findFolder(cacheFolder: string): string | undefined {
    const cache = new CompileCache();
    cacheCompiledCode(cacheFolder, cache);
    return cache.folder;
  }

  it("is in the user's cache folder", () => {
    const folder = temp.at("cache");
    // The second call finds the folder that the first one has created.
    assert.equal(findFolder(folder), join(folder, "compiled"));
    assert.equal(findFolder(folder), join(folder, "compiled"));
    assert.equal(statSync(join(folder, "compiled")).mode & 0o777, 0o700);
  });

  it("isn't in a folder that another user can change", () => {
    const folder = temp.at("cache");
    mkdirSync(join(folder, "compiled"), { recursive: true });
    for (const mode of [0o777, 0o770, 0o1777]) {
      chmodSync(join(folder, "compiled"), mode);
      assert.equal(findFolder(folder), undefined);
    }
    chmodSync(join(folder, "compiled"), 0o755);
    assert.ok(findFolder(folder));
  });

  it("isn't in a folder that another user can replace", () => {
    const shared = temp.at("shared");
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    assert.equal(findFolder(join(shared, "cache")), undefined);
    symlinkSync(shared, temp.at("link"));
    assert.equal(findFolder(join(temp.at("link"), "cache")), undefined);
    // As in /tmp, only the owner can replace the folder.
    chmodSync(shared, 0o1777);
    assert.ok(findFolder(join(shared, "cache")));
  });

  it("isn't used if the folder can't be created or the version of Node.js doesn't support it", () => {
    writeFileSync(temp.at("file"), "");
    assert.equal(findFolder(join(temp.at("file"), "cache")), undefined);
    cacheCompiledCode(temp.at("cache"), {});
    assert.ok(!existsSync(temp.at("cache")));
  });

  it("doesn't replace the folder that the user has chosen", () => {
    const cache = new CompileCache();
    cache.enableCompileCache(temp.at("own"));
    for (let i = 0; i < 400; i++) writeFileSync(temp.at(`own/v22/${i}`), "");
    cacheCompiledCode(temp.at("cache"), cache);
    assert.equal(readdirSync(temp.at("own/v22")).length, 400);
    assert.equal(getThreadEnvironment(cache)["NODE_COMPILE_CACHE"], temp.at("own"));
  });

  it("contains a limited number of files", () => {
    const cache = new CompileCache();
    cacheCompiledCode(temp.at("cache"), cache);
    const subfolder = cache.getCompileCacheDir() ?? "";
    for (let i = 0; i < 400; i++) writeFileSync(join(subfolder, String(i)), "");
    cacheCompiledCode(temp.at("cache"), cache);
    assert.equal(readdirSync(subfolder).length, 300);
  });

  it("is limited in the subfolders of threads, and removed if it's from an earlier version", () => {
    const cache = new CompileCache();
    const folder = join(temp.at("cache"), "compiled");
    const month = new Date(Date.now() - 32 * 24 * 60 * 60 * 1000);
    for (const name of ["v22-thread", "v20"]) mkdirSync(join(folder, name), { recursive: true });
    for (let i = 0; i < 400; i++) writeFileSync(join(folder, "v22-thread", String(i)), "");
    utimesSync(join(folder, "v20"), month, month);
    cacheCompiledCode(temp.at("cache"), cache);
    assert.equal(readdirSync(join(folder, "v22-thread")).length, 300);
    assert.deepEqual(readdirSync(folder).toSorted(), ["v22", "v22-thread"]);
  });

  it("is also used by threads", () => {
    const cache = new CompileCache();
    assert.equal(getThreadEnvironment(cache), process.env);
    cacheCompiledCode(temp.at("cache"), cache);
    const { NODE_COMPILE_CACHE: folder, ...variables } = getThreadEnvironment(cache);
    assert.equal(folder, dirname(cache.getCompileCacheDir() ?? ""));
    assert.equal(variables["PATH"], process.env["PATH"]);
  });
});
