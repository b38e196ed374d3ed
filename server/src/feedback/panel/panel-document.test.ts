import assert from "node:assert/strict";
import { createPanelDocument } from "./panel-document.ts";

describe("panelDocument", () => {
  const parts = { nonce: "n", script: "/a.js", style: "/a.css" };
  const html = createPanelDocument({
    ...parts,
    language: { language: { tag: "de", locale: "de-AT" }, texts: { Refresh: "Aktualisieren" } },
  });

  it("contains the language and the messages that its script needs", () => {
    assert.match(html, /<html lang="de" dir="ltr" data-locale="de-AT" data-texts="[^"]*Aktualisieren/);
  });

  it("loads only the panel's script and style sheet and doesn't use HTML strings", () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? "";
    assert.deepEqual(policy.split("; "), [
      "default-src 'none'",
      "script-src 'nonce-n'",
      "style-src 'nonce-n'",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
  });
});
