import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fakeEditor as editor } from "../harness/fake-vscode.ts";
import { at, contact, entriesBeside as entries } from "../harness/entries-beside.ts";
import { extensionContext, fakeServer, waitUntil, type FakeServer } from "../harness/feedback-in-editor.ts";
import { openFeedback, type FeedbackSession } from "../../client/src/feedback/feedback-controller.ts";
import { FeedbackFiles } from "../../client/src/feedback/sync.ts";
import { FeedbackView } from "../../client/src/feedback/feedback-tree.ts";
import type { FeedbackNode } from "../../client/src/feedback/feedback-item.ts";
import {
  startFeedbackService,
  type RunningFeedbackService,
} from "../../sample/services/feedback/start-feedback-service.ts";
import { URI } from "vscode-uri";

const page = "file:///site/guides/start.mdx";
describe("reader feedback next to the source", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "docwright-feedback-"));
  let service: RunningFeedbackService;
  let server: FakeServer;
  let feedback: FeedbackSession;
  let view: FeedbackView;
  let context: ReturnType<typeof extensionContext>;
  const snippet = "file:///site/snippets/run.mdx";
  const lines: Parameters<typeof fakeServer>[1] = { "run it": 12, "point at": { uri: snippet, line: 30 } };
  const logged: string[] = [];
  const rows = (node?: FeedbackNode): string[] =>
    view.getChildren(node).map((row) => {
      const { label, description } = view.getTreeItem(row);
      return [label, description].filter((part) => typeof part === "string").join(" ");
    });
  const group = (name: string): FeedbackNode | undefined =>
    view.getChildren().find((node) => node.kind === "group" && node.group === name);
  const threadAt = (line: number) => [...editor.threads].find(({ range }) => range.start.line === line);
  /**
   * Returns the reason why the view is empty. The rows have to be requested first, because this sets the context key.
   */
  const emptiness = (): unknown => view.getChildren() && editor.contexts.get("docwright.feedback.empty");
  const lens = () => editor.lenses[0]?.provideCodeLenses({ uri: URI.parse(page), lineCount: 100 })[0]?.command;

  const caches = process.env["XDG_CACHE_HOME"];
  before(async () => {
    process.env["XDG_CACHE_HOME"] = folder;
    service = await startFeedbackService({ entries });
    server = fakeServer({ "/guides/start": { uri: page, line: 1, title: "Start" } }, lines);
    context = extensionContext(folder);
    const visit = `feedback.visit:${service.baseUrl}:${service.projectId}`;
    context.state.set(visit, { seenAt: Date.parse(at(2.5)) });
    view = new FeedbackView();
    editor.documents.push({ uri: URI.parse(page) });
    const log = { info: (text: string) => logged.push(text), warn: (text: string) => logged.push(text) };
    feedback = openFeedback({
      context,
      server,
      log: log as never,
      view,
      getProfiles: () => ["standard"],
      onChanged: () => undefined,
    });
  });
  after(async () => {
    if (caches === undefined) delete process.env["XDG_CACHE_HOME"];
    else process.env["XDG_CACHE_HOME"] = caches;
    feedback.dispose();
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  it("shows which settings are missing and prompts for them", async () => {
    await feedback.updateSession();
    assert.equal(emptiness(), "no-project");
    // Settings are written only after the user has selected a target.
    editor.answers.push(service.baseUrl, service.projectId, undefined);
    await feedback.run("setUp", undefined);
    assert.equal(editor.settings.size, 0);
    editor.answers.push(service.baseUrl, service.projectId, 0);
    await feedback.run("setUp", undefined);
    assert.deepEqual([...editor.settingTargets], [1]);
    await waitUntil(() => emptiness() === "no-key", rows);
    assert.equal(service.requests.length, 0);
  });

  it("doesn't save a key that the service rejects unless the user confirms", async () => {
    editor.answers.push("wrong-key-1234", 0, undefined);
    await feedback.run("setApiKey", undefined);
    assert.equal(service.requests.length, 1);
    assert.equal(context.kept.size, 0);
    assert.ok(editor.asked.every(({ options }) => !JSON.stringify(options).includes("wrong-key-1234")));
  });

  it("saves a key for one project of one origin after testing it with a request for a single entry", async () => {
    editor.answers.push(` ${service.key} `, 0);
    await feedback.run("setApiKey", undefined);
    assert.deepEqual([...context.kept], [[`feedback.apiKey:${service.baseUrl}:${service.projectId}`, service.key]]);
    const input = editor.asked.findLast(({ kind }) => kind === "input");
    assert.match(JSON.stringify(input?.options), /"password":true/);
    await waitUntil(
      () => lens() !== undefined,
      () => logged.join("\n"),
    );
    assert.equal(service.requests.filter(({ url }) => url.includes("/feedback")).length, 3);
    const analytics = () => service.requests.slice(3).map(({ url }) => /\w+(?=\?)/.exec(url)?.[0]);
    await waitUntil(
      () => analytics().length === 3,
      () => analytics().join(),
    );
    assert.deepEqual(analytics(), ["views", "searches", "assistant"]);
  });

  it("shows ratings and open comments above the title", () => {
    assert.equal(lens()?.title, "▲ 1 ▼ 1 · 4 open comments");
    assert.deepEqual(lens()?.arguments, [{ page: "/guides/start" }]);
  });

  it("shows a badge of at most two characters with a tooltip next to the file", () => {
    const badge = editor.decorations[0]?.provideFileDecoration(URI.parse(page));
    assert.equal(badge?.badge, "4");
    assert.equal(badge?.tooltip, "1 helpful, 1 not helpful. 4 open comments.");
    assert.equal(editor.decorations[0]?.provideFileDecoration(URI.parse("file:///site/other.mdx")), undefined);
  });

  it("shows comments at the title and at the exact code block, collapsed and without replies", async () => {
    await waitUntil(
      () => editor.threads.size === 3,
      () => String(editor.threads.size),
    );
    assert.deepEqual(
      threadAt(12)?.comments.map(({ entryId }) => entryId),
      ["code"],
    );
    assert.deepEqual(
      threadAt(1)?.comments.map(({ entryId }) => entryId),
      ["agent", "gone", "down"],
    );
    assert.deepEqual(
      threadAt(1)?.comments.map(({ author }) => author.name),
      ["Agent 1", "Reader 2", "Reader 3"],
    );
    assert.equal(threadAt(1)?.label, "Reader feedback on this page: 3 separate entries");
    assert.deepEqual(
      threadAt(12)?.comments.map(({ author }) => author.name),
      ["Reader"],
    );
    for (const thread of editor.threads) {
      assert.equal(thread.collapsibleState, 0);
      assert.equal(thread.canReply, false);
    }
  });

  it("shows reader text as plain text, and shows code that no longer exists together with its entry", () => {
    const [, gone, down] = threadAt(1)?.comments ?? [];
    assert.match(gone?.body.value ?? "", /isn't in this file[^]*no more/);
    assert.ok(down);
    assert.equal(down.body.isTrusted, false);
    assert.equal(down.body.supportHtml, false);
    assert.equal(down.body.supportThemeIcons, false);
    assert.match(down.body.value, /\\\[run\\\]\(command:x\) \\<b>/);
    assert.match(down.body.value, /⟨U\+202E⟩/);
    assert.doesNotMatch(down.body.value, /canary/);
  });

  it("shows code feedback without a comment in the imported file but doesn't count it as a comment", () => {
    assert.deepEqual(
      [threadAt(30)?.uri.toString(), ...(threadAt(30)?.comments.map(({ body }) => body.value) ?? [])],
      [snippet, "*Feedback on this code (no comment)*"],
    );
    assert.equal(lens()?.title, "▲ 1 ▼ 1 · 4 open comments");
    assert.ok(view.getChildren(group("open")).every((node) => !rows(node).some((row) => /point at/.test(row))));
  });

  it("keeps feedback with its code block when the page is edited, using the previous anchor", async () => {
    lines["run it"] = 20;
    const requested = server.asked.length;
    const timeOf = (code: string) =>
      Date.parse(entries.find((entry) => "code" in entry && entry.code === code)?.createdAt ?? "");
    editor.documentChanged.fire({ document: { uri: URI.parse(page) }, contentChanges: [{}] });
    await waitUntil(
      () => threadAt(20) !== undefined,
      () => editor.threads.size,
    );
    assert.deepEqual(server.asked.slice(requested), [
      {
        uri: page,
        snippets: [
          {
            code: "run it",
            lang: "sh",
            time: timeOf("run it"),
            anchor: { code: "run it", headings: [], ordinal: 0 },
          },
          { code: "no more", time: timeOf("no more") },
          {
            code: "point at",
            time: timeOf("point at"),
            anchor: { code: "point at", headings: [], ordinal: 0 },
          },
        ],
      },
    ]);
    lines["run it"] = 12;
    editor.documentChanged.fire({ document: { uri: URI.parse(page) }, contentChanges: [{}] });
    await waitUntil(
      () => threadAt(12) !== undefined,
      () => editor.threads.size,
    );
  });

  it("lists new entries, open entries, and, with the reason, entries without a file", () => {
    assert.deepEqual(rows(), [
      "New since your last visit 1",
      "Open comments by page 4",
      "Not matched to a file 1  ▲ 0 ▼ 1",
    ]);
    assert.equal(view.treeView.description, "▲ 1 ▼ 2", "the totals differ from the panel's");
    assert.deepEqual(rows(group("unjoined")), ["/nowhere No page on this site has ever had this URL."]);
    const [open] = view.getChildren(group("open"));
    assert.equal(rows(open)[0]?.startsWith("[run](command:x) <b>$(alert)</b> ⟨U+202E⟩evil"), true);
  });

  it("sends ratings to the server but neither comments nor the key", async () => {
    await waitUntil(() => server.ratings.length > 0, rows);
    const counts = { up: 1, down: 1, open: 4, label: "4 open comments" };
    assert.deepEqual(server.ratings.at(-1), [{ uri: page, ...counts }]);
    const reported = JSON.stringify([server.asked, server.ratings]);
    for (const text of [service.key, contact, "Unclear."]) assert.ok(!reported.includes(text), text);
  });

  it("stores triage locally, shows a one-time notice, and can undo each change in place", async () => {
    await feedback.run("markDone", { entryId: "code" });
    await waitUntil(
      () => lens()?.title === "▲ 1 ▼ 1 · 3 open comments",
      () => String(lens()?.title),
    );
    await waitUntil(
      () => threadAt(12)?.state === 1,
      () => String(threadAt(12)?.label),
    );
    assert.match(threadAt(12)?.comments[0]?.label ?? "", /^Pending · done locally$/);
    assert.match(editor.asked.at(-1)?.text ?? "", /on this machine only, because the service's API can't change/);
    const before = editor.asked.length;
    await feedback.run("openAgain", { entryId: "code" });
    await waitUntil(
      () => threadAt(12)?.state === 0,
      () => String(threadAt(12)?.label),
    );
    assert.equal(editor.asked.length, before);
    editor.answers.push("Undo");
    await feedback.run("markDone", { comments: threadAt(1)?.comments });
    assert.equal(lens()?.title, "▲ 1 ▼ 1 · 4 open comments");
    editor.answers.push("Grace");
    await feedback.run("assign", { kind: "entry", entry: { id: "agent" } });
    assert.deepEqual(
      Object.keys(context.state.get(`feedback.triage:${service.baseUrl}:${service.projectId}`) as object),
      ["agent"],
    );
    assert.equal(service.requests.length, 6);
  });

  it("opens an entry's code block and thread", async () => {
    await feedback.run("openEntry", { kind: "entry", entry: { id: "code" } });
    assert.deepEqual(
      editor.shown.map(({ uri, line }) => [uri.toString(), line]),
      [[page, 12]],
    );
    assert.equal(threadAt(12)?.collapsibleState, 1);
  });

  it("opens the panel, whose page can load only its own script and style sheet", async () => {
    await feedback.run("openPanel", { page: "/guides/start" });
    const [panel] = editor.panels;
    assert.match(panel?.webview.html ?? "", /default-src 'none'/);
    panel?.said.fire({ kind: "ready" });
    await waitUntil(
      () => JSON.stringify(panel?.sent).includes('"kind":"facts"'),
      () => JSON.stringify(panel?.sent),
    );
    const sent = JSON.stringify(panel?.sent);
    assert.ok(!sent.includes(contact) && !sent.includes(service.key));
  });

  it("shows entries that are new since the last visit while the panel is open", async () => {
    await feedback.run("openPanel", undefined);
    await new Promise((resolve) => setTimeout(resolve, 200)); // Updates are sent after a delay of 60 ms.
    editor.panels[0]?.said.fire({ kind: "ready" });
    assert.match(JSON.stringify(editor.panels[0]?.sent.slice(-3)), /"kind":"facts".*"newEntryCount":2,/);
    assert.deepEqual(view.treeView.badge, { value: 1, tooltip: "1 new comment" });
  });

  it("resolves paths again after the server restarts", async () => {
    server.move("/guides/start", { uri: "file:///site/begin.mdx", line: 2, title: "Begin" });
    const reported = server.ratings.length;
    server.started.fire();
    await waitUntil(() => server.ratings.at(-1)?.[0]?.uri === "file:///site/begin.mdx", rows);
    assert.ok(server.ratings.length > reported);
  });

  it("caches entries without contact details and never writes the API key to a file or log", async () => {
    const savedFiles = () =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));
    // The files contain the entries, the analytics, and the number of requests.
    await waitUntil(
      () => savedFiles().length === 3,
      () => savedFiles().join(),
    );
    const files = savedFiles();
    const all = files.map((file) => readFileSync(path.join(folder, file), "utf8")).join("\n");
    assert.ok(all.includes("Unclear."));
    for (const text of [service.key, contact]) {
      assert.ok(!all.includes(text), `a file contains ${text}`);
      assert.ok(!logged.join("\n").includes(text), `the log contains ${text}`);
      assert.ok(!JSON.stringify([...context.state]).includes(text), `the state contains ${text}`);
    }
    assert.ok(logged.length > 0);
  });

  it("clears saved data, and clears local statuses only if the user chooses to", async () => {
    const triageName = `feedback.triage:${service.baseUrl}:${service.projectId}`;
    const isSaved = () =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).some((file) => file.endsWith("entries.json"));
    assert.ok(isSaved() && context.state.get(triageName) !== undefined);
    editor.answers.push(0);
    await feedback.run("clearSaved", undefined);
    assert.ok(!isSaved() && context.state.get(triageName) !== undefined);
    assert.equal(context.state.get("feedback.anchors"), undefined);
    editor.answers.push(1);
    await feedback.run("clearSaved", undefined);
    assert.equal(context.state.get(triageName), undefined);
  });

  it("saves nothing if feedback is kept for 0 days, and deletes entries that are older than the limit", async () => {
    const files = () =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("entries.json"));
    await feedback.run("refresh", undefined);
    assert.equal(files().length, 1);
    const project = { baseUrl: service.baseUrl, origin: service.baseUrl, projectId: service.projectId };
    const old = path.join(folder, "feedback", "0-entries.json");
    writeFileSync(old, "{}");
    utimesSync(old, 0, (Date.now() - 31 * 86_400_000) / 1000);
    const kept = (days: number) => new FeedbackFiles(path.join(folder, "feedback"), () => days);
    assert.ok(await kept(30).read(project));
    assert.equal(files().length, 1, "the outdated file of another project wasn't deleted");
    await kept(0).write(project, { ...project, entries: [] });
    assert.equal(files().length, 0);
  });

  it("removes the key and, if the user confirms, the cache", async () => {
    editor.answers.push(1);
    await feedback.run("removeApiKey", undefined);
    assert.equal(context.kept.size, 0);
    await waitUntil(() => emptiness() === "no-key", rows);
    assert.equal(
      readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("entries.json")).length,
      0,
    );
  });

  it("sets up the URL, project, and key, sends a test request, and opens the panel in one flow", async () => {
    const [requests, panels] = [service.requests.length, editor.panels.length];
    editor.asked.length = 0;
    editor.answers.push(service.baseUrl, service.projectId, 0, "wrong-key-1234", "Change API Key", service.key);
    await feedback.run("setUp", undefined);
    assert.deepEqual(
      editor.asked.map(({ kind }) => kind),
      ["input", "input", "pick", "input", "warning", "input", "information"],
    );
    assert.equal(
      editor.asked.at(-1)?.text,
      `Reader feedback for ${service.projectId} is connected. The API key works.`,
    );
    assert.deepEqual([...context.kept.values()], [service.key]);
    assert.ok(editor.panels.length >= panels && service.requests.length >= requests + 3);
    await waitUntil(() => rows().length > 0, rows);
  });

  it("tests the stored key instead of prompting for it if the setup runs again, and stops if the user cancels", async () => {
    editor.asked.length = 0;
    editor.answers.push(service.baseUrl, service.projectId, 0);
    await feedback.run("setUp", undefined);
    assert.deepEqual(
      editor.asked.map(({ kind }) => kind),
      ["input", "input", "pick", "information"],
    );
    editor.asked.length = 0;
    editor.answers.push(undefined);
    await feedback.run("setUp", undefined);
    assert.deepEqual(
      editor.asked.map(({ kind }) => kind),
      ["input"],
    );
  });
});
