import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createLineMap, getOffset, type Position } from "../../server/src/core/text/text-edit.ts";
import { sendRequestsEverywhere, everyNthLine } from "../harness/send-requests-everywhere.ts";
import { LspClient, uriOf } from "../harness/lsp-client.ts";
import { hasHalfPair, randomPages } from "../harness/random-pages.ts";
import { project } from "../harness/source-files.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";
import { docsJson, TempFolder } from "./temp-folder.ts";

/** Sends all requests for every `step`th line, and checks each response. Returns the number of responses. */
async function checkEverywhere(root: string, files: readonly string[], step: number): Promise<number> {
  const client = await LspClient.spawn();
  let count = 0;
  const check = (value: unknown, uri: string | undefined, about: string) => {
    for (const found of splitPairs(value, uri)) assert.fail(`${about}: ${found}`);
  };
  try {
    await sendRequestsEverywhere(client, {
      root,
      files,
      linesOf: everyNthLine(step),
      onResponse: ({ method, where, uri, response: { result, error } }) => {
        const about = `${method} at ${where}`;
        // If the request fails, the reason must be one that the author sees.
        if (error && error.code !== -32601)
          assert.ok(error.code === -32803 && !/took longer/.test(error.message), `${about}: ${error.message}`);
        check(result ?? error?.message, uri, about);
        count++;
      },
      onNotification: ({ method, params }) => check(params, undefined, method ?? ""),
    });
    assert.equal(await client.stop(), 0);
  } finally {
    client.kill();
  }
  return count;
}

/**
 * Yields each string with a lone surrogate, and each range that starts or ends inside a surrogate pair. A range is in
 * the file `uri`, unless the value refers to another file.
 */
function* splitPairs(value: unknown, uri: string | undefined): Generator<string> {
  if (typeof value === "string") {
    if (hasHalfPair(value)) yield `half a pair in ${JSON.stringify(value)}`;
  } else if (Array.isArray(value)) for (const each of value) yield* splitPairs(each, uri);
  else if (typeof value === "object" && value !== null) {
    const own = value as Readonly<Record<string, unknown>>;
    const named = [own["targetUri"], own["uri"]].find((each) => typeof each === "string");
    for (const [key, each] of Object.entries(own)) {
      // The origin range of a link is in the file that the request is about.
      const within = key === "originSelectionRange" ? uri : (named ?? uri);
      if (key.startsWith("file:")) yield* splitPairs(each, key);
      else if ((key === "start" || key === "end") && isPosition(each)) {
        if (within !== undefined && isInPair(each, within))
          yield `${key} ${JSON.stringify(each)} splits a pair in ${within}`;
      } else
        yield* splitPairs(each, own["textDocument"] ? ((own["textDocument"] as { uri?: string }).uri ?? uri) : within);
    }
  }
}

function isPosition(value: unknown): value is Position {
  return typeof value === "object" && value !== null && "line" in value && "character" in value;
}

const texts = new Map<string, string>();

function isInPair(position: Position, uri: string): boolean {
  const text = texts.get(uri) ?? readText(uri);
  texts.set(uri, text);
  const offset = getOffset(createLineMap(text), position);
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(offset - 1, offset + 1));
}

function readText(uri: string): string {
  try {
    return readFileSync(new URL(uri), "utf8");
  } catch {
    return "";
  }
}

describe("every request on every line", function () {
  this.timeout(chooseByMode(480_000, 3_600_000));

  it("of the sample site gets a response", async () => {
    const root = path.join(project, "sample/site");
    const files = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(mdx?|json|ya?ml)$/.test(file))
      .sort();
    assert.ok(files.length > 50);
    const count = await checkEverywhere(root, files, chooseByMode(47, 1));
    assert.ok(count > 2000, `${count} requests`);
  });

  it("of generated pages gets a response without lone surrogates", async () => {
    const pages = randomPages(chooseByMode(25, 1000), seedOf(2024));
    const names = pages.map((_, i) => `p${i}`);
    const folder = new TempFolder({
      "docs.json": docsJson(...names, "missing😀"),
      ...Object.fromEntries(pages.map((text, i) => [`p${i}.mdx`, text])),
    });
    try {
      const files = ["docs.json", ...names.map((name) => `${name}.mdx`)];
      assert.ok((await checkEverywhere(folder.root, files, chooseByMode(2, 1))) > 500);
    } catch (error) {
      // The pages are generated from a seed, so the index identifies the page.
      const [, index] = /\bp(\d+)\.mdx/.exec(String(error)) ?? [];
      throw new Error(`${String(error)}\n${JSON.stringify(pages[Number(index)])}`, { cause: error });
    } finally {
      folder.remove();
    }
  });
});

describe("search for lone surrogates", () => {
  it("finds them in strings and ranges", () => {
    const uri = uriOf("/a.mdx");
    texts.set(uri, "a😀b");
    const at = (character: number) => ({ line: 0, character });
    assert.deepEqual([...splitPairs({ message: "a\ud83d" }, uri)], ['half a pair in "a\\ud83d"']);
    assert.equal([...splitPairs([{ range: { start: at(2), end: at(3) } }], uri)].length, 1);
    assert.equal([...splitPairs([{ uri, range: { start: at(0), end: at(2) } }], undefined)].length, 1);
    assert.deepEqual([...splitPairs([{ range: { start: at(1), end: at(3) } }], uri)], []);
  });
});
