import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import type { ProfileName } from "../../config/settings/profile.ts";
import { explain } from "./explain.ts";
import { type Explanation, createIgnoredFinding } from "./explanation.ts";

function explainTarget(target: string, text: string, profile?: ProfileName): Explanation {
  const { files } = parseFixture(text);
  return explain(siteOf(files, profile), target, (path) => files.get(path));
}

/** Asserts that readers see the target and that the verdict is `result`. */
function assertShown(target: string, text: string, result: string, profile?: ProfileName): void {
  const explanation = explainTarget(target, text, profile);
  assert.equal(explanation.verdict, result);
  assert.equal(explanation.shown, true);
}

/**
 * Asserts that readers don't see the target, that the verdict is `result`, and that the first step with the state
 * `stops` points to the marked text.
 */
function assertHidden(target: string, text: string, result: string, profile?: ProfileName): void {
  const explanation = explainTarget(target, text, profile);
  assert.equal(explanation.verdict, result);
  assert.equal(explanation.shown, false);
  const { marks } = parseFixture(text);
  const stop = explanation.steps.find(({ state }) => state === "stops");
  if (marks[0]) assert.deepEqual(stop?.location, { file: marks[0].file, range: marks[0].range });
}

describe("explaining the visibility of a page that a tab or anchor links to", () =>
  it("shows the tab or anchor that opens the page", () => {
    const site = `//- docs.json
{ "navigation": { "global": { "anchors": [{ "anchor": "Blog", "href": "/blog" }] }, "tabs": [
  { "tab": "Start", "href": "/start" }, { "tab": "Guides", "pages": ["a"] }
] } }
//- a.mdx
//- blog.mdx
//- start.mdx
`;
    assertShown("start", site, "Readers open this page from the tab `Start`.");
    assertShown("blog", site, "Readers open this page from the anchor `Blog`.");
  }));

const createGuides = (more = "") =>
  `//- docs.json
{ "navigation": { "tabs": [{ "tab": "Guides", "groups": [{ "group": "Basics", "pages": ["guides/a", "guides/b"] }] }] }${more} }
//- guides/a.mdx
---
title: A
---
//- guides/b.mdx
---
title: B
---
`;

