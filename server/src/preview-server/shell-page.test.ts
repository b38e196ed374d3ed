import assert from "node:assert/strict";
import { getRelativeRoot, createShellPage } from "./shell-page.ts";

const getPolicy = (allowedHosts: readonly string[]): Map<string, string> =>
  new Map(
    (
      createShellPage({ token: "secret", allowedHosts, runId: "1", root: "./" }).headers["Content-Security-Policy"] ??
      ""
    )
      .split("; ")
      .map((each) => {
        const [name = "", ...values] = each.split(" ");
        return [name, values.join(" ")];
      }),
  );

describe("preview document in a browser", () => {
  it("loads files only from its own server and connects only to it", () => {
    const policy = getPolicy([]);
    const nonce = policy.get("script-src") ?? "";
    assert.match(nonce, /^'nonce-[\w-]{22}'$/);
    assert.deepEqual(
      policy,
      new Map([
        ["default-src", "'none'"],
        ["script-src", nonce],
        ["style-src", nonce],
        ["img-src", "'self' data: blob:"],
        ["media-src", "'self' blob:"],
        ["font-src", "'self'"],
        ["connect-src", "'self'"],
        ["base-uri", "'none'"],
        ["form-action", "'none'"],
        ["frame-ancestors", "'none'"],
        ["require-trusted-types-for", "'script'"],
        ["trusted-types", "docwright dompurify default"],
      ]),
    );
    assert.notEqual(getPolicy([]).get("script-src"), nonce);
  });

  it("loads images only from allowed hosts", () => {
    assert.equal(getPolicy(["a.example"]).get("img-src"), "'self' data: blob: https://a.example");
    assert.equal(getPolicy(["a.example"]).get("connect-src"), "'self'");
  });

  it("escapes the token", () => {
    const { html } = createShellPage({
      token: '"><script>1</script>',
      allowedHosts: [],
      runId: "1",
      root: "./",
    });
    assert.equal(html.match(/<script/g)?.length, 1);
  });

  it("uses relative URLs, so that an editor can forward it under a path", () => {
    const getFrom = (url: string, address: string) => new URL(`${getRelativeRoot(url)}_docwright/`, address).pathname;
    for (const url of ["/", "/start", "/guides/start", "/guides/", "/guides/start?a=/b", "/a%2Fb"]) {
      assert.equal(getFrom(url, `http://localhost${url}`), "/_docwright/", url);
      assert.equal(getFrom(url, `http://localhost/proxy/4321${url}`), "/proxy/4321/_docwright/", url);
    }
    const { html } = createShellPage({ token: "t", allowedHosts: [], runId: "1", root: "../" });
    assert.doesNotMatch(html, /(?:href|src)="\//);
  });

  it("embeds its page in an attribute that content can't escape", () => {
    const begun = JSON.stringify({ words: `'"><script>1</script>&#39;<!--`, more: "a'b" });
    const shell = createShellPage({ token: "t", allowedHosts: [], runId: "1", root: "./" });
    const html = shell.htmlStart + shell.createClosingHtml(begun);
    assert.equal(html.match(/<script/g)?.length, 1);
    const [, attribute = ""] = /^<div hidden data-begun='([^']*)'><\/div>$/m.exec(html) ?? [];
    assert.doesNotMatch(attribute, /[<']/);
    // Decodes character references as a browser does (HTML, §13.2.5.72).
    const unescapedText = attribute.replaceAll("&lt;", "<").replaceAll("&#39;", "'").replaceAll("&amp;", "&");
    assert.equal(unescapedText, begun);
  });
});
