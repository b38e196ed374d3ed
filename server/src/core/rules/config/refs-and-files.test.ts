import assert from "node:assert/strict";
import { applyFix, checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { fixedBy, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { createFixes } from "../engine/run-rules.ts";
import { fileNotFound } from "./file-not-found.ts";
import { lowContrast } from "./low-contrast.ts";
import { playgroundNeedsAuthentication } from "./playground-needs-authentication.ts";
import { refCycle } from "./ref-cycle.ts";
import { refIgnored } from "./ref-ignored.ts";
import { refNotFound } from "./ref-not-found.ts";
import { refOutsideSite } from "./ref-outside-site.ts";

describe("checking $ref in docs.json", () => {
  it("reports a missing file and suggests the intended one", () => {
    checkFix(
      refNotFound,
      '//- docs.json\n{ "navigation": { "$ref": "config/nav.json" } }\n//- config/nav.json\n{ "pages": { "$ref": [|"./pagse.json"|] } }\n//- config/pages.json\n["index"]',
      { "config/nav.json": '{ "pages": { "$ref": "./pages.json" } }' },
    );
  });

  it("reports a target outside the site", () => {
    for (const path of [
      "../x.json",
      "/../x.json",
      "C:\\\\x.json",
      "https://a.b/x.json",
      "file:///etc/passwd",
      "a/%2e%2e/../../x.json",
    ])
      checkRule(refOutsideSite, `{ "navigation": { "$ref": [|"${path}"|] } }`);
  });

  it("reports a file that includes itself", () => {
    checkRule(
      refCycle,
      '//- docs.json\n{ "navigation": { "$ref": "a.json" } }\n//- a.json\n{ "pages": { "$ref": [|"a.json"|] } }',
    );
  });

  it("reports and removes each ignored key", () => {
    const fixture =
      '//- docs.json\n{ "navigation": { "pages": { [|"a"|]: 1, "$ref": "p.json" } } }\n//- p.json\n["index"]';
    checkFix(refIgnored, fixture, { "docs.json": '{ "navigation": { "pages": { "$ref": "p.json" } } }' });
  });
});

describe("config/file-not-found", () => {
  const files = "\n//- images/logo.svg\n<svg/>\n//- fonts/own.woff2\nx";
  const createDocs = (settings: string) =>
    `//- docs.json\n{ ${settings}, "navigation": { "pages": ["index"] } }${files}`;

  it("reports every type of missing file in settings", () => {
    checkRule(fileNotFound, createDocs('"logo": { "light": "/images/logo.svg", "dark": [|"/images/logo-dark.svg"|] }'));
    checkRule(fileNotFound, createDocs('"favicon": [|"favicon.ico"|]'));
    checkRule(fileNotFound, createDocs('"background": { "image": [|"bg.png"|] }'));
    checkRule(fileNotFound, createDocs('"thumbnails": { "background": [|"bg.png"|] }'));
    checkRule(
      fileNotFound,
      createDocs('"fonts": { "family": "x", "source": [|"/fonts/other.woff2"|], "format": "woff2" }'),
    );
    checkRule(fileNotFound, createDocs('"styling": { "codeblocks": { "languages": { "custom": [[|"l.json"|]] } } }'));
  });

  it("accepts files on the site, URLs, and inline images", () => {
    for (const path of [
      "/images/logo.svg",
      "images/logo.svg",
      "./images/logo.svg",
      "https://a.b/x.svg",
      "//a.b/x.svg",
      "data:image/svg+xml,x",
      "/images/logo.svg?v=2",
    ])
      checkRule(fileNotFound, createDocs(`"logo": "${path}"`));
  });

  it("reports a target outside the site", () => {
    for (const path of ["../logo.svg", "C:\\\\logo.svg", "file:///logo.svg", "..%2flogo.svg"])
      checkRule(fileNotFound, createDocs(`"logo": [|"${path}"|]`));
  });

  it("offers to fix the path", () => {
    const changed = applyFix(fileNotFound, createDocs('"logo": [|"/logo.svg"|]'));
    assert.match(changed.get("docs.json") ?? "", /"logo": "\/images\/logo\.svg"/);
  });

  it("ignores files that the service doesn't read", () => {
    checkRule(fileNotFound, `//- .mintignore\nprivate/\n${createDocs('"logo": "/private/logo.svg"')}`);
  });
});

describe("config/low-contrast", () => {
  it("compares colors with the site's background colors", () => {
    checkRule(
      lowContrast,
      '{ "colors": { "primary": "#ffffff" }, "background": { "color": { "light": "#000000" } }, "navigation": { "pages": [] } }',
    );
    checkRule(
      lowContrast,
      '{ "colors": { "primary": [|"#333333"|] }, "background": { "color": { "light": "#000000" } }, "navigation": { "pages": [] } }',
    );
  });

  it("requires a contrast of 4.5 for text and 3 for buttons", () => {
    checkRule(
      lowContrast,
      '{ "colors": { "primary": "#767676", "light": "#7b7b7b", "dark": "#8a8a8a" }, "navigation": { "pages": [] } }',
    );
    checkRule(
      lowContrast,
      '{ "colors": { "primary": [|"#777777"|], "light": [|"#555555"|] }, "navigation": { "pages": [] } }',
    );
    checkRule(lowContrast, '{ "colors": { "dark": [|"#eeeeee"|] }, "navigation": { "pages": [] } }');
  });

  it("suggests to swap the colors of the modes if both would then be easy to see", () => {
    const createText = (light: string, dark: string) =>
      `{ "colors": { "light": ${light}, "dark": ${dark} }, "navigation": { "pages": [] } }`;
    checkFix(lowContrast, createText('[|"#707070"|]', '"#E4E4E7"'), {
      "docs.json": createText('"#E4E4E7"', '"#707070"'),
    });
    checkRule(lowContrast, createText('[|"#18181B"|]', '"#777777"'));
  });

  it("reports a color that two settings use once, with one shade for both", () => {
    const createText = (primary: string, dark: string) =>
      `{ "colors": { "primary": ${primary}, "dark": ${dark} }, "navigation": { "pages": [] } }`;
    const text = createText('"#4CC74A"', '"#4cc74a"');
    const site = siteFrom(`//- docs.json\n${text}`);
    const [problem, ...others] = getShownProblems("config/low-contrast", site);
    assert.ok(problem && others.length === 0);
    const [fix] = createFixes(problem, site);
    const fixed = fixedBy(fix?.title ?? "", problem, site, `//- docs.json\n${text}`).get("docs.json") ?? "";
    assert.match(fixed, /"primary": ("#\w+"), "dark": \1/);
    assert.doesNotMatch(fixed, /4cc74a/i);
  });

  // A button's label is visible on any dark background, so only the button's shape is hard to see.
  it("reports only a hint for a button on a dark background", () => {
    const listSeverities = (dark: string) =>
      checkRule(lowContrast, `{ "colors": { "dark": ${dark} }, "navigation": { "pages": [] } }`).map(
        ({ severity }) => severity,
      );
    assert.deepEqual(listSeverities('[|"#09090b"|]'), ["hint"]);
    assert.deepEqual(listSeverities('[|"#facc15"|]'), ["information"]);
    assert.deepEqual(listSeverities('"#8a8a8a"'), []);
  });

  it("ignores a color mode that readers never see", () => {
    checkRule(
      lowContrast,
      '{ "appearance": { "default": "light", "strict": true }, "colors": { "primary": "#0f766e", "light": "#111111", "dark": "#111111" }, "navigation": { "pages": [] } }',
    );
  });

  it("leaves invalid colors to config/invalid-value", () => {
    checkRule(lowContrast, '{ "colors": { "primary": "white", "light": 3 }, "navigation": { "pages": [] } }');
  });
});

describe("config/playground-needs-authentication", () => {
  it("is a hint unless the settings specify whether readers can sign in", () => {
    const [problem] = checkRule(
      playgroundNeedsAuthentication,
      '{ "api": { "playground": { "display": [|"auth"|] } }, "navigation": { "pages": [] } }',
    );
    assert.equal(problem?.severity, "hint");
  });
});
