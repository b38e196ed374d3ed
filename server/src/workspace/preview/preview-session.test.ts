import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../../../../test/harness/eventually.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import type { PreviewLocation, ToPage } from "../../../../webview/src/protocol.ts";
import type { PageSource } from "../../core/preview/source/page-source.ts";
import type { SiteState } from "../analysis/site-state.ts";
import { RenderProblemTracker } from "../analysis/problem-store.ts";
import { createMemoryDisk } from "../files/disk.ts";
import { UnfinishedTextFilter, PreviewSession } from "./preview-session.ts";
import { RenderRetryPolicy } from "./render-worker-host.ts";
import type { RenderDetail, RenderOutcome } from "./render-worker-host.ts";
import { SiteSearch } from "./previews.ts";

describe("page that is read while its file is being written", () => {
  const createFile = (text: string) => ({ path: "a.mdx", text });
  const renderAgain = () => assert.fail("the page was read again although its text had arrived");

  it("is held back while it's empty or incomplete and then shown with its text", () => {
    const page = new UnfinishedTextFilter();
    assert.equal(page.mustWait(createFile("x".repeat(9000)), createFile(""), renderAgain), true);
    assert.equal(page.mustWait(createFile("x".repeat(9000)), createFile("x".repeat(4096)), renderAgain), true);
    assert.equal(page.mustWait(createFile("x".repeat(9000)), createFile("x".repeat(8999)), renderAgain), false);
    page.end();
  });

  it("isn't held back if it's new or only shorter", () => {
    const page = new UnfinishedTextFilter();
    assert.equal(page.mustWait(undefined, createFile(""), renderAgain), false);
    assert.equal(page.mustWait(createFile(""), createFile(""), renderAgain), false);
    assert.equal(page.mustWait({ path: "b.mdx", text: "Words" }, createFile(""), renderAgain), false);
    assert.equal(page.mustWait(createFile("Some words"), createFile("Some"), renderAgain), false);
  });

  it("is accepted as empty after a delay", async () => {
    const page = new UnfinishedTextFilter();
    let runs = 0;
    assert.equal(
      page.mustWait(createFile("Words"), createFile(""), () => runs++),
      true,
    );
    while (runs === 0) await sleep(10);
    assert.equal(page.mustWait(createFile("Words"), createFile(""), renderAgain), false);
    page.end();
  });
});

interface Asked {
  readonly source: PageSource;
  readonly care: RenderDetail | undefined;
  readonly sendOutcome: (outcome: RenderOutcome) => Promise<void>;
}

const createPage = (title: string, text = "Text.") => `---\ntitle: ${title}\n---\n\n${text}\n`;