describe("explaining a page's visibility", () => {
  it("shows where readers find a page given by path, file, or URL", () => {
    const result = "Readers find this page in Guides › Basics, as the second page.";
    for (const target of ["guides/b", "guides/b.mdx", "./guides/b.mdx", "/guides/b", "/guides/b#x", "guides/b/"])
      assertShown(target, createGuides(), result);
  });

  it("counts only pages that readers see", () =>
    assertShown(
      "guides/b",
      createGuides().replace("title: A", "hidden: true"),
      "Readers find this page in Guides › Basics, as the first page.",
    ));

  it("reports how many entries list a page", () =>
    assertShown(
      "a",
      '//- docs.json\n{ "navigation": { "groups": [{ "group": "X", "pages": ["a"] }, { "group": "Y", "pages": ["a"] }, { "group": "Z", "root": "a", "pages": [] }] } }\n//- a.mdx\nHi',
      "Readers find this page in X, as the first page, and in 2 other locations.",
    ));

  it("reports that a root page opens with its group", () =>
    assertShown(
      "a",
      '//- docs.json\n{ "navigation": { "groups": [{ "group": "X", "root": "a", "pages": [] }] } }\n//- a.mdx\nHi',
      "Readers find this page in X, as its root page.",
    ));

  it("suggests the intended page", () => {
    assertHidden(
      "guides/strat",
      '//- docs.json\n{ "navigation": { "pages": ["guides/start"] } }\n//- guides/start.mdx\nHi',
      "Readers don't see this page: page `guides/strat` doesn't exist. Did you mean `guides/start`?",
    );
    assertHidden(
      "guides/Start",
      '//- docs.json\n{ "navigation": { "pages": ["guides/start"] } }\n//- guides/start.mdx\nHi',
      "Readers don't see this page: paths are case-sensitive, and the page's path is `guides/start`. Use that capitalization.",
    );
  });

  it("reports the last .mintignore line that excludes the page", () =>
    assertHidden(
      "drafts/x",
      '//- docs.json\n{ "navigation": { "pages": ["a", "drafts/x"] } }\n//- .mintignore\n# not yet\n*.tmp\n[|drafts/|]\n//- a.mdx\nHi\n//- drafts/x.mdx\nHi',
      "Readers don't see this page: line 3 of `.mintignore` (`drafts/`) excludes it from the site. To show it, change that line.",
    ));

  it("distinguishes files that start with a dot from files in excluded folders", () => {
    const getReason = (file: string, folder: string) => createIgnoredFinding(file, { kind: "folder", folder }).reason;
    assert.equal(getReason(".draft.mdx", ".draft.mdx"), "its name starts with a dot");
    assert.equal(getReason("guides/.draft.mdx", ".draft.mdx"), "its name starts with a dot");
    assert.equal(getReason(".github/a.mdx", ".github"), "the service excludes the folder `.github` from every site");
  });

  it("reports that a docs.json file in a subfolder has no effect", () =>
    assertHidden(
      "ja/docs.json",
      '//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\nHi\n//- ja/docs.json\n{ "navigation": { "pages": ["b"] } }',
      "Readers don't see this file: the service reads only the docs.json at the site's root. To show it, list its folder under `sites` in .docwright.json if the service publishes that folder.",
    ));

  it("reports files that the service excludes from all sites", () => {
    const site = '//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\nHi\n//- README.md\nHi';
    assertHidden(
      "README.md",
      site,
      "Readers don't see this file: the service treats files with this name as repository files. To show it, change its extension to `.mdx`, or choose another name.",
    );
    assertHidden(
      ".github/x.mdx",
      site,
      "Readers don't see this file: the service excludes the folder `.github` from every site. To show it, move the file to another folder.",
    );
  });

  it("reports that no entry lists the page and suggests where to add one", () =>
    assertHidden(
      "guides/c",
      '//- docs.json\n{ "navigation": { "groups": [{ "group": "Basics", "pages": [[|"guides/a"|]] }] } }\n//- guides/a.mdx\nHi\n//- guides/c.mdx\nHi',
      'Readers don\'t see this page in the navigation: no navigation entry refers to it. They can still open it at `/guides/c`. To show it, add `"guides/c"` to the group `Basics`, which lists nearby pages.',
    ));

  it("finds `hidden` in frontmatter and on parent groups", () => {
    assertHidden(
      "guides/b",
      createGuides().replace("title: B", "[|hidden: true|]"),
      "Readers don't see this page in the navigation: `hidden: true` in its frontmatter hides it from the navigation. They can still open it at `/guides/b`. To show it, remove `hidden`.",
    );
    assertHidden(
      "guides/b",
      createGuides().replace('"group": "Basics",', '"group": "Basics", [|"hidden"|]: true,'),
      "Readers don't see this page in the navigation: the group `Basics` is hidden. They can still open it at `/guides/b`. To show it, remove `hidden` from the group `Basics`.",
    );
  });

  it("reports that another key overrides the key that contains the entry", () => {
    assertHidden(
      "b",
      '//- docs.json\n{ "navigation": { "groups": [{ "group": "X", "pages": ["a"] }], [|"pages"|]: ["b"] } }\n//- a.mdx\nHi\n//- b.mdx\nHi',
      "Readers don't see this page in the navigation: the navigation has both `groups` and `pages`, but the service uses only `groups`. They can still open it at `/b`. To show it, move it into `groups`, or remove `groups`.",
    );
    assertHidden(
      "b",
      '//- docs.json\n{ "navigation": { "tabs": [{ "tab": "X", "href": "https://e.com", [|"pages"|]: ["b"] }] } }\n//- b.mdx\nHi',
      "Readers don't see this page in the navigation: the tab `X` has both `href` and `pages`, but the service uses only `href`. They can still open it at `/b`. To show it, remove `href`, or move the other keys to another element.",
    );
  });

  it("prefers an entry that readers see over one that they don't", () =>
    assertShown(
      "a",
      '//- docs.json\n{ "navigation": { "groups": [{ "group": "X", "hidden": true, "pages": ["a"] }, { "group": "Y", "pages": ["a"] }] } }\n//- a.mdx\nHi',
      "Readers find this page in Y, as the first page.",
    ));

  it("reports that redirects take precedence over pages", () =>
    assertHidden(
      "guides/b",
      createGuides(', "redirects": [{ "source": [|"/guides/b"|], "destination": "/guides/a" }]'),
      "Readers don't see this page: a redirect sends its readers to `/guides/a` instead. To show it, remove the redirect.",
    ));

  it("reports MDX that can't be published", () =>
    assertHidden(
      "guides/b",
      createGuides() + "\n[|<Note|]>Hi\n",
      "Readers don't see this page: `guides/b.mdx` isn't valid MDX, so the service can't publish it. To show it, fix the errors that Docwright reports for it.",
    ));

  it("reports the file that takes precedence if two files have the same path", () => {
    const site = createGuides() + "//- guides/b.md\nHi";
    assertShown("guides/b.mdx", site, "Readers find this page in Guides › Basics, as the second page.");
    assertHidden(
      "guides/b.md",
      site,
      "Readers don't see this page: `guides/b.mdx` has the same URL and takes precedence. To show it, rename or remove one of the files.",
    );
  });

  it("reports the page that shows a snippet, directly or through other snippets", () => {
    const site =
      '//- docs.json\n{ "navigation": { "pages": ["a"] } }\n//- a.mdx\nimport N from "/snippets/n.mdx";\n\n<N />\n//- snippets/n.mdx\nimport M from "/parts/m.mdx";\n\n<M />\n//- parts/m.mdx\nHi\n//- snippets/alone.mdx\nHi';
    assertShown("snippets/n.mdx", site, "Readers see this snippet as part of `a`.");
    assertShown("parts/m", site, "Readers see this snippet as part of `a`.");
    assertHidden(
      "snippets/alone.mdx",
      site,
      "Readers don't see this snippet because no page includes it. To show it, import it on a page.",
    );
  });
});

