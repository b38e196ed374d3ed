import assert from "node:assert/strict";
import { fakeEditor } from "../harness/fake-vscode.ts";
import { repairMoves } from "../../client/src/refactoring/move-page.ts";
import { applyPlanned } from "../../client/src/refactoring/planned-edits.ts";
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
    const server = { toEdit } as unknown as Parameters<typeof applyPlanned>[0];
    assert.ok(await applyPlanned(server, { ok: true, edit: {}, manualRedirects: [] }));
    assert.deepEqual(warnings(), []);
    const manualRedirects = ["a", "b", "c", "d"].map(redirect);
    assert.ok(await applyPlanned(server, { ok: true, edit: {}, manualRedirects }));
    assert.deepEqual(warnings(), [
      "Couldn't add redirects because docs.json has errors. Add them manually: /old/a → /new/a, /old/b → /new/b, /old/c → /new/c, and 1 more.",
    ]);
  });

  it("cause a warning about redirects for files moved outside the editor, even if nothing else needs to be updated", async () => {
    const moved = { root: "file:///site", name: "Site", moves: [{ from: "old/a.mdx", to: "new/a.mdx" }] };
    const expected =
      "Couldn't add redirects because docs.json has errors. Add them manually: /old/a → /new/a.";
    for (const more of [{}, { edit: {} }]) {
      fakeEditor.asked.length = 0;
      fakeEditor.answers.push("edit" in more ? "Show Edits" : undefined);
      const found: MovesToRepair[] = [{ ...moved, ...more, manualRedirects: [redirect("a")] }];
      const server = { toEdit, requestWithoutParams: async () => found } as unknown;
      await repairMoves(server as Parameters<typeof repairMoves>[0]);
      assert.deepEqual(warnings(), [expected]);
    }
  });
});
