import assert from "node:assert/strict";
import { assertQuick } from "../../../../../test/harness/assert-quick.ts";
import { applyFix, checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findSiteProblems } from "../engine/run-rules.ts";
import { emptyLink } from "./empty.ts";
import { fileNotFound } from "./file-not-found.ts";
import { pageNotFound } from "./page-not-found.ts";
import { linkToRedirect } from "./to-redirect.ts";
import { undefinedReference } from "./undefined-reference.ts";
import { unusedFile } from "./unused-file.ts";
import { unsafeScheme } from "./unsafe-scheme.ts";
import { wrongCase } from "./wrong-case.ts";

const config = `//- docs.json
{ "navigation": { "pages": ["index", "guides/start"] } }
`;
const start = `//- guides/start.mdx
---
title: First steps
---

## Install
`;

describe("link/empty", () => {
  it("ignores definitions that no link uses, because they're comments", () =>
    checkRule(
      emptyLink,
      `${config}//- index.mdx\n[comment]: <> (Later)\n\n[//]: <> (Later)\n\n[used] [Used][]\n\n[used]: [|<>|]\n\n[a][|()|]\n`,
    ));

  it("ignores links that a handler or a script of the site handles", () => {
    const check = (text: string, more = "") => checkRule(emptyLink, `${config}//- index.mdx\n${text}\n${more}`);
    check('<a href="" onClick={() => open()}>a</a> <a href=[|""|] className="b">b</a>');
    check('<a href="" title="a > b" onClick={() => open()}>a</a>');
    check('<a href="" onFocus={() => a()} onClick={() => open()}>a</a>');
    check('<a href=[|""|] id="chat">a</a> <a href=[|""|] data-chat="1">b</a>');
    check('<a href="" id="chat">a</a> <a href="" data-chat="1">b</a>\n', "//- scripts/chat.js\n");
  });

  it("advises backticks for code", () => {
    const texts = ["[Symbol.iterator]", "list[0]", "this.handlers[eventName]", "a[b.c]"];
    const problems = checkRule(
      emptyLink,
      `${config}//- index.mdx\n${texts.map((text) => `${text}[|()|]`).join(" ")} [Node.js][|()|] [eventName][|()|]\n`,
    );
    assert.deepEqual(
      problems.map(({ finding }) => finding.message),
      ["code", "code", "code", "code", "link", "link"],
    );
  });

  it("finds the links that use a definition by its normalized label", () => {
    const check = (text: string) => checkRule(emptyLink, `${config}//- index.mdx\n${text}\n`);
    check("See the [docs]: read them.\n\n[docs]: [|<>|]");
    check("See [my label].\n\n[My  Label]: [|<>|]");
    check("See [the\ndocs].\n\n[the docs]: [|<>|]");
  });
});

describe("link/undefined-reference", () => {
  it("combines links with the same label on one page or several pages", () => {
    for (const texts of [["[a][x] [b][x]", "[c][x] [d][x]"], ["[a][x] [b][x] [c][x] [d][X]"]]) {
      const pages = texts.map((text, i) => `//- page${i}.mdx\n${text}\n\n[other]: /a\n//- more${i}.mdx\n`).join("");
      const site = siteOf(parseFixture(`${config}${pages}`).files, "mintlify");
      const messages = getShownProblems("link/undefined-reference", site).map(({ message }) => message);
      assert.deepEqual(messages, [
        "4 links use `x`, which isn't defined on the same page, so readers see the text with its brackets. Add the line `[x]: URL`, or fix the label.",
      ]);
    }
  });

  it("suggests labels for a limited number of links and footnotes", () => {
    for (const [linkText, mark] of [
      ["", "^"],
      ["[x]", ""],
    ] as const) {
      const lines = Array.from(
        { length: 3000 },
        (_, i) => `Word. ${linkText}[${mark}abcdefgh${i}x]\n\n[${mark}abcdefgh${i}y]: https://example.com/${i}\n`,
      );
      const site = siteOf(parseFixture(`${config}//- index.mdx\n${lines.join("\n")}`).files, "mintlify");
      assertQuick(3000, () => assert.equal(findSiteProblems(site, { rules: [undefinedReference] }).length, 3000));
    }
  });
});

