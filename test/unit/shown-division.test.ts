import assert from "node:assert/strict";
import "../harness/fake-vscode.ts";
import {
  findPageSection,
  type SectionPath,
  findSection,
  listSections,
  createStoredSteps,
} from "../../client/src/navigation/section-filter.ts";
import { listChildRows, type NavigationRow, listTopRows } from "../../client/src/navigation/navigation-item.ts";
import { findNearestPage, getGroupLocation, sortDestinations } from "../../client/src/new-page/new-page.ts";
import type { NavigationNode, SiteNavigation } from "../../server/src/protocol/navigation.ts";
import type { NewPageChoices } from "../../server/src/protocol/new-page.ts";
import "../harness/fake-vscode.ts";

const place = (file: string, line = 0) => {
  const start = { line, character: 0 };
  return { uri: `file:///s/${file}`, range: { start, end: start } };
};
const page = (slug: string): NavigationNode => {
  return { kind: "page", label: slug, slug, openTarget: place(`${slug}.mdx`), children: [] };
};
const group = (label: string, ...children: NavigationNode[]): NavigationNode => {
  return { kind: "group", label, children };
};
const division = (name: string, ...children: NavigationNode[]): NavigationNode => {
  const [kind = "", label = ""] = name.split(" ");
  return { kind: "division", sectionKind: kind, label, children };
};
const changelog: NavigationNode = { ...division("anchor News", page("news")), isGlobal: true };
const status: NavigationNode = { ...division("anchor Status"), isLink: true, isGlobal: true };
const unlisted: NavigationNode = { kind: "unlisted", label: "Unlisted", children: [page("left")] };

/** A navigation with two languages. English has two versions, and v2 has tabs. */
const rows: readonly NavigationNode[] = [
  division(
    "language en",
    division("version v2", division("tab Guides", group("Start", page("start"))), division("tab API", page("api"))),
    division("version v1", page("v1/start")),
  ),
  division(
    "language fr",
    division("version v1", page("fr/v1/start"), page("fr/both")),
    division("version v2", division("tab Guides", page("fr/start")), page("fr/both")),
  ),
  changelog,
  status,
  unlisted,
];

const words = (path: SectionPath | undefined) => path?.map(({ label }) => label).join(" › ");

/** Returns the section at a path that consists of labels, such as `en › v2`. */
function divisionNamed(path: string, all = rows): SectionPath {
  const found = listSections(all).find((each) => words(each) === path);
  assert.ok(found, path);
  return found;
}

const siteOf = (all: readonly NavigationNode[], name = "s"): SiteNavigation => {
  return { root: `file:///${name}`, name, isLoaded: true, rows: all };
};

function drawn(list: readonly NavigationRow[], indent = ""): string[] {
  return list.flatMap((row) => [
    indent + (row.kind === "site" ? row.site.name : row.node.label),
    ...drawn(listChildRows(row), `${indent}  `),
  ]);
}

describe("navigation sections", () => {
  it("are listed in order, each before its children, without links", () => {
    assert.deepEqual(listSections(rows).map(words), [
      "en",
      "en › v2",
      "en › v2 › Guides",
      "en › v2 › API",
      "en › v1",
      "fr",
      "fr › v1",
      "fr › v2",
      "fr › v2 › Guides",
      "News",
    ]);
  });

  /** Returns the section that is found after an edit for the section at `path`. */
  const afterEdit = (path: string, after: readonly NavigationNode[]) =>
    words(findSection(after, createStoredSteps(rows, divisionNamed(path))));
  /** Returns the navigation with a label replaced. */
  const renamed = (from: string, to: string, list = rows): NavigationNode[] =>
    list.map((node) => {
      const label = node.label === from && node.kind === "division" ? to : node.label;
      return { ...node, label, children: renamed(from, to, node.children) };
    });

  it("are found again after changes to pages, other sections, or the order of sections", () => {
    const [en, fr, ...others] = rows;
    assert.ok(en && fr);
    assert.equal(afterEdit("fr › v2", [fr, division("language de"), en, ...others]), "fr › v2");
    assert.equal(afterEdit("en › v2 › API", renamed("Guides", "Learn")), "en › v2 › API");
  });

  it("are found again if they or their parents are renamed and everything else is unchanged", () => {
    assert.equal(afterEdit("en › v2 › Guides", renamed("Guides", "Learn")), "en › v2 › Learn");
    assert.equal(afterEdit("en › v2 › Guides", renamed("v2", "v3")), "en › v3 › Guides");
    assert.equal(afterEdit("en › v2 › Guides", renamed("Guides", "Learn", renamed("API", "Calls"))), undefined);
  });

  it("aren't found once they've been removed or turned into links", () => {
    const [en, fr, ...others] = rows;
    assert.ok(en && fr);
    assert.equal(afterEdit("fr › v2", [en, ...others]), undefined);
    assert.equal(afterEdit("fr › v2", []), undefined);
    assert.equal(afterEdit("en", [division("language de")]), undefined);
    assert.equal(afterEdit("fr", [en, { ...fr, isLink: true, children: [] }]), undefined);
  });

  it("are distinguished if two have the same name", () => {
    const same = [division("tab A", page("one")), division("tab A", page("two"))];
    const second = listSections(same)[1];
    assert.ok(second);
    const [found] = findSection(same, createStoredSteps(same, second)) ?? [];
    assert.equal(found, same[1]);
  });
});

