import assert from "node:assert/strict";
import { URI } from "vscode-uri";
import { eventually } from "../harness/eventually.ts";
import { fakeEditor } from "../harness/fake-vscode.ts";
import * as vscode from "vscode";
import { createNavigationCommands } from "../../client/src/navigation/navigation-commands.ts";
import { movePage, repairMoves } from "../../client/src/refactoring/move-page.ts";
import type { MoveSummary } from "../../client/src/refactoring/move-summary.ts";
import { applyPlannedEdit, renameHeading } from "../../client/src/refactoring/planned-edits.ts";
import type { MovesToRepair } from "../../server/src/protocol/refactoring.ts";

const redirect = (name: string) => ({ source: `/old/${name}`, destination: `/new/${name}` });
const toEdit = async (sent: unknown) => sent && { created: new Map(), size: 1 };
const warnings = () => fakeEditor.asked.filter(({ kind }) => kind === "warning").map(({ text }) => text);

describe("edits whose redirects can't be added to docs.json", () => {
  beforeEach(() => {
    fakeEditor.asked.length = 0;
    fakeEditor.answers.length = 0;
  });

  it("are applied, followed by a warning about the redirects", async () => {
    const server = { toEdit } as unknown as Parameters<typeof applyPlannedEdit>[0];
    assert.ok(await applyPlannedEdit(server, { ok: true, edit: {}, manualRedirects: [] }));
    assert.deepEqual(warnings(), []);
    const manualRedirects = ["a", "b", "c", "d"].map(redirect);
    assert.ok(await applyPlannedEdit(server, { ok: true, edit: {}, manualRedirects }));
    assert.deepEqual(warnings(), [
      "Couldn't add redirects because docs.json has errors. Add them manually: /old/a → /new/a, /old/b → /new/b, /old/c → /new/c, and 1 more.",
    ]);
  });

  it("cause a warning about redirects for files moved outside the editor, even if nothing else needs to be updated", async () => {
    const moved = { root: "file:///site", name: "Site", moves: [{ from: "old/a.mdx", to: "new/a.mdx" }] };
    const expected = "Couldn't add redirects because docs.json has errors. Add them manually: /old/a → /new/a.";
    for (const more of [{}, { edit: {} }]) {
      fakeEditor.asked.length = 0;
      fakeEditor.answers.push("edit" in more ? "Show Edits" : undefined);
      const at = { line: 0, character: 0 };
      const left = [{ uri: "file:///site/b.mdx", range: { start: at, end: at } }];
      const found: MovesToRepair[] = [
        { ...moved, ...more, remainingLocations: left, manualRedirects: [redirect("a")] },
      ];
      const server = { toEdit, requestWithoutParams: async () => found } as unknown;
      await repairMoves(server as Parameters<typeof repairMoves>[0]);
      assert.deepEqual(warnings(), [expected, "1 reference must be updated manually."]);
    }
  });
});

describe("two edits at once", () => {
  type Server = Parameters<typeof movePage>[0];
  const file = URI.file("/site/a.mdx");
  let log: string[];
  let server: Server;
  let summary: MoveSummary;
  const { workspace } = vscode;
  const { applyEdit } = workspace;
  /** The edits that VS Code shows until the author applies them. */
  let reviewed: (() => void)[] | undefined;

  beforeEach(() => {
    fakeEditor.asked.length = 0;
    fakeEditor.answers.length = 0;
    log = [];
    reviewed = undefined;
    let plans = 0;
    const plan = async <Result>(result: (edit: number) => Result) => {
      const number = ++plans;
      log.push(`plan ${number}`);
      await new Promise(setImmediate);
      return result(number);
    };
    const sent = (number: number) => ({
      number,
      ...(reviewed && {
        changeAnnotations: { redirects: { label: "Add redirects", needsConfirmation: true } },
      }),
    });
    server = {
      getSites: async () => [{ root: "file:///site" }],
      request: () => plan((edit) => ({ ok: true, edit: sent(edit), redirects: [], manualRedirects: [], left: [] })),
      requestWithoutParams: () =>
        plan((edit) => [{ root: "file:///site", name: "Site", moves: [{ from: "a", to: "b" }], edit: sent(edit) }]),
      toEdit: async ({ number }: { readonly number: number }) => ({
        edit: number,
        size: 1,
        entries: () => [],
      }),
    } as unknown as Server;
    const apply = async ({ edit }: { readonly edit: number }) => {
      log.push(`apply ${edit}`);
      await new Promise<void>((resolve) => {
        if (reviewed) reviewed.push(resolve);
        else setImmediate(resolve);
      });
      log.push(`applied ${edit}`);
      return true;
    };
    Object.assign(workspace, { applyEdit: apply });
    summary = { apply, show: async () => undefined } as unknown as MoveSummary;
  });
  afterEach(() => void Object.assign(workspace, { applyEdit }));

  const row = { kind: "node", node: { kind: "page", slug: "a", label: "A" }, root: "file:///site" };
  const view = { waitForChosenRows: async () => [row] };
  const heading = { uri: file.toString(), position: { line: 0, character: 0 }, name: "A" };
  const edits: Readonly<Record<string, readonly [run: () => unknown, ...answers: readonly string[]]>> = {
    "moves of pages": [() => movePage(server, summary, file), "b", "c"],
    "renames of rows": [
      () =>
        createNavigationCommands(server, view as unknown as Parameters<typeof createNavigationCommands>[1], summary)[
          "docwright.navigation.rename"
        ]?.(row),
      "B",
      "C",
    ],
    "renames of headings": [() => renameHeading(server, heading), "B", "C"],
    repairs: [() => repairMoves(server), "Show Edits", "Show Edits"],
  };
  for (const [what, [run, ...answers]] of Object.entries(edits)) {
    it(`are planned and applied one after the other if they're ${what}`, async () => {
      fakeEditor.answers.push(...answers);
      await Promise.all([run(), run()]);
      const applied = log.filter((line) => line.startsWith("applied"));
      assert.equal(applied.length, 2);
      for (const line of applied) {
        const number = line.replace("applied ", "");
        const at = log.indexOf(`plan ${number}`);
        const next = log.slice(at, at + 2);
        assert.deepEqual(next, [`plan ${number}`, `apply ${number}`], log.join(", "));
      }
    });
  }

  it("don't wait for an edit that the author reviews", async () => {
    for (const what of Object.keys(edits)) {
      const [run, ...answers] = edits[what] ?? assert.fail();
      fakeEditor.answers.push(...answers);
      log = [];
      const open: (() => void)[] = (reviewed = []);
      const both = Promise.all([run(), run()]);
      await eventually(() => assert.equal(open.length, 2));
      for (const end of open) end();
      await both;
    }
  });
});
