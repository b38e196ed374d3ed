import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  codeOf,
  fixesAt,
  openFile,
  problemsOf,
  replaceText,
  untilNoProblem,
  untilProblem,
} from "../in-host/site.ts";
import { until } from "../in-host/until.ts";
import { inWindow, showHover, takePicture } from "../in-host/window.ts";

/** A page being written: its MDX, components and links, on a copy of the sample site. */
describe("writing a page", () => {
  let document: vscode.TextDocument;

  beforeEach(async () => {
    ({ document } = await openFile("quickstart.mdx"));
  });

  // Nothing is saved; every test starts from the file as it is.
  afterEach(async () => {
    await vscode.commands.executeCommand("editor.action.hideHover");
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  it("finds a tag that is not closed at its opening, and closes it", async () => {
    await replaceText(document, "</Steps>", "");
    const problem = await untilProblem(document, "mdx/syntax", "Steps");
    assert.match(document.getText(problem.range), /^<?Steps/);
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Error);
    const fixes = await fixesAt(document, problem.range);
    const closing = fixes.find(({ title }) => /close/i.test(title));
    assert.ok(closing?.edit, fixes.map(({ title }) => title).join("; "));
    await vscode.workspace.applyEdit(closing.edit);
    await untilNoProblem(document, "mdx/syntax", "Steps");
  });

  it("keeps the other problems of a page that cannot be read", async () => {
    await replaceText(document, "<Steps>", "<Steps>\n[gone](/no/such/page)");
    await untilProblem(document, "link/page-not-found", "/no/such/page");
    await replaceText(document, "</Steps>", "{");
    await untilProblem(document, "mdx/syntax", "");
    await untilProblem(document, "link/page-not-found", "/no/such/page");
  });

  it("tells of an unknown component and offers the one that was meant", async () => {
    await replaceText(
      document,
      '<Step title="Create a key">',
      '<Stpe title="Create a key" />\n<Step title="Create a key">',
    );
    const { range } = await untilProblem(document, "mdx/unknown-component", "Stpe");
    const titles = (await fixesAt(document, range)).map(({ title }) => title);
    assert.ok(
      titles.some((title) => title.includes("Step")),
      titles.join("; "),
    );
  });

  it("silences a problem where the author asks for it", async () => {
    await replaceText(document, "## Follow your", "[gone](/no/such/page)\n\n## Follow your");
    const { range } = await untilProblem(document, "link/page-not-found", "/no/such/page");
    const ignore = (await fixesAt(document, range)).find(({ title }) => /ignore/i.test(title));
    assert.ok(ignore?.edit, "no way to ignore it");
    await vscode.workspace.applyEdit(ignore.edit);
    await untilNoProblem(document, "link/page-not-found", "/no/such/page");
    await until("no problem at all", () => problemsOf(document.uri).length === 0, {
      describe: () => problemsOf(document.uri).map(codeOf).join("; "),
    });
  });

  it("explains a component", async () => {
    const editor = await openFile("quickstart.mdx");
    const at = placeOf(document, "<Step title", 2);
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenter);
    const [text] = await hoverAt(document, at);
    assert.match(text ?? "", /Step/);
    await showHover();
    await takePicture("hover-component");
  });

  it("shows an icon as a picture", async () => {
    const editor = await openFile("quickstart.mdx");
    const at = placeOf(document, "icon: rocket", "icon: ro".length);
    editor.selection = new vscode.Selection(at, at);
    const [text] = await hoverAt(document, at);
    assert.match(text ?? "", /data:image\/svg/);
    await showHover();
    await takePicture("hover-icon");
    await until("a picture in the window", async () => (await inWindow("countHoverPictures", "")) !== 0);
  });

  it("completes components, props and links with their anchors", async () => {
    await replaceText(document, "## Follow your", "<\n\n[a](/)\n\n## Follow your");
    const components = await labelsAt(document, placeOf(document, "<\n\n[a]", 1));
    assert.ok(components.includes("Card") && components.includes("Note"), components.slice(0, 20).join(" "));
    const links = await labelsAt(document, placeOf(document, "[a](/)", 5));
    assert.ok(
      links.some((label) => label.includes("guides/")),
      links.slice(0, 20).join(" "),
    );
    const editor = await openFile("quickstart.mdx");
    const at = placeOf(document, "[a](/)", 5);
    editor.selection = new vscode.Selection(at, at);
    await vscode.commands.executeCommand("editor.action.triggerSuggest");
    await until("suggestions in the window", async () => (await inWindow("countSuggestions", "")) !== 0);
    await takePicture("complete-link");
    await vscode.commands.executeCommand("hideSuggestWidget");
  });
});

function placeOf(document: vscode.TextDocument, text: string, inside: number): vscode.Position {
  const start = document.getText().indexOf(text);
  assert.ok(start >= 0, `${text} does not stand in the page`);
  return document.positionAt(start + inside);
}

async function hoverAt(document: vscode.TextDocument, at: vscode.Position): Promise<string[]> {
  return until("something to be told", async () => {
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      document.uri,
      at,
    );
    const texts = hovers.flatMap(({ contents }) =>
      contents.map((content) => (typeof content === "string" ? content : content.value)),
    );
    return texts.length > 0 && texts;
  });
}

async function labelsAt(document: vscode.TextDocument, at: vscode.Position): Promise<string[]> {
  return until("completions", async () => {
    const found = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      at,
    );
    const labels = found.items.map(({ label }) => (typeof label === "string" ? label : label.label));
    return labels.length > 0 && labels;
  });
}