describe("link/page-not-found", () => {
  it("reports links that a pattern redirects to a missing page but leaves broken redirects to a different rule", () => {
    checkRule(
      pageNotFound,
      `//- docs.json
{ "navigation": { "pages": ["index", "guides/start"] }, "redirects": [
  { "source": "/a/:x", "destination": "/guides/:x" }, { "source": "/b", "destination": "/nowhere" },
  { "source": "/c/*", "destination": "/gone/*" } ] }
//- index.mdx
[1](/a/start) [2]([|/a/strat|]) [3](/b) [4](/c/start)
${start}`,
    );
  });

  it("checks links in every supported location", () => {
    checkRule(
      pageNotFound,
      `//- docs.json
{
  "navigation": {
    "global": { "anchors": [{ "anchor": "Blog", "href": [|"/a1"|] }] },
    "pages": ["index", "guides/start"]
  },
  "navbar": { "links": [{ "label": "L", "href": [|"/a2"|] }], "primary": { "type": "button", "label": "P", "href": [|"/a3"|] } },
  "footer": { "links": [{ "header": "H", "items": [{ "label": "I", "href": [|"/a4"|] }] }] },
  "banner": { "content": "News: [here]([|/a5|]) and [there](/guides/start)" },
  "logo": { "light": "/l.svg", "dark": "/d.svg", "href": [|"/a6"|] }
}
//- index.mdx
---
title: Home
url: [|/b1|]
canonical: "[|/b2|]"
related: ["[|/b3|]", { More: [|/b4|] }, /guides/start]
---

[a]([|/c1|]) [b]: x

<Card title="C" href="[|/c3|]" />
<Card title="C" href={'[|/c4|]'} />
<a href='[|/c5|]'>x</a>

[ref]: [|/c6|]

\`[code](/no)\` {/* [comment](/no) */}
${start}`,
    );
  });

  it("reports a snippet's link once in the snippet, and a relative link only for pages where it's broken", () => {
    const [root, relative] = checkRule(
      pageNotFound,
      `//- docs.json
{ "navigation": { "pages": ["index", "guides/start", "guides/more"] } }
//- index.mdx
import Outer from "/snippets/outer.mdx";
<Outer />
//- guides/start.mdx
import Outer from "/snippets/outer.mdx";
<Outer />
//- guides/more.mdx
//- snippets/outer.mdx
import Inner from "./inner.mdx";
<Inner />
//- snippets/inner.mdx
import Outer from "./outer.mdx";
[a]([|/nowhere|]) [b]([|./more|]) [c](/guides/more)
//- snippets/unused.mdx
[a](/nowhere)
`,
    );
    assert.match(root?.message ?? "", /`\/nowhere` isn't a page on this site/);
    assert.match(relative?.message ?? "", /On `index.mdx`.*`.\/more`/);
  });

  it("ignores notes for authors and excluded files", () => {
    checkRule(
      pageNotFound,
      `${config}//- index.mdx
//- guides/start.mdx
//- CONTRIBUTING.md
[a](/nowhere)
//- notes/plan.md
[a](/nowhere)
`,
    );
  });

  it("suggests a page by name, location, title, or specification", () => {
    const getSuggestion = (link: string) =>
      checkRule(
        pageNotFound,
        `//- docs.json
{ "navigation": { "pages": ["index", "guides/start", "guides/settings", { "group": "API", "openapi": { "source": "a.json", "directory": "api/v1" }, "pages": [] }] } }
//- a.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }], "paths": { "/u": { "get": { "summary": "List users", "tags": ["Users"], "responses": {} } } } }
//- index.mdx
[a]([|${link}|])
//- guides/start.mdx
---
title: First steps
---
//- guides/settings.mdx
`,
      )[0]?.finding.data?.["use"];
    assert.equal(getSuggestion("/guides/strat#top"), "/guides/start#top");
    assert.equal(getSuggestion("/settings"), "/guides/settings");
    assert.equal(getSuggestion("/old/path/settings?x=1"), "/guides/settings?x=1");
    assert.equal(getSuggestion("/help/first-steps"), "/guides/start");
    assert.equal(getSuggestion("/api/users/list-users"), "/api/v1/users/list-users");
    assert.equal(getSuggestion("/zzz/qqq"), undefined);
  });

  it("suggests a page with the same name only if the name is meaningful", () => {
    const getSuggestion = (link: string, paths: string) =>
      checkRule(
        pageNotFound,
        `//- docs.json
{ "navigation": { "versions": [
  { "version": "2", "openapi": { "source": "a.json", "directory": "api/v2" } },
  { "version": "1", "openapi": { "source": "a.json", "directory": "api/v1" } },
  { "version": "0", "pages": ${JSON.stringify(paths.split(" "))} } ] } }
//- a.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }],
  "paths": { "/u": { "get": { "summary": "List users", "responses": {} } } } }
//- index.mdx
[a]([|${link}|])
${paths
  .split(" ")
  .map((path) => `//- ${path}.mdx\n`)
  .join("")}`,
      )[0]?.finding.data?.["use"];
    assert.equal(getSuggestion("/tools/api/overview", "tools/terraform/overview guides/overview"), undefined);
    assert.equal(getSuggestion("/en/setup", "en/guides/setup fr/guides/setup"), "/en/guides/setup");
    assert.equal(getSuggestion("/api/list-users", "x"), "/api/v2/list-users");
  });

  it("offers to add a missing https://", () => {
    checkFix(pageNotFound, `${config}//- index.mdx\nSee [it]([|www.example.com/a|]).\n${start}`, {
      "index.mdx": "See [it](https://www.example.com/a).",
    });
  });

  it("offers a fix that writes valid JSON to docs.json and preserves CRLF line endings", () => {
    const changed = applyFix(
      pageNotFound,
      `//- docs.json\n{ "navbar": { "links": [{ "label": "L", "href": [|"/guides/strat"|] }] }, "navigation": { "pages": ["index", "guides/start"] } }\n//- index.mdx\n${start}`,
      /Link to/,
    );
    assert.match(changed.get("docs.json") ?? "", /"href": "\/guides\/start"/);
  });

  it("checks links in page content that is part of a specification", () => {
    checkRule(
      pageNotFound,
      `//- docs.json
{ "$schema": "https://mintlify.com/docs.json", "api": { "openapi": "api.json" }, "navigation": { "pages": ["index"] } }
//- index.mdx
//- api.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": { "/u": { "get": { "responses": {},
  "x-mint": { "href": "/some/slug", "content": "See [this]([|/nowhere|]) and [that](/index)." } } } } }
`,
      "mintlify",
    );
  });
});

