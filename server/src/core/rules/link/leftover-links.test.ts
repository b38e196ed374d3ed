import assert from "node:assert/strict";
import { fixedBy, getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";

const nav = (...pages: string[]) =>
  `//- docs.json\n${JSON.stringify({ navigation: { pages: ["index", ...pages] } })}\n`;

const listMessages = (code: string, fixture: string) =>
  getShownProblems(code, siteFrom(fixture)).map(({ message }) => message);

describe("link/page-not-found: sample content of the starter kit", () => {
  const settings = "//- essentials/settings.mdx\n[Play](/api-playground/demo)\n";
  const images = "//- docs/essentials/images.mdx\n[Embed](/writing-content/embed)\n";

  it("advises to delete a page", () =>
    assert.deepEqual(listMessages("link/page-not-found", `${nav()}//- index.mdx\n${settings}`), [
      "`/api-playground/demo` is in the sample content of the starter kit, so readers who follow the link get a 404 page. Delete this page if you don't need it, or remove the link.",
    ]));

  it("reports all pages as one problem", () =>
    assert.deepEqual(listMessages("link/page-not-found", `${nav()}//- index.mdx\n${images}${settings}`), [
      "2 links in the sample content of the starter kit, such as `/writing-content/embed`, lead readers to a 404 page. Delete these pages if you don't need them, or remove the links.",
    ]));

  it("suggests the intended page on a page in the navigation, which the author has kept", () => {
    const fixture = `${nav("essentials/settings", "playground/demo")}//- index.mdx\n${settings}//- playground/demo.mdx\n`;
    const [message = "", ...more] = listMessages("link/page-not-found", fixture);
    assert.deepEqual(more, []);
    assert.match(message, /Did you mean `\/playground\/demo`\?$/);
  });

  it("advises to delete a page in the navigation if there is no intended page", () =>
    assert.deepEqual(listMessages("link/page-not-found", `${nav("essentials/settings")}//- index.mdx\n${settings}`), [
      "`/api-playground/demo` is in the sample content of the starter kit, so readers who follow the link get a 404 page. Delete this page if you don't need it, or remove the link.",
    ]));

  it("recognizes links to which a translation tool added the language", () => {
    const page = "//- fr/essentials/settings.mdx\n[Play](/fr/api-playground/demo)\n";
    assert.match(listMessages("link/page-not-found", `${nav()}//- index.mdx\n${page}`).join(), /of the starter kit/);
  });

  it("treats other links and pages as usual", () => {
    const others =
      "//- essentials/settings.mdx\n[a](/writing-content/embed)\n//- help/settings.mdx\n[b](/api-playground/demo)\n";
    const messages = listMessages("link/page-not-found", `${nav()}//- index.mdx\n${others}`);
    assert.equal(messages.length, 2);
    for (const message of messages) assert.match(message, /isn't a page on this site/);
  });
});

describe("link/page-not-found: placeholders in templates", () => {
  const links = "[a](PATH) [b](API_PATH)\n";

  it("advises to exclude the template", () => {
    const fixture = `${nav()}//- index.mdx\n//- guides/_guide.mdx\n${links}//- guides/page-template.mdx\n[c](PATH)\n`;
    assert.deepEqual(listMessages("link/page-not-found", fixture), [
      "3 placeholders in templates that the service publishes, such as `PATH`, lead readers to a 404 page. Add the templates to `.mintignore`.",
    ]);
  });

  it("reports placeholders separately on pages in the navigation and on other pages", () => {
    for (const [page, listed] of [
      ["guides/page-template", ["guides/page-template"]],
      ["guides/page", []],
    ] as const) {
      const messages = listMessages("link/page-not-found", `${nav(...listed)}//- index.mdx\n//- ${page}.mdx\n${links}`);
      assert.deepEqual(
        messages.map((message) => /^`\w+` is a placeholder, so/.test(message)),
        [true, true],
        page,
      );
    }
  });
});

describe("link/wrong-case: several links to a page", () => {
  it("reports them as one problem with one fix", () => {
    const fixture = `${nav("a/Panic")}//- index.mdx\n[x](/a/panic) [y](/a/panic#z)\n//- a/Panic.mdx\n## Z\n`;
    const site = siteFrom(fixture);
    const [problem, ...more] = getShownProblems("link/wrong-case", site);
    assert.deepEqual(more, []);
    assert.equal(
      problem?.message,
      "`/a/panic` differs from `/a/Panic` only in letter case, so 2 links may lead readers to a 404 page. Match the case of the file name.",
    );
    const texts = fixedBy("Change all 2 to `/a/Panic`", problem, site, fixture);
    assert.match(texts.get("index.mdx") ?? "", /\[x\]\(\/a\/Panic\) \[y\]\(\/a\/Panic#z\)/);
  });

  it("reports pages separately", () => {
    const fixture = `${nav("A", "B")}//- index.mdx\n[x](/a) [y](/b) ![](/c.png) ![](/c.png)\n//- A.mdx\n//- B.mdx\n//- C.png\n`;
    assert.deepEqual(listMessages("link/wrong-case", fixture).filter((message) => message.includes("404")).length, 2);
    assert.match(listMessages("link/wrong-case", fixture).join(), /`\/c\.png` .* in 2 places/);
  });
});

describe("redirect/target-not-found: the path of an example", () => {
  it("advises to remove the redirect", () => {
    const docs = (destination: string) =>
      `//- docs.json\n${JSON.stringify({ navigation: { pages: ["index"] }, redirects: [{ source: "/source/path", destination }] })}\n//- index.mdx\n`;
    assert.deepEqual(listMessages("redirect/target-not-found", docs("/destination/path")), [
      "`/destination/path` is the path of an example, so readers who follow the redirect get a 404 page. Remove the redirect.",
    ]);
    assert.match(listMessages("redirect/target-not-found", docs("/destination/paths"))[0] ?? "", /doesn't exist/);
  });
});

describe("nav/page-not-found: a file with two extensions", () => {
  it("advises to rename the file", () => {
    assert.deepEqual(listMessages("nav/page-not-found", `${nav("a/web")}//- index.mdx\n//- a/web.mdx.mdx\n`), [
      "`a/web` doesn't exist, because its file ends with `.mdx.mdx`, so readers can't open it from the sidebar. Rename the file to `web.mdx`.",
    ]);
  });
});

describe("link/page-not-found: records of an app", () => {
  it("advises to use the full URL, and doesn't offer to create a page", () => {
    const site = `${nav()}//- index.mdx\n[a](sale/0xb91bc9042f8b44735f115fdb5d9a64a03393ab7f) [b](runs/8d7f4a1c-1b2c-4d3e-8f9a-0b1c2d3e4f50) [c](runs/20240115)\n`;
    const problems = getShownProblems("link/page-not-found", siteFrom(site));
    assert.deepEqual(
      problems.map(({ message }) => /Use the full URL if it's on another site/.test(message)),
      [true, true, false],
    );
    assert.equal(problems[0]?.finding.data?.["slug"], undefined);
  });

  it("reports all links to the same record as one problem", () => {
    const link = "[a](sale/0xb91bc9042f8b44735f115fdb5d9a64a03393ab7f)";
    assert.deepEqual(listMessages("link/page-not-found", `${nav()}//- index.mdx\n${`${link}\n\n`.repeat(5)}`), [
      "`sale/0xb91bc9042f8b44735f115fdb5d9a64a03393ab7f` isn't a page on this site, so 5 links lead readers to a 404 page. Use the full URL if it's on another site, or remove the links.",
    ]);
  });

  it("aren't pages that the navigation lists", () => {
    const page = "sale/0xb91bc9042f8b44735f115fdb5d9a64a03393ab7f";
    const site = siteFrom(`${nav(page)}//- index.mdx\n[a](/${page})\n`);
    // `nav/page-not-found` reports the missing page.
    assert.deepEqual(
      getShownProblems("link/page-not-found", site).map(({ severity }) => severity),
      ["hint"],
    );
  });
});

describe("link/file-not-found: notes in place of URLs", () => {
  it("advises to replace them", () => {
    const images = '<img src="TODO: add screenshot" alt="A" />\n\n<img src="TODO: add another one" alt="B" />\n';
    assert.deepEqual(listMessages("link/file-not-found", `${nav()}//- index.mdx\n${images}`), [
      "Placeholders such as `TODO: add screenshot` are used as URLs, so readers see errors or nothing at all in 2 places. Replace them with the URLs of the content.",
    ]);
  });

  it("aren't the names of files that exist", () => {
    const page = '<img src="todo list.png" alt="A" />\n\n![A](<Placeholder image.png>)\n';
    const files = "//- todo list.png\n//- Placeholder image.png\n";
    assert.deepEqual(listMessages("link/file-not-found", `${nav()}//- index.mdx\n${page}${files}`), []);
  });
});

describe("link/page-not-found: pages that are in another folder", () => {
  it("reports the links to all of them as one problem", () => {
    const links = "[listToken](/docs/listtoken) [placeBid](/docs/placebid)\n\n[listToken](/docs/listtoken)\n";
    const pages = "//- docs/start.mdx\n//- reference/listtoken.mdx\n//- reference/placebid.mdx\n";
    const text = `${nav("docs/start", "reference/listtoken", "reference/placebid")}//- index.mdx\n${links}${pages}`;
    const site = siteFrom(text);
    const [problem, ...more] = getShownProblems("link/page-not-found", site);
    assert.deepEqual(more, []);
    assert.equal(
      problem?.message,
      "The pages of 3 links, such as `/docs/listtoken`, are in another folder, so readers get a 404 page. Did you mean `/reference/listtoken`?",
    );
    assert.equal(
      fixedBy("Change all 3 links to the suggested pages", problem, site, text).get("index.mdx")?.trim(),
      links.replaceAll("/docs/", "/reference/").trim(),
    );
  });
});

describe("link/file-not-found: specifications", () => {
  it("suggests the only file with this name", () => {
    const link = "//- index.mdx\n[API](/api-reference/openapi.json)\n";
    const spec = '.json\n{ "openapi": "3.1.0", "paths": {} }\n';
    assert.match(
      listMessages("link/file-not-found", `${nav()}${link}//- openapi${spec}`).join(),
      /mean `\/openapi\.json`\?$/,
    );
    assert.match(
      listMessages("link/file-not-found", `${nav()}${link}//- a/openapi${spec}//- b/openapi${spec}`).join(),
      /Add the file, or fix the path\.$/,
    );
  });

  it("doesn't suggest the file of another version or language", () => {
    const spec = '.json\n{ "openapi": "3.1.0", "paths": {} }\n';
    for (const [path, other] of [
      ["api/v2/openapi", "api/v1/openapi"],
      ["es/strings", "en/strings"],
      ["webhooks/schema", "billing/schema"],
    ])
      assert.match(
        listMessages("link/file-not-found", `${nav()}//- index.mdx\n[API](/${path}.json)\n//- ${other}${spec}`).join(),
        /Add the file, or fix the path\.$/,
      );
  });
});
