import assert from "node:assert/strict";
import { mock } from "node:test";
import { siteOf } from "../../../../test/harness/site-of.ts";
import { scanScript } from "../../core/page/scan-script.ts";
import { applyFile } from "../../core/site/site.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { Session } from "../session/session.ts";
import { formatMessageInEnglish } from "../../core/text/localized-message.ts";
import { EditBasis, createMissingEditMessage, makeEdit } from "./edit-basis.ts";

const siteState = { revision: 1, current: { site: {} } } as unknown as SiteState;

describe("makeEdit", () => {
  /**
   * Makes an edit to a site in which a file changes on disk during the first `changes` attempts. Each attempt takes
   * `milliseconds`. The first `failures` attempts throw an error.
   */
  async function tryEdit(options: { milliseconds: number; changes?: number; failures?: number }) {
    const { milliseconds, changes = Infinity, failures = 0 } = options;
    let rounds = 0;
    let now = 0;
    const sites = {
      waitUntilRead: () => {
        rounds++;
        now += milliseconds;
        return Promise.resolve();
      },
      readUnreportedChanges: () => Promise.resolve(rounds <= changes),
      isRead: () => true,
    };
    const session = { sites, documents: { flush: () => undefined } } as unknown as Session;
    const clock = mock.method(performance, "now", () => now);
    try {
      const make = () => (rounds <= failures ? assert.fail("The target exists.") : "edit");
      return { edit: await makeEdit(siteState, session, "site", make), rounds };
    } finally {
      clock.mock.restore();
    }
  }

  it("creates an edit as soon as no files change during an attempt, regardless of how long the attempt takes", async () => {
    assert.deepEqual(await tryEdit({ milliseconds: 60_000, changes: 0 }), { edit: "edit", rounds: 1 });
    assert.deepEqual(await tryEdit({ milliseconds: 60_000, changes: 2 }), { edit: "edit", rounds: 3 });
    assert.deepEqual(await tryEdit({ milliseconds: 0, changes: 7 }), { edit: "edit", rounds: 8 });
  });

  it("reports an error only if it doesn't depend on a file that has changed", async () => {
    assert.deepEqual(await tryEdit({ milliseconds: 0, changes: 2, failures: 2 }), { edit: "edit", rounds: 3 });
    await assert.rejects(tryEdit({ milliseconds: 0, changes: 1, failures: 2 }), /The target exists/);
  });

  for (const [milliseconds, rounds] of [
    [0, 8],
    [1200, 8],
    [1500, 7],
    [3000, 4],
    [5001, 3],
    [60_000, 3],
  ] as const)
    it(`gives up after ${rounds} attempts of ${milliseconds} ms if files keep changing`, async () => {
      assert.deepEqual(await tryEdit({ milliseconds }), { edit: undefined, rounds });
    });
});

describe("failure to create an edit", () => {
  const getReason = (state: SiteState, sites: readonly SiteState[]) => {
    const session = { sites: { sites } } as unknown as Session;
    return formatMessageInEnglish(createMissingEditMessage(state, session));
  };
  const unreadSiteState = { revision: 0, current: undefined } as unknown as SiteState;

  it("is attributed to file changes only if the site is loaded", () => {
    assert.match(getReason(siteState, [siteState]), /^The site's files keep changing on disk/);
    assert.match(getReason(siteState, []), /^The site isn't loaded/);
    assert.match(getReason(unreadSiteState, [unreadSiteState]), /^The site isn't loaded/);
  });
});

describe("EditBasis for an edited code file", () => {
  const path = "snippets/links.jsx";
  const code = '// Links\nexport const Links = () => <a href="/b">B</a>;\n';
  const site = siteOf(
    new Map([
      ["docs.json", '{ "navigation": { "pages": ["a"] } }'],
      ["a.mdx", 'import { Links } from "/snippets/links.jsx";\n\n<Links />\n'],
      [path, code],
    ]),
  );
  const editSite = (text: string) => applyFile(site, { kind: "script", path, script: scanScript(path, text) }).site;
  const session = {
    sites: { isRead: () => true, areRead: () => true },
    lineMaps: { get: () => assert.fail("The line map isn't from the snapshot.") },
  } as unknown as Session;

  it("uses the snapshot's lines and depends only on the text of that file", () => {
    const state = { revision: 1, current: { site } };
    const basis = new EditBasis(state as unknown as SiteState, site, session, "edited files");
    assert.deepEqual(Array.from(basis.getLines(path).lineStarts).slice(0, 2), [0, code.indexOf("\n") + 1]);
    Object.assign(state, { revision: 2, current: { site: { ...site } } });
    assert.ok(basis.isCurrent);
    Object.assign(state, { revision: 3, current: { site: editSite(`\n${code}`) } });
    assert.ok(!basis.isCurrent);
  });
});
