import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import { entryOf, getNoon, operationAt, pageAt, stateOf, undatedEntry } from "../../harness/feedback-state-of.ts";
import { eventually } from "../../harness/eventually.ts";
import { inChromium } from "../open-page.ts";
import { builtWebview } from "../webview-stage.ts";
import { openPanel } from "./panel-stage.ts";

const now = getNoon("2026-06-30");
const entries = [
  entryOf("new", {
    comment: "Größe fehlt",
    helpful: false,
    path: "/de/start",
    createdAt: getNoon("2026-06-29"),
  }),
  entryOf("code", {
    source: "code_snippet",
    snippet: { code: "curl -X POST /users", lang: "bash", filename: "create.sh" },
    path: "/api/users",
    createdAt: getNoon("2026-06-20"),
  }),
  entryOf("agent", { source: "agent", comment: "Not found: rate limits", createdAt: getNoon("2026-06-10") }),
  entryOf("praise", {
    comment: "Lovely",
    helpful: true,
    contact: "ada@example.com",
    createdAt: getNoon("2026-05-01"),
  }),
  entryOf("closed", {
    comment: "Old words",
    status: "resolved",
    helpful: false,
    createdAt: getNoon("2025-12-31"),
  }),
  undatedEntry("odd", {
    comment: "Odd words",
    source: "voice",
    status: "parked",
    createdAtText: "yesterday",
  }),
];
const state = stateOf(entries, {
  lastVisit: getNoon("2026-06-28"),
  joined: {
    "/guides/start": pageAt("/guides/start", { groups: ["Guides", "Basics"] }),
    "/de/start": pageAt("/de/start", { title: "Anfang", by: "redirect" }),
    "/api/users": operationAt("/api/users", "POST /users", "Create a user"),
  },
});

const isListed = (page: Page, titles: readonly string[]) =>
  eventually(async () => assert.deepEqual(await page.locator(".dwf-row .dwf-row-line").allInnerTexts(), titles));
const listed = (page: Page, count: string) => page.locator(".dwf-listed", { hasText: count }).waitFor();

