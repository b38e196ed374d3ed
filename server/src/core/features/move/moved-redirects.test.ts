import assert from "node:assert/strict";
import { moveInSite } from "../../../../../test/harness/move-in-site.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { readJson } from "../../config/json/json-tree.ts";
import { problemsOfSite } from "../../rules/engine/run-rules.ts";
import { redirectsOf } from "../../site/links/redirects.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { withoutRedirects, withRedirects } from "./moved-redirects.ts";

describe("a redirect for a moved page", () => {
  for (const [what, from, to, redirect] of [
    [
      "doesn't contain the path that the site is hosted under",
      "old",
      "new",
      { source: "/old", destination: "/new" },
    ],
    [
      "contains that path if the page is in a folder with the same name",
      "docs/old",
      "docs/new",
      { source: "/docs/docs/old", destination: "/docs/docs/new" },
    ],
  ] as const)
    it(what, () => {
      const files = new Map([
        [".docwright.json", '{ "basePath": "/docs" }'],
        ["docs.json", `{ "navigation": { "pages": ["${from}"] } }`],
        [`${from}.mdx`, "---\ntitle: A\n---\n"],
      ]);
      const moved = moveInSite(files, [{ from: `${from}.mdx`, to: `${to}.mdx` }], true);
      const { redirects } = JSON.parse(moved.get("docs.json") ?? "") as { redirects: unknown };
      assert.deepEqual(redirects, [redirect]);
      const codes = problemsOfSite(siteOf(moved)).map(({ code }) => code);
      assert.deepEqual(
        codes.filter((code) => code.startsWith("redirect/")),
        [],
      );
    });
});

/**
 * Returns lists of redirects from `/a`, `/b`, and `/c`, with a comment next to each of them that contains the same
 * letter.
 */
function commentedLists(): readonly string[] {
  const redirect = (path: string) => `{ "source": "/${path}", "destination": "/z" }`;
  const block = (path: string) => `${redirect(path)} /* ${path} */`;
  const [a, b, c] = ["a", "b", "c"].map(redirect);
  const lists = [
    `[\n  ${a}, // a\n  ${b}, // b\n  ${c} // c\n]`,
    `[\n  ${a}, // a\n  ${b}, // b\n  ${c}, // c\n]`,
    `[\n  ${block("a")},\n  ${block("b")},\n  ${block("c")}\n]`,
    `[\n  ${block("a")},\n  ${block("b")},\n  ${block("c")},\n]`,
    `[\n  ${block("a")},\n  ${block("b")},\n  ${block("c")}]`,
    `[ // Old paths\n  ${a}, // a\n  ${b}, // b\n  ${c} // c\n]`,
    `[${block("a")}, ${block("b")}, ${block("c")}]`,
    `[${block("a")}, ${block("b")}, ${block("c")},]`,
    `[${a}, /* a */\n${b}, /* b */\n${c} /* c */\n]`,
  ];
  return lists.flatMap((list) => [list, list.replaceAll("\n", "\r\n")]);
}

describe("redirects that are added while others are removed", () => {
  const added = { source: "/new", destination: "/z" };
  for (const list of commentedLists())
    it(`don't separate a comment from its redirect in ${JSON.stringify(list)}`, () => {
      const text = `{ "navigation": { "pages": ["z"] }, "redirects": ${list} }`;
      const site = siteOf(
        new Map([
          ["docs.json", text],
          ["z.mdx", "---\ntitle: Z\n---\n"],
        ]),
      );
      const all = redirectsOf(site);
      assert.equal(all.length, 3);
      for (let chosen = 1; chosen < 8; chosen++) {
        const removed = new Set(all.filter((_, i) => (chosen & (1 << i)) !== 0));
        const removals = withoutRedirects(site.config, removed).get("docs.json") ?? [];
        const insertions = withRedirects(site.config, [added], removed).get("docs.json") ?? [];
        const staying = all.filter((each) => !removed.has(each)).map(({ source }) => source);
        for (const [edits, expected] of [
          [removals, staying],
          [
            [...removals, ...insertions],
            [...staying, "/new"],
          ],
        ] as const) {
          const after = applyEdits(text, edits);
          const file = readJson("docs.json", after);
          const faults = file.problems.filter(
            ({ kind }) =>
              kind !== "comment" && (kind !== "trailing-comma" || !/,\s*(\/.*\s*)?\] \}$/.test(text)),
          );
          assert.deepEqual(faults, [], after);
          const now = redirectsOf(siteOf(new Map([["docs.json", after]])));
          assert.deepEqual(
            now.map(({ source }) => source),
            expected,
          );
          // After each redirect that stays, its comment comes before the next redirect.
          for (const { source, node } of now) {
            const [behind = ""] = after.slice(node.range.end).split("{", 1);
            if (source !== "/new") assert.ok(behind.includes(` ${source.slice(1)}`), after);
            else assert.ok(!staying.some((path) => behind.includes(` ${path.slice(1)}`)), after);
          }
          assert.equal(after.includes("// Old paths"), text.includes("// Old paths"));
          assert.ok(!after.includes("// Old paths") || /\[ \/\/ Old paths/.test(after), after);
        }
      }
    });
});
