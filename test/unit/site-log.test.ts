import assert from "node:assert/strict";
import "../harness/fake-vscode.ts";
import { SiteLog } from "../../client/src/status/site-status.ts";

type State = Parameters<SiteLog["show"]>[0];
type Site = Extract<State, { kind: "running" }>["status"]["sites"][number];

const site = (given: Partial<Site> = {}): Site => ({
  root: "file:///docs",
  name: "Berthline",
  profile: "mintlify",
  pages: 29,
  specs: 1,
  operations: 3,
  remoteSpecs: 0,
  counts: { error: 2, warning: 1, information: 0, hint: 4 },
  staleCopies: 0,
  scanning: false,
  scans: 1,
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
    log.show({ kind: "starting" });
    log.show(running(site({ scanning: true })));
    log.show(running(site({ scans: 0 })));
    assert.deepEqual(lines, []);
    time = 2500;
    log.show(running(site()));
    log.show(running(site({ pages: 30 })));
    assert.deepEqual(lines, [
      "Site Berthline (file:///docs): mintlify profile, 29 pages, 3 operations in 1 specification; 2 errors, 1 warning, 0 info messages, 4 hints; checked in 1.5 s",
    ]);
  });

  it("measures the load time of a site added later, starting when it was added", () => {
    log.show(running(site()));
    time = 60_000;
    log.show(running(site(), site({ root: "file:///other", scanning: true })));
    time = 60_200;
    log.show(running(site(), site({ root: "file:///other", remoteSpecs: 1, operations: 1 })));
    assert.equal(
      lines[1],
      "Site Berthline (file:///other): mintlify profile, 29 pages, 1 operation in 1 specification, 1 remote specification; 2 errors, 1 warning, 0 info messages, 4 hints; checked in 0.2 s",
    );
  });

  it("logs a site again after a restart and when it's removed and added back", () => {
    log.show(running(site()));
    log.show(running());
    log.show(running(site()));
    log.show({ kind: "starting" });
    log.show(running(site()));
    assert.equal(lines.length, 3);
  });
});
