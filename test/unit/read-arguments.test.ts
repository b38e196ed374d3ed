import assert from "node:assert/strict";
import { sourceFiles } from "../harness/source-files.ts";

/** Matches scripts that other scripts start. Users don't specify their arguments. */
const startedByScripts = /^bench\/(relay\/(http|pipe)-host|spec-session|peers\/json-session)\.ts$/;

describe("scripts in tools, bench, and test/editor", () => {
  it("read their arguments with readArguments, so that each has --help", () => {
    const others = sourceFiles().filter(
      ({ path, text }) =>
        /^(?:tools|bench|test\/editor)\//.test(path) &&
        /\bparseArgs\(|\bprocess\.argv\b/.test(text) &&
        path !== "tools/read-arguments.ts" &&
        !startedByScripts.test(path),
    );
    assert.deepEqual(others.map(({ path }) => path), []); // prettier-ignore
  });
});
