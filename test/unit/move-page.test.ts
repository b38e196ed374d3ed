import assert from "node:assert/strict";
import type { Location } from "vscode-languageserver-protocol";
import { URI } from "vscode-uri";
import { fakeEditor } from "../harness/fake-vscode.ts";
import { movePage } from "../../client/src/refactoring/move-page.ts";
import { MoveSummary } from "../../client/src/refactoring/move-summary.ts";
import { addRedirects, type MoveFilesParams, type PlannedRedirect } from "../../server/src/protocol/refactoring.ts";

type Server = Parameters<typeof movePage>[0];

const from = URI.file("/site/guides/start.mdx");
const to = URI.file("/site/learn/first.mdx");
const redirect = { source: "/guides/start", destination: "/learn/first" };

/** Returns the messages with their buttons. */
const messages = () =>
  fakeEditor.asked
    .filter(({ kind }) => kind !== "input")
    .map(({ kind, options }) => [kind, ...(options as unknown[])] as const);

describe("moving a page", () => {
  let summary: MoveSummary;
  let requested: MoveFilesParams[];
  let published: boolean;
  let left: readonly Location[];
  let isConfigBroken: boolean;
  /** The redirects that docs.json still lacks after the move. */
  let missing: readonly PlannedRedirect[];
  const docsJson = URI.file("/site/docs.json").toString();
  /** Whether the last edit was the one that adds the missing redirects. */
  let isAdded: boolean;

  let leave: (left: readonly Location[]) => void;

  const reference = (path: string, line: number): Location => {
    const at = { line, character: 0 };
    return { uri: URI.file(`/site/${path}`).toString(), range: { start: at, end: at } };
  };
  const shown = () => fakeEditor.shown.map(({ uri, line }) => `${uri.path} ${line}`);
  /** The changes that VS Code shows without selecting them. */
  let unselected: { readonly uri: string; readonly text: string }[];
  const edit = {
    created: new Map(),
    entries: () => [{}, {}],
    insert: (uri: URI, _at: unknown, text: string, { needsConfirmation }: { needsConfirmation: boolean }) => {
      if (needsConfirmation) unselected.push({ uri: uri.toString(), text });
    },
  };
  const server = {
    getSites: async () => [{ root: "file:///site" }],
    request: async ({ method }: { method: string }, params: MoveFilesParams) => {
      if (method === addRedirects.method)
        return missing.length === 0
          ? { ok: true, redirects: missing }
          : { ok: true, redirects: missing, edit: { changes: { [docsJson]: [] } } };
      requested.push(params);
      return {
        ok: true,
        edit: { documentChanges: [{ kind: "rename", oldUri: from.toString(), newUri: to.toString() }] },
        redirects: isConfigBroken ? [] : [redirect],
        manualRedirects: isConfigBroken ? [redirect] : [],
        remainingLocations: left,
        isPublished: published,
      };
    },
    toEdit: async (sent: { changes?: object }) => {
      isAdded = sent.changes !== undefined;
      return edit;
    },
    onReferencesLeft: (listener: (rest: { remainingLocations: readonly Location[] }) => void) => {
      leave = (references) => listener({ remainingLocations: references });
      return { dispose: () => undefined };
    },
    onDidChangeStatus: (listener: (state: unknown) => void) => {
      listener({ kind: "running", status: { sites: [{ root: "file:///site" }] } });
      return { dispose: () => undefined };
    },
  } as unknown as Server;

  beforeEach(() => {
    fakeEditor.asked.length = 0;
    fakeEditor.answers.length = 0;
    fakeEditor.documents.length = 0;
    fakeEditor.shown.length = 0;
    fakeEditor.executed.length = 0;
    requested = [];
    unselected = [];
    published = true;
    left = [];
    isConfigBroken = false;
    missing = [];
    isAdded = false;
    summary = new MoveSummary(server, async () => undefined);
  });
  afterEach(() => {
    summary.dispose();
    fakeEditor.documents.length = 0;
  });

  /** Opens a file with unsaved changes. Returns a function that reports whether the file has been saved. */
  const unsaved = (uri: URI) => {
    const document = {
      uri,
      isDirty: true,
      save: async () => {
        document.isDirty = false;
        return true;
      },
    };
    fakeEditor.documents.push(document);
    return () => !document.isDirty;
  };
  const move = async (...answers: readonly unknown[]) => {
    fakeEditor.answers.push("learn/first", ...answers);
    await movePage(server, summary, from);
  };

  it("adds redirects to a published site after one prompt that lists them", async () => {
    await move("Move");
    const [prompt, ended] = messages();
    assert.deepEqual(prompt, [
      "information",
      "Move guides/start to learn/first?",
      {
        modal: true,
        detail:
          "References in 2 files will be updated.\nReaders may still use the old URLs, so these redirects will be added:\n/guides/start → /learn/first",
      },
      "Move",
      "Move Without Redirects",
      "Show Edits",
    ]);
    assert.deepEqual(ended, [
      "information",
      "Moved guides/start.mdx to learn/first.mdx. 2 files were updated. 1 redirect was added.",
    ]);
    assert.deepEqual(
      requested.map(({ redirects }) => redirects),
      [undefined, "add"],
    );
  });

  it("omits redirects, shows all edits, or cancels, depending on the author's choice", async () => {
    await move("Move Without Redirects");
    assert.equal(requested.at(-1)?.redirects, "omit");
    assert.equal(messages().at(-1)?.[1], "Moved guides/start.mdx to learn/first.mdx. 2 files were updated.");
    assert.deepEqual(unselected, []);
    await move("Show Edits");
    // The redirects are selected. Only a change without an effect makes VS Code show the edits.
    assert.equal(requested.at(-1)?.redirects, "add");
    assert.deepEqual(unselected, [{ uri: docsJson, text: "" }]);
    requested.length = 0;
    await move(undefined);
    assert.equal(requested.length, 1);
  });

  it("shows all edits for a site that isn't published", async () => {
    published = false;
    await move();
    assert.deepEqual(messages(), []);
    assert.equal(requested.length, 1);
  });

  it("confirms the move after the author has reviewed all edits, unless the author has deselected it", async () => {
    await move("Show Edits");
    assert.equal(messages().at(-1)?.[1], "Move guides/start to learn/first?");
    fakeEditor.written.set(to.toString(), "");
    await move("Show Edits");
    fakeEditor.written.clear();
    assert.deepEqual(messages().at(-1), ["information", "Moved guides/start.mdx to learn/first.mdx."]);
  });

  it("offers to add redirects that the author has left out in the preview of all edits", async () => {
    missing = [redirect];
    await move("Show Edits", "Add Redirects");
    assert.deepEqual(messages().at(-1), [
      "information",
      "Moved guides/start.mdx to learn/first.mdx. 1 redirect from an old URL wasn't added.",
      "Add Redirects",
    ]);
    assert.ok(isAdded);
    missing = [redirect, { source: "/de/guides/start", destination: "/de/learn/first" }];
    await move("Show Edits", undefined);
    assert.match(String(messages().at(-1)?.[1]), /2 redirects from old URLs weren't added\.$/);
    assert.ok(!isAdded);
  });

  it("doesn't offer redirects that were added or omitted, or if the site isn't published", async () => {
    const offers = () => messages().filter((message) => message.includes("Add Redirects"));
    await move("Show Edits");
    missing = [redirect];
    await move("Move Without Redirects");
    published = false;
    await move();
    assert.deepEqual(offers(), []);
  });

  it("saves all changed files on the site and warns about links that couldn't be updated", async () => {
    const isSaved = unsaved(URI.file("/site/docs.json"));
    const isOtherSaved = unsaved(URI.file("/elsewhere/notes.md"));
    left = [reference("guides/next.mdx", 4), reference("docs.json", 7)];
    await move("Move", "Save All");
    assert.deepEqual(messages().at(-1), [
      "warning",
      "Moved guides/start.mdx to learn/first.mdx. 2 files were updated. 1 redirect was added. 2 references must be updated manually. 1 file hasn't been saved.",
      "Save All",
      "Show References",
    ]);
    assert.ok(isSaved());
    assert.ok(!isOtherSaved());
  });

  it("shows the references that must be updated manually, even if the author has reviewed all edits", async () => {
    published = false;
    left = [reference("guides/next.mdx", 4)];
    await move("Show Reference");
    assert.deepEqual(messages(), [
      ["warning", "Moved guides/start.mdx to learn/first.mdx. 1 reference must be updated manually.", "Show Reference"],
    ]);
    assert.deepEqual(shown(), ["/site/guides/next.mdx 4"]);
    assert.deepEqual(fakeEditor.executed, []);
  });

  it("shows the references that must be updated manually after a move in the Explorer", async () => {
    fakeEditor.answers.push("Show References");
    leave([reference("guides/next.mdx", 4), reference("docs.json", 7)]);
    await new Promise(setImmediate);
    assert.deepEqual(messages(), [["warning", "2 references must be updated manually.", "Show References"]]);
    assert.deepEqual(shown(), ["/site/guides/next.mdx 4"]);
    const [[command, uri, , locations, multiple] = []] = fakeEditor.executed;
    assert.deepEqual(
      [command, (uri as URI).path, multiple],
      ["editor.action.goToLocations", "/site/guides/next.mdx", "peek"],
    );
    assert.deepEqual(
      (locations as { uri: URI; range: { start: { line: number } } }[]).map(
        (each) => `${each.uri.path} ${each.range.start.line}`,
      ),
      ["/site/guides/next.mdx 4", "/site/docs.json 7"],
    );
  });

  it("warns about redirects that couldn't be added", async () => {
    isConfigBroken = true;
    await move();
    assert.deepEqual(messages(), [
      [
        "warning",
        "Moved guides/start.mdx to learn/first.mdx. 2 files were updated. Couldn't add redirects because docs.json has errors. Add them manually: /guides/start → /learn/first.",
      ],
    ]);
  });

  it("shows the summary once after a move in the Explorer or a rename that leaves files unsaved", async () => {
    const files = [{ oldUri: from, newUri: to }];
    fakeEditor.filesRenamed.fire({ files });
    await new Promise(setImmediate);
    assert.deepEqual(messages(), []);
    unsaved(URI.file("/site/docs.json"));
    unsaved(to);
    fakeEditor.filesRenamed.fire({ files });
    await new Promise(setImmediate);
    assert.deepEqual(messages(), [
      ["information", "Moved guides/start.mdx to learn/first.mdx. 2 files haven't been saved.", "Save All"],
    ]);
    fakeEditor.filesRenamed.fire({ files: [{ oldUri: URI.file("/a"), newUri: URI.file("/b") }] });
    fakeEditor.filesRenamed.fire({ files: [...files, ...files] });
    await new Promise(setImmediate);
    assert.deepEqual(
      messages()
        .slice(1)
        .map(([, text]) => text),
      ["Moved 2 files. 2 files haven't been saved."],
    );
  });
});
