import assert from "node:assert/strict";
import { fakeEditor as editor } from "../harness/fake-vscode.ts";
import { hostDidChange } from "../../server/src/protocol/site.ts";
import { watchMdxExtensions } from "../../client/src/editor/settings.ts";

const official = "mintlify.mintlify-snippets";
const all = ["component-completion", "prop-completion", "component-hover"];

describe("installing and removing other MDX extensions", () => {
  const reported: unknown[] = [];
  let following: { dispose: () => unknown };
  const install = (id: string) => {
    editor.installed.add(id);
    editor.extensionsChanged.fire();
  };
  const set = (value: string | undefined) => {
    editor.settings.set("docwright.mdxExtension", value);
    editor.configurationChanged.fire({ affectsConfiguration: (of) => of === "docwright.mdxExtension" });
  };
  beforeEach(() => {
    reported.length = 0;
    following = watchMdxExtensions({
      notify: ({ method }, params) => reported.push([method, (params as { host: { mdx: unknown } }).host.mdx]),
    });
  });
  afterEach(() => {
    following.dispose();
    editor.installed.clear();
    editor.settings.delete("docwright.mdxExtension");
  });

  it("is reported to the server once", () => {
    install(official);
    install("someone.else");
    assert.deepEqual(reported, [[hostDidChange.method, all]]);
    editor.installed.clear();
    editor.extensionsChanged.fire();
    assert.deepEqual(reported.slice(1), [[hostDidChange.method, []]]);
  });

  it("has no effect if the setting overrides it", () => {
    install(official);
    set("on");
    set("off");
    assert.deepEqual(reported, [
      [hostDidChange.method, all],
      [hostDidChange.method, []],
      [hostDidChange.method, all],
    ]);
  });

  it("is no longer tracked after Docwright is deactivated", () => {
    following.dispose();
    install(official);
    assert.deepEqual(reported, []);
  });
});
