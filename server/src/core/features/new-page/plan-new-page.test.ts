import assert from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { hasIcon } from "../../config/icons/icons.ts";
import { type ProfileName, profiles } from "../../config/settings/profile.ts";
import { findSiteProblems } from "../../rules/engine/run-rules.ts";
import { applyEdits, type FileEdit } from "../../text/text-edit.ts";
import { formatMessageInEnglish } from "../../text/localized-message.ts";
import { getPageDestinations, findPagelessOperations } from "./page-destinations.ts";
import { pageTemplates } from "./page-templates.ts";
import { type NewPage, type NewPagePlan, planNewPage } from "./plan-new-page.ts";

const markedFixture = `
//- docs.json
{
  "$schema": "https://mintlify.com/docs.json",
  "theme": "mint",
  "name": "Eggs",
  "colors": { "primary": "#0F5132" },
  "navigation": {
    "languages": [
      {
        "language": "en",
        "groups": [
          { "group": "Guides", "pages": ["index", "guides/start"] },
          {
            "group": "API",
            "openapi": "api.json",
            "pages": [
              "GET /users"
            ]
          },
          { "group": "Generated", "openapi": "other.json" }
        ]
      },
      {
        "language": "fr",
        "groups": [
          { "group": "Guides", "pages": ["fr/index", "fr/guides/start"] }
        ]
      }
    ]
  },
  "redirects": [{ "source": "/guides/old", "destination": "/guides/start" }]
}
//- index.mdx
---
title: Home
description: Where to begin.
---
//- guides/start.mdx
---
title: Start
description: A first result.
---
//- fr/index.mdx
---
title: Accueil
description: Le début.
---
//- fr/guides/start.mdx
---
title: Début
description: Un premier résultat.
---
//- api.json
{ "openapi": "3.1.0", "info": { "title": "Users", "version": "1" }, "servers": [{ "url": "https://api.example.com" }],
  "paths": { "/users": {
    "get": { "summary": "List users", "responses": { "200": { "description": "ok" } } },
    "post": { "summary": "Make a user", "deprecated": true, "responses": { "200": { "description": "ok" } } } } } }
//- other.json
{ "openapi": "3.1.0", "info": { "title": "Eggs", "version": "1" }, "servers": [{ "url": "https://api.example.com" }],
  "paths": { "/eggs": { "get": { "summary": "List eggs", "responses": { "200": { "description": "ok" } } } } } }
`;
const { files } = parseFixture(markedFixture);
const today = "2026-03-31";

function getTemplate(id: string): NewPage["template"] {
  const found = pageTemplates.find((one) => one.id === id);
  assert.ok(found, id);
  return found;
}

function findDestination(site: ReturnType<typeof siteOf>, label: string): NewPage["where"] {
  const home = getPageDestinations(site).find((destination) => destination.label === label);
  assert.ok(home, label);
  return { kind: "listed", at: home.location };
}

function assertPlanned(plan: NewPagePlan): Extract<NewPagePlan, { ok: true }> {
  assert.ok(plan.ok, plan.ok ? "" : formatMessageInEnglish(plan.reason));
  return plan;
}

function applyFileEdits(edits: readonly FileEdit[], before: ReadonlyMap<string, string> = files): Map<string, string> {
  const after = new Map(before);
  for (const edit of edits) {
    if (edit.kind === "create") assert.ok(!after.has(edit.file), edit.file);
    after.set(edit.file, edit.kind === "create" ? edit.text : applyEdits(after.get(edit.file) ?? "", edit.edits));
  }
  return after;
}

const listProblems = (siteFiles: ReadonlyMap<string, string>, profile: ProfileName) =>
  findSiteProblems(siteOf(siteFiles, profile)).map(({ code, at, message }) => `${at.file} ${code} ${message}`);

