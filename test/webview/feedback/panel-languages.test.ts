import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { FeedbackEntry } from "../../../server/src/feedback/entries/entry.ts";
import type { FeedbackState } from "../../../server/src/feedback/entries/state.ts";
import { translatedLanguages } from "../../../server/src/core/text/page-language.ts";
import { entryOf, getNoon, pageAt, stateOf } from "../../harness/feedback-state-of.ts";
import { textsOf } from "../../harness/page-messages.ts";
import { pseudoTexts } from "../../harness/pseudo-words.ts";
import { findLayoutFaults } from "../layout/find-layout-faults.ts";
import { inChromium } from "../open-page.ts";
import { savePicture } from "../save-picture.ts";
import { openPanel, type StageOptions } from "./panel-stage.ts";

const now = getNoon("2026-06-30");
const day = 86_400_000;

/** All content from readers and from the site is in Greek, so any Latin letters belong to the UI. */
const sources = ["contextual", "code_snippet", "agent", "thumbs_only"];
const statuses = ["pending", "in_progress", "resolved", "dismissed"];
const entries = Array.from({ length: 60 }, (_, at) =>
  entryOf(`${at}`, {
    path: `/σελίδα-${at % 7}`,
    createdAt: now - at * 3 * day,
    source: sources[at % 4] ?? "",
    status: statuses[(at >> 2) % 4] ?? "",
    ...(at % 3 > 0 && { helpful: at % 3 === 1 }),
    ...(at % 5 > 0 && { comment: `Το παράδειγμα ${at} δεν λειτουργεί όπως το περιγράφει η σελίδα.` }),
    ...(at % 4 === 1 && { snippet: { code: "α = β", lang: "γλώσσα" } }),
    ...(at % 6 === 0 && { contact: "ά@π.gr" }),
  } satisfies Partial<FeedbackEntry>),
);
const joined = Object.fromEntries(entries.map(({ path: at }, place) => [at, pageAt(at, { title: `Η σελίδα ${place % 7}`, groups: ["Οδηγοί", "Βασικά"] })])); // prettier-ignore
const full = stateOf(entries, {
  joined,
  project: { baseUrl: "https://1.2", projectId: "έργο", hasDashboard: true },
  lastVisit: now - 10 * day,
  totals: { askedAt: now - day, pages: [{ path: "/σελίδα-1", up: 10, down: 300, code: 1, total: 500 }] },
  analytics: {
    askedAt: now - day,
    views: { human: 41_200, ai: 9300, pages: [{ path: "/σελίδα-1", human: 1240, ai: 310 }] },
    searches: { total: 2400, terms: [{ text: "αναζήτηση", count: 412, clicked: 0.7 }] },
    questions: { count: 100, unanswered: 30, hasMore: true, latest: [{ text: "Πώς;", isAnswered: false }] },
    denied: ["views", "searches", "questions"],
  },
  triageById: new Map([["2", { mark: "later", assigned: "Ζωή", note: "σημείωση", changedAt: 0 }]]),
});
const empty = stateOf([], { project: { baseUrl: "https://1.2", projectId: "έργο", hasDashboard: true } });
const { project: _, ...nothing } = stateOf([], { freshness: { kind: "none", warnings: [] } });

/** Errors are reported in the editor's language by the component that requests data from the service. */
const refusal = { kind: "key-refused", status: 401, message: "Το κλειδί δεν έγινε δεκτό (401)." } as const;