describe("feedback panel", function () {
  this.timeout(240_000);
  const openPage = inChromium();

  it("lists open entries by priority: negative comments, then unrated ones, then positive ones", async () => {
    const { page } = await openPanel(openPage, state, { now });
    await listed(page, "5 of 6");
    await isListed(page, ["Größe fehlt", "curl -X POST /users", "Not found: rate limits", "Odd words", "Lovely"]); // prettier-ignore
    const [first] = await page.getByRole("treeitem").allInnerTexts();
    assert.match(first ?? "", /Not helpful[\s\S]*Anfang[\s\S]*yesterday[\s\S]*Page[\s\S]*Pending/);
  });

  it("searches comments, titles, code, and file names, ignoring accents and case", async () => {
    const { page } = await openPanel(openPage, state, { now });
    const search = page.getByRole("searchbox");
    for (const [text, found] of [
      ["GROSSE", ["Größe fehlt"]],
      ["anfang", ["Größe fehlt"]],
      ["create.sh", ["curl -X POST /users"]],
      ['"rate limits"', ["Not found: rate limits"]],
      ['"limits rate"', []],
    ] as const) {
      await search.fill(text);
      await listed(page, `${found.length} of 6`);
      await isListed(page, found);
    }
    await page.getByText("No matching entries").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await listed(page, "5 of 6");
  });

  it("filters with chips, shows the active filters, and clears them", async () => {
    const { page } = await openPanel(openPage, state, { now });
    await page.getByRole("button", { name: "New (1)" }).click();
    await listed(page, "1 of 6");
    await page.getByRole("button", { name: "New (1)" }).click();
    await page.getByRole("button", { name: "Source" }).click();
    // Values that the service has since added can be selected as well.
    await page.getByRole("checkbox", { name: "voice" }).check();
    await listed(page, "1 of 6");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Source: voice" }).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("combobox", { name: "Reader type" }).selectOption("Agents");
    await listed(page, "1 of 6");
    await isListed(page, ["Not found: rate limits"]);
  });

  it("can be limited to entries with a comment, or to entries since yesterday", async () => {
    const { page } = await openPanel(openPage, state, { now });
    await page.getByRole("button", { name: "With comment" }).click();
    await listed(page, "4 of 6");
    await page.getByRole("button", { name: "Period" }).click();
    await page.getByRole("button", { name: "Since yesterday" }).click();
    await listed(page, "1 of 6");
    await isListed(page, ["Größe fehlt"]);
    await page.reload();
    await listed(page, "1 of 6");
    assert.equal(await page.getByRole("button", { name: "With comment" }).getAttribute("aria-pressed"), "true");
  });

  it("marks all listed entries as done", async () => {
    const { page, asked } = await openPanel(openPage, state, { now });
    await page.getByRole("searchbox").fill("words");
    await listed(page, "1 of 6");
    assert.equal(await page.getByRole("button", { name: /as done/ }).count(), 0);
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: "With comment" }).click();
    await page.getByRole("button", { name: "Mark 4 entries as done" }).click();
    await page.getByText("No matching entries").waitFor();
    assert.deepEqual([...asked].sort(), [
      'triage agent {"mark":"done"}',
      'triage new {"mark":"done"}',
      'triage odd {"mark":"done"}',
      'triage praise {"mark":"done"}',
    ]);
  });

  it("has visible labels for its selectors", async () => {
    const { page } = await openPanel(openPage, state, { now });
    for (const label of ["Reader type", "Grouping", "Sort"])
      await page.locator("label:visible", { hasText: label }).getByRole("combobox", { name: label }).waitFor();
  });

  it("copies an entry as an issue and announces it", async () => {
    const { page, asked } = await openPanel(openPage, state, { now });
    await page.getByRole("treeitem", { name: /Lovely/ }).click();
    await page.getByRole("button", { name: "Copy as issue" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    await eventually(() => assert.deepEqual(asked, ["copy # Reader feedback: Start"]));
  });

  it("includes both ends of a period, in UTC days", async () => {
    const { page } = await openPanel(openPage, state, { now });
    await page.getByRole("button", { name: "Period" }).click();
    await page.getByLabel("From", { exact: true }).fill("2026-06-10");
    await page.getByLabel("Through").fill("2026-06-20");
    await listed(page, "2 of 6");
    await isListed(page, ["curl -X POST /users", "Not found: rate limits"]);
  });

  it("shows an entry in full: its page, match, and code, with the service's status separate from local triage", async () => {
    const { page } = await openPanel(openPage, state, { now });
    await page.getByRole("treeitem", { name: /Create a user/ }).click();
    const entry = page.getByRole("article");
    await entry.getByRole("heading", { name: /POST \/users.*Create a user/ }).waitFor();
    assert.equal(await entry.locator("pre code").innerText(), "curl -X POST /users");
    await entry.getByText("create.sh · bash").waitFor();
    await entry.getByRole("heading", { name: "Status in the service" }).waitFor();
    await entry.getByText("Local triage").waitFor();
    await page.getByRole("treeitem", { name: /Anfang/ }).click();
    await entry.getByText("found through a redirect").waitFor();
  });

  it("shows the commit that resolved an entry as text, with the ratings of its page before and after", async () => {
    const rated = (id: string, day: string, helpful: boolean) => entryOf(id, { helpful, createdAt: getNoon(day) });
    const entries = [rated("c", "2026-06-20", true), rated("b", "2026-06-12", true), rated("a", "2026-06-01", false)];
    const commit = { hash: "0123456789abcdef", subject: "Say <b>more</b>", time: getNoon("2026-06-10") };
    const state = { ...stateOf(entries), commitsById: new Map([["a", commit]]) };
    const stage = await openPanel(openPage, state, { now: getNoon("2026-06-30") });
    stage.controller.open("a");
    const part = stage.page.locator(".dwf-part", { hasText: "Resolved by commit" });
    await part.getByText("0123456 Say <b>more</b> · Jun 10, 2026").waitFor();
    await part.getByText("Ratings in the 30 days before the commit: ▲ 0 ▼ 1").waitFor();
    await part.getByText("Ratings after the commit (20 days): ▲ 2 ▼ 0").waitFor();
  });

  it("shows that a contact wasn't saved, and reloads all entries on request", async () => {
    const { page, asked } = await openPanel(openPage, stateOf([entryOf("a", { isContactNotKept: true })]));
    const part = page.locator(".dwf-part", { hasText: "Docwright doesn’t save email addresses" });
    await part.getByRole("button", { name: "Reload all" }).click();
    await eventually(() => assert.ok(asked.includes("readAll")));
  });

  it("masks a contact until requested, and masks the contact of the next entry again", async () => {
    const { page } = await openPanel(openPage, state, { now });
    await page.getByRole("treeitem", { name: /Lovely/ }).click();
    await page.getByText("a…@example.com").waitFor();
    assert.ok(!(await page.content()).includes("ada@example.com"));
    await page.getByRole("button", { name: "Show email address" }).click();
    await page.getByText("ada@example.com").waitFor();
    await page.keyboard.press("k");
    await page.getByText("Odd words").last().waitFor();
    assert.ok(!(await page.content()).includes("ada@example.com"));
    assert.ok(!(await page.evaluate<string>("sessionStorage.getItem('state')")).includes("ada@"));
  });

  it("restores its state after a reload", async () => {
    const { page } = await openPanel(openPage, state, { now });
    await page.getByRole("combobox", { name: "Sort" }).selectOption("Oldest first");
    await page.getByRole("searchbox").fill("words");
    await page.getByRole("treeitem", { name: /Odd words/ }).click();
    await page.getByRole("article").getByText("Odd words").waitFor();
    await page.reload();
    await listed(page, "1 of 6");
    assert.equal(await page.getByRole("searchbox").inputValue(), "words");
    await page.getByRole("article").getByText("Odd words").waitFor();
  });

  it("preserves the open entry and scroll position when entries arrive", async () => {
    const many = Array.from({ length: 60 }, (_, at) =>
      entryOf(`e${at}`, { comment: `Entry ${at}`, createdAt: getNoon("2026-06-01") - at }),
    );
    const { page, show } = await openPanel(openPage, stateOf(many), { now });
    await page.locator("[data-list]").evaluate((list) => list.scrollTo(0, 540));
    await page.getByRole("treeitem", { name: /Entry 12/ }).click();
    await page.getByRole("article").getByText("Entry 12").waitFor();
    const placeOf = () => page.getByRole("treeitem", { name: /Entry 12/ }).boundingBox();
    const before = await placeOf();
    const delta = Array.from({ length: 5 }, (_, at) => entryOf(`n${at}`, { comment: `Fresh ${at}` }));
    show(stateOf([...delta, ...many]));
    await listed(page, "65 of 65");
    await eventually(async () => assert.deepEqual(await placeOf(), before));
    await page.getByRole("article").getByText("Entry 12").waitFor();
  });

  it("shows the open entry in the list after a reload, even if entries arrive during it", async () => {
    const many = Array.from({ length: 200 }, (_, at) =>
      entryOf(`e${at}`, { comment: `Entry ${at}.`, createdAt: getNoon("2026-06-01") - at }),
    );
    const { page, controller, show } = await openPanel(openPage, stateOf(many), { now });
    controller.open("e150");
    await page.locator('[aria-selected="true"]', { hasText: "Entry 150." }).waitFor();
    await page.reload();
    await page.locator("[data-list]").waitFor();
    const fresh: FeedbackEntry[] = [];
    for (let count = 1; count <= 5; count++) {
      fresh.push(entryOf(`n${count}`, { comment: `Fresh ${count}` }));
      show(stateOf([...fresh, ...many]));
    }
    await listed(page, "205 of 205");
    await eventually(async () => {
      const list = await page.locator("[data-list]").boundingBox();
      const row = await page.locator('[aria-selected="true"]', { hasText: "Entry 150." }).boundingBox();
      assert.ok(list && row);
      assert.ok(row.y > list.y - 1 && row.y + row.height < list.y + list.height + 1, `${row.y}`);
    });
  });

  it("opens an entry requested from outside and shows its position in the list", async () => {
    const many = Array.from({ length: 200 }, (_, at) =>
      entryOf(`e${at}`, { comment: `Entry ${at}.`, createdAt: getNoon("2026-06-01") - at }),
    );
    const { page, controller } = await openPanel(openPage, stateOf(many), { now });
    await page.getByRole("article").getByText("Entry 0.").waitFor();
    controller.open("e150");
    await page.getByRole("article").getByText("Entry 150.").waitFor();
    await page.locator('[aria-selected="true"]', { hasText: "Entry 150." }).waitFor();
    controller.list({ search: "199", sort: "newest" });
    await listed(page, "1 of 200");
  });

  it("saves the listed entries with contacts masked, unless the author chooses otherwise each time", async () => {
    const { page, saved } = await openPanel(openPage, state, { now });
    for (const withContacts of [false, true, false]) {
      await page.getByRole("button", { name: "Export" }).click();
      if (withContacts) await page.getByRole("checkbox", { name: "Include email addresses" }).check();
      const count = saved.length;
      await page.getByRole("button", { name: "Save as CSV" }).click();
      await eventually(() => assert.ok(saved.length > count, "nothing was saved"));
      const file = saved.at(-1);
      assert.equal(file?.name, "feedback-2026-06-30.csv");
      assert.equal(file?.includesContacts, withContacts);
      assert.equal(file?.text.includes("ada@example.com"), withContacts);
      assert.equal(file?.text.split("\r\n").length, 1 + 5 + 1);
    }
  });

  it("formats dates in the editor's language", async () => {
    const { page } = await openPanel(openPage, state, { now, locale: "fr" });
    await page.getByRole("treeitem").first().waitFor();
    assert.match((await page.getByRole("treeitem").first().innerText()) ?? "", /hier/);
  });

  it("has a script whose compressed size is at most 40 kB", async () => {
    const files = [...(await builtWebview("feedback"))];
    const script = files.flatMap(([path, text]) => (path.endsWith(".js") ? text : [])).join("");
    assert.ok(script.length > 10_000);
    assert.ok(gzipSync(script).length <= 40_000);
  });
});
