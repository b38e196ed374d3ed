import assert from "node:assert/strict";
import { URI } from "vscode-uri";
import { fakeEditor } from "../harness/fake-vscode.ts";
import { SiteLog, SiteStatusItem } from "../../client/src/status/site-status.ts";

type State = Parameters<SiteLog["logChanges"]>[0];
type Site = Extract<State, { kind: "running" }>["status"]["sites"][number];

const site = (given: Partial<Site> = {}): Site => ({
  root: "file:///docs",
  name: "Berthline",
  profile: "mintlify",
  pageCount: 29,
  specCount: 1,
  operationCount: 3,
  hasApi: false,
  remoteSpecCount: 0,
  counts: { error: 2, warning: 1, information: 0, hint: 4 },
  staleCopyCount: 0,
  isScanning: false,
  scanCount: 1,
  ...given,
});
const running = (...sites: readonly Site[]): State => ({ kind: "running", status: { sites } });

describe("site log", () => {
  let lines: string[];
  let time: number;
  let log: SiteLog;
  beforeEach(() => {
    lines = [];
    time = 1000;
    log = new SiteLog({ info: (line: string) => void lines.push(line) }, () => time);
  });

  it("logs the facts about a site once, when it has been read", () => {
    log.logChanges({ kind: "starting" });
    log.logChanges(running(site({ isScanning: true })));
    log.logChanges(running(site({ scanCount: 0 })));
    assert.deepEqual(lines, []);
    time = 2500;
    log.logChanges(running(site()));
    log.logChanges(running(site({ pageCount: 30 })));
    assert.deepEqual(lines, [
      "Site Berthline (file:///docs): mintlify profile, 29 pages, 3 operations in 1 specification; 2 errors, 1 warning, 0 info messages, 4 hints; checked in 1.5 s",
    ]);
  });

  it("measures the load time of a site added later, starting when it was added", () => {
    log.logChanges(running(site()));
    time = 60_000;
    log.logChanges(running(site(), site({ root: "file:///other", isScanning: true })));
    time = 60_200;
    log.logChanges(running(site(), site({ root: "file:///other", remoteSpecCount: 1, operationCount: 1 })));
    assert.equal(
      lines[1],
      "Site Berthline (file:///other): mintlify profile, 29 pages, 1 operation in 1 specification, 1 remote specification; 2 errors, 1 warning, 0 info messages, 4 hints; checked in 0.2 s",
    );
  });

  it("logs a site again after a restart and when it's removed and added back", () => {
    log.logChanges(running(site()));
    log.logChanges(running());
    log.logChanges(running(site()));
    log.logChanges({ kind: "starting" });
    log.logChanges(running(site()));
    assert.equal(lines.length, 3);
  });
});

describe("site status", () => {
  let item: SiteStatusItem;
  const harbor = site({ root: "file:///site", name: "Harbor" });
  const berths = site({ root: "file:///site/berths", name: "Berths" });
  const language = () => fakeEditor.statusItems[0];
  const bar = () => fakeEditor.statusItems[1];
  const open = (path: string | undefined) => {
    const uri = path === undefined ? undefined : URI.file(path);
    fakeEditor.activeEditor = uri && { document: { uri } };
    fakeEditor.activeEditorChanged.fire(fakeEditor.activeEditor);
  };
  const show = (...sites: readonly Site[]) => item.update(running(...sites));

  beforeEach(() => {
    fakeEditor.statusItems.length = 0;
    open(undefined);
    item = new SiteStatusItem();
  });
  afterEach(() => {
    item.dispose();
    open(undefined);
  });

  it("shows the name of the only site and opens its overview", () => {
    show(harbor);
    assert.deepEqual([bar()?.isShown, bar()?.text], [true, "$(book) Harbor"]);
    assert.deepEqual(bar()?.command, {
      title: "Show Site Overview",
      command: "docwright.showSiteOverview",
      arguments: ["file:///site"],
    });
    assert.deepEqual([language()?.text, language()?.command], ["Harbor", bar()?.command]);
  });

  it("shows the innermost site of the active file and keeps it for files outside all sites", () => {
    show(harbor, berths);
    assert.deepEqual([bar()?.text, bar()?.command?.arguments], ["$(book) Docwright: 2 sites", []]);
    open("/site/berths/start.mdx");
    assert.deepEqual([bar()?.text, bar()?.command?.arguments], ["$(book) Berths", [berths.root]]);
    // The active tab contains a webview, or a file that isn't in any site.
    for (const path of [undefined, "/elsewhere/a.mdx"]) {
      open(path);
      assert.equal(bar()?.text, "$(book) Berths");
    }
    // Simulates a restart of the server.
    item.update({ kind: "starting" });
    show(harbor, berths);
    assert.equal(bar()?.text, "$(book) Berths");
    open("/site/start.mdx");
    assert.equal(bar()?.text, "$(book) Harbor");
    show(berths);
    assert.equal(bar()?.text, "$(book) Berths");
  });

  it("shows the number of sites if a site is found before the others and no file is active", () => {
    show(harbor);
    show(harbor, berths);
    assert.deepEqual([bar()?.text, bar()?.command?.arguments], ["$(book) Docwright: 2 sites", []]);
  });

  it("shows only the beginning of a long name, as plain text", () => {
    show(site({ root: harbor.root, name: `$(zap)\u202e ${"x".repeat(100)}` }));
    // Only 40 characters of the name are shown.
    assert.equal(bar()?.text, `$(book) $ (zap)⟨U+202E⟩ ${"x".repeat(24)}…`);
  });

  it("is hidden if there's no site", () => {
    show(harbor);
    for (const state of [{ kind: "starting" }, { kind: "stopped", reason: "not-started" }] as const) {
      item.update(state);
      assert.equal(bar()?.isShown, false);
      show(harbor);
    }
    show();
    assert.equal(bar()?.isShown, false);
    assert.equal(language()?.command?.command, "docwright.createConfig");
  });
});
