import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "../../server/src/core/config/json/json-tree.ts";
import { childOrder } from "../../server/src/core/config/settings/navigation.ts";
import { planDelete } from "../../server/src/core/features/move/plan-delete.ts";
import { planMove } from "../../server/src/core/features/move/plan-move.ts";
import { changeNavigation, type NavigationChange } from "../../server/src/core/features/navigation/edit-navigation.ts";
import { createFixes, findSiteProblems, findSubjectProblems } from "../../server/src/core/rules/engine/run-rules.ts";
import type { Problem } from "../../server/src/core/rules/rule.ts";
import { getNavigation } from "../../server/src/core/site/settings/navigation.ts";
import type { Site } from "../../server/src/core/site/site.ts";
import { applyEdits, type FileEdit, type TextRange } from "../../server/src/core/text/text-edit.ts";
import { siteOf } from "../harness/site-of.ts";
import { placesIn, chooseByMode } from "../harness/choose-by-mode.ts";

/**
 * A docs.json with the constructs that fixes and moves change: dropped children, unknown pages, duplicate keys, and
 * redirects that must be removed.
 */
const mixed = `{
  "navigation": { "tabs": [
    { "tab": "T", "pages": ["a", "b"], "groups": [ { "group": "G", "pages": ["c", "d"] } ] },
    { "tab": "U", "groups": [
      { "group": "H", "root": "gone", "pages": ["e", "nope", "Start", "start.mdx", "start"] },
      { "pages": [] }
    ] }
  ] },
  "redirects": [
    { "source": "/x", "destination": "/a" }, { "source": "/h/a", "destination": "/b" },
    { "source": "/x", "destination": "/d" }
  ],
  "theme": "mint", "theme": "maple", "navbr": { "links": [] }
}
`;
const pages = ["a", "b", "c", "d", "e", "index", "start"].map(
  (name) => [`${name}.mdx`, `---\ntitle: ${name}\n---\n`] as const,
);
/** Matches the titles of fixes that replace or remove a value. */
const replaces = /^(Remove|Change|Rename|Replace|Create|Link to) /;

interface TextFacts {
  /** Maps each string, including its quotation marks, to the number of times that it occurs in the text. */
  readonly strings: ReadonlyMap<string, number>;
  readonly errors: number;
}

/**
 * Cached facts about the current text and about the texts after edits, because many edits are compared with the same
 * text.
 */
const knownFacts = new Map<string, TextFacts>();

function factsOf(text: string): TextFacts {
  const known = knownFacts.get(text);
  if (known) return known;
  const strings = new Map<string, number>();
  for (const [value] of text.matchAll(/"(?:[^"\\\n]|\\.)*"/g)) strings.set(value, (strings.get(value) ?? 0) + 1);
  const facts = { strings, errors: countErrors(text) };
  knownFacts.set(text, facts);
  return facts;
}

/** Returns the strings that occur less often in a text after an edit. */
function lostStrings(before: string, after: string): string[] {
  const left = factsOf(after).strings;
  return [...factsOf(before).strings].flatMap(([value, times]) =>
    times > (left.get(value) ?? 0) ? [value.slice(1, -1)] : [],
  );
}

const countErrors = (text: string) =>
  readJson("docs.json", text).problems.filter(({ kind }) => kind !== "duplicate-key").length;

function afterEdits(text: string, edits: readonly FileEdit[]): string {
  const own = edits.flatMap((edit) => (edit.kind === "edit" && edit.file === "docs.json" ? edit.edits : []));
  return applyEdits(text, own);
}

/**
 * Returns descriptions of the faults in edits of docs.json: the strings that they lose unexpectedly, and any syntax
 * errors that they add.
 */
function faultsOf(text: string, edits: readonly FileEdit[], isExpected: (value: string) => boolean): string[] {
  const after = afterEdits(text, edits);
  const lost = lostStrings(text, after).filter((value) => !isExpected(value));
  return [
    ...(lost.length > 0 ? [`loses ${lost.join(", ")}`] : []),
    ...(factsOf(after).errors > factsOf(text).errors ? ["adds syntax errors"] : []),
  ];
}

/** Returns the strings that are entirely within a range of the text. */
function stringsIn(text: string, { start, end }: { readonly start: number; readonly end: number }) {
  return new Set(lostStrings(text.slice(start, end), ""));
}

/** The keys of lists that a move may create. */
const listKeys: ReadonlySet<string> = new Set(Object.values(childOrder).flat());

