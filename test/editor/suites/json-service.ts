import assert from "node:assert/strict";
import * as vscode from "vscode";
import { codeOf, openFile, problemsOf, replaceText, revertChanges, untilProblem } from "../in-host/site.ts";
import { until } from "../in-host/until.ts";

/**
 * Tests Docwright together with VS Code's own JSON service. Regardless of the schema that the service uses for
 * docs.json (no schema, one that isn't trusted, one that can't be loaded, a local one, or one configured by the user),
 * there must not be any duplicate problems or completion items.
 */
describe("docs.json alongside VS Code's JSON service", () => {
  afterEach(async () => {
    await revertChanges();
    for (const setting of ["schemas", "schemaDownload.trustedDomains"])
      for (const target of [vscode.ConfigurationTarget.Global, vscode.ConfigurationTarget.Workspace])
        await vscode.workspace.getConfiguration("json").update(setting, undefined, target);
  });

  it("reports a syntax error and a duplicate key once, and a wrong value through Docwright, without a schema", async () => {
    const { document } = await openFile("no-schema/docs.json");
    await replaceText(document, '"theme": "mint"', '"theme": "mnt"');
    await untilProblem(document, "config/value-not-allowed", "mnt");
    await replaceText(document, '"theme": "mnt"', '"theme": "mint",\n  "name": "Again"');
    await untilSaidOnce(document, '"name"');
    await replaceText(document, '"Again"', '"Again",');
    await untilSaidOnce(document, '"Again",');
  });

  it("fixes a missing comma at the position where the JSON service reports it", async () => {
    const { document } = await openFile("no-schema/docs.json");
    await replaceText(document, '"theme": "mint",', '"theme": "mint"');
    const error = await until("the JSON service's error", () => {
      const ours = problemsOf(document.uri).some((problem) => codeOf(problem) === "config/syntax");
      return ours ? undefined : others(document)[0];
    });
    const fix = await until("the fix of the JSON service's error", async () => {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        document.uri,
        error.range,
        vscode.CodeActionKind.QuickFix.value,
      );
      return actions.find(({ title }) => title === "Add comma");
    });
    assert.ok(fix.edit && (await vscode.workspace.applyEdit(fix.edit)));
    assert.ok(document.getText().includes('"theme": "mint",'), document.getText());
  });

  it("shows one warning with two fixes, and all of Docwright's problems, for a blocked schema", async () => {
    const { document } = await openFile("remote-schema/docs.json");
    await replaceText(document, '"theme": "mint"', '"theme": "mnt"');
    await untilProblem(document, "config/value-not-allowed", "mnt");
    const warning = await until("the JSON service's warning", () => loadFailure(document));
    await untilSaidOnce(document, '"mnt"');
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      warning.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const titles = actions.map(({ title }) => title);
    assert.ok(titles.includes("Use Docwright's checks instead of this schema"), titles.join("; "));
    assert.ok(titles.includes("Trust mintlify.com and download its schema"), titles.join("; "));
    const leave = actions.find(({ title }) => title.startsWith("Use Docwright's checks"))?.command;
    assert.ok(leave);
    await vscode.commands.executeCommand(leave.command, ...((leave.arguments ?? []) as readonly unknown[]));
    await until("the warning to go", () => !loadFailure(document));
    await untilProblem(document, "config/value-not-allowed", "mnt");
  });

  it("shows one warning, and all of Docwright's problems, for a schema that can't be loaded", async () => {
    await vscode.workspace
      .getConfiguration("json")
      .update("schemaDownload.trustedDomains", { "https://mintlify.com": true }, vscode.ConfigurationTarget.Global);
    const { document } = await openFile("remote-schema/docs.json");
    await replaceText(document, '"theme": "mint"', '"theme": "mnt"');
    await untilProblem(document, "config/value-not-allowed", "mnt");
    await until("the JSON service's warning", () => loadFailure(document));
    await untilSaidOnce(document, '"mnt"');
    await untilOfferedOnce(document, '"mnt"');
  });

  it("reports problems found by a local schema once and keeps those that only Docwright finds", async () => {
    const { document } = await openFile("local-schema/docs.json");
    await replaceText(document, '"theme": "mint"', '"theme": "mnt"');
    await until("the schema's own problem", () => others(document).length > 0);
    await untilSaidOnce(document, '"mnt"');
    await replaceText(document, '"index"', '"indx"');
    await untilProblem(document, "nav/page-not-found", "indx");
    await untilOfferedOnce(document, '"mnt"');
  });

  it("offers listed pages with their titles, and only missing keys, in response to simultaneous requests", async () => {
    const { document } = await openFile("no-schema/docs.json");
    const completions = async (text: string) => {
      const at = document.positionAt(document.getText().indexOf(text) + 1);
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        at,
      );
      return list.items;
    };
    const isPage = ({ label }: vscode.CompletionItem) =>
      typeof label === "object" && label.label === "index" && label.description?.includes("Home") === true;
    await until("the page with its title", async () => (await completions('"index"')).some(isPage));
    const lists = await Promise.all([1, 2, 3].map(() => completions('"index"')));
    for (const list of lists) assert.equal(list.filter(isPage).length, 1);
    await replaceText(document, '"theme": "mint",', '"theme": "mint",\n  "",');
    const keys = (await Promise.all([1, 2, 3].map(() => completions('"",')))).map((list) => list.map(plainLabel));
    for (const list of keys) {
      assert.ok(list.includes("favicon"), list.join(" "));
      for (const key of ["theme", "name", "navigation"])
        assert.ok(!list.includes(key), `${key} is offered although it already exists`);
    }
  });

  it("reports problems found by a configured schema once and keeps those that only Docwright finds", async () => {
    const schema = { properties: { theme: { enum: ["mint", "maple"] } } };
    await vscode.workspace
      .getConfiguration("json")
      .update(
        "schemas",
        [{ fileMatch: ["docs.json"], url: "https://mintlify.com/docs.json", schema }],
        vscode.ConfigurationTarget.Global,
      );
    const { document } = await openFile("remote-schema/docs.json");
    await replaceText(document, '"theme": "mint"', '"theme": "mnt"');
    await until("the schema's own problem", () =>
      others(document).some((problem) => problem !== loadFailure(document)),
    );
    await untilSaidOnce(document, '"mnt"');
    await replaceText(document, '"index"', '"indx"');
    await untilProblem(document, "nav/page-not-found", "indx");
    await untilOfferedOnce(document, '"mnt"');
  });
});