describe("new page", () => {
  for (const profile of Object.keys(profiles) as ProfileName[]) {
    const before = listProblems(files, profile);
    for (const { id, kind } of pageTemplates)
      it(`has no problems and causes none if it uses the ${id} template in the ${profile} profile`, () => {
        const site = siteOf(files, profile);
        const [operation] = findPagelessOperations(site);
        const page: NewPage = {
          template: getTemplate(id),
          title: 'Say "hi" {now} <b> \\ it',
          path: kind === "snippet" ? "snippets/say-hi" : "guides/say-hi",
          where: kind === "snippet" ? { kind: "imported", by: "guides/start.mdx" } : findDestination(site, "Guides"),
          counterparts: ["fr/guides/say-hi"],
          today,
          ...(kind === "endpoint" && operation && { operation }),
        };
        const after = applyFileEdits(assertPlanned(planNewPage(site, page)).edits);
        assert.deepEqual(
          listProblems(after, profile).filter((problem) => !before.includes(problem)),
          [],
        );
        assert.equal(after.has("fr/guides/say-hi.mdx"), kind !== "snippet");
        if (kind !== "snippet")
          assert.equal(siteOf(after, profile).pages.get("guides/say-hi.mdx")?.fields.get("title"), page.title);
      });
  }

  const plan = (more: Partial<NewPage> = {}, siteFiles = files) => {
    const site = siteOf(siteFiles);
    return planNewPage(site, {
      template: getTemplate("blank"),
      title: "First steps",
      path: "guides/first-steps",
      today,
      where: more.where ?? findDestination(site, "Guides"),
      ...more,
    });
  };

  it("is added to the end of its group and leaves the rest of docs.json unchanged", () => {
    const after = applyFileEdits(assertPlanned(plan()).edits);
    const docs = files.get("docs.json") ?? "";
    assert.equal(after.get("docs.json"), docs.replace('"guides/start"]', '"guides/start", "guides/first-steps"]'));
    assert.equal(
      after.get("guides/first-steps.mdx"),
      '---\ntitle: "First steps"\ndescription: "What readers learn here."\n---\n',
    );
  });

  it("contains tab stops, which start after the known values", () => {
    const { snippet } = assertPlanned(plan({ title: "Costs $1 }" }));
    assert.equal(snippet, '---\ntitle: "Costs \\$1 \\}"\ndescription: "${2:What readers learn here.}"\n---\n\n$0');
    const changelog = assertPlanned(plan({ template: getTemplate("changelog") })).snippet;
    assert.match(changelog, /<Update label="\$\{3:2026-03-31\}"/);
  });

  it("is added after the selected entry, and its translation after that entry's counterpart", () => {
    const site = siteOf(files);
    const at = { file: "docs.json", range: getRange('"index"') };
    const after = applyFileEdits(
      assertPlanned(planNewPage(site, { ...blankPage, where: { kind: "listed", at }, counterparts: ["fr/guides/new"] }))
        .edits,
    );
    assert.match(after.get("docs.json") ?? "", /\["index", "guides\/new", "guides\/start"\]/);
    assert.match(after.get("docs.json") ?? "", /\["fr\/index", "fr\/guides\/new", "fr\/guides\/start"\]/);
  });
  const blankPage = { template: getTemplate("blank"), title: "New", path: "guides/new", today } as const;
  const getRange = (text: string) => {
    const start = (files.get("docs.json") ?? "").indexOf(text);
    return { start, end: start + text.length };
  };

  it("is marked as intentionally unlisted if it isn't in the navigation", () => {
    const after = applyFileEdits(assertPlanned(plan({ where: { kind: "unlisted" } })).edits);
    assert.equal(after.get("docs.json"), files.get("docs.json"));
    assert.match(after.get("guides/first-steps.mdx") ?? "", /\nhidden: true\n---\n/);
    assert.deepEqual(listProblems(after, "standard"), listProblems(files, "standard"));
  });

  it("is created, but not added to the navigation, if docs.json has errors", () => {
    const brokenFiles = new Map([...files, ["docs.json", '{ "navigation": { "pages": ["index" '] as const]);
    assert.deepEqual(getPageDestinations(siteOf(brokenFiles)), []);
    const { edits } = assertPlanned(planNewPage(siteOf(brokenFiles), { ...blankPage, where: { kind: "later" } }));
    assert.deepEqual(
      edits.map(({ kind, file }) => [kind, file]),
      [["create", "guides/new.mdx"]],
    );
  });

  it("can be the first page of a new group with a title and an icon", () => {
    const english = (files.get("docs.json") ?? "").lastIndexOf("{", getRange('"language": "en"').start);
    const destination = {
      kind: "listed",
      at: { file: "docs.json", range: { start: english, end: english } },
    } as const;
    const group = { label: "Recipes", icon: "egg" };
    assert.ok(hasIcon("fontawesome", "egg"));
    const after = applyFileEdits(assertPlanned(plan({ where: { ...destination, group } })).edits);
    const { navigation } = JSON.parse(after.get("docs.json") ?? "") as {
      navigation: { languages: { groups: unknown[] }[] };
    };
    assert.deepEqual(navigation.languages[0]?.groups.at(-1), {
      group: "Recipes",
      icon: "egg",
      pages: ["guides/first-steps"],
    });
    for (const [group, pattern] of [
      [{ label: " " }, /title can't be empty/],
      [{ label: "\u200b \u00ad" }, /title can't be empty/],
      [{ label: "A", icon: "no-such-icon" }, /“no-such-icon” isn't in the fontawesome library/],
    ] as const) {
      const refusedPlan = plan({ where: { ...destination, group } });
      assert.ok(!refusedPlan.ok);
      assert.match(formatMessageInEnglish(refusedPlan.reason), pattern);
    }
  });

  it("is rejected in a group whose pages are generated from a specification", () => {
    const generatedStart = (files.get("docs.json") ?? "").lastIndexOf("{", getRange('"Generated"').start);
    const at = { file: "docs.json", range: { start: generatedStart, end: generatedStart } };
    const refusedPlan = plan({ where: { kind: "listed", at } });
    assert.ok(!refusedPlan.ok);
    assert.match(
      formatMessageInEnglish(refusedPlan.reason),
      /are generated from a specification\. If you list a page here, the service might no longer generate those pages/,
    );
  });

  it("is rejected in a file that docs.json includes at several locations", () => {
    const group = '{ "group": "Shared", "pages": ["index"] }';
    const parts = '{ "language": "en", "groups": [{ "$ref": "shared.json" }] }';
    const sharedFiles = new Map([
      ["docs.json", `{ "navigation": { "languages": [${parts}, ${parts.replace("en", "fr")}] } }`],
      ["shared.json", group],
      ["index.mdx", "---\ntitle: Home\n---\n"],
    ]);
    const refusedPlan = plan({ where: findDestination(siteOf(sharedFiles), "Shared") }, sharedFiles);
    assert.ok(!refusedPlan.ok);
    assert.match(formatMessageInEnglish(refusedPlan.reason), /Several locations include shared\.json/);
  });

  it("isn't listed again if the navigation already contains it", () => {
    const namedFiles = new Map(files);
    namedFiles.set(
      "docs.json",
      (files.get("docs.json") ?? "").replace('"guides/start"]', '"guides/start", "guides/first-steps"]'),
    );
    assert.deepEqual(
      assertPlanned(plan({}, namedFiles)).edits.map(({ kind }) => kind),
      ["create"],
    );
  });

  it("requires a title and an unchanged navigation", () => {
    const unnamedPlan = plan({ title: " \n" });
    assert.ok(!unnamedPlan.ok);
    assert.match(formatMessageInEnglish(unnamedPlan.reason), /title can't be empty/);
    const movedPlan = plan({
      where: { kind: "listed", at: { file: "docs.json", range: { start: 1, end: 2 } } },
    });
    assert.ok(!movedPlan.ok);
    assert.match(formatMessageInEnglish(movedPlan.reason), /just changed/);
  });
});
