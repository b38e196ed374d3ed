import assert from "node:assert/strict";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ToPage } from "../../webview/src/protocol.ts";
import { openSession, tokenOf, type PreviewSession } from "../harness/open-session.ts";
import { BuiltCli } from "./spawn-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";
import { maxWait } from "../harness/eventually.ts";

const page = (title: string, text = "Text.") => `---\ntitle: ${title}\n---\n\n${text}\n`;

describe("docwright preview", () => {
  let cli: BuiltCli;
  before(async function () {
    this.timeout(120_000);
    cli = await BuiltCli.make();
  });
  after(() => {
    cli.remove();
    removeTempSites();
  });

  let folder: string;
  let child: ChildProcessWithoutNullStreams;
  let printed: string;
  let session: PreviewSession;
  /** The server's URL without the key. */
  let url: string;
  let headers: PreviewSession["headers"];
  const untilPrinted = async (words: RegExp): Promise<string> => {
    for (const end = Date.now() + maxWait; Date.now() < end; await pause(20)) if (words.test(printed)) return printed;
    throw new Error(`${String(words)} wasn't printed: ${printed}`);
  };
  beforeEach(async () => {
    folder = tempSite({
      "docs.json": JSON.stringify({ name: "Ships", navigation: { pages: ["start", "guides/second"] } }),
      "start.mdx": page("Start", "First words."),
      "guides/second.mdx": page("Second"),
      "images/ship.png": "png",
      "outside/secret.png": "secret",
    });
    printed = "";
    child = cli.start(["preview", folder]);
    child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (printed += text));
    await untilPrinted(/^Preview: http:\/\/127\.0\.0\.1:\d+\/_docwright\/open\/[\w-]{43}\/\n/);
    session = await openSession(/http:\S+/.exec(printed)?.[0] ?? "");
    ({ url, headers } = session);
  });
  afterEach(() => child.kill("SIGKILL"));

  /** Opens a browser tab, and collects its messages until the tab is closed. */
  const openTab = async (at: string) => {
    const token = await tokenOf(session);
    const closing = new AbortController();
    const answer = await fetch(`${url}_docwright/events?at=${encodeURIComponent(at)}`, {
      headers: { "X-Docwright-Token": token },
      signal: closing.signal,
    });
    let text = "";
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const piece of answer.body ?? []) text += decoder.decode(piece, { stream: true });
    })().catch(() => undefined);
    const until = async (words: string): Promise<void> => {
      for (const end = Date.now() + maxWait; Date.now() < end; await pause(20)) if (text.includes(words)) return;
      throw new Error(`The tab never received ${words}: ${text.slice(-2000)}`);
    };
    await until("event: preview");
    const name = /event: preview\ndata: (\S+)/.exec(text)?.[1] ?? "";
    const translate = async (message: unknown) => {
      const { status } = await fetch(`${url}_docwright/message`, {
        method: "POST",
        headers: {
          Origin: url.slice(0, -1),
          "Content-Type": "application/json",
          "X-Docwright-Token": token,
          "X-Docwright-Preview": name,
        },
        body: JSON.stringify(message),
      });
      assert.equal(status, 204);
    };
    const messages = (): ToPage[] =>
      [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, json = ""]) => JSON.parse(json) as ToPage);
    return { until, say: translate, messages, close: async () => (closing.abort(), reading) };
  };

  it("shows a page at its URL and updates when the file changes", async () => {
    const tab = await openTab("/start");
    await tab.say({ kind: "ready" });
    await tab.until("First words.");
    const shown = tab.messages().find(({ kind }) => kind === "page");
    assert.ok(shown?.kind === "page");
    assert.deepEqual(shown.location, { file: "start.mdx", url: "/start", title: "Start" });
    await tab.say({ kind: "painted", version: shown.update.version, milliseconds: 1 });
    writeFileSync(join(folder, "start.mdx"), page("Start", "Other words."));
    await tab.until("Other words.");
    await tab.close();
  });

  it("detects a page in a new folder", async () => {
    const tab = await openTab("/new/page");
    await tab.say({ kind: "ready" });
    await tab.until('"kind":"missing"');
    mkdirSync(join(folder, "new"));
    writeFileSync(join(folder, "new/page.mdx"), page("New", "New words."));
    await tab.until("New words.");
    writeFileSync(join(folder, "new/page.mdx"), page("New", "Newer words."));
    const { version } = tab.messages().findLast((message) => message.kind === "page")?.update ?? {
      version: 0,
    };
    await tab.say({ kind: "painted", version, milliseconds: 1 });
    await tab.until("Newer words.");
    await tab.close();
  });

  it("responds with 404 for an unknown page and suggests a similar one", async () => {
    const tab = await openTab("/guides/secnd");
    await tab.say({ kind: "ready" });
    await tab.until('"nearest":{"url":"/guides/second","title":"Second"}');
    await tab.close();
    assert.equal((await fetch(`${url}guides/secnd`, { headers })).status, 404);
    assert.equal((await fetch(`${url}guides/second`, { headers })).status, 200);
  });

  it("serves the site's images, except for symbolic links to files outside the site", async () => {
    const other = tempSite({ "secret.png": "secret" });
    symlinkSync(join(other, "secret.png"), join(folder, "images/link.png"));
    assert.equal(await (await fetch(`${url}images/ship.png`, { headers })).text(), "png");
    assert.doesNotMatch(await (await fetch(`${url}images/link.png`, { headers })).text(), /secret/);
  });

  it("prints each new error once, on one line", async () => {
    writeFileSync(
      join(folder, "docs.json"),
      JSON.stringify({ name: "Ships", navigation: { pages: ["start", "guides/second", "gone"] } }),
    );
    await untilPrinted(/^docs\.json:1:\d+ .*gone.*\(nav\/page-not-found\)$/m);
    appendFileSync(join(folder, "start.mdx"), "\nMore.\n");
    await pause(1500);
    assert.equal([...printed.matchAll(/nav\/page-not-found/g)].length, 1, printed);
  });

  it("stops when interrupted, even with open browser tabs, and leaves no files behind", async () => {
    const tab = await openTab("/start");
    await tab.say({ kind: "ready" });
    await tab.until("First words.");
    const ended = new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));
    child.kill("SIGINT");
    assert.equal(await ended, 0);
    await tab.close();
    await assert.rejects(fetch(url));
  });

  it("exits when the editor that started it exits", async () => {
    const below = cli.startBelow(["preview", folder]);
    const ended = new Promise<number | null>((resolve) => below.on("exit", (code) => resolve(code)));
    await new Promise((resolve) => below.stdout?.once("data", resolve));
    below.disconnect();
    assert.equal(await ended, 0);
  });

  /** Previews this file instead of the site, and returns the URL path that was printed. */
  const restartWith = async (file: string): Promise<string> => {
    child.kill("SIGKILL");
    printed = "";
    child = cli.start(["preview", file]);
    child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
    await untilPrinted(/^Preview: \S+\n/m);
    const opened = /http:\S+\/open\/[\w-]{43}\//.exec(printed)?.[0] ?? "";
    session = await openSession(opened);
    ({ url, headers } = session);
    return /\/open\/[\w-]{43}(\/\S*)/.exec(printed)?.[1] ?? "";
  };

  it("shows a single page that isn't part of a site, until its folder contains a docs.json", async () => {
    const loose = tempSite({
      "a.mdx": page("Alone", "Only words.\n\n![Logo](/logo.png)"),
      "b.mdx": page("Other"),
      "logo.png": "png",
    });
    assert.equal(await restartWith(join(loose, "a.mdx")), "/a");
    const tab = await openTab("/a");
    await tab.say({ kind: "ready" });
    await tab.until("Only words.");
    await tab.until('"isSinglePage":true');
    assert.equal(await (await fetch(`${url}logo.png`, { headers })).text(), "png");
    assert.equal((await fetch(`${url}b`, { headers })).status, 404);
    writeFileSync(join(loose, "docs.json"), JSON.stringify({ navigation: { pages: ["a", "b"] } }));
    await tab.until('"kind":"reload"');
    await tab.close();
    const again = await openTab("/b");
    await again.say({ kind: "ready" });
    await again.until('"isSinglePage":false');
    await again.until("Text.");
    await again.close();
  });

  it("prints the URL of a page that is part of a site", async () => {
    assert.equal(await restartWith(join(folder, "guides/second.mdx")), "/guides/second");
    assert.equal((await fetch(`${url}start`, { headers })).status, 200);
  });

  it("explains on one line why it can't run", async () => {
    const empty = tempSite({ "readme.txt": "nothing" });
    const two = tempSite({ "a/docs.json": "{}", "b/docs.json": "{}" });
    for (const [args, words] of [
      [[empty], /^docwright: no docs\.json found in .*\n$/],
      [[two], /^docwright: .* contains several sites; specify one of these folders: a, b\n$/],
      [["--port", "x"], /^docwright: --port must be a number .*\n$/],
      [["--allow-host", "a b"], /^docwright: --allow-host must be a host name such as .*\n$/],
      [["--nonsense"], /^docwright: .*--help.*\n$/],
      [[folder, "--port", new URL(url).port], /^docwright: port \d+ is already in use\..*\n$/],
    ] as const) {
      const { exitCode, stderr, stdout } = await cli.run(["preview", ...args]);
      assert.deepEqual([exitCode, stdout], [2, ""]);
      assert.match(stderr, words);
    }
  });
});
