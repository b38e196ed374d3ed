import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import "../harness/fake-vscode.ts";
import { getDelegatedFeatures, mdxExtensions } from "../../client/src/editor/host-options.ts";

const project = path.resolve(import.meta.dirname, "../..");
const none = () => false;
const only = (expected: string) => (id: string) => id === expected;
const all = ["component-completion", "prop-completion", "component-hover"];

describe("other extensions for MDX", () => {
  it("are left nothing where none is installed", () =>
    assert.deepEqual(getDelegatedFeatures("auto", none), []));

  it("are left what the official one does", () =>
    assert.deepEqual(getDelegatedFeatures("auto", only("mintlify.mintlify-snippets")), all));

  it("are left nothing that they cannot do: the service's components are no types, colours no answers", () => {
    assert.deepEqual(getDelegatedFeatures("auto", only("unifiedjs.vscode-mdx")), []);
    assert.deepEqual(getDelegatedFeatures("auto", only("silvenon.mdx")), []);
  });

  it("are left everything once, however many there are", () =>
    assert.deepEqual(
      getDelegatedFeatures("auto", () => true),
      all,
    ));

  it("do not matter where the person has decided", () => {
    assert.deepEqual(
      getDelegatedFeatures("on", () => true),
      [],
    );
    assert.deepEqual(getDelegatedFeatures("off", none), all);
  });

  // VS Code sorts installed extensions by the names of their folders, `publisher.name-version`, and highlights a
  // language with the last grammar for it.
  it("come behind Docwright, so that their grammars win", () => {
    const { publisher, name } = JSON.parse(readFileSync(path.join(project, "package.json"), "utf8")) as {
      readonly publisher: string;
      readonly name: string;
    };
    for (const { id } of mdxExtensions) assert.ok(`${publisher}.${name}-9` < `${id}-0`, id);
  });

  it("are all named in the guide, with what they are left", () => {
    const guide = readFileSync(path.join(project, "docs/editor.md"), "utf8");
    for (const { id } of mdxExtensions) assert.ok(guide.includes(`\`${id}\``), id);
  });
});
