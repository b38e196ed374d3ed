import assert from "node:assert/strict";
import { createMessageFormatter } from "../../core/text/localized-message.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { Session } from "../session/session.ts";
import { offerRepair } from "./repair-moves.ts";

describe("offerRepair", () => {
  it("reports that the site hasn't been loaded yet", () => {
    const live = { current: undefined } as unknown as SiteState;
    const shown: unknown[] = [];
    const window = {
      showWarningMessage: (...message: unknown[]) => {
        shown.push(message);
        return Promise.resolve(undefined);
      },
    };
    const session = {
      sites: { sites: [live] },
      connection: { window },
      messages: createMessageFormatter("en"),
    } as unknown as Session;
    offerRepair(live, [{ from: "a.mdx", to: "b.mdx" }], session);
    assert.deepEqual(shown, [
      [
        "Docwright: References to the moved files weren't updated because the site isn't loaded. Update them after Docwright has loaded the site.",
        { title: "Update References" },
      ],
    ]);
  });
});