/**
 * Changes entries and elements of the navigation in the same way as the navigation view, by moving each of them to
 * another one. `npm run soak` moves all of them, whereas `npm test` moves only a third, depending on the text. Returns
 * the content that a change loses or duplicates. Content that the change is meant to remove or replace isn't included.
 */
function faultsOfNavigation(site: Site, text: string): string[] {
  const { elements, entries } = getNavigation(site.config);
  const all = [...elements, ...entries];
  const places = all.map(({ node: { file, range } }) => ({ file, range }));
  const positions = ["before", "after", "inside"] as const;
  const faults: string[] = [];
  for (const [i, node] of all.entries()) {
    const at = places[i];
    const target = places[(i * 7 + text.length) % places.length];
    if (!at || !target || (i + text.length) % chooseByMode(3, 1) !== 0) continue;
    const own = stringsIn(text, at.range);
    const label = node.type === "element" ? node.label : undefined;
    const title = label && text.slice(label.range.start, label.range.end);
    const position = positions[(i + text.length) % 4] ?? "inside";
    const changes: readonly (readonly [NavigationChange, ((value: string) => boolean)?])[] = [
      [{ kind: "move", nodes: [at], target, position }],
      [{ kind: "step", nodes: [at], direction: text.length % 2 === 0 ? "up" : "down" }],
      [{ kind: "add-page", target: at, path: "start" }],
      [{ kind: "add-group", target: at, label: "New" }],
      [{ kind: "remove", nodes: [at] }, (value) => own.has(value)],
      [{ kind: "rename", nodes: [at], label: "New" }, (value) => title === `"${value}"`],
    ];
    for (const [change, isExpected = () => false] of changes) {
      const changed = changeNavigation(site, change);
      if (!changed.ok) continue;
      const found = faultsOf(text, changed.edits, isExpected);
      const added = lostStrings(afterEdits(text, changed.edits), text).filter((key) => !listKeys.has(key));
      if (/^(move|step|remove)$/.test(change.kind) && added.length > 0) found.push(`adds ${added.join(", ")}`);
      for (const fault of found) faults.push(`“${change.kind}” at ${String(at.range.start)} ${fault}`);
    }
  }
  return faults;
}

function faultsIn(text: string): string[] {
  knownFacts.clear();
  const files = new Map([["docs.json", text], ...pages]);
  const site = siteOf(files, "mintlify", { parsesPages: false });
  const faults: string[] = [];
  const check = (what: string, edits: readonly FileEdit[], isExpected: (value: string) => boolean) => {
    for (const fault of faultsOf(text, edits, isExpected)) faults.push(`${what} ${fault}`);
  };
  for (const problem of findSiteProblems(site))
    for (const { title, edits } of createFixes(problem, site))
      if (!replaces.test(title)) {
        // Closing a string may reveal an invalid escape in it.
        const lost = faultsOf(text, edits, () => false).filter(
          (fault) => !title.startsWith("Close") || fault.startsWith("loses"),
        );
        for (const fault of lost) faults.push(`“${title}” of ${problem.code} ${fault}`);
      }
  const moved = planMove(site, [{ from: "a.mdx", to: "h/a.mdx" }], { readText: (file) => files.get(file) });
  assert.ok(moved.ok);
  const { plan } = moved;
  // The move removes the redirect from /h/a, because it would override the page's new path.
  const isMoved = (value: string) => /^(\/?a(\.mdx)?|\/h\/a|\/b|source|destination)$/.test(value);
  check("the move", plan.edits, isMoved);
  check("the move with redirects", [...plan.edits, ...plan.redirects], isMoved);
  const { edits, redirectEdits: redirects } = planDelete(site, ["c.mdx", "start.mdx"]);
  const isGone = (value: string) => /^(\/?(c|start)(\.mdx|\/)?|root)$/.test(value);
  check("the deletion", edits, isGone);
  check("the deletion with redirects", [...edits, ...redirects], isGone);
  return [...faults, ...faultsOfNavigation(site, text)];
}

/**
 * Returns the text of each file that the rules read, by path. All other files have an empty text, because their content
 * doesn't matter.
 */
function readSite(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  return new Map(
    paths.map((path) => [
      path.replaceAll("\\", "/"),
      /\.(mdx?|json|ya?ml)$/.test(path) ? readFileSync(join(folder, path), "utf8") : "",
    ]),
  );
}

/** A function that finds the problems in the configuration or in all files. */
type FindProblems = (site: Site) => readonly Problem[];
const ofConfig: FindProblems = (site) => findSubjectProblems({ kind: "config", value: site.config }, site);