interface Sight {
  readonly state: FeedbackState;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const list = (page: Page) => page.locator(".dwf-row[data-kind=entry]").first().waitFor();
const menu = (nth: number) => async (page: Page) => {
  await list(page);
  await page.locator(".dwf-chips .dwf-menu-place > button").nth(nth).click();
  await page.locator(".dwf-menu").waitFor();
};

const sights: Readonly<Record<string, Sight>> = {
  "the list": { state: full, prepare: list },
  "an entry": {
    state: full,
    prepare: async (page) => {
      await list(page);
      await page.locator(".dwf-row").nth(1).click();
      await page.getByRole("article").waitFor();
    },
  },
  "groups": {
    state: full,
    prepare: async (page) => {
      await list(page);
      await page.locator(".dwf-select").nth(1).selectOption({ index: 1 });
      await page.locator(".dwf-row[data-kind=group]").first().waitFor();
    },
  },
  "the trend": {
    state: full,
    prepare: async (page) => {
      await list(page);
      if ((await page.locator(".dwf-overview").count()) === 0) await page.locator(".dwf-head-tools > button").first().click(); // prettier-ignore
      await page.locator(".dwf-overview").waitFor();
    },
  },
  "the trend as a table": {
    state: full,
    prepare: async (page) => {
      await list(page);
      if ((await page.locator(".dwf-overview").count()) === 0) await page.locator(".dwf-head-tools > button").first().click(); // prettier-ignore
      await page.locator(".dwf-trend-head .dwf-link").click();
      await page.locator(".dwf-table").waitFor();
    },
  },
  "the rating menu": { state: full, prepare: menu(0) },
  "the source menu": { state: full, prepare: menu(1) },
  "the period menu": { state: full, prepare: menu(3) },
  ...Object.fromEntries(
    ["searches", "questions"].map((name, nth) => [
      `the ${name} of readers`,
      {
        state: full,
        prepare: async (page: Page) => {
          await list(page);
          if ((await page.locator(".dwf-overview").count()) === 0) await page.locator(".dwf-head-tools > button").first().click(); // prettier-ignore
          await page.locator(".dwf-analytics .dwf-menu-place > button").nth(nth).click();
          await page.locator(".dwf-menu").waitFor();
        },
      },
    ]),
  ),
  "the themes": {
    state: full,
    prepare: async (page) => {
      await list(page);
      await page.locator(".dwf-themes .dwf-words, .dwf-themes .dwf-chip").first().waitFor();
    },
  },
  "the export menu": {
    state: full,
    prepare: async (page) => {
      await list(page);
      await page.locator(".dwf-head-tools .dwf-menu-place > button").click();
      await page.locator(".dwf-menu").waitFor();
    },
  },
  "the keyboard shortcuts": {
    state: full,
    prepare: async (page) => {
      await list(page);
      await page.keyboard.press("?");
      await page.locator("dialog").waitFor();
    },
  },
  "a search without results": {
    state: full,
    prepare: async (page) => {
      await list(page);
      await page.locator("[data-search]").fill("ω".repeat(40));
      await page.locator(".dwf-card").waitFor();
    },
  },
  "the loading message": { state: { ...full, freshness: { kind: "loading", receivedCount: 1200, warnings: [] } }, prepare: list },
  "cached entries": { state: { ...full, freshness: { kind: "cached", refreshedAt: now - day, warnings: [] } }, prepare: list },
  "an error with entries": {
    state: { ...full, freshness: { kind: "failed", refreshedAt: now - day, warnings: [], failure: refusal } },
    prepare: list,
  },
  "an error without entries": {
    state: { ...empty, freshness: { kind: "failed", warnings: [], failure: refusal } },
  },
  "the message without feedback": { state: empty },
  "the message without a key": { state: { ...empty, hasKey: false } },
  "the setup message": { state: nothing },
  "the message before the first request": { state: { ...empty, freshness: { kind: "none", warnings: [] } } },
}; // prettier-ignore

const newestFirst: Sight = {
  state: full,
  prepare: async (page) => {
    await list(page);
    await page.locator(".dwf-select").nth(2).selectOption({ index: 1 });
    await page.locator(".dwf-row[data-kind=entry]").nth(2).waitFor();
  },
};

const pseudoLanguage = { language: { tag: "qps-ploc", locale: "el" }, texts: pseudoTexts() };

describe("feedback panel in other languages", function () {
  this.timeout(240_000);
  const openPage = inChromium();

  const open = async ({ state, prepare }: Sight, options: StageOptions): Promise<Page> => {
    const { page } = await openPanel(openPage, state, { now, ...options });
    await page.locator(".dwf-card, .dwf-row").first().waitFor();
    await prepare?.(page);
    return page;
  };

  for (const [name, sight] of Object.entries(sights))
    for (const width of name === "an entry" || name === "the trend" ? [1200, 320] : [320])
      it(`has every message translated and enough room for long ones: ${name}, ${width} pixels wide`, async () => {
        const page = await open(sight, { language: pseudoLanguage, width });
        await savePicture(page, `pseudo ${width} ${name}`);
        assert.deepEqual(await plainWords(page), []);
        assert.deepEqual(await findLayoutFaults(page), []);
      });

  for (const language of translatedLanguages)
    it(`shows text, dates, and numbers in ${language} within 320 pixels`, async () => {
      const page = await open(newestFirst, { locale: language, width: 320 });
      await savePicture(page, `${language} 320`);
      const texts = textsOf(language);
      assert.equal(await page.title(), texts["Reader feedback"]);
      const [lang, dir] = await page.evaluate<[string, string]>("[document.documentElement.lang, document.dir]");
      assert.equal(lang.toLowerCase(), language);
      assert.equal(dir, "ltr");
      const ago = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-3, "day");
      assert.ok((await page.locator(".dwf-row-age").allInnerTexts()).includes(ago), ago);
      assert.deepEqual(await findLayoutFaults(page), []);
    });

  it("falls back to English, including for dates, if there is no translation", async () => {
    const page = await open(newestFirst, { locale: "ru" });
    assert.equal(await page.evaluate("document.documentElement.lang"), "en");
    assert.ok((await page.locator(".dwf-row-age").allInnerTexts()).includes("3 days ago"));
  });
});

/**
 * Returns words in Latin letters that are visible or are part of an accessible name. UTC and the names of keys are the
 * same in every language.
 */
function plainWords(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(`(() => {
    const texts = [document.title];
    for (const element of document.querySelectorAll("body *")) {
      if (element.closest("script, style, kbd, details pre")) continue;
      for (const name of ["title", "aria-label", "placeholder", "alt", "aria-description"])
        if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
      for (const node of element.childNodes) if (node.nodeType === 3) texts.push(node.data);
    }
    return [...new Set(texts.flatMap((text) => text.replace(/UTC|\\(Esc\\)|https:|gr$/g, "").match(/[A-Za-z]{2,}/g) ?? []))];
  })()`);
}
