import assert from "node:assert/strict";
import { createMessageFormatter } from "../../core/text/localized-message.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import type { Session } from "../session/session.ts";
import { offerRepair } from "./repair-moves.ts";

describe("offerRepair", () => {
  it("reports that the site hasn't been loaded yet", () => {
    const siteState = { current: undefined } as unknown as SiteState;
    const messages: unknown[] = [];
    const window = {
      showWarningMessage: (...message: unknown[]) => {
        messages.push(message);
        return Promise.resolve(undefined);
      },
    };
    const session = {
      sites: { sites: [siteState] },
      connection: { window },
      messages: createMessageFormatter("en"),
    } as unknown as Session;
    offerRepair(siteState, [{ from: "a.mdx", to: "b.mdx" }], session);
    assert.deepEqual(messages, [
      [
        "Docwright: References to the moved files weren't updated because the site isn't loaded. Update them after Docwright has loaded the site.",
        { title: "Update References" },
      ],
    ]);
  });
});