describe("link/file-not-found", () => {
  it("checks every type of image", () => {
    checkRule(
      fileNotFound,
      `${config}//- index.mdx
---
title: Home
"og:image": [|/images/og.png|]
---

![a]([|/images/none.png|]) ![b](https://example.com/x.png) ![c](data:image/png;base64,AA) ![d](images/b.png)
<img src="[|images/none.png|]" /> <video src="[|/v.mp4|]" /> <Card img="[|/c.png|]" href="/guides/start" />
<img src={logo} /> <img src={\`/images/\${name}.png\`} />
//- images/b.png
${start}`,
    );
  });

  it("suggests a file that was moved", () => {
    const hasSuggestion = (link: string) => {
      const site = `${config}//- index.mdx\n![a]([|${link}|])\n//- img/v2-7.png\n${start}`;
      return checkRule(fileNotFound, site)[0]?.message.includes("Did you mean");
    };
    assert.equal(hasSuggestion("/img/v3-0.png"), false);
    assert.equal(hasSuggestion("/imgs/v2-7.png"), true);
    checkFix(fileNotFound, `${config}//- index.mdx\n![a]([|/img/b%20c.png|])\n//- images/b c.png\n${start}`, {
      "index.mdx": "![a](/images/b%20c.png)",
    });
  });

  it("suggests a file about the same subject, and none about another one", () => {
    const files = [
      "images/cities/harare/city-view.jpg",
      "images/places/gonarezhou/chilojo-cliffs.jpg",
      "images/places/matobo-hills/worlds-view.jpg",
      "images/places/victoria-falls/aerial.jpg",
      "images/places/lake.jpg",
      "images/places/khami-ruins.jpg",
      "images/places/main-falls-hotel.jpg",
      "images/home/falls.jpg",
      "public/data/board.json",
      "files/report.pdf",
    ];
    const findSuggestion = (link: string) =>
      checkRule(
        fileNotFound,
        `${config}//- index.mdx\n![a]([|${link}|])\n${files.map((file) => `//- ${file}\n`).join("")}${start}`,
      )[0]?.finding.args?.["near"];
    for (const [link, expected] of [
      ["/images/scenic/chilojo-cliffs.jpg", "/images/places/gonarezhou/chilojo-cliffs.jpg"],
      ["/images/scenic/worlds-view-matobo.jpg", "/images/places/matobo-hills/worlds-view.jpg"],
      ["/images/places/victoria-falls-aerial.jpg", "/images/places/victoria-falls/aerial.jpg"],
      ["/images/places/khami-ruins-main.jpg", "/images/places/khami-ruins.jpg"],
      ["/images/places/kahmi-ruins.jpg", "/images/places/khami-ruins.jpg"],
      ["/data/board.json", "/public/data/board.json"],
      ["/public/files/report.pdf", "/files/report.pdf"],
      ["/images/cities/gweru/city-view.jpg", undefined],
      ["/images/scenic/nyanga/falls.jpg", undefined],
      ["/images/places/like.jpg", undefined],
      ["/images/places/falls-hotel-pool.jpg", undefined],
      ["/images/scenic/worlds-view-nyanga.jpg", undefined],
    ])
      assert.equal(findSuggestion(link ?? ""), expected, link);
  });

  it("describes the effect of a missing style sheet or script", () => {
    const problems = checkRule(
      fileNotFound,
      `${config}//- index.mdx\n<script src="[|/scripts/stars.js|]" /> <script src="[|/styles/a.css|]" />\n${start}`,
    );
    for (const { message } of problems) assert.match(message, /so the page loads without its styles or scripts/);
  });
});

