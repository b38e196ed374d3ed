import assert from "node:assert/strict";
import { checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { fixedBy, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { anchorNotFound } from "./anchor-not-found.ts";

function createConfig(...pages: readonly string[]): string {
  return `//- docs.json\n${JSON.stringify({ navigation: { pages } })}\n`;
}

/** Returns the message of each problem. */
function listMessages(text: string): string[] {
  return getShownProblems(anchorNotFound.code, siteFrom(text)).map(({ message }) => message);
}

/** Returns the suggestion of each problem, or `none`. */
function listSuggestions(text: string): string[] {
  return getShownProblems(anchorNotFound.code, siteFrom(text)).map(({ finding }) =>
    String(finding.data?.["near"] ?? "none"),
  );
}

/** Returns the suggestion for a link to an anchor of another page with this text. */
function suggestOnPage(anchor: string, page: string): string {
  return listSuggestions(`${createConfig("index", "a")}//- index.mdx\n[x](/a#${anchor})\n//- a.mdx\n${page}\n`).join();
}

describe("link/anchor-not-found in a translation", () => {
  const languages = ["en", "de"].map((language) => {
    const folder = language === "en" ? "" : "de/";
    return { language, pages: [`${folder}index`, `${folder}skills`] };
  });
  const config = `//- docs.json\n${JSON.stringify({ navigation: { languages } })}\n//- index.mdx\nText\n`;
  const createSite = (link: string, english: string, german: string) =>
    `${config}//- de/index.mdx\n${link}\n//- skills.mdx\n${english}\n//- de/skills.mdx\n${german}\n`;

  it("adds the language to a link whose anchor only the translation has", () => {
    const text = createSite("[x]([|/skills#e-mails-planen|])", "## Plan emails", "## E-Mails planen");
    checkFix(anchorNotFound, text, { "de/index.mdx": "[x](/de/skills#e-mails-planen)" });
    assert.deepEqual(
      checkRule(anchorNotFound, text).map(({ message }) => message),
      [
        "`#e-mails-planen` is on `/de/skills`, not on `skills.mdx`, so the link opens the top of the wrong page. Change the page in the link.",
      ],
    );
  });

  it("finds a similar anchor in the translation", () => {
    const text = createSite("[x]([|/skills#mail-vorlagen-anlege|])", "## Templates", "## Mail-Vorlagen anlegen");
    checkFix(anchorNotFound, text, { "de/index.mdx": "[x](/de/skills#mail-vorlagen-anlegen)" });
  });

  it("prefers a similar anchor on the linked page to one in the translation", () => {
    const [first] = listSuggestions(createSite("[x](/skills#plan-email)", "## Plan emails", "## Plan e-mail"));
    assert.equal(first, "#plan-emails");
  });

  it("names the translation if it doesn't have a similar anchor either", () => {
    const text = createSite("[x]([|/skills#vorlagen|])", "## Templates", "## Templates");
    assert.deepEqual(
      checkRule(anchorNotFound, text).map(({ message }) => message),
      [
        "`#vorlagen` doesn't exist on `skills.mdx`, which is in another language, so the link opens the top of the page. Link to a section of `/de/skills`.",
      ],
    );
    checkFix(anchorNotFound, text, { "de/index.mdx": "[x](/de/skills)" });
  });

  it("combines all links whose language is missing", () => {
    const text = createSite(
      "[x](/skills#e-mails-planen) [y](/skills#berichte) [z](/skills#andere)",
      "## Plan emails",
      "## E-Mails planen\n## Berichte",
    );
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems(anchorNotFound.code, site);
    assert.deepEqual(others, []);
    assert.equal(
      problem?.message,
      "`#e-mails-planen` and other anchors are from translations such as `/de/skills`, so 3 links open the top of a page in another language. Link to the translations.",
    );
    const newFiles = fixedBy("Change all 3 links to the suggested headings", problem, site, text);
    assert.equal(
      newFiles.get("de/index.mdx")?.trim(),
      "[x](/de/skills#e-mails-planen) [y](/de/skills#berichte) [z](/de/skills)",
    );
  });

  it("suggests the heading on another page that's at the position of the anchor in the default language", () => {
    const pages = ["index", "skills", "skills-rights"];
    const site = {
      navigation: {
        languages: [
          { language: "en", pages },
          { language: "de", pages: pages.map((page) => `de/${page}`) },
        ],
      },
    };
    const text = `//- docs.json\n${JSON.stringify(site)}\n//- index.mdx\nA\n//- de/index.mdx\nA\n//- skills.mdx\n## A\n//- de/skills.mdx\n[x]([|#legal-rights|])\n\n## A\n//- skills-rights.mdx\n## Legal rights\n//- de/skills-rights.mdx\n## Rechtliches\n`;
    checkFix(anchorNotFound, text, { "de/skills.mdx": "[x](/de/skills-rights#rechtliches)\n\n## A" });
  });

  it("suggests the heading at the position that the anchor has in the default language", () => {
    const english = "## Overview\n### Data sharing\n## Contact";
    const suggest = (german: string) =>
      listSuggestions(createSite("[x](/de/skills#data-sharing)", english, german)).join();
    assert.equal(suggest("## Überblick\n### Weitergabe von Daten\n## Kontakt"), "#weitergabe-von-daten");
    // The translation has another structure, so the positions say nothing.
    assert.equal(suggest("## Überblick\n### Weitergabe von Daten"), "none");
    assert.equal(suggest("## Überblick\n## Weitergabe von Daten\n## Kontakt"), "none");
  });
});

describe("link/anchor-not-found suggestions", () => {
  it("finds the heading that contains a link to its former anchor", () => {
    assert.equal(
      suggestOnPage("update-charge", '## Change a charge via the API[](#update-charge "Link")'),
      "#change-a-charge-via-the-api",
    );
    assert.equal(suggestOnPage("update-charge", "## First[](#update-charge)\n## Second[](#update-charge)"), "none");
    // A link with text, which is also broken, doesn't name the heading's anchor.
    assert.equal(suggestOnPage("update-charge", "## First [text](#update-charge)"), "none,none");
    const text = `${createConfig("index", "a", "b")}//- index.mdx\n[x]([|/a#update-charge|])\n//- a.mdx\n## A\n//- b.mdx\n## Change it[](#update-charge)\n`;
    checkFix(anchorNotFound, text, { "index.mdx": "[x](/b#change-it)" });
  });

  it("finds a field that the page documents twice", () => {
    const field = '<ParamField path="payment_requires_action">a</ParamField>';
    assert.equal(suggestOnPage("payment-requires-action", `${field}\n\n${field}`), "#param-payment-requires-action");
  });

  it("finds a heading whose number changed", () => {
    const headings = "### 1. Format\n### 2. Language_code";
    assert.equal(suggestOnPage("1-language-code", headings), "#2-language_code");
    assert.equal(suggestOnPage("7-format", headings), "#1-format");
    assert.equal(suggestOnPage("6-months-plan", "## 3 months plan"), "none");
    assert.equal(suggestOnPage("3-format", "## 1. Format\n## 2. Format"), "none");
  });

  it("finds a heading with other endings and articles", () => {
    assert.equal(suggestOnPage("listing-all-parties", "## List all parties"), "#list-all-parties");
    assert.equal(
      suggestOnPage("integrate-clone-in-your-app", "## Integrating clone into your app"),
      "#integrating-clone-into-your-app",
    );
    assert.equal(suggestOnPage("setting-the-limit", "## Set your limit"), "#set-your-limit");
    assert.equal(suggestOnPage("note-invoice-display-name", "## Invoice display names"), "#invoice-display-names");
    assert.equal(suggestOnPage("taxes-on-the-add-on-level", "## On the add-on level"), "none");
    assert.equal(suggestOnPage("billing-display-name", "## Display names"), "none");
    assert.equal(suggestOnPage("migrating-to-stripe", "## Migrate from Stripe"), "none");
    assert.equal(suggestOnPage("payment", "## Payment links\n## Payments"), "#payments");
    assert.equal(suggestOnPage("listing-parties", "## List the party\n## List of parties"), "none");
  });

  it("finds the new anchor of an accordion with an ampersand", () => {
    assert.equal(suggestOnPage("q&a", '<Accordion title="Q&A">a</Accordion>'), "#q-and-a");
    assert.equal(suggestOnPage("r-%26-d", '<Accordion title="R & D">a</Accordion>'), "#r-and-d");
  });

  it("doesn't suggest the section that contains the link", () => {
    const createSite = (anchor: string) =>
      `${createConfig("index")}//- index.mdx\n## Start\n\n[x](#${anchor})\n\n## 1. Detailed flows\n\n[y](#${anchor})\n`;
    const [first, second] = getShownProblems(anchorNotFound.code, siteFrom(createSite("detailed-flow"))).flatMap(
      (problem) => problem.group ?? [problem],
    );
    assert.match(first?.message ?? "", /Did you mean `#1-detailed-flows`/);
    assert.match(second?.message ?? "", /section, add the heading, or remove the link\.$/);
    // The author certainly meant this heading.
    assert.deepEqual(listSuggestions(createSite("1.-detailed--flows")), ["#1-detailed-flows"]);
  });

  it("doesn't suggest the page with the link for a link to another page", () => {
    const page = "## Intro\n\n[x](/a#late-start-date)\n\n## Late start date\n";
    const text = `${createConfig("index", "a")}//- index.mdx\n${page}\n//- a.mdx\n## A\n`;
    assert.deepEqual(listSuggestions(text), ["none"]);
  });

  it("accepts anchors that a script of the site handles", () => {
    const createSite = (script: string) =>
      siteFrom(`${createConfig("index")}//- index.mdx\n[x](#chat)\n\n## Live chat\n//- chat.js\n${script}\n`);
    const scripts = [
      `const selector = 'a[href$="#chat"]';`,
      'if (location.hash === "#chat") open();',
      'switch (hash) {\n  case "#chat":\n    open();\n}',
      'if (link.href.endsWith("#chat")) open();',
    ];
    for (const script of scripts) assert.deepEqual(getShownProblems(anchorNotFound.code, createSite(script)), []);
    for (const script of ['const color = "#chat";', 'if (location.hash === "#chats") open();'])
      assert.equal(getShownProblems(anchorNotFound.code, createSite(script)).length, 1);
  });

  it("describes a link with the page's own path as a link to this page", () => {
    const text = `${createConfig("index", "a")}//- index.mdx\nText\n//- a.mdx\n## A\n\n[x]([|/a#wallet|]) [y]([|/a?b#wallet|])\n`;
    assert.deepEqual(
      checkRule(anchorNotFound, text).map(({ message }) => message),
      [
        "`#wallet` doesn't exist on this page, so the link does nothing. Link to an existing section, add the heading, or remove the link.",
        "`#wallet` doesn't exist on `a.mdx`, so the link opens the top of the page. Link to an existing section, or remove the anchor.",
      ],
    );
  });
});

describe("link/anchor-not-found for a folder", () => {
  const config = createConfig("index", "charges/fixed", "charges/spending-minimum", "guides/charges", "guides/more");
  const createSite = (link: string) =>
    `${config}//- index.mdx\n[x](${link})\n//- charges/fixed.mdx\n## Fixed\n//- charges/spending-minimum.mdx\n## About\n//- guides/charges.mdx\n## Progressive billing\n//- guides/more.mdx\n## Taxes of invoices\n`;

  it("finds the only page with the anchor", () => {
    const text = createSite("[|/charges#progressive-billing|]");
    checkFix(anchorNotFound, text, {
      "index.mdx": "[x](/guides/charges#progressive-billing)",
    });
    assert.deepEqual(listMessages(text.replace(/\[\||\|\]/g, "")), [
      "`#progressive-billing` is on `/guides/charges`, not on `charges`, so the link opens the top of the wrong page. Change the page in the link.",
    ]);
  });

  it("finds the page that is named like the anchor", () => {
    const text = createSite("[|/charges#charge-spending-minimum|]");
    checkFix(anchorNotFound, text, { "index.mdx": "[x](/charges/spending-minimum)" });
    assert.deepEqual(listMessages(text.replace(/\[\||\|\]/g, "")), [
      "`#charge-spending-minimum` doesn't exist on any page in `charges`, so the link doesn't open a section. Did you mean `/charges/spending-minimum`?",
    ]);
  });

  it("suggests no page in another section, even for an anchor of three words", () => {
    const pages = ["index", "operators/rollup/start", "nodes/base"];
    const text = `${createConfig(...pages)}//- index.mdx\n[x](/operators/rollup#initialize-op-geth)\n//- operators/rollup/start.mdx\n## Start\n//- nodes/base.mdx\n## Initialize op-geth\n`;
    assert.deepEqual(listSuggestions(text), ["none"]);
  });

  it("suggests no page with only a part of the name, or in another section", () => {
    assert.deepEqual(listSuggestions(createSite("/charges#minimum")), ["none"]);
    assert.deepEqual(listSuggestions(createSite("/charges#invoice-taxes")), ["none"]);
  });
});