/** Returns the code and position of each problem in the text before `deleted` was removed from it. */
function identitiesOf(
  files: ReadonlyMap<string, string>,
  text: string,
  deleted?: TextRange,
  find: FindProblems = ofConfig,
): string[] {
  const site = siteOf(new Map([...files, ["docs.json", text]]), "mintlify", { parsesPages: false });
  return find(site).map(({ code, at: { file, range } }) => {
    const isAfter = deleted && file === "docs.json" && range.start >= deleted.start;
    return `${code} ${file} ${String(range.start + (isAfter ? deleted.end - deleted.start : 0))}`;
  });
}

/**
 * Deletes each of the ranges separately. If docs.json is then no longer valid JSON, the syntax error must be the only
 * new problem.
 */
function assertOneError(files: ReadonlyMap<string, string>, ranges: readonly TextRange[], find?: FindProblems): void {
  const text = files.get("docs.json") ?? "";
  const known = new Set(identitiesOf(files, text, undefined, find));
  for (const range of ranges) {
    const left = text.slice(0, range.start) + text.slice(range.end);
    if (countErrors(left) === 0) continue;
    const added = identitiesOf(files, left, range, find).filter((each) => !known.has(each));
    assert.deepEqual(
      [
        added.filter((each) => each.startsWith("config/syntax")).length,
        added.filter((each) => !each.startsWith("config/syntax")),
      ],
      [1, []],
      `without ${JSON.stringify(text.slice(range.start, range.end))} at ${String(range.start)}`,
    );
  }
}

/** Returns every `step`th item in `npm test`, or all items in `npm run soak`. */
function everyNth<T>(items: readonly T[], step: number): T[] {
  return placesIn(items.length - 1, step).flatMap((index) => items[index] ?? []);
}

/**
 * An edit that both removes and inserts text must do both or neither, regardless of how much of docs.json has been
 * typed.
 */