function others(document: vscode.TextDocument): vscode.Diagnostic[] {
  const ours = problemsOf(document.uri);
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter((diagnostic) => !ours.includes(diagnostic) && diagnostic.source !== "docwright");
}

/** Returns the “Unable to load schema” problem. The codes of such problems start at 65536. */
function loadFailure(document: vscode.TextDocument): vscode.Diagnostic | undefined {
  return others(document).find((diagnostic) => Number(codeOf(diagnostic)) >= 65536);
}

/**
 * Waits until there's exactly one diagnostic on the line that contains the last `text`. Then waits for another second,
 * because the JSON service reports problems later than Docwright.
 */
async function untilSaidOnce(document: vscode.TextDocument, text: string): Promise<void> {
  const messages = () => {
    const { line } = document.positionAt(document.getText().lastIndexOf(text));
    const here = vscode.languages
      .getDiagnostics(document.uri)
      .filter((problem) => problem.range.start.line === line && !(Number(codeOf(problem)) >= 65536));
    return new Set(here.map(({ source }) => (source === "docwright" ? "docwright" : "json")));
  };
  const describe = () =>
    vscode.languages
      .getDiagnostics(document.uri)
      .map(({ source, range, message }) => `${source ?? "json?"} ${range.start.line}: ${message}`)
      .join("; ");
  let aloneSince = Infinity;
  await until(
    `one voice on ${text}`,
    () => {
      aloneSince = messages().size === 1 ? Math.min(aloneSince, Date.now()) : Infinity;
      return Date.now() - aloneSince > 1000;
    },
    { describe },
  );
}

async function untilOfferedOnce(document: vscode.TextDocument, text: string): Promise<void> {
  const inside = document.positionAt(document.getText().indexOf(text) + 1);
  const list = await until("theme mint among the completions", async () => {
    const found = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      inside,
    );
    return found.items.some((item) => plainLabel(item) === "mint") && found;
  });
  const labels = list.items.map(plainLabel);
  assert.deepEqual(
    labels.filter((label, index) => labels.indexOf(label) !== index),
    [],
    "a label is offered twice",
  );
}

function plainLabel({ label }: vscode.CompletionItem): string {
  return (typeof label === "string" ? label : label.label).replace(/^"|"$/g, "");
}