describe("link/file-not-found for placeholders", () => {
  it("reports all of them as one problem", () => {
    const page = '<iframe src="@@TOK3@@" /> <img src="%IMAGE_URL%" /> <video src="__コード_0__" />\n';
    const shown = getShownProblems(
      fileNotFound.code,
      siteFrom(`${config}//- index.mdx\n${page}![a](/@@4@@) ![b](/__init__/none.png) ![c](/a%20b.png)\n${start}`),
    );
    assert.deepEqual(
      shown.map(({ message }) => message.replace(/(?<=\.) .*$/, "")),
      [
        "Placeholders such as `@@TOK3@@` are used as URLs, so readers see errors or nothing at all in 4 places.",
        "`/__init__/none.png` doesn't exist, so readers see a broken image or nothing at all.",
        "`/a%20b.png` doesn't exist, so readers see a broken image or nothing at all.",
      ],
    );
  });
});

describe("link/file-not-found for relative paths", () => {
  it("accepts a path that exists relative to the root, which the service may support", () => {
    const text = "![a](images/b.png) ![b]([|./images/b.png|]) ![c]([|images/c.png|])";
    checkRule(fileNotFound, `${config}//- index.mdx\n//- guides/start.mdx\n${text}\n//- images/b.png\n`);
  });
});

describe("link/to-redirect", () => {
  it("ignores other sites, temporary redirects, and missing targets", () => {
    checkRule(
      linkToRedirect,
      `//- docs.json
{ "navigation": { "pages": ["index", "guides/start"] }, "redirects": [
  { "source": "/chat", "destination": "https://example.com" },
  { "source": "/now", "destination": "/guides/start", "permanent": false },
  { "source": "/lost", "destination": "/nowhere" },
  { "source": "/guides/start", "destination": "/index" },
  { "source": "/old", "destination": "/guides/start" }
] }
//- index.mdx
[1](/chat) [2](/now) [3](/lost) [4]([|/guides/start|]) [5]([|/old|])
${start}`,
    );
  });

  it("offers to link to the end of a redirect chain and preserves the query and fragment", () => {
    checkFix(
      linkToRedirect,
      `//- docs.json
{ "navigation": { "pages": ["index", "guides/start"] }, "redirects": [
  { "source": "/a/:x", "destination": "/b/:x" }, { "source": "/b/*", "destination": "/guides/*" } ] }
//- index.mdx
[1]([|/a/start?q=1#install|])
${start}`,
      { "index.mdx": "[1](/guides/start?q=1#install)" },
    );
  });

  it("keeps entities that would otherwise be decoded to a different query", () => {
    const docs = `//- docs.json
{ "navigation": { "pages": ["index", "guides/start"] }, "redirects": [{ "source": "/a", "destination": "/guides/start" }] }
//- index.mdx
`;
    checkFix(linkToRedirect, `${docs}[1]([|/a?x=&amp;lt;|])\n${start}`, {
      "index.mdx": "[1](/guides/start?x=&amp;lt;)",
    });
    checkFix(linkToRedirect, `${docs}<a href={"[|/a?x=&amp;lt;|]"}>1</a>\n${start}`, {
      "index.mdx": '<a href={"/guides/start?x=&amp;lt;"}>1</a>',
    });
  });

  it("encodes the destination's spaces and quotes, which would end the link", () => {
    const applyLinkFix = (link: string) =>
      applyFix(
        linkToRedirect,
        `//- docs.json
{ "navigation": { "pages": ["index", "my guides/what's new"] }, "redirects": [
  { "source": "/old", "destination": "/my guides/what's new" } ] }
//- index.mdx
${link}
//- my guides/what's new.mdx
Hi`,
      ).get("index.mdx");
    assert.equal(applyLinkFix("[1]([|/old#x|])"), "[1](/my%20guides/what%27s%20new#x)");
    assert.equal(applyLinkFix("<Card href='[|/old|]' />"), "<Card href='/my%20guides/what%27s%20new' />");
  });
});

