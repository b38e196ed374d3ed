import assert from "node:assert/strict";
import { checkRule } from "../../../../../test/harness/check-rule.ts";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { applyEdits } from "../../text/text-edit.ts";
import { createFixes } from "../engine/run-rules.ts";
import { unknownSetting } from "./unknown-setting.ts";

describe("config/unknown-setting for settings of other objects", () => {
  it("suggests the object that has the setting, and only if the value fits it", () => {
    const pages = '"navigation": { "pages": ["a"] }';
    const check = (settings: string) => {
      const text = `{ ${settings}, ${pages} }`;
      const site = siteFrom(`//- docs.json\n${text}\n//- a.mdx\na\n`);
      return getShownProblems(unknownSetting.code, site).map((problem) => {
        const [fix] = createFixes(problem, site);
        const edits = fix?.edits.flatMap((edit) => (edit.kind === "edit" ? edit.edits : [])) ?? [];
        return [problem.message.replace(/^.* no effect.*?\. (?=[A-Z])/, ""), applyEdits(text, edits)];
      });
    };
    assert.deepEqual(check('"api": { "playground": { "display": "none", "examples": { "languages": ["curl"] } } }'), [
      [
        "Did you mean `api.examples`?",
        `{ "api": { "playground": { "display": "none" }, "examples": { "languages": [ "curl" ] } }, ${pages} }`,
      ],
    ]);
    // `api.examples` has no such setting, or it exists already.
    for (const api of ['"playground": { "examples": { "a": 1 } }', '"playground": { "examples": {} }'])
      assert.match(String(check(`"api": { ${api} }`)[0]?.[0]), /^Remove it/);
    const taken = '"examples": { "defaults": "all" }, "playground": { "examples": { "languages": ["curl"] } }';
    assert.match(String(check(`"api": { ${taken} }`)[0]?.[0]), /^Remove it/);
    assert.deepEqual(check('"background": { "decoration": "grid", "light": "#F9F8F5" }'), [
      [
        "Did you mean `background.color.light`?",
        `{ "background": { "decoration": "grid", "color": { "light": "#F9F8F5" } }, ${pages} }`,
      ],
    ]);
    assert.deepEqual(check('"background": { "light": "#F9F8F5", "dark": "#0A0A0A" }'), [
      [
        "Move them to `background.color`.",
        `{ "background": { "color": { "light": "#F9F8F5", "dark": "#0A0A0A" } }, ${pages} }`,
      ],
    ]);
    assert.deepEqual(check('"api": { "playground": {}, "prefill": true }'), [
      [
        "Did you mean `api.examples.prefill`?",
        `{ "api": { "playground": {}, "examples": { "prefill": true } }, ${pages} }`,
      ],
    ]);
    for (const api of ['"examples": { "prefill": false }, "prefill": true', '"prefill": "yes"', '"prefilled": true'])
      assert.match(String(check(`"api": { ${api} }`)[0]?.[0]), /^Remove it/);
    // The text may be a color or the path of an image.
    assert.match(String(check('"background": { "light": "light.png" }')[0]?.[0]), /^Remove it/);
    const option = (icon: string) =>
      `"contextual": { "options": [{ "title": "A", "description": "B", ${icon}, "href": "https://a.com" }] }`;
    assert.deepEqual(check(option('"icon": "rocket", "iconType": "solid"')), [
      ["Set `style` in `icon` instead.", `{ ${option('"icon": { "name": "rocket", "style": "solid" }')}, ${pages} }`],
    ]);
    assert.match(String(check(option('"icon": "github", "iconStyle": "brands"'))[0]?.[0]), /^Set `style` in `icon`/);
    assert.match(String(check(option('"iconType": "solid"'))[0]?.[0]), /^Remove it/);
    // The icon is a file, which has no styles.
    assert.match(String(check(option('"icon": "/a.svg", "iconType": "solid"'))[0]?.[0]), /^Remove it/);
    // The service would reject these values in the right place.
    for (const style of ['"foo"', "1", "true"])
      assert.match(String(check(option(`"icon": "rocket", "iconType": ${style}`))[0]?.[0]), /^Remove it/);
    for (const value of ['"languages": ["curl"], "defaults": "foo"', '"languages": "curl"'])
      assert.match(String(check(`"api": { "playground": { "examples": { ${value} } } }`)[0]?.[0]), /^Remove it/);
    const metadata = '"metadata": { "og:title": "A", "og:type": "website" }';
    assert.deepEqual(check(metadata), [
      ["Use `seo.metatags` instead.", `{ ${pages}, "seo": { "metatags": { "og:title": "A", "og:type": "website" } } }`],
    ]);
    // Meta tags are text.
    assert.match(String(check('"metadata": { "og:title": "A", "og:image:width": 1200 }')[0]?.[1]), /"1200"/);
    // The value has none of the settings in `api`, `colors`, or another object with a setting of this name.
    for (const setting of ['"ai": { "enabled": true }', '"colours": { "accent": "#fff" }'])
      assert.match(String(check(setting)[0]?.[0]), /^Remove it/);
    assert.match(String(check('"color": { "primary": "#111111" }')[0]?.[0]), /`colors`/);
    const colors = '"colors": { "primary": "#111111" }';
    assert.match(String(check(`${colors}, "color": { "primary": "#111111" }`)[0]?.[0]), /^Remove it/);
  });

  it("names a setting with the same name elsewhere only if the value is valid there", () => {
    const getMessage = (settings: string) => checkRule(unknownSetting, `{ ${settings} }`)[0]?.message ?? "";
    assert.match(getMessage('[|"url"|]: "https://docs.a.com"'), /Remove it, or check where it belongs\.$/);
    assert.match(getMessage('[|"url"|]: "full"'), /Move it to `api\.url`, or remove it\.$/);
    assert.match(
      getMessage('[|"openapi"|]: "openapi.json"'),
      /Move it to `navigation\.openapi` or `api\.openapi`, or remove it\.$/,
    );
  });

  it("advises to use an anchor or a page for a link in a group", () => {
    const createGroup = (more: string) => `{ "navigation": { "groups": [{ "group": "Legal", ${more} }] } }`;
    for (const url of ['"https://a.com/license"', '["https://a.com/license"]'])
      assert.match(
        checkRule(unknownSetting, createGroup(`"pages": [], [|"href"|]: ${url}`))[0]?.message ?? "",
        /readers don't see this link\. Use an anchor, or a page with `url`/,
      );
    assert.match(
      checkRule(unknownSetting, createGroup('"pages": ["a"], [|"href"|]: "/a"'))[0]?.message ?? "",
      /Remove it, or check/,
    );
  });

  it("advises to remove lists of style sheets and scripts, which the service includes anyway", () => {
    const createSite = (settings: string) =>
      siteFrom(
        `//- docs.json\n{ ${settings}, "navigation": { "pages": ["a"] } }\n//- a.mdx\na\n//- style.css\na {}\n//- js/a.js\n1\n`,
      );
    const getMessages = (settings: string) =>
      getShownProblems(unknownSetting.code, createSite(settings)).map(({ message }) => message);
    for (const settings of ['"css": "/style.css"', '"custom": { "css": ["./style.css"], "js": "js/a.js" }'])
      assert.match(getMessages(settings).join("\n"), /isn't needed, because the service includes .* Remove it\.$/);
    for (const settings of ['"css": "/gone.css"', '"css": ["/style.css", "https://a.com/a.css"]', '"css": []'])
      assert.match(getMessages(settings).join("\n"), /Remove it, or check where it belongs\.$/);
    const both = '"css": "style.css", "scripts": [{ "src": "/js/a.js", "defer": true }]';
    const site = createSite(both);
    const [problem, ...others] = getShownProblems(unknownSetting.code, site);
    assert.ok(problem && others.length === 0);
    assert.match(problem.message, /^2 keys, such as `css`, aren't settings/);
    assert.equal(createFixes(problem, site)[0]?.title, "Remove all 2 keys");
  });
});

describe("config/unknown-setting for settings with a known purpose", () => {
  const listRemedies = (settings: string) =>
    getShownProblems(
      unknownSetting.code,
      siteFrom(`//- docs.json\n{ ${settings}, "navigation": { "pages": ["a"] } }\n//- a.mdx\na\n`),
    ).map(({ message }) => message.replace(/^.* no effect.*?\. (?=[A-Z])/, ""));

  it("names the file for lists of excluded files", () => {
    assert.deepEqual(listRemedies('"exclude": [".drafts/**", "AGENTS.md"]'), ["List these paths in `.mintignore`."]);
    assert.match(listRemedies('"exclude": ["drafts"]').join(), /^Remove it/);
  });

  it("names the files for scripts in the head of pages", () => {
    assert.match(listRemedies('"head": ["<script src=\'a.js\'></script>"]').join(), /^Put scripts and styles in/);
    assert.match(listRemedies('"head": ["Acme"]').join(), /^Remove it/);
  });

  it("names the setting or object with this purpose", () => {
    assert.deepEqual(listRemedies('"announcement": { "text": "New" }'), ["Did you mean `banner`?"]);
    assert.deepEqual(listRemedies('"codeBlocks": { "languages": [] }'), ["Did you mean `styling.codeblocks`?"]);
    assert.deepEqual(listRemedies('"seo": { "title": "A", "keywords": "b" }'), ["Move them to `seo.metatags`."]);
    // It accepts only texts.
    assert.deepEqual(listRemedies('"seo": { "openGraph": {} }'), ["Remove it, or check where it belongs."]);
  });
});