describe("half-typed docs.json", function () {
  this.timeout(120_000);
  const texts = new Map([["mixed", { text: mixed, step: 2 }]]);
  for (const name of ["groups.json", "everything.json", "languages.json"])
    texts.set(name, { text: readFileSync(join(import.meta.dirname, "mangled", name), "utf8"), step: 10 });

  for (const [name, { text, step }] of texts) {
    it(`loses no content through fixes, moves, deletions, and navigation changes if it ends early (${name})`, () => {
      for (const end of placesIn(text.length, step))
        assert.deepEqual(faultsIn(text.slice(0, end)), [], `prefix of ${end} characters`);
    });

    it(`loses no content through fixes, moves, deletions, and navigation changes if a bracket, comma, or colon is missing (${name})`, () => {
      const marks = [...text.matchAll(/[{}[\],:]/g)].map(({ index }) => index);
      for (const nth of placesIn(marks.length, step)) {
        const at = marks[nth] ?? 0;
        assert.deepEqual(faultsIn(text.slice(0, at) + text.slice(at + 1)), [], `without character ${at}`);
      }
    });
  }

  const sample = join(import.meta.dirname, "..", "..", "sample", "site");
  const sites = new Map([...texts].map(([name, { text }]) => [name, new Map([["docs.json", text], ...pages])]));
  sites.set("the sample site", readSite(sample));

  for (const [name, files] of sites) {
    const text = files.get("docs.json") ?? "";
    const isSmall = name !== "the sample site";

    it(`adds only a syntax error if any single character is missing (${name})`, () => {
      const offsets = isSmall
        ? placesIn(text.length - 1, 2)
        : everyNth(
            [...text.matchAll(/[{}[\],:"]/g)].map(({ index }) => index),
            120,
          );
      assertOneError(
        files,
        offsets.map((start) => ({ start, end: start + 1 })),
      );
    });

    it(`adds only a syntax error if any single value is missing (${name})`, () => {
      const values = [...text.matchAll(/(?<=": ?)("(?:[^"\\]|\\.)*"|[\w.+-]+)/g)].map(({ index, 0: value }) => ({
        start: index,
        end: index + value.length,
      }));
      assertOneError(files, everyNth(values, isSmall ? 1 : 40));
    });
  }

  it("causes no new problems in pages and redirects that depend on other redirects and on specifications", () => {
    const text = `{
  "api": { "openapi": "openapi.json" },
  "navigation": { "tabs": [{ "tab": "T", "openapi": { "source": "openapi.json", "directory": "api" }, "pages": ["a"] }] },
  "redirects": [
    { "source": "/old/:slug*", "destination": "/api/:slug*" }, { "source": "/data.csv", "destination": "/x.png" },
    { "source": "/users", "destination": "/api/list-users" }, { "source": "/gone", "destination": "/a" }
  ]
}
`;
    const specification = {
      openapi: "3.1.0",
      info: { title: "A", version: "1" },
      paths: { "/users": { get: { summary: "List users", responses: {} } } },
    };
    const files = new Map([
      ["docs.json", text],
      ["openapi.json", JSON.stringify(specification)],
      ["a.mdx", "[a](/old/list-users) [b](/data.csv) [c](/api/list-users)\n\n![d](/data.csv)\n"],
      ["x.png", ""],
      ["HEAD:gone.mdx", ""],
    ]);
    const marks = [...text.matchAll(/[{}[\],:"]/g)].map(({ index }) => ({ start: index, end: index + 1 }));
    assertOneError(files, everyNth(marks, 2), (site) => findSiteProblems(site));
  });

  it("still reports every problem in text that the syntax error doesn't affect", () => {
    const text = (broken: string) =>
      `{\n  "theme": "mnt",\n  "colors": { "primary": "red" },\n  ${broken}\n  "appearance": { "default": "System" },\n  "navigation": { "pages": ["a", "gone"] }\n}\n`;
    const expected = [
      "config/invalid-value",
      "config/value-not-allowed",
      "config/value-not-allowed",
      "nav/page-not-found",
    ];
    for (const broken of ['"name": "Ke', '"name": ', '"name"', "name: 'K',", '"name" "K",', '"name": "K"', '"na']) {
      const codes = identitiesOf(new Map(pages), text(broken)).map((each) => each.split(" ")[0] ?? "");
      assert.deepEqual(codes.filter((code) => expected.includes(code)).sort(), expected, broken);
    }
    // A stray bracket affects only the member before it and the text after it.
    const codes = identitiesOf(new Map(pages), text('"name": "K",\n  {')).map((each) => each.split(" ")[0] ?? "");
    assert.deepEqual(codes.filter((code) => expected.includes(code)).sort(), expected.slice(0, 2));
  });

  it("causes no problems in included files whose level is uncertain", () => {
    const element = '{ "group": "G", "pages": ["a"], "groups": [] }';
    const text = (end: string) =>
      `{ "navigation": { "tabs": [{ "tab": "T", "groups": [{ "$ref": "part.json" }], "x": [1${end} }] } }`;
    const codes = (end: string) =>
      identitiesOf(new Map([...pages, ["part.json", element]]), text(end)).map((each) => each.split(" ")[0]);
    assert.ok(codes("]").includes("nav/misplaced-child"));
    assert.deepEqual(codes(""), ["config/syntax"]);
  });
});

describe("half-typed .docwright.json", () => {
  const text = `{
  "profile": "mintlify", "basePath": "docs here", "navv": 1, "keyPrefix": "k",
  "rules": { "nav/page-not-fond": "off", "nav/*": "warn" },
  "ignore": ["drafts/**", "**/a/**/b/**/c/**"],
  "keyPrefix": "x",
  "sites": ["gone"],
  "overrides": [{ "files": ["a.mdx"], "rules": { "mdx/*": "of" } }, { "file": [], "rules": {} }]
}
`;
  const identities = (settings: string, deleted = settings.length) => {
    const files = new Map([...pages, [".docwright.json", settings], ["docs.json", mixed]]);
    const site = siteOf(files, "mintlify", { parsesPages: false });
    return findSubjectProblems({ kind: "settings", value: site.settings.source ?? assert.fail() }, site).map(
      ({ code, at: { range } }) => `${code} ${String(range.start + Number(range.start >= deleted))}`,
    );
  };

  it("adds only a syntax error if any single character is missing", () => {
    const known = new Set(identities(text));
    assert.ok(known.size >= 8, [...known].join("\n"));
    for (let at = 0; at < text.length; at++) {
      const left = text.slice(0, at) + text.slice(at + 1);
      if (countErrors(left) === 0) continue;
      const added = identities(left, at).filter((each) => !known.has(each));
      assert.deepEqual(
        added.map((each) => each.split(" ")[0]),
        ["settings/syntax"],
        `without ${JSON.stringify(text[at])} at ${String(at)}`,
      );
    }
  });

  it("still reports problems in text that the syntax error doesn't affect", () => {
    const codes = (broken: string) =>
      identities(`{\n  "navv": 1,\n  ${broken}\n  "sites": ["gone"]\n}\n`).map((each) => each.split(" ")[0] ?? "");
    for (const broken of ['"ru', '"profile": ', '"profile": "mint', 'profile: "mintlify",'])
      assert.deepEqual(
        codes(broken).sort(),
        ["settings/site-not-found", "settings/syntax", "settings/unknown-key"],
        broken,
      );
  });
});
