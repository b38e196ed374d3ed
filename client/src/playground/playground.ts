import * as vscode from "vscode";
import type { BuiltRequest } from "../../../server/src/core/request/build/build-context.ts";
import type {
  ResponsePart,
  EnvironmentChange,
  ToPlayground,
} from "../../../server/src/core/request/protocol/playground-protocol.ts";
import { readPlaygroundMessage } from "../../../server/src/core/request/protocol/playground-schema.ts";
import type { TestResponse } from "../../../server/src/core/request/protocol/relay-protocol.ts";
import type { PlaygroundFacts } from "../../../server/src/protocol/preview.ts";
import {
  createPlaygroundService,
  type PlaygroundService,
  type PlaygroundSender,
} from "../../../server/src/relay/playground/playground-service.ts";
import { createRelay, type RelaySink } from "../../../server/src/relay/relay.ts";
import { sendTest } from "../../../server/src/relay/send-test.ts";
import { createWebSocketService } from "../../../server/src/relay/websocket/websocket-service.ts";
import { openExternalUrl } from "../editor/editor-helpers.ts";
import { promptConsent, promptSecret, ChosenFiles, saveResponse } from "./dialogs.ts";
import { clientCertificate, isProxied } from "./network.ts";
import type { OAuthRedirect } from "./oauth-redirect.ts";

export { revokeConsents } from "./commands.ts";
export { importVariables } from "./commands.ts";
export { OAuthRedirect } from "./oauth-redirect.ts";

export interface PlaygroundOptions {
  /** URI of the folder that holds docs.json. */
  readonly root: string;
  readonly context: vscode.ExtensionContext;
  /** What the site says now; undefined while the server is not running. */
  readonly facts: () => Promise<PlaygroundFacts | undefined>;
  /** Of all sites, as the editor has one address for the extension. */
  readonly signedIn: OAuthRedirect;
}

/** A message to a page; comes back when it has been handed over. */
export type PageSender = (message: ToPlayground) => PromiseLike<unknown>;

/** The playgrounds of one site: the relay runs here, in the extension's own process, and opens no port. */
export interface OpenPlayground {
  /** A message of a preview's page, as it came; others than the playground's are left. */
  readonly take: (message: unknown, report: PageSender) => void;
  /** The page is gone: what it has asked for is ended. */
  readonly leave: (report: PageSender) => void;
  /** What is kept for the person. */
  readonly desk: Pick<PlaygroundService, "state" | "keepSecret" | "forgetConsent"> & {
    readonly change: (change: EnvironmentChange) => void;
  };
  /** Sends an example as a test, by the same rules as everything else. Never rejects. */
  readonly sendTest: (request: BuiltRequest) => Promise<TestResponse>;
  readonly dispose: () => void;
}

/** Of one test, in milliseconds. */
const testMilliseconds = 30_000;

/** What a page has running. */
interface Page {
  readonly tell: PlaygroundSender;
  readonly ending: AbortController;
}

const defaultProxyPath = "/_service/api/request";

export function openPlayground({ root, context, facts, signedIn }: PlaygroundOptions): OpenPlayground {
  const files = new ChosenFiles();
  let known: PlaygroundFacts | undefined;
  const learn = async (): Promise<PlaygroundFacts | undefined> => (known = (await facts()) ?? known);
  const service = createPlaygroundService({
    kind: "editor",
    scope: root,
    store: context.workspaceState,
    secrets: context.secrets,
    isTrusted: () => vscode.workspace.isTrusted,
    targets: async () => (await learn())?.targets ?? [],
    siteUrl: () => known?.siteUrl,
    proxyPath: () => known?.proxyPath ?? defaultProxyPath,
    file: async (fileRef) => files.open(fileRef),
    relay: () => relay,
    redirect: signedIn.listener(),
    openUrl: openExternalUrl,
    askConsent: promptConsent,
    askSecret: promptSecret,
    means: {
      clientCertificate,
      get isProxied() {
        return isProxied();
      },
    },
  });
  const relay = createRelay(service.host);
  const sockets = createWebSocketService(service.host);
  const pages = new Map<PageSender, Page>();
  const trusted = vscode.workspace.onDidGrantWorkspaceTrust(() => service.changed());

  const pageOf = (report: PageSender): Page => {
    const page = pages.get(report) ?? {
      tell: (message) => void report(message),
      ending: new AbortController(),
    };
    pages.set(report, page);
    return page;
  };

  const pick = async (ask: number, many: boolean, report: PageSender): Promise<void> => {
    await report({ kind: "picked", ask, files: await files.pick(many) });
  };

  return {
    take: (message, report) => {
      const received = readPlaygroundMessage(message);
      if (!received) return;
      const page = pageOf(report);
      switch (received.kind) {
        case "send":
          return void relay.send(
            received.envelope,
            sinkTo(report, idOf(received.envelope)),
            page.ending.signal,
          );
        case "abort":
          return void relay.abort(received.id);
        case "pickFiles":
          return void pick(received.ask, received.many, report);
        case "saveAnswer":
          return void saveResponse(received, root, (name) => relay.kept(name));
        default:
          void learn();
          if (!sockets.hear(received, page.tell)) service.hear(received, page.tell);
      }
    },
    leave: (report) => {
      const page = pages.get(report);
      page?.ending.abort();
      if (page) {
        service.leave(page.tell);
        sockets.leave(page.tell);
      }
      pages.delete(report);
    },
    desk: {
      state: service.state,
      keepSecret: service.keepSecret,
      forgetConsent: service.forgetConsent,
      change: (change) => void service.hear({ kind: "environment", change }, () => undefined),
    },
    sendTest: (request) => sendTest(relay, request, testMilliseconds),
    dispose: () => {
      for (const { ending } of pages.values()) ending.abort();
      trusted.dispose();
      service.dispose();
      sockets.dispose();
      void relay.dispose();
    },
  };
}

/**
 * The target is not read on before the page has taken what was read. The editor hands over plain arrays of bytes alone, not
 * Node's kind, and all of the memory that they are a part of.
 */
function sinkTo(report: PageSender, id: string): RelaySink {
  const translate = (part: ResponsePart) => report({ kind: "answer", id, part });
  return {
    head: (head) => void translate({ kind: "head", head }),
    data: async (bytes) => void (await translate({ kind: "data", bytes: new Uint8Array(bytes) })),
    end: (end) => void translate({ kind: "end", end }),
    failed: (failure) => void translate({ kind: "failed", failure }),
  };
}

/** The relay reads the envelope anew; here it only matters whose answer it is. */
function idOf(envelope: unknown): string {
  const options: unknown =
    typeof envelope === "object" && envelope !== null && "options" in envelope ? envelope.options : undefined;
  const id: unknown =
    typeof options === "object" && options !== null && "id" in options ? options.id : undefined;
  return typeof id === "string" ? id.slice(0, 64) : "";
}
