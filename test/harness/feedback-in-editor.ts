import assert from "node:assert/strict";
import type { ExtensionContext } from "vscode";
import { URI } from "vscode-uri";
import type { FeedbackServer } from "../../client/src/feedback/feedback-controller.ts";
import type { JoinedPath, LocatedSnippet, RatedPage } from "../../server/src/protocol/feedback.ts";
import { maxWait } from "./eventually.ts";

interface PageOfTest {
  readonly uri: string;
  readonly line: number;
  readonly title: string;
}

/** A fake language server with a few pages and the lines of their code blocks. */
export interface FakeServer extends FeedbackServer {
  readonly asked: unknown[];
  readonly ratings: (readonly RatedPage[])[];
  readonly started: { readonly fire: () => void };
  readonly move: (path: string, page: PageOfTest) => void;
}

export function fakeServer(
  pages: Record<string, PageOfTest>,
  lines: Record<string, number | { readonly uri: string; readonly line: number }>,
): FakeServer {
  const requested: unknown[] = [];
  const ratings: (readonly RatedPage[])[] = [];
  const listeners: (() => void)[] = [];
  const known = new Map(Object.entries(pages));
  const at = (line: number) => ({ start: { line, character: 0 }, end: { line: line + 2, character: 3 } });
  const join = (path: string): JoinedPath => {
    const found = known.get(path);
    if (!found) return { kind: "unknown", reason: "No page on this site has ever had this URL." };
    const { uri, line, title } = found;
    return { kind: "page", uri, range: at(line), title, url: path, by: "address", groups: ["Guides"] };
  };
  const createLocation = (code: string): LocatedSnippet => {
    const found = lines[code];
    if (found === undefined) return {};
    const { line, ...file } = typeof found === "number" ? { line: found } : found;
    return { ...file, range: at(line), anchor: { code, headings: [], ordinal: 0 } };
  };
  /** In this fake, every page shows every file that contains code. */
  const pagesShowing = (uri: string): string[] =>
    Object.values(lines).some((found) => typeof found === "object" && found.uri === uri)
      ? [...known.values()].map((page) => page.uri)
      : [];
  const respond = async <Params, Result>(params: Params, result: Result) => (requested.push(params), result);
  return {
    asked: requested,
    ratings,
    started: { fire: () => listeners.forEach((listener) => listener()) },
    move: (path, page) => known.set(path, page),
    joinFeedback: (params) => respond(params, params.paths.map(join)),
    findPagesShowing: (params) => respond(params, pagesShowing(params.uri)),
    locateSnippets: (params) =>
      respond(
        params,
        params.snippets.map(({ code }) => createLocation(code)),
      ),
    setFeedbackRatings: ({ pages: rated }) => void ratings.push(rated),
    onFeedbackJoinsChanged: () => ({ dispose: () => undefined }),
    onDidStart: (listener: () => unknown) => {
      listeners.push(() => void listener());
      return { dispose: () => undefined };
    },
  };
}

/**
 * Returns the part of an extension's context that reader feedback uses. `kept` contains the secrets, and `state`
 * contains the memento's data.
 */
export function extensionContext(folder: string) {
  const retained = new Map<string, string>();
  const state = new Map<string, unknown>();
  const listeners = new Set<(event: { readonly key: string }) => void>();
  const report = (key: string): void => listeners.forEach((listener) => listener({ key }));
  const memento = {
    get: (name: string) => state.get(name),
    update: async (name: string, value: unknown) => void state.set(name, value),
  };
  const context = {
    kept: retained,
    state,
    globalState: memento,
    workspaceState: memento,
    globalStorageUri: URI.file(folder),
    extensionUri: URI.file("/extension"),
    secrets: {
      get: async (name: string) => retained.get(name),
      store: async (name: string, value: string) => (retained.set(name, value), report(name)),
      delete: async (name: string) => (retained.delete(name), report(name)),
      onDidChange: (listener: (event: { readonly key: string }) => void) => {
        listeners.add(listener);
        return { dispose: () => listeners.delete(listener) };
      },
    },
  };
  // Only these members are used.
  return context as typeof context & ExtensionContext;
}

/** Waits until a condition is met. If it isn't met before the timeout, fails with the text that `describe` returns. */
export async function waitUntil(isDone: () => boolean, describe: () => unknown): Promise<void> {
  const deadline = Date.now() + maxWait;
  while (!isDone()) {
    if (Date.now() > deadline) assert.fail(`Timed out. Last state: ${String(describe())}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
