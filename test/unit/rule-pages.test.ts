import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import type * as vscode from "vscode";
import { URI } from "vscode-uri";
import { fakeEditor } from "../harness/fake-vscode.ts";
import { getReferences } from "../../tools/rule-references.ts";
import { RulePageActions, RulePages, showRule } from "../../client/src/editor/rule-pages.ts";
import { rules } from "../../server/src/core/rules/engine/registry.ts";

const project = path.resolve(__dirname, "../..");
const pageOf = (name: string) =>
  new RulePages(URI.file(project)).provideTextDocumentContent(
    URI.from({ scheme: RulePages.scheme, path: `/${name}.md` }),
  );

const actionsFor = (...diagnostics: readonly object[]) =>
  new RulePageActions().provideCodeActions(
    {} as vscode.TextDocument,
    {} as vscode.Range,
    { diagnostics } as unknown as vscode.CodeActionContext,
  );
const problem = (value: string) => ({
  source: "docwright",
  code: { value, target: URI.parse("https://a.example") },
});

describe("offline rule documentation", () => {
  beforeEach(() => (fakeEditor.executed.length = 0));

  it("is available as an action for each problem, but only once per rule", () => {
    const twice = [problem("link/empty"), problem("link/empty")];
    const actions = actionsFor(...twice, problem("nav/page-not-found"));
    assert.deepEqual(
      actions.map(({ title, command, diagnostics }) => [title, command?.arguments, diagnostics?.length]),
      [
        ["Show documentation for link/empty", ["link/empty"], 2],
        ["Show documentation for nav/page-not-found", ["nav/page-not-found"], 1],
      ],
    );
  });

  it("isn't offered for problems from other tools", () => {
    assert.deepEqual(
      actionsFor(
        { ...problem("a/b"), source: "eslint" },
        { source: "eslint", code: null },
        { source: "docwright", code: 7 },
        problem("../../x"),
      ),
      [],
    );
  });

  it("opens the page of a rule or the list of all rules", async () => {
    for (const given of ["link/empty", undefined, "../../../etc/passwd", { code: "link/empty" }]) await showRule(given);
    assert.deepEqual(
      fakeEditor.executed.map(([command, uri]) => [command, String(uri)]),
      ["link/empty", "index", "index", "index"].map((name) => ["markdown.showPreview", `docwright-rule:/${name}.md`]),
    );
    assert.equal(await pageOf("constructor"), undefined);
  });

  it("has a page for every rule, with links that work", async () => {
    const names = new Set(["index", ...rules.map(({ code }) => code)]);
    const repository = "https://github.com/docwright/docwright/blob/main";
    const outside = new Set(
      rules.flatMap(({ code }) => getReferences(code, code.slice(0, code.indexOf("/"))).map(({ url }) => url)),
    );
    for (const name of names) {
      const text = (await pageOf(name)) ?? "";
      assert.match(text, /^# \S+\n\n[A-Za-z`].*\.\n\n\S/, name);
      // The links in examples aren't checked.
      const prose = text.replace(/^````.*?^````$/gms, "").replace(/`[^`\n]*`/g, "");
      for (const [, target = ""] of prose.matchAll(/\]\(([^)]*)\)/g))
        if (target.startsWith(repository))
          assert.ok(existsSync(target.replace(/#.*$/, "").replace(repository, project)), target);
        else if (target.startsWith("https:")) assert.ok(outside.has(target), target);
        else assert.ok(names.has(path.posix.join(path.posix.dirname(name), target.replace(/\.md$/, ""))), target);
    }
  });
});
