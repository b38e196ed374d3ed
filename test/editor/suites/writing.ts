import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  codeOf,
  fixesAt,
  openFile,
  problemsOf,
  replaceText,
  revertChanges,
  untilNoProblem,
  untilProblem,
} from "../in-host/site.ts";
import { until } from "../in-host/until.ts";
import { inWindow, showHover, takePicture } from "../in-host/window.ts";

/** Tests editing a page with its MDX, components, and links, on a copy of the sample site. */
describe("writing a page", () => {
  let document: vscode.TextDocument;

  beforeEach(async () => {
    ({ document } = await openFile("quickstart.mdx"));
  });

  // Changes aren't saved, so every test starts with the original file.
  afterEach(async () => {
    await vscode.commands.executeCommand("editor.action.hideHover");
    await revertChanges();
  });

  it("reports an unclosed tag at the opening tag and closes it", async () => {
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

  it("keeps the other problems of a page that can't be parsed", async () => {
    await replaceText(document, "<Steps>", "<Steps>\n[gone](/no/such/page)");
    await untilProblem(document, "link/page-not-found", "/no/such/page");
    await replaceText(document, "</Steps>", "{");
    await untilProblem(document, "mdx/syntax", "");
    await untilProblem(document, "link/page-not-found", "/no/such/page");
  });

  it("reports an unknown component and suggests a similar one", async () => {
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

  it("ignores a problem on the line that you select", async () => {
    await replaceText(document, "## Follow your", "[gone](/no/such/page)\n\n## Follow your");
    const { range } = await untilProblem(document, "link/page-not-found", "/no/such/page");
    const ignore = (await fixesAt(document, range)).find(({ title }) => /ignore/i.test(title));
    assert.ok(ignore?.edit, "no fix ignores the problem");
    await vscode.workspace.applyEdit(ignore.edit);
    await untilNoProblem(document, "link/page-not-found", "/no/such/page");
    await until("no problem at all", () => problemsOf(document.uri).length === 0, {
      describe: () => problemsOf(document.uri).map(codeOf).join("; "),
    });
  });

  it("describes a component on hover", async () => {
    const editor = await openFile("quickstart.mdx");
    const at = placeOf(document, "<Step title", 2);
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenter);
    const [text] = await hoverAt(document, at);
    assert.match(text ?? "", /Step/);
    await showHover();
    await takePicture("hover-component");
  });

  it("shows an icon as an image", async () => {
    const editor = await openFile("quickstart.mdx");
    const at = placeOf(document, "icon: rocket", "icon: ro".length);
    editor.selection = new vscode.Selection(at, at);
    const [text] = await hoverAt(document, at);
    assert.match(text ?? "", /data:image\/svg/);
    await showHover();
    await takePicture("hover-icon");
    await until("a picture in the window", async () => (await inWindow("countHoverPictures", "")) !== 0);
  });

  it("completes components, props, and links with heading anchors", async () => {
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

/**
 * These tests send real keys to the window, so that they involve everything that handles keys: brackets, suggestions,
 * and the server.
 */
describe("typing a tag", () => {
  let document: vscode.TextDocument;
  let editor: vscode.TextEditor;

  before(async function () {
    await openFile("quickstart.mdx");
    if ((await inWindow("countMarks", "error")) === undefined) this.skip();
  });

  beforeEach(async () => {
    editor = await openFile("quickstart.mdx");
    ({ document } = editor);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand("hideSuggestWidget");
    await setting("docwright", "closeTags", undefined);
    await setting("editor", "linkedEditing", undefined);
    await revertChanges();
  });

  /** Inserts text before a heading, with the cursor at `$0`. */
  const begin = async (text: string): Promise<void> => {
    await replaceText(document, "## Follow your", `${text.replace("$0", "")}\n\n## Follow your`);
    await caretAt(placeOf(document, text.replace("$0", ""), text.indexOf("$0")));
  };
  const caretAt = async (at: vscode.Position): Promise<void> => {
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenter);
    await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
  };
  /**
   * Waits until the document contains this text, with the cursor at `$0`. If a snippet has placed the cursor, the
   * window reports the position only after the next key.
   */
  const untilText = async (expected: string): Promise<void> => {
    const shown = () => {
      const text = document.getText();
      const caret = document.offsetAt(editor.selection.active);
      const marked = expected.includes("$0") ? `${text.slice(0, caret)}$0${text.slice(caret)}` : text;
      return /<i>\n([^]*)\n<\/i>/.exec(marked)?.[1] ?? marked.slice(Math.max(0, caret - 100), caret + 100);
    };
    await until(expected, () => shown() === expected, { describe: () => `There is: ${shown()}` });
  };
  const marked = (text: string): string => `<i>\n${text}\n</i>`;

  it("closes a component after its >, with the cursor between the tags, and doesn't interfere with further typing", async () => {
    await begin(marked("$0"));
    await inWindow("type", "<Card");
    await inWindow("type", ">");
    await untilText("<Card></Card>");
    await takePicture("tag-closed");
    await inWindow("type", "Words");
    await untilText("<Card>Words$0</Card>");
  });

  it("closes a component with props as a separate undo step", async () => {
    await begin(marked("<Card title={1 > 0}$0"));
    await inWindow("type", ">");
    await untilText("<Card title={1 > 0}></Card>");
    await vscode.commands.executeCommand("undo");
    await untilText("<Card title={1 > 0}");
  });

  it("doesn't close tags in a code block or if the setting is off", async () => {
    await begin(marked("```jsx\n$0\n```"));
    await inWindow("type", "<Card>");
    await untilText("```jsx\n<Card>$0\n```");
    await staysFor(document, "```jsx\n<Card>\n```");
    await setting("docwright", "closeTags", false);
    await caretAt(placeOf(document, "```\n</i>", 3));
    await inWindow("type", "\n\n<Note>");
    await untilText("```jsx\n<Card>\n```\n\n<Note>$0");
    await staysFor(document, "\n\n<Note>\n</i>");
  });

  it("updates the closing tag when the opening one is renamed, and vice versa", async () => {
    await begin(marked("<Card$0>\nWords\n</Card>"));
    await untilLinked();
    await takePicture("tags-linked");
    await inWindow("type", "Group");
    await untilText("<CardGroup$0>\nWords\n</CardGroup>");
    await caretAt(placeOf(document, "<i>\n<CardGroup>", 0));
    await untilLinked(false);
    await caretAt(placeOf(document, "</CardGroup>\n</i>", "</CardGroup".length));
    await untilLinked();
    await inWindow("type", "s");
    await untilText("<CardGroups>\nWords\n</CardGroups$0>");
  });

  it("updates only one name in a code block or if the setting is off", async () => {
    await begin(marked("```jsx\n<Card$0></Card>\n```"));
    await staysFor(document, "<Card></Card>");
    assert.equal(await inWindow("countLinked"), 0);
    await inWindow("type", "s");
    await untilText("```jsx\n<Cards$0></Card>\n```");
    await staysFor(document, "<Cards></Card>");
    await setting("editor", "linkedEditing", false);
    await replaceText(document, "```\n</i>", "```\n\n<Note></Note>\n</i>");
    await caretAt(placeOf(document, "<Note>", "<Note".length));
    await staysFor(document, "<Note></Note>");
    assert.equal(await inWindow("countLinked"), 0);
    await inWindow("type", "s");
    await untilText("```jsx\n<Cards></Card>\n```\n\n<Notes$0></Note>");
    await staysFor(document, "<Notes></Note>");
  });
});

/** Changes a setting for pages, or resets it if `value` is undefined. */
async function setting(section: string, name: string, value: boolean | undefined): Promise<void> {
  const isOfPages = section === "editor";
  const scope = isOfPages ? { languageId: "mdx" } : undefined;
  const { Global } = vscode.ConfigurationTarget;
  await vscode.workspace.getConfiguration(section, scope).update(name, value, Global, isOfPages);
}

/**
 * Waits until linked editing is active, or inactive if `expected` is false. VS Code requests the linked ranges when the
 * cursor has stopped moving.
 */
async function untilLinked(expected = true): Promise<void> {
  await until(`names that go together: ${expected}`, async () => ((await inWindow("countLinked")) !== 0) === expected);
}

/** Waits long enough for VS Code and the server to react, and then checks that the document contains the text. */
async function staysFor(document: vscode.TextDocument, text: string, milliseconds = 1500): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  assert.ok(document.getText().includes(text), document.getText());
}

function placeOf(document: vscode.TextDocument, text: string, inside: number): vscode.Position {
  const start = document.getText().indexOf(text);
  assert.ok(start >= 0, `the page doesn't contain ${text}`);
  return document.positionAt(start + inside);
}

async function hoverAt(document: vscode.TextDocument, at: vscode.Position): Promise<string[]> {
  return until("a hover", async () => {
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