describe("link/wrong-case", () => {
  it("offers a fix that preserves the link's format", () => {
    const applyLinkFix = (link: string) =>
      applyFix(wrongCase, `${config}//- index.mdx\n[a]([|${link}|])\n${start}`).get("index.mdx");
    assert.equal(
      applyLinkFix("./Guides/Start#Install"),
      "[a](./Guides/Start#Install)".replace("Guides/Start", "guides/start"),
    );
    assert.equal(applyLinkFix("guides/START"), "[a](guides/start)");
    assert.equal(applyLinkFix("/GUIDES/start/"), "[a](/guides/start)");
  });

  it("describes the effect on readers, which differs for images and links", () => {
    const effects = checkRule(
      wrongCase,
      `${config}//- index.mdx\n[a]([|/Guides/start|]) ![b]([|/images/Logo.png|]) <script src="[|/Main.js|]"></script>\n${start}//- images/logo.png\n//- main.js\n`,
    ).map(({ message }) => /so readers [^.]*/.exec(message)?.[0]);
    assert.deepEqual(effects, [
      "so readers may get a 404 page",
      "so readers may see a broken image or nothing at all",
      "so readers may get a 404 page",
    ]);
    const [accents] = checkRule(
      wrongCase,
      `${config}//- index.mdx\n![b]([|/images/cafe\u0301.png|])\n${start}//- images/caf\u00e9.png\n`,
    );
    assert.match(accents?.message ?? "", /differently, so readers may see a broken image or nothing at all\./);
  });
});

describe("link/unsafe-scheme", () => {
  it("detects obfuscated schemes and accepts safe ones", () => {
    checkRule(
      unsafeScheme,
      `${config}//- index.mdx
[1]([|JaVaScRiPt:alert(1)|]) [2]([|&#106;avascript:alert(1)|]) [3]([|vbscript:x|]) [4]([|data:text/html,x|])
[5]([|file:///etc/passwd|]) [6]([|command:workbench.x|]) <a href="[|java&Tab;script:x|]">7</a>
<img src="[|javascript:x|]" /> [10]([|javascript&colon;x|])
<Card title="T" href={"[|\\u006aavascript:x|]"} /> <a href={ '[|java\\x73cript:x|]' }>12</a> <a href={\`[|java\\u{73}cript:x|]\`}>13</a>
<a href="\\u006aavascript:x">a</a> <a href={"\\u002fguides" + javascript}>b</a>
[a](mailto:a@b.c) [b](tel:+1) [c](vscode://x) [d](/javascript:x) [e](#javascript:x) ![f](data:image/png;base64,AA)
<svg><image xlink:href="data:image/png;base64,AA" /><image href="data:image/png;base64,AA" /></svg>
${start}`,
    );
  });

  it("reports a single letter once, as an unknown scheme", () => {
    const page = `${config}//- index.mdx\n[1]([|r:/guides/start|]) [2](<[|C:\\docs\\a.zip|]>) ![3]([|c:/a.png|])\n${start}`;
    const [problem] = checkRule(unsafeScheme, page);
    assert.match(problem?.message ?? "", /^`r:` isn't a scheme/);
    const unmarkedPage = page.replace(/\[\||\|\]/g, "");
    checkRule(fileNotFound, unmarkedPage);
    checkRule(pageNotFound, unmarkedPage);
  });
});

describe("link/unused-file", () => {
  const createFixture = (more: string) => `${config}//- index.mdx\n${start}${more}`;
  it("counts any mention of the file name as a use and ignores files that other tools read", () => {
    checkRule(
      unusedFile,
      createFixture(
        "In code: `show /images/a.png`\n//- images/a.png\n//- favicon.png\n//- files/data.zip\n//- images/b.png\n[||]",
      ),
    );
  });

  it("reports nothing if some text that might refer to the file hasn't been read", () => {
    checkRule(unusedFile, createFixture("//- style.css\n//- images/b.png\n"));
  });
});

describe("link/file-not-found for a file that pages are generated from", () => {
  it("suggests the page", () => {
    const links = "[a]([|/guides/start.html|]) [b]([|./guides/start.ipynb#x|]) [c]([|/guides/index.html|])";
    const site = `${config}//- index.mdx\n${links} [d]([|/other.html|])\n//- guides/start.mdx\n//- guides/index.mdx\n`;
    assert.deepEqual(
      checkRule(fileNotFound, site).map(({ finding }) => finding.args?.["near"]),
      ["/guides/start", "/guides/start", "/guides", undefined],
    );
  });
});
