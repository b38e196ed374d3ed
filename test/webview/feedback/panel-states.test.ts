import assert from "node:assert/strict";
import type { FeedbackFreshness, FeedbackState } from "../../../server/src/feedback/entries/state.ts";
import { entryOf, getNoon, stateOf } from "../../harness/feedback-state-of.ts";
import { eventually } from "../../harness/eventually.ts";
import { inChromium } from "../open-page.ts";
import { openPanel, type PanelStage } from "./panel-stage.ts";

const now = getNoon("2026-06-30");
const hour = 3_600_000;
const some = [entryOf("a", { comment: "Some words", helpful: false })];

function stateIn(freshness: Partial<FeedbackFreshness>, entries = some): FeedbackState {
  return stateOf(entries, { freshness: { kind: "fresh", warnings: [], ...freshness } });
}

async function click({ page, asked: requested }: PanelStage, name: string): Promise<string | undefined> {
  const count = requested.length;
  await page.getByRole("button", { name, exact: true }).click();
  await eventually(() => assert.ok(requested.length > count, `${name} sent no message`));
  return requested.at(-1);
}

describe("feedback panel messages", function () {
  this.timeout(240_000);
  const openPage = inChromium();

  it("explain the purpose and the first action during setup", async () => {
    const { project: _, ...state } = stateIn({ kind: "none" }, []);
    const stage = await openPanel(openPage, state, { now });
    await stage.page.getByRole("heading", { name: "Set up reader feedback" }).waitFor();
    assert.equal(await click(stage, "Set up project"), "setUp");
    assert.equal(await click(stage, "Set API key"), "setKey");
  });

  it("explain that the key is missing, where keys are stored, and how to set one", async () => {
    const stage = await openPanel(openPage, { ...stateIn({ kind: "none" }, []), hasKey: false }, { now });
    await stage.page.getByText(/acme-docs.*secret storage.*sent only to https:\/\/api\.example\.com/).waitFor();
    assert.equal(await click(stage, "Set API key"), "setKey");
  });

  it("show the number of entries received and a Cancel button while loading", async () => {
    const stage = await openPanel(openPage, stateIn({ kind: "loading", receivedCount: 1200 }, []), { now });
    await stage.page.getByText("Loading feedback… 1,200 so far").waitFor();
    assert.equal(await click(stage, "Cancel"), "cancel");
  });

  it("show when loading resumes if the service is rate-limiting requests", async () => {
    const stage = await openPanel(
      openPage,
      stateIn({ kind: "loading", receivedCount: 100, waitingUntil: now + 83_000 }),
      {
        now,
      },
    );
    await stage.page.getByText("The service is rate-limiting requests. Resuming in 1:23.").waitFor();
    assert.equal(await click(stage, "Cancel"), "cancel");
    await stage.page.getByRole("treeitem", { name: /Some words/ }).waitFor();
  });

  it("show the age of cached entries and the remaining hourly requests", async () => {
    const { page } = await openPanel(
      openPage,
      {
        ...stateIn({ kind: "cached", refreshedAt: now - 2 * hour }),
        budget: { remainingRequests: 3, limit: 100, nextAt: now + hour / 4 },
      },
      { now },
    );
    await page.getByText("Cached, updated 2 hours ago").waitFor();
    await page.getByText("3 of 100 requests left this hour").waitFor();
    assert.match(
      (await page.locator(".dwf-budget").getAttribute("title")) ?? "",
      /100 requests per hour.*in 15 minutes/,
    );
  });

  it("show which data is missing", async () => {
    const { page } = await openPanel(
      openPage,
      stateIn({
        kind: "partial",
        refreshedAt: now,
        warnings: ["The service said that there is more, but not where."],
      }),
      { now },
    );
    await page.getByText("The service said that there is more, but not where.").waitFor();
    await page.getByRole("treeitem", { name: /Some words/ }).waitFor();
  });

  it("show the error and a fix if the service fails, with details in a disclosure", async () => {
    const failure = {
      kind: "service-broken",
      status: 503,
      message: "The service reported an internal error. Try again later.",
      details: "upstream <b>gone</b>",
    } as const;
    for (const entries of [some, []]) {
      const stage = await openPanel(openPage, stateIn({ kind: "failed", failure }, entries), { now });
      const { page } = stage;
      await page.getByText(failure.message).waitFor();
      const details = page.getByText("503 · service-broken · upstream <b>gone</b>");
      assert.equal(await details.isVisible(), false);
      await page.getByText("Details").click();
      await details.waitFor();
      assert.equal(await click(stage, "Try again"), "refresh");
      assert.equal(await page.getByRole("treeitem").count(), entries.length);
    }
  });

  it("show when a pause ends instead of an error, and offer a retry only afterward", async () => {
    const failure = {
      kind: "budget-spent",
      until: now + hour / 4,
      message: "Docwright has sent the 100 requests. It can send the next one at 15:40.",
    } as const;
    const stage = await openPanel(openPage, stateIn({ kind: "partial", refreshedAt: now, failure }), { now });
    const { page } = stage;
    await page.getByText(failure.message).waitFor();
    assert.equal(await page.locator(".dwf-strip").getAttribute("data-failed"), "false");
    assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0);
    stage.show(stateIn({ kind: "failed", failure: { ...failure, until: now - 1 } }, []));
    await page.getByRole("heading", { name: "Hourly request limit reached" }).waitFor();
    assert.equal(await click(stage, "Try again"), "refresh");
  });

  it("show which part is loaded, how old the statuses are, and a way to reload everything", async () => {
    const stage = await openPanel(openPage, stateIn({ kind: "partial", refreshedAt: now, loadedSince: now - 30 * 24 * hour }), { now }); // prettier-ignore
    await stage.page.getByText(/^Loaded entries back to .*2026.* so far\./).waitFor();
    stage.show(stateIn({ kind: "fresh", refreshedAt: now, statusesAt: now - 5 * hour }));
    await stage.page.getByText("Statuses updated 5 hours ago").waitFor();
    assert.equal(await click(stage, "Reload all"), "readAll");
  });

  it("show the action that fixes a rejected key first", async () => {
    const failure = { kind: "key-refused", status: 401, message: "The service refuses the key." } as const;
    const stage = await openPanel(openPage, stateIn({ kind: "failed", failure }, []), { now });
    assert.equal(await click(stage, "Set API key"), "setKey");
  });

  it("show that a request was rejected instead of an empty result", async () => {
    const stage = await openPanel(openPage, stateIn({ kind: "fresh" }), { now });
    const heads = {
      "key-refused": "The service rejected the API key",
      "not-allowed": "The API key doesn’t have access to this project",
      "not-found": "The service couldn’t find this project",
      "service-broken": "The service reported an internal error",
      unreachable: "The service didn’t respond",
    } as const;
    for (const [kind, words] of Object.entries(heads) as [keyof typeof heads, string][]) {
      const failure = { kind, message: "Why." };
      stage.show(stateIn({ kind: "failed", refreshedAt: now - 2 * hour, failure }));
      await stage.page.getByText(`${words} (last updated 2 hours ago)`).waitFor();
      await eventually(async () =>
        assert.equal((await stage.page.locator(".dwf-head [role=status]").textContent())?.trim(), words),
      );
    }
  });

  it("show that there is no reader feedback", async () => {
    const stage = await openPanel(openPage, stateIn({ kind: "fresh", refreshedAt: now }, []), { now });
    await stage.page.getByRole("heading", { name: "No feedback yet" }).waitFor();
    await stage.page.getByText("Updated this minute").waitFor();
    assert.equal(await click(stage, "Open dashboard"), "openDashboard");
  });

  it("omit a dashboard whose URL is unknown", async () => {
    const project = { baseUrl: "https://api.example.com", projectId: "acme-docs" };
    const stage = await openPanel(openPage, { ...stateIn({ kind: "fresh" }), project }, { now });
    const dashboards = stage.page.getByRole("button", { name: /dashboard/i });
    await stage.page.getByRole("treeitem", { name: /Some words/ }).click();
    await stage.page.getByRole("article").waitFor();
    assert.equal(await dashboards.count(), 0);
    stage.show({ ...stateIn({ kind: "fresh" }), project: { ...project, hasDashboard: true } });
    await stage.page.getByRole("button", { name: "Open dashboard", exact: true }).waitFor();
    await eventually(async () => assert.equal(await dashboards.count(), 2));
    stage.show({ ...stateIn({ kind: "fresh" }, []), project });
    await stage.page.getByRole("heading", { name: "No feedback yet" }).waitFor();
    assert.equal(await dashboards.count(), 0);
  });

  it("show the change in the helpful percentage compared with the preceding period", async () => {
    const rated = (day: string, helpful: boolean) =>
      entryOf(day + helpful, { helpful, createdAt: getNoon(day), comment: "x" });
    const stage = await openPanel(
      openPage,
      stateOf([rated("2026-06-14", true), rated("2026-06-14", false), rated("2026-06-11", true)]),
      { now },
    );
    const change = stage.page.getByTitle(/compared with the preceding period of the same length/);
    await stage.page.getByText("67%").waitFor();
    assert.equal(await change.count(), 0);
    stage.controller.list({ from: "2026-06-13", through: "2026-06-15", work: "all" });
    await change.waitFor();
    assert.equal((await change.textContent())?.trim(), "−50 points");
  });

  it("show the trend as a plot with text and as a table with the same numbers and gaps", async () => {
    const { page } = await openPanel(
      openPage,
      stateOf([
        entryOf("a", { helpful: true, createdAt: getNoon("2026-06-01") }),
        entryOf("b", { helpful: false, createdAt: getNoon("2026-06-01") }),
        entryOf("c", { source: "agent", createdAt: getNoon("2026-06-03"), comment: "x" }),
      ]),
      { now },
    );
    await page.getByRole("img", { name: "Jun 1, 2026 to Jun 3, 2026: 3 entries, 1 helpful, 1 not helpful" }).waitFor();
    await page.getByRole("button", { name: "Show as table" }).click();
    await eventually(async () => {
      const rows = await page.locator(".dwf-table tbody tr").allInnerTexts();
      assert.deepEqual(
        rows.map((row) => row.split(/\t/)),
        [
          ["Jun 3, 2026", "1", "0", "0", "1", "–", "1"],
          ["Jun 2, 2026", "0", "0", "0", "0", "–", "0"],
          ["Jun 1, 2026", "2", "1", "1", "0", "50%", "0"],
        ],
      );
    });
  });
});
