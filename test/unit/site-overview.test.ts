import assert from "node:assert/strict";
import { URI } from "vscode-uri";
import type { FeedbackSummary } from "../../client/src/feedback/store.ts";
import type { SiteOverview } from "../../server/src/protocol/site-overview.ts";
import type { SiteStatus } from "../../server/src/protocol/site.ts";
import type { OverviewView, SiteView, ToOverview } from "../../webview/src/overview/overview-protocol.ts";
import { eventually } from "../harness/eventually.ts";
import { fakeEditor } from "../harness/fake-vscode.ts";
import { type OverviewDependencies, openOverviews } from "../../client/src/overview/overview-panels.ts";

const noCounts = { error: 0, warning: 0, information: 0, hint: 0 };
const status = (root: string, name: string): SiteStatus => ({
  root,
  name,
  profile: "mintlify",
  pageCount: 3,
  specCount: 0,
  operationCount: 0,
  counts: noCounts,
  hasApi: false,
  remoteSpecCount: 0,
  staleCopyCount: 0,
  isScanning: false,
  scanCount: 1,
});
const harbor = status("file:///site", "Harbor");
const berths = status("file:///site/berths", "Berths");

const place = (path: string, line: number) => ({
  uri: `file:///site/${path}`,
  path,
  message: `A message about ${path}.`,
  range: { start: { line, character: 2 }, end: { line, character: 4 } },
});

const overviewOf = (site: SiteStatus, rest: Partial<SiteOverview> = {}): SiteOverview => ({
  status: site,
  isLoaded: true,
  pages: { shown: 2, generated: 0, hidden: 0, unlisted: 1, languages: [], versions: [] },
  rules: [],
  fixes: { problemCount: 0, fileCount: 0 },
  specifications: [],
  unfetchedUrls: [],
  ...rest,
});

const withProblems = overviewOf(
  { ...harbor, counts: { ...noCounts, error: 1, warning: 1200 } },
  {
    rules: [
      {
        code: "nav/page-not-found",
        summary: "A navigation entry for a page that doesn't exist.",
        severity: "error",
        count: 1,
        isFixable: false,
        locations: [place("docs.json", 13)],
      },
      {
        code: "link/wrong-case",
        summary: "A link in the wrong case.",
        severity: "warning",
        count: 1200,
        isFixable: true,
        locations: [place("a.mdx", 1), place("a.mdx", 2), place("b.mdx", 0)],
      },
    ],
    fixes: { problemCount: 3, fileCount: 2 },
  },
);

