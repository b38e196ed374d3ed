import assert from "node:assert/strict";
import * as vscode from "vscode";
import { showCoverage } from "../in-host/show-coverage.ts";
import { codeOf, openFile, problemsOf, replaceText, revertChanges, siteFile } from "../in-host/site.ts";
import { until } from "../in-host/until.ts";
import { inWindow, takePicture } from "../in-host/window.ts";

/** Tests the view that shows where readers find each operation, on a site that doesn't show some of them. */
describe("coverage view", () => {
  before(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await showCoverage();
  });
  afterEach(revertChanges);

  it("shows operations below their specification, with missing ones first", async function () {
    const expected = [
      "openapi/berths.json · version isn't supported",
      "openapi/orders.yaml · 2 of 5 shown",
      "Not on any page · 2",
      "GET /orders/{orderId} · Retrieve an order",
      "PATCH /orders/{orderId} · Change an order",
      "Not in the navigation · 1",
      "DELETE /orders/{orderId} · /orders/cancel",
      "Shown · 2",
    ];
    const rows = await untilRows((all) => expected.every((row, at) => all[at] === row));
    if (!rows) this.skip();
    await takePicture("coverage");
  });

  it("is equally readable in dark and high-contrast themes", async () => {
    const settings = vscode.workspace.getConfiguration("workbench");
    for (const theme of ["Default Dark Modern", "Default High Contrast"]) {
      await settings.update("colorTheme", theme, vscode.ConfigurationTarget.Global);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await takePicture(`coverage-${theme.split(" ")[1]?.toLowerCase()}`);
    }
    await settings.update("colorTheme", undefined, vscode.ConfigurationTarget.Global);
  });

  it("shows only missing operations when filtered", async function () {
    await vscode.commands.executeCommand("docwright.coverage.onlyMissing");
    const rows = await untilRows((all) => !all.some((row) => row.startsWith("Shown")));
    if (!rows) this.skip();
    assert.ok(!rows.some((row) => row.includes("x-hidden")), rows.join("; "));
    await takePicture("coverage-missing");
    await vscode.commands.executeCommand("docwright.coverage.showAll");
    await untilRows((all) => all.includes("Shown · 2"));
  });

  it("opens the specification at an operation's position", async function () {
    if ((await inWindow("clickInView", "PATCH /orders")) === undefined) this.skip();
    const editor = await until("the operation", () => editorOf("openapi/orders.yaml"));
    await until("its method", () => editor.document.getText(editor.selection) === "patch");
  });

  it("opens the page of an operation", async function () {
    if ((await inWindow("clickInView", "DELETE /orders > Open Page")) === undefined) this.skip();
    await until("the page", () => editorOf("orders/cancel.mdx"));
  });

  it("lists an operation of a closed specification in the navigation and updates its row", async function () {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const specification = siteFile("openapi/orders.yaml").toString();
    await until(
      "the specification to be closed",
      () => !vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === specification),
    );
    if ((await inWindow("clickInView", "PATCH /orders > Add to Navigation")) === undefined) this.skip();
    const editor = await until("docs.json", () => editorOf("docs.json"));
    await until("the entry", () => editor.document.getText().includes('"PATCH /orders/{orderId}"'));
    await untilRows((all) => all.includes("openapi/orders.yaml · 3 of 5 shown") && all.includes("Not on any page · 1"));
    await takePicture("coverage-listed");
  });

  it("lists two operations in the navigation if the second request arrives before the first edit", async () => {
    // The problems of a closed specification are combined into one.
    const specification = (await openFile("openapi/orders.yaml")).document.uri;
    const { document } = await openFile("docs.json");
    const operations = await until("the operations that aren't in the navigation", () => {
      const found = problemsOf(specification).filter((problem) => codeOf(problem) === "openapi/operation-undocumented");
      return found.length === 2 ? found : undefined;
    });
    const nodes = operations.map(({ range, message }) => {
      const [, method, path] = /\b([A-Z]+) (\/[\w/{}]+)/.exec(message) ?? [];
      return {
        kind: "operation",
        operation: { method, path, navigationLocation: { uri: specification.toString(), range } },
      };
    });
    await Promise.all(nodes.map((node) => vscode.commands.executeCommand("docwright.coverage.listInNavigation", node)));
    const text = document.getText();
    assert.doesNotThrow(() => JSON.parse(text), text);
    for (const entry of ['"GET /orders/{orderId}"', '"PATCH /orders/{orderId}"']) assert.ok(text.includes(entry), text);
  });

  it("updates as you type", async function () {
    const { document } = await openFile("docs.json");
    await replaceText(document, '"orders/create"', '"DELETE /orders/{orderId}"');
    const rows = await untilRows((all) => all.includes("POST /orders · /orders/create"));
    if (!rows) this.skip();
  });
});

function editorOf(path: string): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.uri.toString() === siteFile(path).toString() ? editor : undefined;
}

/** Waits until the rows are as requested, and returns them. Returns undefined if the window can't be controlled. */
async function untilRows(areRequested: (rows: readonly string[]) => boolean): Promise<readonly string[] | undefined> {
  let rows: unknown;
  const found = await until(
    "the rows of the view",
    async () => {
      rows = await inWindow("rowsOfView");
      return rows === undefined || areRequested(rows as string[]);
    },
    { describe: () => `Seen: ${(rows as string[]).join("; ")}.` },
  );
  return found ? (rows as string[] | undefined) : undefined;
}
