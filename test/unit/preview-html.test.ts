import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import type { WebviewPanel } from "vscode";
import { URI } from "vscode-uri";
import { fakeEditor } from "../harness/fake-vscode.ts";
import {
  type PreviewPanelDependencies,
  PreviewPanel,
  createPreviewHtml,
} from "../../client/src/preview/preview-panel.ts";

const parts = {
  cspSource: "https://files.test",
  script: "https://files.test/preview.js",
  style: "https://files.test/preview.css",
  assets: "https://files.test/site/",
  allowedHosts: [] as readonly string[],
  language: { language: { tag: "en", locale: "en" }, texts: {} },
};

const policyOf = (html: string): Map<string, string> =>
  new Map(
    (/http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? "").split("; ").map((each) => {
      const [name = "", ...values] = each.split(" ");
      return [name, values.join(" ")];
    }),
  );

describe("preview document in the editor", () => {
  it("loads only its own files and the site's images", () => {
    const policy = policyOf(createPreviewHtml(parts));
    const nonce = policy.get("script-src") ?? "";
    assert.match(nonce, /^'nonce-[\w-]{22}'$/);
    assert.deepEqual(
      policy,
      new Map([
        ["default-src", "'none'"],
        ["script-src", nonce],
        ["style-src", nonce],
        ["require-trusted-types-for", "'script'"],
        ["trusted-types", "docwright dompurify default"],
        ["img-src", "https://files.test data: blob:"],
        ["media-src", "https://files.test blob:"],
        ["font-src", "https://files.test"],
        ["connect-src", "'none'"],
        ["base-uri", "'none'"],
        ["form-action", "'none'"],
      ]),
    );
  });

  it("loads images from allowed hosts and no others", () => {
    const policy = policyOf(createPreviewHtml({ ...parts, allowedHosts: ["a.example", "b.example:8443"] }));
    assert.equal(policy.get("img-src"), "https://files.test data: blob: https://a.example https://b.example:8443");
    assert.equal(policy.get("media-src"), "https://files.test blob: https://a.example https://b.example:8443");
    assert.equal(policy.get("connect-src"), "'none'");
  });

  it("has a new nonce each time", () => {
    assert.notEqual(
      policyOf(createPreviewHtml(parts)).get("script-src"),
      policyOf(createPreviewHtml(parts)).get("script-src"),
    );
  });

  it("escapes URLs", () => {
    const html = createPreviewHtml({ ...parts, assets: 'https://files.test/"><script>1</script>' });
    assert.equal(html.match(/<script/g)?.length, 1);
  });
});

describe("preview panel", () => {
  /** Opens a preview whose requests to open a page have these results. `documents` receives each document it loads. */
  const openPanel = (request: (page: string) => unknown, documents: string[] = []): PreviewPanel => {
    const webview = {
      cspSource: "https://files.test",
      options: {},
      set html(text: string) {
        documents.push(text);
      },
      asWebviewUri: (uri: URI) => uri,
      postMessage: async () => true,
      onDidReceiveMessage: () => ({ dispose: () => undefined }),
    };
    const never = () => ({ dispose: () => undefined });
    const server = {
      onPreviewPush: never,
      onDidStart: never,
      notify: () => undefined,
      request: async (_type: unknown, { uri }: { uri: string }) => request(uri),
    };
    return new PreviewPanel(
      { webview, onDidDispose: never, dispose: () => undefined } as unknown as WebviewPanel,
      { uri: "file:///docs/a.mdx", locked: false },
      {
        server,
        imageHostConsents: { getHosts: () => [] },
        componentConsents: { hashes: [] },
        playgrounds: { disconnect: async () => undefined },
        webviewFolder: URI.file(tmpdir()),
      } as unknown as PreviewPanelDependencies,
      "p1",
    );
  };

  it("completes the step of the walkthrough only if it shows a page", async () => {
    const isCompleted = async (opened: unknown) => {
      fakeEditor.contexts.clear();
      const panel = openPanel(() => opened);
      await new Promise(setImmediate);
      panel.dispose();
      return fakeEditor.contexts.get("docwright.completed.previewPage") === true;
    };
    assert.equal(await isCompleted({ ok: false, reason: "This file isn't part of a site." }), false);
    assert.equal(await isCompleted({ ok: true, root: "file:///docs" }), true);
  });

  it("loads its document again for each page outside all sites, and only once for the pages of a site", async () => {
    const documents: string[] = [];
    const panel = openPanel(
      (page) =>
        page.includes("/site/")
          ? { ok: true, root: "file:///docs" }
          : { ok: true, root: "file:///docs", isSinglePage: true },
      documents,
    );
    await new Promise(setImmediate);
    const counts = [documents.length];
    for (const page of ["b.mdx", "site/a.mdx", "site/b.mdx", "c.mdx"]) {
      await panel.show(URI.file(`/docs/${page}`));
      counts.push(documents.length);
    }
    panel.dispose();
    assert.deepEqual(counts, [1, 2, 3, 3, 4]);
  });
});
