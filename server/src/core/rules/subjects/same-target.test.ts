import assert from "node:assert/strict";
import { fixedBy, placesOf, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";
import { isSafeFix } from "../engine/offered-fixes.ts";
import { createFixes } from "../engine/run-rules.ts";

describe("problem grouping by target", () => {
  const docs = '//- docs.json\n{ "navigation": { "pages": ["a", "b", "guides/start"] } }\n';
  const start = "//- guides/start.mdx\n---\ntitle: Start\n---\n\n## Install\n";
  const createPages = (a: string, b: string) => `${docs}${start}//- a.mdx\n${a}\n//- b.mdx\n${b}\n`;

  it("reports even two links to a missing page as one problem", () => {
    const site = siteFrom(createPages("[x](/gone) [y](/other)", "[z](/gone#top)"));
    assert.deepEqual(placesOf("link/page-not-found", site), ["a.mdx b.mdx", "a.mdx"]);
    const [problem] = getShownProblems("link/page-not-found", site);
    assert.match(problem?.message ?? "", /^`\/gone` isn't a page on this site, so 2 links lead/);
  });

  it("reports links to a missing page as one problem, regardless of how they're written", () => {
    const text = createPages("[x](/guides/strat) [y](./guides/strat#top)", "[x](guides/strat) [y](/guides/strat?a=1)");
    const site = siteFrom(text);
    assert.deepEqual(placesOf("link/page-not-found", site), ["a.mdx a.mdx b.mdx b.mdx"]);
    const [problem] = getShownProblems("link/page-not-found", site);
    assert.equal(
      problem?.message,
      "`/guides/strat` isn't a page on this site, so 4 links lead readers to a 404 page. Did you mean `/guides/start`?",
    );
    const newFiles = fixedBy("Change all 4 links to `/guides/start`", problem, site, text);
    assert.equal(newFiles.get("a.mdx"), "[x](/guides/start) [y](/guides/start#top)");
    assert.equal(newFiles.get("b.mdx"), "[x](/guides/start) [y](/guides/start?a=1)\n");
  });

  it("combines URLs that repeat the site's server, because they have one cause", () => {
    const getMessages = (count: number) => {
      const names = Array.from({ length: count }, (_, i) => `users${i}`);
      const pages = names.map(
        (name) => `//- ${name}.mdx\n---\ntitle: A\napi: GET https://api.example.com/${name}\n---\n`,
      );
      const config = { api: { mdx: { server: "https://api.example.com" } }, navigation: { pages: names } };
      const site = siteFrom(`//- docs.json\n${JSON.stringify(config)}\n${pages.join("")}`);
      return getShownProblems("frontmatter/api-ignores-server", site).map(({ message }) => message);
    };
    assert.deepEqual(getMessages(2), [
      "The URLs of 2 pages repeat `api.mdx.server`, so these pages still show the old server if you change that setting. Use only the paths.",
    ]);
  });

  it("combines links that lack the same folders, and offers to add these to all of them", () => {
    const pages = ["one", "two", "three", "four"].map((name) => `//- more/apps/${name}.mdx\na\n`).join("");
    const text =
      `${createPages("[1](/apps/one) [2](/apps/two?a=1)", "[3](/apps/three#top) [4](/apps/four) [5](apps/four)")}${pages}`.replace(
        '"pages": [',
        '"pages": ["more/apps/one", "more/apps/two", "more/apps/three", "more/apps/four", ',
      );
    const site = siteFrom(text);
    assert.deepEqual(placesOf("link/page-not-found", site), ["a.mdx a.mdx b.mdx b.mdx", "b.mdx"]);
    const [problem] = getShownProblems("link/page-not-found", site);
    assert.equal(
      problem?.message,
      "The paths of 4 links, such as `/apps/one`, lack `/more`, so readers who follow them get a 404 page. Did you mean `/more/apps/one`?",
    );
    const newFiles = fixedBy("Add `/more` to all 4 links", problem, site, text);
    assert.equal(newFiles.get("a.mdx"), "[1](/more/apps/one) [2](/more/apps/two?a=1)");
    assert.equal(newFiles.get("b.mdx"), "[3](/more/apps/three#top) [4](/more/apps/four) [5](apps/four)");
    // The same link on two translations has one cause, even though the pages are in different folders.
    const languages = ["en", "fr"].map((language) => ({
      language,
      pages: [`${language}/a`, `${language}/guides/start`],
    }));
    const translated = ["en", "fr"].map(
      (code) => `//- ${code}/a.mdx\n[1](/guides/start)\n//- ${code}/guides/start.mdx\na\n`,
    );
    const translatedSite = siteFrom(
      `//- docs.json\n${JSON.stringify({ navigation: { languages } })}\n${translated.join("")}`,
    );
    assert.deepEqual(placesOf("link/page-not-found", translatedSite), ["en/a.mdx fr/a.mdx"]);
  });

  it("reports even two references to a missing file as one problem, because the author adds the file once", () => {
    const site = siteFrom(createPages("![x](/gone.png) ![y](/other.png)", "![z](./gone.png)"));
    assert.deepEqual(
      getShownProblems("link/file-not-found", site).map(({ message, relatedLocations }) => [
        message,
        relatedLocations.length,
      ]),
      [
        [
          "`/gone.png` doesn't exist, so readers see a broken image or nothing at all in 2 places. Add the file, or fix the paths.",
          1,
        ],
        [
          "`/other.png` doesn't exist, so readers see a broken image or nothing at all. Add the file, or fix the path.",
          0,
        ],
      ],
    );
  });

  it("reports images that are in another folder as one problem, and changes all paths", () => {
    const text = "![x](/shots/a.png) ![y](/shots/b.png) ![z](/shots/d.png)";
    const files = ["images/a.png", "images/b.png", "pictures/d.png"].map((path) => `//- ${path}\n`).join("");
    const siteText = `${createPages(text, "")}${files}`;
    const site = siteFrom(siteText);
    const [problem, otherProblem] = getShownProblems("link/file-not-found", site);
    assert.equal(
      problem?.message,
      "Images such as `/shots/a.png` are in another folder, so readers see broken images or nothing at all in 2 places. Did you mean `/images/a.png`?",
    );
    assert.match(otherProblem?.message ?? "", /^`\/shots\/d.png` doesn't exist/);
    const newFiles = fixedBy("Change all 2 to the suggested files", problem, site, siteText);
    assert.equal(newFiles.get("a.mdx"), "![x](/images/a.png) ![y](/images/b.png) ![z](/shots/d.png)");
  });

  it("doesn't combine links to the same target that need different fixes", () => {
    const site = siteFrom(
      createPages(
        "[x](/example.com/x) [y](/example.com/x)",
        "[x](example.com/x) [y](example.com/x) [z](example.com/x)",
      ),
    );
    assert.deepEqual(
      getShownProblems("link/page-not-found", site).map(({ message }) => message.includes("https://")),
      [false, true],
    );
  });

  it("doesn't offer to change links if one of them can't be edited", () => {
    const links = "[x](/guides/strat) [y](/guides/strat)";
    const listTitles = (url: string) => {
      const site = siteFrom(createPages(`---\ntitle: A\nurl: "${url}"\n---\n\n${links}`, links));
      const [problem] = getShownProblems("link/page-not-found", site);
      assert.ok(problem);
      return createFixes(problem, site).map(({ title }) => title);
    };
    assert.ok(listTitles("/guides/strat").includes("Change all 5 links to `/guides/start`"));
    assert.deepEqual(
      listTitles(String.raw`/guides/str\u0061t`).filter((title) => title.startsWith("Change all")),
      [],
    );
  });

  it("reports icons that another library has as one problem, because the library is probably wrong", () => {
    const countProblems = (icons: readonly string[]) =>
      getShownProblems(
        "mdx/prop-value",
        siteFrom(createPages(icons.map((icon) => `<Icon icon="${icon}" />`).join("\n\n"), "")),
      ).length;
    assert.equal(countProblems(["target", "power"]), 1);
    assert.equal(countProblems(["target", "rockt"]), 2);
  });

  it("reports the same mismatch with a specification once for all pages", () => {
    const spec = {
      openapi: "3.1.0",
      info: { title: "A", version: "1" },
      servers: [{ url: "https://a.example.com" }],
      paths: {
        "/a": {
          post: {
            requestBody: {
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    required: ["id", "name"],
                    properties: { id: { type: "string" }, name: { type: "string" } },
                  },
                },
              },
            },
            responses: { 200: { description: "ok" } },
          },
        },
      },
    };
    const sample = '```bash\ncurl https://a.example.com/a -d \'{"id": "b"}\'\n```\n\n';
    const listPlaces = (count: number) => {
      const slugs = Array.from({ length: count }, (_, i) => `p${i}`);
      const pages = slugs.map((slug) => `//- ${slug}.mdx\n---\ntitle: A\n---\n\n${sample}${sample}`);
      const config = `//- docs.json\n${JSON.stringify({ navigation: { pages: slugs } })}\n`;
      return placesOf(
        "drift/missing-field",
        siteFrom(`${config}//- a.json\n${JSON.stringify(spec)}\n${pages.join("")}`),
      );
    };
    assert.deepEqual(listPlaces(1), ["p0.mdx a.json p0.mdx"]);
    for (const count of [2, 4]) assert.equal(listPlaces(count).length, 1);
  });

  it("doesn't automatically apply a fix that covers several problems", () => {
    const site = siteFrom(
      createPages("[x](/guides/strat) [y](/guides/strat)", "[x](/guides/strat) [y](/guides/strat)"),
    );
    const [problem] = getShownProblems("link/page-not-found", site);
    assert.ok(problem);
    assert.deepEqual(
      createFixes(problem, site).map(({ title, isSafe }) => [title, isSafe]),
      [
        ["Change all 4 links to `/guides/start`", false],
        ["Link to `/guides/start`", false],
        ["Create the page guides/strat.mdx", false],
      ],
    );
    assert.ok(!createFixes(problem, site).some(isSafeFix));
  });

  it("distinguishes identical anchors on different pages", () => {
    const createLinks = (anchor: string) => `[x](/guides/start#${anchor}) [y](/guides/start#${anchor})`;
    const site = siteFrom(createPages(`${createLinks("instal")} [z](#instal)`, createLinks("instal")));
    assert.deepEqual(
      getShownProblems("link/anchor-not-found", site).map(({ message, relatedLocations }) => [
        message,
        relatedLocations.length,
      ]),
      [
        [
          "`#instal` doesn't exist on `guides/start.mdx`, so 4 links open the top of the page. Did you mean `#install`?",
          3,
        ],
        [
          "`#instal` doesn't exist on this page, so the link does nothing. Link to an existing section, add the heading, or remove the link.",
          0,
        ],
      ],
    );
  });

  it("counts a link and its translations as one", () => {
    const createText = (count: number) => {
      const names = Array.from({ length: count }, (_, i) => `p${i}`);
      const createSlugs = (folder: string) => names.map((name) => `${folder}${name}`);
      const languages = [
        { language: "en", pages: createSlugs("") },
        { language: "fr", pages: createSlugs("fr/") },
      ];
      return [
        `//- docs.json\n${JSON.stringify({ navigation: { languages } })}\n`,
        ...createSlugs("").map((slug) => `//- ${slug}.mdx\n[x](/gone)\n`),
        ...createSlugs("fr/").map((slug) => `//- ${slug}.mdx\nSalut ! [x](/fr/gone)\n`),
      ].join("");
    };
    assert.deepEqual(
      getShownProblems("link/page-not-found", siteFrom(createText(1))).map(({ message }) => message.slice(0, 46)),
      ["`/gone` isn't a page on this site, so readers "],
    );
    const [problem, ...others] = getShownProblems("link/page-not-found", siteFrom(createText(4)));
    assert.deepEqual(others, []);
    assert.match(problem?.message ?? "", /^`\/gone` isn't a page on this site, so 4 links lead/);
    assert.equal(problem?.relatedLocations.length, 7);
  });

  it("reports repeated invalid icons, values, and redirect destinations once each", () => {
    const icon = '<Card title="A" icon="nonesuch-icon" />\n\n'.repeat(2);
    const type = '<Icon icon="flag" iconType="image" />\n\n'.repeat(2);
    const frontmatter = "---\ntitle: A\nicon: nonesuch-icon\n---\n\n";
    const redirects = [1, 2, 3, 4].map((n) => ({ source: `/old${n}`, destination: "/gone" }));
    const slugs = ["a", "b", "c", "d"];
    const site = siteFrom(
      [
        `//- docs.json\n${JSON.stringify({ navigation: { pages: slugs }, redirects })}\n`,
        ...slugs.map((slug) => `//- ${slug}.mdx\n${frontmatter}${icon}${type}`),
      ].join(""),
    );
    const listSummaries = (code: string) =>
      getShownProblems(code, site).map(
        ({ message, relatedLocations }) => `${message.slice(0, 80)} +${relatedLocations.length}`,
      );
    assert.deepEqual(listSummaries("redirect/target-not-found"), [
      "`/gone` doesn't exist, so 4 redirects lead readers to a 404 page. Use the path o +3",
    ]);
    assert.deepEqual(listSummaries("frontmatter/unknown-icon"), [
      "`nonesuch-icon` isn't in the fontawesome library, so readers see no icon in 4 pl +3",
    ]);
    assert.deepEqual(listSummaries("mdx/prop-value"), [
      "`nonesuch-icon` isn't in the fontawesome library, so readers see no icon in 8 pl +7",
      "`image` isn't a valid value for `iconType`, so 8 uses of it have no effect. Use  +7",
    ]);
  });

  it("offers a fix that changes all redirects that lead to other redirects", () => {
    const redirects = [
      ...[1, 2, 3, 4].map((n) => ({ source: `/old${n}`, destination: "/a" })),
      { source: "/other", destination: "/b" },
      { source: "/a", destination: "/guides/start" },
      { source: "/b", destination: "/guides/start" },
    ];
    const navigation = { pages: ["guides/start"] };
    const text = `//- docs.json\n${JSON.stringify({ navigation, redirects })}\n//- guides/start.mdx\n`;
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("redirect/chain", site);
    assert.deepEqual(others, []);
    assert.equal(
      problem?.message,
      "5 redirects, such as the one to `/a`, lead to other redirects, which slows readers down. Redirect to the final destinations directly.",
    );
    const newFiles = fixedBy("Redirect all 5 directly", problem, site, text);
    assert.equal(newFiles.get("docs.json")?.match(/"destination":"\/guides\/start"/g)?.length, 7);
  });

  it("offers a fix that removes an unknown setting everywhere", () => {
    const group = (name: string, ...inner: readonly unknown[]) => ({
      group: name,
      collapsed: true,
      pages: ["a", ...inner],
    });
    const navigation = { groups: [group("A", group("B")), group("C")] };
    const text = `//- docs.json\n${JSON.stringify({ navigation }, null, 2)}\n//- a.mdx\n`;
    const site = siteFrom(text);
    const [problem, ...others] = getShownProblems("config/unknown-setting", site).filter(({ message }) =>
      message.includes("collapsed"),
    );
    assert.deepEqual(others, []);
    assert.equal(
      problem?.message,
      "`collapsed` is used in 3 places where it isn't a valid setting, so it has no effect there. Remove it, or check where it belongs.",
    );
    const fixedText = fixedBy("Remove all 3 uses of `collapsed`", problem, site, text).get("docs.json");
    assert.deepEqual(
      JSON.parse(fixedText ?? ""),
      JSON.parse(JSON.stringify({ navigation }, (key, value: unknown) => (key === "collapsed" ? undefined : value))),
    );
  });
});
