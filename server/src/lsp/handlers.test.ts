import assert from "node:assert/strict";
import { ownMethods } from "../../../test/harness/every-request.ts";
import { coverageChanged } from "../protocol/coverage.ts";
import { feedbackJoinsChanged } from "../protocol/feedback.ts";
import { navigationChanged } from "../protocol/navigation.ts";
import { previewPush } from "../protocol/preview.ts";
import { remainingReferences } from "../protocol/refactoring.ts";
import { siteOverviewsChanged } from "../protocol/site-overview.ts";
import { hostDidChange, siteStatus } from "../protocol/site.ts";
import { getCapabilities } from "./server.ts";
import { handlers } from "./handlers.ts";

const toClient = [
  coverageChanged,
  feedbackJoinsChanged,
  navigationChanged,
  previewPush,
  remainingReferences,
  siteOverviewsChanged,
  siteStatus,
];

describe("handler table", () => {
  const methods = handlers.map(({ method }) => method);

  it("contains each method once", () => {
    assert.deepEqual(methods, [...new Set(methods)]);
  });

  it("contains every custom message to the server, except for the one that the session handles itself", () => {
    const others: readonly string[] = [...toClient, hostDidChange].map(({ method }) => method);
    assert.deepEqual(
      methods.filter((method) => method.startsWith("docwright/")).sort(),
      ownMethods()
        .filter((method) => !others.includes(method))
        .sort(),
    );
  });

  it("determines the capabilities that are reported to a client", () => {
    const pulling = getCapabilities({
      textDocument: { diagnostic: {}, rename: { prepareSupport: true } },
    });
    assert.deepEqual(pulling.renameProvider, { prepareProvider: true });
    assert.ok(pulling.diagnosticProvider);
    const pushed = getCapabilities({});
    assert.equal(pushed.renameProvider, true);
    assert.equal(pushed.diagnosticProvider, undefined);
    assert.equal(pushed.hoverProvider, true);
    assert.ok(pushed.workspace?.workspaceFolders);
    assert.deepEqual(Object.keys(pushed.workspace.fileOperations ?? {}), ["willRename", "willDelete"]);
  });
});
