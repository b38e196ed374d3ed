import assert from "node:assert/strict";
import { checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { fixedBy, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { anchorNotFound } from "./anchor-not-found.ts";

const config = '//- docs.json\n{ "navigation": { "pages": ["index", "start", "archive", "more"] } }\n';

function listMessages(text: string): string[] {
  return listMessagesOf(config + text);
}

function listMessagesOf(site: string): string[] {
  return getShownProblems(anchorNotFound.code, siteFrom(site)).map(({ message }) => message);
}

describe("link/anchor-not-found for a footnote", () => {
  // The service's compiler gives these IDs to footnotes, references to them, and their heading (mdast-util-to-hast).
  it("accepts the anchors that the service generates", () => {
    const links = "[a](#user-content-fn-1) [b](#user-content-fnref-1) [c](#footnote-label) [d]([|#user-content-x|])";
    checkRule(anchorNotFound, `${config}//- index.mdx\n${links}[^1]\n\n[^1]: Note\n`);
  });
});

describe("link/anchor-not-found for a heading on another page", () => {
  it("names the pages without the anchor if a snippet's link works on other pages", () => {
    const listSnippetMessages = (links: string) =>
      listMessages(
        `//- index.mdx\nimport Part from "/part.mdx";\n\n<Part />\n\n## Filters\n//- start.mdx\nimport Part from "/part.mdx";\n\n<Part />\n\n## Other\n//- part.mdx\n${links}\n`,
      );
    assert.deepEqual(listSnippetMessages("[x](#filters)"), [
      "`#filters` doesn't exist on `start.mdx`, which includes this file, so the link does nothing there. Add the heading to that page, or change the link.",
    ]);
    assert.deepEqual(listSnippetMessages("[x](#filters)\n\n[y](#filters)"), [
      "`#filters` doesn't exist on `start.mdx`, which includes this file, so 2 links do nothing there. Add the heading to that page, or change the links.",
    ]);
    assert.deepEqual(listSnippetMessages("[x](#gone)"), [
      "`#gone` doesn't exist on this page, so the link does nothing. Link to an existing section, add the heading, or remove the link.",
    ]);
  });

  it("adds the page to a link to the same page", () => {
    checkFix(
      anchorNotFound,
      `${config}//- index.mdx\n[x]([|#5-user-rights|])\n\n## Intro\n//- archive.mdx\n## 5. User rights\n`,
      { "index.mdx": "[x](/archive#5-user-rights)\n\n## Intro" },
      "Link to `/archive#5-user-rights`",
    );
  });

  it("changes the page of a link to another page", () => {
    const text = `${config}//- index.mdx\n[x]([|./start?a=b#set-up-%C3%A9|])\n//- start.mdx\n## Start\n//- archive.mdx\n## Set up é\n`;
    checkFix(anchorNotFound, text, { "index.mdx": "[x](/archive#set-up-%C3%A9)" });
    assert.deepEqual(
      checkRule(anchorNotFound, text).map(({ message }) => message),
      [
        "`#set-up-%C3%A9` is on `/archive`, not on `start.mdx`, so the link opens the top of the wrong page. Change the page in the link.",
      ],
    );
  });

  it("changes all links to the same heading", () => {
    const links = Array.from({ length: 4 }, () => "[x](/start#old-part)").join("\n");
    const text = `${config}//- index.mdx\n${links}\n//- start.mdx\n## Start\n//- archive.mdx\n## Old part\n`;
    const site = siteFrom(text);
    const [problem, ...more] = getShownProblems(anchorNotFound.code, site);
    assert.deepEqual(more, []);
    assert.equal(
      problem?.message,
      "`#old-part` is on `/archive`, not on `start.mdx`, so 4 links open the top of the wrong page. Change the page in the links.",
    );
    const fixed = fixedBy("Change all 4 links to `/archive#old-part`", problem, site, text).get("index.mdx");
    assert.equal(fixed?.trim(), links.replaceAll("/start#", "/archive#"));
  });

  it("suggests no page if several pages or a snippet have the heading", () => {
    const link = "//- index.mdx\n[x](#user-rights)\n\n## Intro\n//- archive.mdx\n## User rights\n";
    assert.match(listMessages(link).join(), /is on `\/archive`/);
    assert.match(
      listMessages(`${link}//- more.mdx\n## User rights\n`).join(),
      /section, add the heading, or remove the link\.$/,
    );
    assert.match(
      listMessages(`${link}//- snippets/part.mdx\n## User rights\n`).join(),
      /section, add the heading, or remove the link\.$/,
    );
  });

  it("suggests no page that readers can't find in the navigation", () => {
    assert.match(
      listMessages("//- index.mdx\n[x](#user-rights)\n\n## Intro\n//- draft.mdx\n## User rights\n").join(),
      /section, add the heading, or remove the link\.$/,
    );
  });

  it("suggests a heading with a single word only if it's the text of a link to another page", () => {
    const createText = (link: string) =>
      `//- index.mdx\n${link}\n\n## Intro\n//- start.mdx\n## Start\n//- archive.mdx\n## Billing\n`;
    assert.match(listMessages(createText("[see here](/start#billing)")).join(), /Link to an existing section/);
    assert.match(listMessages(createText("[Billing](/start#billing)")).join(), /is on `\/archive`/);
    // The entries of a table of contents have the texts of headings, even of those that were never written.
    assert.match(
      listMessages(createText("[Billing](#billing)")).join(),
      /section, add the heading, or remove the link\.$/,
    );
  });

  it("suggests a heading in another section only if it has at least three words about its subject", () => {
    const suggest = (link: string, heading: string, page: string) => {
      const pages = ["experts/index", "experts/tours", page];
      const message = listMessagesOf(
        `//- docs.json\n${JSON.stringify({ navigation: { pages } })}\n//- experts/index.mdx\n[x](${link})\n\n## A\n//- experts/tours.mdx\n## Tours\n//- ${page}.mdx\n## ${heading}\n`,
      ).join();
      return / is on `(.*?)`/.exec(message)?.[1] ?? "none";
    };
    assert.equal(suggest("#safari-guides", "Safari guides", "essentials/tipping"), "none");
    assert.equal(suggest("/experts/tours#safari-guides", "Safari guides", "essentials/tipping"), "none");
    assert.equal(suggest("#what-is-the-safari", "What is the safari?", "essentials/tipping"), "none");
    assert.equal(suggest("#paid-safari-guides", "Paid safari guides", "essentials/tipping"), "none");
    assert.equal(suggest("#tips-for-paid-safari-guides", "Tips for paid safari guides", "a/tips"), "/a/tips");
    assert.equal(
      suggest("/experts/tours#safari-guides", "Safari guides", "essentials/tour-list"),
      "/essentials/tour-list",
    );
    assert.equal(suggest("/experts/tours#safari-guides", "Safari guides", "tours/list"), "/tours/list");
    assert.equal(suggest("/experts/tours#safari-guides", "Safari guides", "experts/guides"), "/experts/guides");
    assert.equal(suggest("/experts/tours#safari-guides", "Safari guides", "experts/list/all"), "/experts/list/all");
    assert.equal(suggest("/experts/tours#safari-guides", "Safari guides", "new/experts/tours"), "/new/experts/tours");
  });

  it("prefers the page whose path ends like that of the linked page", () => {
    const pages = ["index", "apps/guides/fees", "stack/guides/fees", "archive"];
    const messages = listMessagesOf(
      `//- docs.json\n${JSON.stringify({ navigation: { pages } })}\n//- index.mdx\n[x](/apps/guides/fees#gas-fee)\n//- apps/guides/fees.mdx\nText\n//- stack/guides/fees.mdx\n## Gas fee\n//- archive.mdx\n## Gas fee\n`,
    );
    assert.match(messages.join(), /is on `\/stack\/guides\/fees`/);
  });

  it("suggests only pages in the same language", () => {
    const languages = ["en", "fr"].map((language) => ({ language, pages: [`${language}/a`, `${language}/b`] }));
    const site = (headings: Readonly<Record<string, string>>) =>
      siteFrom(
        `//- docs.json\n${JSON.stringify({ navigation: { languages } })}\n${["en/a", "en/b", "fr/a", "fr/b"]
          .map((slug) => `//- ${slug}.mdx\n${headings[slug] ?? "## Text"}\n`)
          .join("")}`,
      );
    const show = (headings: Readonly<Record<string, string>>) =>
      getShownProblems(anchorNotFound.code, site(headings)).map(({ message }) => message);
    const link = "[x](#user-rights)\n\n## Intro";
    assert.match(
      show({ "en/a": link, "fr/b": "## User rights" }).join(),
      /section, add the heading, or remove the link\.$/,
    );
    assert.match(show({ "en/a": link, "en/b": "## User rights", "fr/b": "## User rights" }).join(), /is on `\/en\/b`/);
  });

  it("doesn't suggest headings on a page without headings", () => {
    assert.deepEqual(listMessages("//- index.mdx\n[x](#part) [y](/start#part)\n//- start.mdx\nText\n"), [
      "`#part` doesn't exist on this page, so the link does nothing. Link to an existing section, add the heading, or remove the link.",
      "`#part` doesn't exist on `start.mdx`, which has no headings, so the link opens the top of the page. Remove the anchor, or link to another page.",
    ]);
  });

  it("combines links to many anchors of a page without headings", () => {
    const createLinks = (page: string) => Array.from({ length: 11 }, (_, i) => `[x](${page}#m${i}.x)`).join(" ");
    assert.deepEqual(listMessages(`//- index.mdx\n${createLinks("")}\n`), [
      "`#m0.x` and other anchors don't exist on this page, so 11 links do nothing. Link to existing sections, add the headings, or remove the links.",
    ]);
    assert.deepEqual(listMessages(`//- index.mdx\n${createLinks("/start")}\n//- start.mdx\nText\n`), [
      "`#m0.x` and other anchors don't exist on `start.mdx`, which has no headings, so 11 links open the top of the page. Remove the anchors.",
    ]);
  });
});