describe("navigation tree for one section", () => {
  it("contains its entries, those shown next to it, and unlisted pages", () => {
    const path = divisionNamed("en › v2 › Guides");
    assert.deepEqual(drawn(listTopRows([siteOf(rows)], () => path)), [
      "Start",
      "  start",
      "News",
      "  news",
      "Status",
      "Unlisted",
      "  left",
    ]);
    assert.deepEqual(drawn(listTopRows([siteOf(rows)], () => divisionNamed("News"))), [
      "news",
      "Status",
      "Unlisted",
      "  left",
    ]);
  });

  it("has the same row IDs as the full tree, so that expanded rows stay expanded", () => {
    const idOf = (list: readonly NavigationRow[], label: string): string | undefined => {
      for (const row of list) {
        const found = row.kind === "node" && row.node.label === label ? row.id : idOf(listChildRows(row), label);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    const all = listTopRows([siteOf(rows)], () => undefined);
    const some = listTopRows([siteOf(rows)], () => divisionNamed("en › v2"));
    for (const label of ["Guides", "start", "News", "left"]) assert.equal(idOf(some, label), idOf(all, label));
  });

  it("starts at the top level for a single site, and below each site if there are several", () => {
    const [first] = listTopRows([siteOf(rows)], () => divisionNamed("en › v2"));
    assert.equal(first?.kind === "node" && first.parent, undefined);
    assert.deepEqual(first?.kind === "node" && first.siblings.map(({ label }) => label), ["Guides", "API"]);
    const other = siteOf([group("Other", page("x"))], "other");
    const tree = listTopRows([siteOf(rows), other], ({ name }) =>
      name === "s" ? divisionNamed("en › v1") : undefined,
    );
    assert.deepEqual(drawn(tree).slice(0, 3), ["s", "  v1/start", "  News"]);
    assert.deepEqual(drawn(tree).slice(-3), ["other", "  Other", "    x"]);
    const [site] = tree;
    assert.ok(site);
    const [below] = listChildRows(site);
    assert.equal(below?.kind === "node" && below.parent, site);
  });
});

describe("section of an opened page", () => {
  const goesTo = (shown: string, slug: string) =>
    words(findPageSection(rows, divisionNamed(shown), `file:///s/${slug}.mdx`));

  it("is unchanged if the page is already visible or not in the navigation", () => {
    for (const slug of ["start", "news", "left", "nowhere"])
      assert.equal(goesTo("en › v2 › Guides", slug), undefined, slug);
  });

  it("is of the same kind as the current section", () => {
    assert.equal(goesTo("en › v2 › Guides", "api"), "en › v2 › API");
    assert.equal(goesTo("en", "fr/start"), "fr");
    assert.equal(goesTo("en › v2", "fr/v1/start"), "fr › v1");
    assert.equal(goesTo("en › v2 › Guides", "fr/start"), "fr › v2 › Guides");
  });

  it("is as deep as possible if there is no section of that kind", () =>
    assert.equal(goesTo("en › v2 › Guides", "v1/start"), "en › v1"));

  it("is the nearest of several sections", () => {
    assert.equal(goesTo("en › v2", "fr/both"), "fr › v2");
    assert.equal(goesTo("en › v1", "fr/both"), "fr › v1");
    const tabs = [division("tab A"), division("tab B", page("b")), division("tab C", page("b"))];
    assert.equal(words(findPageSection(tabs, divisionNamed("A", tabs), "file:///s/b.mdx")), "B");
  });

  it("is the group or section that opens the page", () => {
    const overview = { ...group("Tracking"), openTarget: place("overview.mdx") };
    const all = [division("tab A", page("a")), division("tab B", overview)];
    const shown = divisionNamed("A", all);
    assert.equal(words(findPageSection(all, shown, "file:///s/overview.mdx")), "B");
  });
});

describe("adding to a section that is shown alone", () => {
  const guides = { ...division("tab Guides", page("start"), page("more")), location: place("docs.json", 5) };
  const api = { ...division("tab API"), location: place("docs.json", 9) };
  const v1 = { ...division("version v1", guides), location: place("docs.json", 3) };
  const v2: NavigationNode = { ...division("version v2", api), location: place("docs.json", 8), isDefault: true };
  const en = { ...division("language en", v1, v2), location: place("docs.json", 1) };
  const choices = (likely: number): Extract<NewPageChoices, { ok: true }> => ({
    ok: true,
    root: "file:///s",
    name: "s",
    folder: "",
    templates: [],
    operations: [],
    destinations: [api, guides].map(({ location, label }) => ({ location, label, ancestors: [] })),
    likelyIndex: likely,
  });
  const offered = (reported: Extract<NewPageChoices, { ok: true }>) => [
    reported.destinations.map(({ label }) => label),
    reported.destinations[reported.likelyIndex ?? -1]?.label,
  ];

  it("adds a page to the section by default, and elsewhere only if selected", () => {
    assert.deepEqual(offered(sortDestinations(v1, choices(0))), [["Guides", "API"], "Guides"]);
    assert.deepEqual(offered(sortDestinations(en, choices(1))), [["API", "Guides"], "Guides"]);
    assert.deepEqual(offered(sortDestinations(division("tab None"), choices(1))), [["API", "Guides"], "Guides"]);
  });

  it("adds a page near the open page if that page is in the section; otherwise, near the section's first page", () => {
    assert.equal(findNearestPage(en, "file:///s/more.mdx"), "file:///s/more.mdx");
    assert.equal(findNearestPage(en, "file:///s/other.mdx"), "file:///s/start.mdx");
    assert.equal(findNearestPage(v2, undefined), undefined);
  });

  it("adds a group to the part of the section that readers see first", () => {
    assert.deepEqual(getGroupLocation(en), api.location);
    assert.deepEqual(getGroupLocation(v1), guides.location);
    assert.deepEqual(getGroupLocation(guides), guides.location);
  });
});
