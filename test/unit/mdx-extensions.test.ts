import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import "../harness/fake-vscode.ts";
import { getDelegatedFeatures, mdxExtensions } from "../../client/src/editor/settings.ts";

const project = path.resolve(import.meta.dirname, "../..");
const none = () => false;
const only = (expected: string) => (id: string) => id === expected;
const all = ["component-completion", "prop-completion", "component-hover"];

describe("features left to other MDX extensions", () => {
  it("don't exist if no other extension is installed", () => assert.deepEqual(getDelegatedFeatures("auto", none), []));

  it("are those that the official extension provides", () =>
    assert.deepEqual(getDelegatedFeatures("auto", only("mintlify.mintlify-snippets")), all));

  it("don't include features that the other extensions don't have, such as the service's components", () => {
    assert.deepEqual(getDelegatedFeatures("auto", only("unifiedjs.vscode-mdx")), []);
    assert.deepEqual(getDelegatedFeatures("auto", only("silvenon.mdx")), []);
  });

  it("are listed once, regardless of how many extensions there are", () =>
    assert.deepEqual(
      getDelegatedFeatures("auto", () => true),
      all,
    ));

  it("don't depend on the installed extensions if the setting is on or off", () => {
    assert.deepEqual(
      getDelegatedFeatures("on", () => true),
      [],
    );
    assert.deepEqual(getDelegatedFeatures("off", none), all);
  });

  // VS Code sorts installed extensions by their folder names, which have the form `publisher.name-version`. It uses the
  // last grammar for a language to highlight it.
  it("are highlighted by Docwright's grammars, which take precedence", () => {
    const { publisher, name } = JSON.parse(readFileSync(path.join(project, "package.json"), "utf8")) as {
      readonly publisher: string;
      readonly name: string;
    };
    for (const { id } of mdxExtensions) assert.ok(`${publisher}.${name}-9` < `${id}-0`, id);
  });

  it("are listed in the guide for each extension", () => {
    const guide = readFileSync(path.join(project, "docs/editor.mdx"), "utf8");
    for (const { id } of mdxExtensions) assert.ok(guide.includes(`\`${id}\``), id);
  });
});