describe("preview session", () => {
  let files: Map<string, string>;
  let live: { current: unknown; readonly files: object; readonly renderProblemTracker: RenderProblemTracker };
  let messages: ToPage[];
  let moves: PreviewLocation[];
  let failures: string[];
  /** The requests that the thread has received but not replied to. */
  let requested: Asked[];
  let session: PreviewSession;
  let version: number;

  const readSite = () => {
    live.current = { site: siteOf(files) };
  };
  const createRendered = (block: string, expected: readonly string[] = [], isRough = false): RenderOutcome => ({
    kind: "rendered",
    result: {
      version: ++version,
      page: {
        path: "start.mdx",
        head: { title: "Start", mode: "default" },
        contents: [],
        issues: [],
        palette: [],
        styles: "",
      },
      blocks: [{ id: block, lines: [0, 0], nodes: [block] }],
      requestedPaths: expected,
      isPreliminary: isRough,
    },
  });
  const open = (target: { readonly file: string } | { readonly url: string }) => {
    session = new PreviewSession({
      id: 1,
      site: live as unknown as SiteState,
      renderWorker: {
        render: (_, source, care) =>
          new Promise((resolve) =>
            requested.push({
              source,
              care,
              sendOutcome: async (outcome) => {
                resolve(outcome);
                await new Promise((turn) => setTimeout(turn, 0));
              },
            }),
          ),
        forget: () => undefined,
      },
      host: {
        sendToPage: (message) => messages.push(message),
        show: () => undefined,
        onMoved: (place) => moves.push(place),
        onFailed: (what) => failures.push(what),
      },
      target,
      findIcon: () => undefined,
      endpointReader: { readModel: async () => undefined, readChannel: async () => undefined },
      siteSearch: new SiteSearch(),
    });
  };
  const getNext = (): Asked => requested.shift() ?? assert.fail("No page was sent to the thread.");
  const listKinds = () => messages.splice(0).map(({ kind }) => kind);
  const getLastPage = () => {
    const message = messages.findLast(({ kind }) => kind === "page");
    return message?.kind === "page" ? message : undefined;
  };

  beforeEach(() => {
    files = new Map([
      ["docs.json", JSON.stringify({ name: "Ships", navigation: { pages: ["start", "other"] } })],
      ["start.mdx", createPage("Start")],
      ["other.mdx", createPage("Other")],
      ["snippets/note.mdx", "A note.\n"],
    ]);
    messages = [];
    moves = [];
    failures = [];
    requested = [];
    version = 0;
    live = {
      current: undefined,
      files: { disk: createMemoryDisk("/site", files) },
      renderProblemTracker: new RenderProblemTracker(() => undefined),
    };
    readSite();
  });
  afterEach(() => session.end());

  it("sends nothing until the page is ready, and then sends everything", async () => {
    open({ file: "start.mdx" });
    await getNext().sendOutcome(createRendered("one"));
    assert.deepEqual(messages, []);
    session.handleMessage({ kind: "ready" });
    assert.deepEqual(listKinds(), ["settings", "frame", "page"]);
  });

  it("waits until the site has been read", () => {
    live.current = undefined;
    open({ file: "start.mdx" });
    session.handleMessage({ kind: "ready" });
    assert.deepEqual(listKinds(), ["settings", "loading"]);
    readSite();
    session.onSiteChanged();
    assert.deepEqual([getNext().source.path, listKinds()], ["start.mdx", ["frame"]]);
  });

  it("sends the newest version once the last one is painted and skips the versions in between", async () => {
    open({ file: "start.mdx" });
    session.handleMessage({ kind: "ready" });
    await getNext().sendOutcome(createRendered("one"));
    for (const block of ["two", "three"]) {
      files.set("start.mdx", createPage("Start", block));
      session.onSiteChanged();
      await getNext().sendOutcome(createRendered(block));
    }
    assert.deepEqual(listKinds(), ["settings", "frame", "loading", "page"]);
    session.handleMessage({ kind: "painted", version: 1, milliseconds: 1 });
    assert.deepEqual(getLastPage()?.update.newNodes, { three: ["three"] });
  });

  it("doesn't render again if the page is unchanged", async () => {
    open({ file: "start.mdx" });
    await getNext().sendOutcome(createRendered("one"));
    // The first change is to another page, and the second is to a part of docs.json that pages don't show.
    for (const config of [files.get("docs.json") ?? "", `${files.get("docs.json")}\n`]) {
      files.set("docs.json", config);
      files.set("other.mdx", createPage("Other", "More."));
      readSite();
      session.onSiteChanged();
      assert.equal(requested.length, 0);
    }
  });

  it("reads the page's imports first, but only from the site", async () => {
    open({ file: "start.mdx" });
    session.handleMessage({ kind: "ready" });
    await getNext().sendOutcome(
      createRendered("one", ["snippets/note.mdx", "../secret.mdx", "picture.png", "absent.mdx"]),
    );
    assert.equal(getLastPage(), undefined);
    const again = getNext();
    assert.deepEqual(
      [...again.source.files],
      [
        ["snippets/note.mdx", "A note.\n"],
        ["../secret.mdx", null],
        ["picture.png", null],
        ["absent.mdx", null],
      ],
    );
    await again.sendOutcome(createRendered("two"));
    assert.deepEqual(getLastPage()?.update.order, [{ id: "two", lines: [0, 0] }]);
    files.set("snippets/note.mdx", "Another note.\n");
    session.onSiteChanged();
    assert.equal(getNext().source.files.get("snippets/note.mdx"), "Another note.\n");
  });

  it("keeps the page if the new text crashes the thread, reports the crash, and retries after a pause", async () => {
    open({ file: "start.mdx" });
    session.handleMessage({ kind: "ready" });
    await getNext().sendOutcome(createRendered("one"));
    listKinds();
    files.set("start.mdx", createPage("Start", "Too much."));
    session.onSiteChanged();
    await getNext().sendOutcome({ kind: "too-slow" });
    assert.deepEqual(listKinds(), ["fault"]);
    files.set("start.mdx", createPage("Start", "Less."));
    session.onSiteChanged();
    assert.equal(requested.length, 0, "the page was rendered again immediately");
    await eventually(() => assert.ok(requested.length > 0));
    assert.match(getNext().source.text, /Less\./);
  });

  const hasShownFault = () => messages.findLast(({ kind }) => kind === "fault" || kind === "page")?.kind === "fault";

  it("reports that a page is incomplete if its imports crash the thread, and renders it again", async () => {
    open({ file: "start.mdx" });
    session.handleMessage({ kind: "ready" });
    await getNext().sendOutcome(createRendered("one", ["snippets/note.mdx"]));
    const first = getNext();
    await first.sendOutcome({ kind: "too-slow" });
    assert.deepEqual(getLastPage()?.update.order, [{ id: "one", lines: [0, 0] }]);
    assert.ok(hasShownFault(), "nothing shows that the page is incomplete");
    session.onSiteChanged();
    session.handleMessage({ kind: "painted", version: 1, milliseconds: 1 });
    assert.ok(hasShownFault(), "the notice disappeared before the page was complete");
    await eventually(() => assert.ok(requested.length > 0));
    const again = getNext();
    assert.deepEqual(again.source, first.source);
    await again.sendOutcome(createRendered("two"));
    assert.deepEqual([getLastPage()?.update.order, hasShownFault()], [[{ id: "two", lines: [0, 0] }], false]);
  }).timeout(30_000);

  it("silently retries if only an improved rendering of the page failed", async () => {
    open({ file: "start.mdx" });
    session.handleMessage({ kind: "ready" });
    await getNext().sendOutcome(createRendered("plain", [], true));
    listKinds();
    await getNext().sendOutcome({ kind: "too-slow" });
    assert.deepEqual(listKinds(), []);
    files.set("start.mdx", createPage("Start", "More."));
    session.onSiteChanged();
    const quick = getNext();
    assert.equal(quick.care, "quick", "the next text had to wait");
    await quick.sendOutcome(createRendered("plainly", [], true));
    assert.equal(requested.length, 0, "the page was rendered again immediately");
    await eventually(() => assert.ok(requested.length > 0));
    const again = getNext();
    assert.deepEqual([again.care, again.source === quick.source], ["whole", true]);
  }).timeout(30_000);

  it("retries immediately on request", async () => {
    open({ file: "start.mdx" });
    session.handleMessage({ kind: "ready" });
    const first = getNext();
    await first.sendOutcome({ kind: "too-slow" });
    assert.ok(hasShownFault());
    session.handleMessage({ kind: "retry" });
    assert.deepEqual(getNext().source, first.source);
  });

  it("stops retrying if the text crashes the thread every time, and offers a manual retry", async () => {
    const waits = new RenderRetryPolicy();
    for (let i = 0; i < 4; i++) {
      assert.ok(waits.canRetry);
      waits.startWait(() => undefined);
    }
    assert.equal(waits.canRetry, false);
    waits.reset();
    assert.ok(waits.canRetry);
    waits.end();
    open({ file: "start.mdx" });
  });

  it("shows a page immediately, and again once missing data is loaded", async () => {
    open({ file: "start.mdx" });
    session.handleMessage({ kind: "ready" });
    const first = getNext();
    assert.equal(first.care, "quick");
    await first.sendOutcome(createRendered("plain", [], true));
    assert.deepEqual(getLastPage()?.update.newNodes, { plain: ["plain"] });
    const again = getNext();
    assert.deepEqual([again.care, again.source === first.source], ["whole", true]);
    session.handleMessage({ kind: "painted", version: 1, milliseconds: 1 });
    await again.sendOutcome(createRendered("colored"));
    assert.deepEqual([getLastPage()?.update.newNodes, requested.length], [{ colored: ["colored"] }, 0]);
  });

  it("reports an internal error and keeps the page", async () => {
    open({ file: "start.mdx" });
    session.handleMessage({ kind: "ready" });
    await getNext().sendOutcome({ kind: "failed", reason: "of ours" });
    assert.deepEqual([listKinds().at(-1), failures], ["fault", ["rendering start.mdx"]]);
  });

  it("reports problems on a page that was rendered before the site contained the page's text", async () => {
    const site = siteOf(files);
    live.current = { site: { ...site, references: new Map() } };
    open({ file: "start.mdx" });
    await getNext().sendOutcome(createRendered("one"));
    assert.deepEqual(live.renderProblemTracker.issuesForSite, {});
    live.current = { site };
    session.onSiteChanged();
    assert.deepEqual(live.renderProblemTracker.issuesForSite, { renderedIssues: new Map([["start.mdx", []]]) });
  });

  it("follows a link relative to the page and opens the section that the link refers to", async () => {
    open({ file: "start.mdx" });
    session.handleMessage({ kind: "ready" });
    await getNext().sendOutcome(createRendered("one"));
    session.handleMessage({ kind: "painted", version: 1, milliseconds: 1 });
    session.handleMessage({ kind: "navigate", url: "./other#part" });
    const { source, sendOutcome } = getNext();
    assert.equal(source.path, "other.mdx");
    assert.deepEqual(moves.at(-1), { file: "other.mdx", url: "/other", title: "Other" });
    await sendOutcome(createRendered("two"));
    assert.equal(getLastPage()?.fragment, "part");
  });

  it("uses a snippet's file name, without the extension, as its title", () => {
    files.set("snippets/first-note.mdx", "Text.");
    readSite();
    open({ file: "snippets/first-note.mdx" });
    assert.equal(moves.at(-1)?.title, "First note");
  });

  it("reports that a page was deleted", async () => {
    open({ file: "start.mdx" });
    session.handleMessage({ kind: "ready" });
    await getNext().sendOutcome(createRendered("one"));
    listKinds();
    files.delete("start.mdx");
    readSite();
    session.onSiteChanged();
    assert.deepEqual(listKinds().includes("missing"), true);
  });

  it("updates its title when the page's title changes", async () => {
    open({ file: "start.mdx" });
    session.handleMessage({ kind: "ready" });
    await getNext().sendOutcome(createRendered("one"));
    session.handleMessage({ kind: "painted", version: 1, milliseconds: 1 });
    files.set("start.mdx", createPage("Begin"));
    readSite();
    session.onSiteChanged();
    await getNext().sendOutcome(createRendered("one"));
    assert.equal(getLastPage()?.location.title, "Begin");
  });
});
