import assert from "node:assert/strict";
import { moveInSite } from "../../../../../test/harness/move-in-site.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { readJson } from "../../config/json/json-tree.ts";
import { findSiteProblems } from "../../rules/engine/run-rules.ts";
import { getRedirects } from "../../site/links/redirects.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { removeRedirects, insertRedirects } from "./moved-redirects.ts";

describe("a redirect for a moved page", () => {
  for (const [caseName, from, to, redirect] of [
    ["doesn't contain the path that the site is hosted under", "old", "new", { source: "/old", destination: "/new" }],
    [
      "contains that path if the page is in a folder with the same name",
      "docs/old",
      "docs/new",
      { source: "/docs/docs/old", destination: "/docs/docs/new" },
    ],
  ] as const)
    it(caseName, () => {
      const files = new Map([
        [".docwright.json", '{ "basePath": "/docs" }'],
        ["docs.json", `{ "navigation": { "pages": ["${from}"] } }`],
        [`${from}.mdx`, "---\ntitle: A\n---\n"],
      ]);
      const movedFiles = moveInSite(files, [{ from: `${from}.mdx`, to: `${to}.mdx` }], true);
      const { redirects } = JSON.parse(movedFiles.get("docs.json") ?? "") as { redirects: unknown };
      assert.deepEqual(redirects, [redirect]);
      const codes = findSiteProblems(siteOf(movedFiles)).map(({ code }) => code);
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
function createCommentedLists(): readonly string[] {
  const formatRedirect = (path: string) => `{ "source": "/${path}", "destination": "/z" }`;
  const formatBlock = (path: string) => `${formatRedirect(path)} /* ${path} */`;
  const [a, b, c] = ["a", "b", "c"].map(formatRedirect);
  const lists = [
    `[\n  ${a}, // a\n  ${b}, // b\n  ${c} // c\n]`,
    `[\n  ${a}, // a\n  ${b}, // b\n  ${c}, // c\n]`,
    `[\n  ${formatBlock("a")},\n  ${formatBlock("b")},\n  ${formatBlock("c")}\n]`,
    `[\n  ${formatBlock("a")},\n  ${formatBlock("b")},\n  ${formatBlock("c")},\n]`,
    `[\n  ${formatBlock("a")},\n  ${formatBlock("b")},\n  ${formatBlock("c")}]`,
    `[ // Old paths\n  ${a}, // a\n  ${b}, // b\n  ${c} // c\n]`,
    `[${formatBlock("a")}, ${formatBlock("b")}, ${formatBlock("c")}]`,
    `[${formatBlock("a")}, ${formatBlock("b")}, ${formatBlock("c")},]`,
    `[${a}, /* a */\n${b}, /* b */\n${c} /* c */\n]`,
  ];
  return lists.flatMap((list) => [list, list.replaceAll("\n", "\r\n")]);
}

describe("redirects that are added while others are removed", () => {
  const addedRedirect = { source: "/new", destination: "/z" };
  for (const list of createCommentedLists())
    it(`don't separate a comment from its redirect in ${JSON.stringify(list)}`, () => {
      const text = `{ "navigation": { "pages": ["z"] }, "redirects": ${list} }`;
      const site = siteOf(
        new Map([
          ["docs.json", text],
          ["z.mdx", "---\ntitle: Z\n---\n"],
        ]),
      );
      const allRedirects = getRedirects(site);
      assert.equal(allRedirects.length, 3);
      for (let bits = 1; bits < 8; bits++) {
        const removedRedirects = new Set(allRedirects.filter((_, i) => (bits & (1 << i)) !== 0));
        const removals = removeRedirects(site.config, removedRedirects).get("docs.json") ?? [];
        const insertions = insertRedirects(site.config, [addedRedirect], removedRedirects).get("docs.json") ?? [];
        const remainingSources = allRedirects
          .filter((redirect) => !removedRedirects.has(redirect))
          .map(({ source }) => source);
        for (const [edits, expected] of [
          [removals, remainingSources],
          [
            [...removals, ...insertions],
            [...remainingSources, "/new"],
          ],
        ] as const) {
          const after = applyEdits(text, edits);
          const file = readJson("docs.json", after);
          const problems = file.problems.filter(
            ({ kind }) => kind !== "comment" && (kind !== "trailing-comma" || !/,\s*(\/.*\s*)?\] \}$/.test(text)),
          );
          assert.deepEqual(problems, [], after);
          const newRedirects = getRedirects(siteOf(new Map([["docs.json", after]])));
          assert.deepEqual(
            newRedirects.map(({ source }) => source),
            expected,
          );
          // After each redirect that stays, its comment comes before the next redirect.
          for (const { source, node } of newRedirects) {
            const [suffix = ""] = after.slice(node.range.end).split("{", 1);
            if (source !== "/new") assert.ok(suffix.includes(` ${source.slice(1)}`), after);
            else assert.ok(!remainingSources.some((path) => suffix.includes(` ${path.slice(1)}`)), after);
          }
          assert.equal(after.includes("// Old paths"), text.includes("// Old paths"));
          assert.ok(!after.includes("// Old paths") || /\[ \/\/ Old paths/.test(after), after);
        }
      }
    });
});