describe("explaining how a URL resolves", () => {
  it("follows redirects to the page that readers see", () =>
    assertShown(
      "/old",
      createGuides(
        ', "redirects": [{ "source": "/old", "destination": "/older" }, { "source": "/older", "destination": "/guides/a" }]',
      ),
      "Readers are redirected to `/guides/a`. Readers find this page in Guides › Basics, as the first page.",
    ));

  it("reports redirects that don't lead to a page", () =>
    assertHidden(
      "/x",
      createGuides(', "redirects": [{ "source": "/x", "destination": "/y" }, { "source": "/y", "destination": "/x" }]'),
      "Readers can't open this URL because its redirects form a loop. Remove one of the redirects.",
    ));

  it("removes the base path and recognizes the site's own host", () => {
    const site = createGuides() + '//- .docwright.json\n{ "siteUrl": "https://acme.com/docs" }';
    const result = "Readers find this page in Guides › Basics, as the first page.";
    assertShown("https://acme.com/docs/guides/a", site, result);
    assertShown("/docs/guides/a", site, result);
    assertHidden("https://other.com/guides/a", site, "`https://other.com/guides/a` belongs to another site.");
    assert.equal(explainTarget("guides/a", site).url, "/docs/guides/a");
  });

  it("uses only the path if the site's URL isn't set", () =>
    assertShown(
      "https://acme.com/guides/a",
      createGuides(),
      "Readers find this page in Guides › Basics, as the first page.",
    ));

  it("recognizes paths that the service itself handles", () =>
    assertShown("/llms.txt", createGuides(), "The service itself handles `/llms.txt`."));
});

describe("explaining a file's visibility", () => {
  it("counts references to an image", () => {
    const site = createGuides() + "![x](/images/p.png)\n//- images/p.png\nx\n//- images/q.png\nx";
    assertShown("images/p.png", site, "Readers see this file in one place and at `/images/p.png`.");
    assertHidden(
      "images/q.png",
      site,
      "Readers don't see this file on any page because no page or setting refers to it. They can still open it at `/images/q.png`.",
    );
  });
});