/** Simulates the language server and the reader feedback. */
class World {
  overviews: readonly SiteOverview[] = [];
  state: OverviewDependencies["server"]["state"] = { kind: "starting" };
  summary: FeedbackSummary = { kind: "off" };
  isFixable = false;
  /** All requests except those for the overviews. */
  readonly requests: unknown[] = [];
  /** The locations of the problems that a rule reports. */
  places = [place("a.mdx", 1), place("a.mdx", 2), place("b.mdx", 0), place("c.mdx", 7)];
  /** The edits that the editor adds to the edits of the server. */
  readonly added: unknown[] = [];
  readonly #listeners = new Set<() => unknown>();
  readonly #listen = (listener: () => unknown) => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };
  readonly panels = openOverviews({
    server: Object.defineProperty(
      {
        getOverviews: async () => this.overviews,
        getSites: async () => this.overviews.map((overview) => overview.status),
        listProblems: async (...params: readonly string[]) => {
          this.requests.push(["problems", ...params]);
          return this.places;
        },
        fixSafeProblems: async (root: string) => {
          this.requests.push(["fix", root]);
          return this.isFixable
            ? { ok: true, edit: {} }
            : { ok: false, reason: "None of this site's problems has a safe fix." };
        },
        toEdit: async () => ({
          created: new Map(),
          entries: () => [[URI.file("/site/docs.json"), []]],
          insert: (...edit: unknown[]) => this.added.push(edit),
        }),
        onDidChangeOverviews: this.#listen,
        onDidChangeStatus: this.#listen,
      },
      "state",
      { get: () => this.state },
    ) as unknown as OverviewDependencies["server"],
    feedback: { summarizeSite: async () => this.summary, onDidChange: this.#listen },
    extensionUri: URI.file("/extension"),
    viewType: "docwright.overview",
  });

  change(): void {
    for (const listener of this.#listeners) listener();
  }
}

describe("Site Overview", () => {
  let world: World;
  const panel = () => {
    const last = fakeEditor.panels.at(-1);
    assert.ok(last);
    return last;
  };
  const views = () => panel().sent.map((message) => (message as ToOverview).view);
  const until = <Kind extends OverviewView["kind"]>(
    kind: Kind,
    isRight: (view: Extract<OverviewView, { kind: Kind }>) => boolean = () => true,
  ) =>
    eventually(() => {
      const view = views().at(-1) as Extract<OverviewView, { kind: Kind }> | undefined;
      assert.ok(view?.kind === kind && isRight(view), `the ${kind} view`);
      return view;
    });
  const shown = () => until("site");
  const say = (message: unknown) => panel().said.fire(message);

  beforeEach(() => {
    for (const list of [fakeEditor.asked, fakeEditor.answers, fakeEditor.executed, fakeEditor.shown, fakeEditor.panels])
      list.length = 0;
    fakeEditor.activeEditor = undefined;
    fakeEditor.clipboard = "";
    world = new World();
    world.overviews = [withProblems];
    world.state = { kind: "running", status: { sites: [harbor] } };
  });
  afterEach(() => {
    world.panels.dispose();
    fakeEditor.panels.length = 0;
    fakeEditor.activeEditor = undefined;
  });

  it("loads only its own script and style sheet and uses no HTML strings", async () => {
    await world.panels.show(undefined);
    const { html } = panel().webview;
    assert.match(html, /default-src 'none'; script-src 'nonce-[\w-]+'; style-src 'nonce-[\w-]+'/);
    assert.match(html, /require-trusted-types-for 'script'; trusted-types 'none'/);
    assert.doesNotMatch(html, /Harbor/);
  });

  it("shows the rules, most severe first, with their first locations", async () => {
    await world.panels.show(undefined);
    const { name, facts, problems } = await shown();
    assert.deepEqual([name, facts], ["Harbor", ["docs.json", "mintlify profile"]]);
    assert.deepEqual(
      problems.counts.map(({ label }) => label),
      ["1 error", "1,200 warnings"],
    );
    const [first, second] = problems.rules;
    assert.deepEqual(
      [first?.code, first?.severityLabel, first?.count, first?.fixLabel, first?.moreText],
      ["nav/page-not-found", "Error", "1", "", ""],
    );
    assert.equal(first?.summary, "A navigation entry for a page that doesn't exist");
    assert.deepEqual(
      second?.locations.map(({ label }) => label),
      ["a.mdx:2", "a.mdx:3", "b.mdx:1"],
    );
    assert.deepEqual([second?.fixLabel, second?.moreText], ["Safe fix", "1,197 more"]);
    assert.equal(problems.fix?.hint, "3 fixes in 2 files. You can review every edit before it's applied.");
  });

  it("opens a location and lists all locations of a rule", async () => {
    await world.panels.show(undefined);
    await shown();
    say({ kind: "openPlace", code: "link/wrong-case", label: "a.mdx:3" });
    await eventually(() => assert.equal(fakeEditor.shown.length, 1));
    assert.deepEqual(
      fakeEditor.shown.map(({ uri, line }) => [uri.toString(), line]),
      [["file:///site/a.mdx", 2]],
    );
    say({ kind: "listPlaces", code: "link/wrong-case" });
    await eventually(() => assert.equal(fakeEditor.executed.length, 1));
    const [command, uri, , locations] = fakeEditor.executed[0] ?? [];
    assert.equal(command, "editor.action.peekLocations");
    assert.equal(String(uri), "file:///site/a.mdx");
    assert.equal((locations as unknown[]).length, 4);
    // If there's only one location, no list is needed.
    world.places = [place("docs.json", 13)];
    say({ kind: "listPlaces", code: "nav/page-not-found" });
    await eventually(() => assert.equal(fakeEditor.shown.length, 2));
    assert.deepEqual(world.requests, [
      ["problems", "file:///site", "link/wrong-case"],
      ["problems", "file:///site", "nav/page-not-found"],
    ]);
  });

  it("ignores invalid messages and unknown locations", async () => {
    world.places = [];
    await world.panels.show(undefined);
    await shown();
    for (const message of [
      null,
      { kind: "run", action: "workbench.action.quit" },
      { kind: "openPlace", code: "link/wrong-case", label: "/etc/passwd:1" },
      { kind: "openSpecification", path: "../../etc/passwd" },
      { kind: "fetch", url: "https://evil.example/a.json" },
      { kind: "listPlaces", code: "unknown/rule" },
    ])
      say(message);
    // Once this message has been handled, all previous ones have been handled as well.
    say({ kind: "showRule", code: "nav/page-not-found" });
    await eventually(() => assert.notEqual(fakeEditor.executed.length, 0));
    assert.deepEqual(fakeEditor.executed, [["docwright.showRule", "nav/page-not-found"]]);
    assert.deepEqual(fakeEditor.shown, []);
  });

  it("runs the commands for its actions", async () => {
    world.overviews = [
      overviewOf(harbor, {
        specifications: [{ uri: "file:///site/api.json", path: "api.json", eligibleCount: 4, shownCount: 3 }],
        unfetchedUrls: ["https://api.example.com/a.json"],
      }),
    ];
    await world.panels.show(undefined);
    const { coverage } = await shown();
    assert.deepEqual(
      coverage.specifications.map(({ path, text, share }) => [path, text, share]),
      [["api.json", "3 of 4 shown", 0.75]],
    );
    assert.match(coverage.unfetchedSpecs[0]?.text ?? "", /hasn't been fetched/);
    for (const action of ["openCoverage", "openFeedback", "connectFeedback", "setKey", "manageTrust"])
      say({ kind: "run", action });
    say({ kind: "fetch", url: "https://api.example.com/a.json" });
    say({ kind: "showFeedback", url: "/start" });
    say({ kind: "openSpecification", path: "api.json" });
    await eventually(() => assert.equal(fakeEditor.executed.length, 8));
    assert.deepEqual(
      fakeEditor.executed.map(([command, argument]) =>
        argument === undefined ? command : [command, argument instanceof URI ? argument.path : argument],
      ),
      [
        "docwright.coverage.focus",
        "docwright.feedback.openPanel",
        "docwright.feedback.setUp",
        "docwright.feedback.setApiKey",
        "workbench.trust.manage",
        ["docwright.fetchSpecification", "https://api.example.com/a.json"],
        ["docwright.feedback.openPanel", { page: "/start" }],
        ["vscode.open", "/site/api.json"],
      ],
    );
  });

  it("explains why there's nothing to fix", async () => {
    await world.panels.show(undefined);
    await shown();
    say({ kind: "run", action: "fix" });
    await eventually(() => assert.equal(fakeEditor.asked.length, 1));
    assert.deepEqual(world.requests, [["fix", "file:///site"]]);
    assert.equal(fakeEditor.asked[0]?.text, "None of this site's problems has a safe fix.");
  });

  it("previews all safe fixes with all of them selected", async () => {
    world.isFixable = true;
    await world.panels.show(undefined);
    await shown();
    say({ kind: "run", action: "fix" });
    await eventually(() => assert.equal(world.added.length, 1));
    // VS Code shows a preview only if at least one edit needs confirmation. This edit is at the end of a file and has
    // no effect.
    const [uri, position, text, metadata] = world.added[0] as unknown[];
    assert.equal(String(uri), "file:///site/docs.json");
    assert.deepEqual({ ...(position as object) }, { line: 11, character: 0 });
    assert.deepEqual([text, metadata], ["", { needsConfirmation: true, label: "Preview" }]);
  });

  it("copies the overview as Markdown", async () => {
    await world.panels.show(undefined);
    await shown();
    say({ kind: "run", action: "copy" });
    await eventually(() => assert.match(fakeEditor.clipboard, /^# Harbor\n/));
    assert.doesNotMatch(fakeEditor.clipboard, /file:|\/site\//);
  });

  it("suggests saving outside the site, where the file wouldn't become a page", async () => {
    await world.panels.show(undefined);
    await shown();
    say({ kind: "run", action: "save" });
    await eventually(() => assert.equal(fakeEditor.asked[0]?.kind, "save"));
    const [options] = (fakeEditor.asked[0]?.options ?? []) as { defaultUri?: URI }[];
    assert.equal(options?.defaultUri?.path, "/Harbor-overview.md");
  });

  it("is updated when the site or the feedback changes", async () => {
    await world.panels.show(undefined);
    await shown();
    world.overviews = [overviewOf(harbor)];
    world.summary = {
      kind: "entries",
      openCount: 2,
      up: 5,
      down: 1,
      worstPages: [{ url: "/start", title: "Start", openCount: 2, up: 1, down: 9 }],
    };
    world.change();
    const { problems, feedback } = await until("site", (view) => view.problems.rules.length === 0);
    assert.deepEqual([problems.emptyText, problems.fix], ["No problems found.", undefined]);
    assert.equal(feedback.text, "2 open comments. 5 helpful, 1 not helpful.");
    assert.deepEqual(
      feedback.worstPages?.rows.map(({ title, ratings, comments }) => [title, ratings, comments]),
      [["Start", "▲ 1 ▼ 9", "2"]],
    );
  });

  it("isn't updated while it's hidden", async () => {
    world.overviews = [overviewOf(harbor), overviewOf(berths)];
    await world.panels.show(harbor.root);
    await shown();
    const hidden = panel();
    hidden.view.visible = false;
    await world.panels.show(berths.root);
    await shown();
    const before = hidden.sent.length;
    world.overviews = [overviewOf({ ...harbor, name: "Port" }), overviewOf({ ...berths, name: "Quays" })];
    world.change();
    await until("site", ({ name }) => name === "Quays");
    assert.equal(hidden.sent.length, before);
    hidden.view.visible = true;
    hidden.viewChanged.fire(undefined);
    await eventually(() => assert.match(JSON.stringify(hidden.sent.at(-1)), /"name":"Port"/));
  });

  it("offers the next step if there's no feedback", async () => {
    const steps: Record<string, string | undefined> = {};
    await world.panels.show(undefined);
    for (const kind of ["untrusted", "off", "no-key", "loading", "failed", "empty"] as const) {
      const before = views().length;
      world.summary = { kind };
      world.change();
      await eventually(() => assert.ok(views().length > before, kind));
      const { feedback } = await shown();
      assert.notEqual(feedback.text, "");
      steps[kind] = feedback.actions[0]?.action;
    }
    assert.deepEqual(steps, {
      untrusted: "manageTrust",
      off: "connectFeedback",
      "no-key": "setKey",
      loading: "openFeedback",
      failed: "openFeedback",
      empty: "openFeedback",
    });
  });

  it("shows that the site is loading, no longer exists, or is unknown", async () => {
    world.overviews = [{ ...withProblems, isLoaded: false }];
    await world.panels.show(undefined);
    await until("loading");
    world.overviews = [];
    world.state = { kind: "stopped", reason: "keeps-ending" };
    world.change();
    const stopped = await until("message");
    assert.match(stopped.text, /has stopped\.$/);
    assert.deepEqual(stopped.actions.map(({ action }) => action), ["restart"]); // prettier-ignore
    world.state = { kind: "running", status: { sites: [] } };
    world.change();
    const empty = await until("message", ({ text }) => text !== stopped.text);
    assert.match(empty.text, /no open folder contains a docs\.json\.$/);
    assert.deepEqual(empty.actions.map(({ action }) => action), ["createConfig"]); // prettier-ignore
    world.state = { kind: "running", status: { sites: [berths] } };
    world.change();
    const gone = await until("message", ({ text }) => text !== empty.text);
    assert.match(gone.text, /Open its folder/);
  });

  it("opens one panel per site, by default for the active file's site", async () => {
    world.overviews = [overviewOf(harbor), overviewOf(berths)];
    fakeEditor.activeEditor = { document: { uri: URI.file("/site/berths/start.mdx") } };
    await world.panels.show(undefined);
    const view: SiteView = await shown();
    assert.equal(view.name, "Berths");
    await world.panels.show(berths.root);
    assert.equal(fakeEditor.panels.length, 1);
    await world.panels.show(harbor.root);
    assert.equal(fakeEditor.panels.length, 2);
    assert.equal((await shown()).name, "Harbor");
  });

  it("opens the site of the active tab while its file is being opened", async () => {
    world.overviews = [overviewOf(harbor), overviewOf(berths)];
    fakeEditor.activeEditor = undefined;
    fakeEditor.activeTab = URI.file("/site/berths/start.mdx");
    await world.panels.show(undefined);
    fakeEditor.activeTab = undefined;
    assert.equal((await shown()).name, "Berths");
  });

  it("prompts for a site if there are several and the active file isn't in any of them", async () => {
    world.overviews = [overviewOf(harbor), overviewOf(berths)];
    fakeEditor.activeEditor = { document: { uri: URI.file("/elsewhere/a.mdx") } };
    fakeEditor.answers.push(1);
    await world.panels.show(undefined);
    assert.equal((await shown()).name, "Berths");
  });
});
