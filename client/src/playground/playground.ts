import { readFileSync, statSync } from "node:fs";
import * as vscode from "vscode";
import { isPlainRecord } from "../../../server/src/core/text/plain-record.ts";
import type { BuiltRequest } from "../../../server/src/core/request/build/build-context.ts";
import {
  type EnvironmentChange,
  playgroundToHostSchema,
  type ResponsePart,
  type MessageToPlayground,
} from "../../../server/src/core/request/protocol/playground-protocol.ts";
import type { TestResponse } from "../../../server/src/core/request/protocol/relay-protocol.ts";
import { parseMessage } from "../../../server/src/core/text/parse-message.ts";
import type { PlaygroundFacts } from "../../../server/src/protocol/preview.ts";
import type { OAuthRedirect as SignInListener } from "../../../server/src/relay/auth/loopback-redirect.ts";
import {
  createPlaygroundService,
  type PlaygroundSender,
  type PlaygroundService,
} from "../../../server/src/relay/playground/playground-service.ts";
import { createRelay, type RelayDependencies, type RelaySink } from "../../../server/src/relay/relay.ts";
import { sendTestRequest } from "../../../server/src/relay/send-test.ts";
import { createWebSocketService } from "../../../server/src/relay/websocket/websocket-service.ts";
import { openExternalUrl } from "../editor/workspace.ts";
import { ChosenFiles, promptForConsent, promptForSecret, saveResponse } from "./dialogs.ts";

/** The maximum size of a certificate file in bytes, which is much larger than any certificate chain. */
const maxSize = 1_000_000;

/**
 * Returns the client certificate for an origin, for APIs that use certificates for authentication. Certificates can be
 * specified only in the user settings (`docwright.playground.clientCertificates`), not by a workspace.
 */
const getCertificate: NonNullable<RelayDependencies["getClientCertificate"]> = async (origin) => {
  const pathsByOrigin = vscode.workspace.getConfiguration("docwright").get<unknown>("playground.clientCertificates");
  if (!isPlainRecord(pathsByOrigin) || !Object.hasOwn(pathsByOrigin, origin)) return undefined;
  const certificatePaths = pathsByOrigin[origin];
  const { cert, key }: Readonly<Record<string, unknown>> = isPlainRecord(certificatePaths) ? certificatePaths : {};
  const [certText, keyText] = [readTextFile(cert), readTextFile(key)];
  if (certText === undefined || keyText === undefined) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        "Couldn't read the certificate for {0}, so the request will be sent without it. Check docwright.playground.clientCertificates in your settings.",
        origin,
      ),
    );
    return undefined;
  }
  return { cert: certText, key: keyText };
};

function readTextFile(path: unknown): string | undefined {
  if (typeof path !== "string") return undefined;
  try {
    return statSync(path).isFile() && statSync(path).size <= maxSize ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the editor uses a proxy for requests. A proxy resolves hostnames itself. */
function isProxied(): boolean {
  const httpSettings = vscode.workspace.getConfiguration("http");
  if (httpSettings.get<string>("proxySupport") === "off") return false;
  const proxyUrl = httpSettings.get<string>("proxy") ?? "";
  const proxyVariables = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];
  return proxyUrl !== "" || proxyVariables.some((name) => (process.env[name] ?? "") !== "");
}

export { revokeConsents } from "./commands.ts";
export { importVariables } from "./commands.ts";

interface PlaygroundOptions {
  /** The URI of the folder with docs.json. */
  readonly root: string;
  readonly context: vscode.ExtensionContext;
  /** Returns the site's current playground data, or undefined while the server isn't running. */
  readonly getFacts: () => Promise<PlaygroundFacts | undefined>;
  /** Called when a response is complete. */
  readonly onResponse: () => void;
  /** Handles sign-in redirects. All sites share the handler, because the editor has only one URI for the extension. */
  readonly oauthRedirect: OAuthRedirect;
}

/** Sends a message to a page. Resolves when the message has been delivered. */
export type PageSender = (message: MessageToPlayground) => PromiseLike<unknown>;

/** The playgrounds of one site. Their relay runs in the extension's own process and doesn't open a port. */
export interface OpenPlayground {
  /** Handles an unvalidated message from a preview page. Messages that aren't for the playground are ignored. */
  readonly receive: (message: unknown, sendToPage: PageSender) => void;
  /** Called when the page is closed. Cancels the page's pending requests. */
  readonly disconnect: (sendToPage: PageSender) => void;
  /** The environments, secrets, and consents stored for the user. */
  readonly service: Pick<PlaygroundService, "getState" | "saveSecret" | "revokeConsent"> & {
    readonly change: (change: EnvironmentChange) => void;
  };
  /** Sends an example as a test. The same restrictions apply as for other requests. Never rejects. */
  readonly sendTest: (request: BuiltRequest) => Promise<TestResponse>;
  readonly dispose: () => void;
}

/** The timeout for a test in milliseconds. */
const testTimeoutMilliseconds = 30_000;

/** A page that uses the playground, and the controller that cancels the page's pending requests. */
interface ConnectedPage {
  readonly send: PlaygroundSender;
  readonly abortController: AbortController;
}

const defaultProxyPath = "/_service/api/request";

export function openPlayground({
  root,
  context,
  getFacts,
  onResponse,
  oauthRedirect,
}: PlaygroundOptions): OpenPlayground {
  const files = new ChosenFiles();
  let latestFacts: PlaygroundFacts | undefined;
  const refreshFacts = async (): Promise<PlaygroundFacts | undefined> =>
    (latestFacts = (await getFacts()) ?? latestFacts);
  const service = createPlaygroundService({
    kind: "editor",
    scope: root,
    store: context.workspaceState,
    secrets: context.secrets,
    isTrusted: () => vscode.workspace.isTrusted,
    listTargets: async () => (await refreshFacts())?.targets ?? [],
    getSiteUrl: () => latestFacts?.siteUrl,
    getProxyPath: () => latestFacts?.proxyPath ?? defaultProxyPath,
    openFile: async (fileRef) => files.open(fileRef),
    getRelay: () => relay,
    redirect: oauthRedirect.createListener(),
    openUrl: openExternalUrl,
    requestConsent: promptForConsent,
    requestSecret: promptForSecret,
    dependencies: {
      getClientCertificate: getCertificate,
      get isProxied() {
        return isProxied();
      },
    },
  });
  const relay = createRelay(service.host);
  const socketService = createWebSocketService(service.host);
  const pagesBySender = new Map<PageSender, ConnectedPage>();
  const trustListener = vscode.workspace.onDidGrantWorkspaceTrust(() => service.onTrustChanged());

  const getPage = (sendToPage: PageSender): ConnectedPage => {
    const page = pagesBySender.get(sendToPage) ?? {
      send: (message) => void sendToPage(message),
      abortController: new AbortController(),
    };
    pagesBySender.set(sendToPage, page);
    return page;
  };

  const pickFiles = async (requestId: number, isMultiple: boolean, sendToPage: PageSender): Promise<void> => {
    await sendToPage({ kind: "relay/picked", requestId, files: await files.pickFiles(isMultiple) });
  };

  return {
    receive: (message, sendToPage) => {
      const parsedMessage = parseMessage(playgroundToHostSchema, message);
      if (!parsedMessage) return;
      const page = getPage(sendToPage);
      switch (parsedMessage.kind) {
        case "relay/send":
          return void relay.send(
            parsedMessage.envelope,
            createSink(sendToPage, getRequestId(parsedMessage.envelope), onResponse),
            page.abortController.signal,
          );
        case "relay/abort":
          return void relay.abort(parsedMessage.id);
        case "relay/pickFiles":
          return void pickFiles(parsedMessage.requestId, parsedMessage.many, sendToPage);
        case "relay/saveAnswer":
          return void saveResponse(parsedMessage, root, (name) => relay.openStoredBody(name));
        default:
          void refreshFacts();
          if (!socketService.handleMessage(parsedMessage, page.send)) service.handleMessage(parsedMessage, page.send);
      }
    },
    disconnect: (sendToPage) => {
      const page = pagesBySender.get(sendToPage);
      page?.abortController.abort();
      if (page) {
        service.disconnect(page.send);
        socketService.disconnect(page.send);
      }
      pagesBySender.delete(sendToPage);
    },
    service: {
      getState: service.getState,
      saveSecret: service.saveSecret,
      revokeConsent: service.revokeConsent,
      change: (change) => void service.handleMessage({ kind: "relay/environment", change }, () => undefined),
    },
    sendTest: (request) => sendTestRequest(relay, request, testTimeoutMilliseconds),
    dispose: () => {
      for (const { abortController } of pagesBySender.values()) abortController.abort();
      trustListener.dispose();
      service.dispose();
      socketService.dispose();
      void relay.dispose();
    },
  };
}

/**
 * Returns a sink that sends a response to a page. The next chunk is read from the target only after the page has
 * received the previous one. The editor can't transfer Node.js buffers, only plain byte arrays, and it always transfers
 * an array's entire underlying memory.
 */
function createSink(sendToPage: PageSender, id: string, onResponse: () => void): RelaySink {
  const sendPart = (part: ResponsePart) => sendToPage({ kind: "relay/answer", id, part });
  return {
    head: (head) => void sendPart({ kind: "head", head }),
    data: async (bytes) => void (await sendPart({ kind: "data", bytes: new Uint8Array(bytes) })),
    end: (end) => {
      onResponse();
      void sendPart({ kind: "end", end });
    },
    failed: (failure) => void sendPart({ kind: "failed", failure }),
    requestConsent: (isPending) => void sendPart({ kind: "consent", isPending }),
  };
}

/** Returns the ID of a request, which is also the ID of its response. The relay validates the rest of the envelope. */
function getRequestId(envelope: unknown): string {
  const options = isPlainRecord(envelope) ? envelope["options"] : undefined;
  const id = isPlainRecord(options) ? options["id"] : undefined;
  return typeof id === "string" ? id.slice(0, 64) : "";
}

const maxSignInMilliseconds = 5 * 60_000;

interface PendingSignIn {
  readonly state: string;
  readonly resolveQuery: (query: URLSearchParams | undefined) => void;
}

/**
 * Handles browser sign-ins that are redirected to the editor's URI for this extension. An extension can have only one
 * such handler. Redirects with an unexpected state are ignored.
 */
export class OAuthRedirect implements vscode.UriHandler, vscode.Disposable {
  readonly #extensionId: string;
  readonly #subscription: vscode.Disposable;
  readonly #pendingSignIns = new Set<PendingSignIn>();

  constructor(extensionId: string) {
    this.#extensionId = extensionId;
    this.#subscription = vscode.window.registerUriHandler(this);
  }

  /**
   * Returns a listener for the controller of one site. Disposing of the listener ends the site's pending sign-ins but
   * doesn't dispose of the handler.
   */
  createListener(): SignInListener {
    const siteSignIns = new Set<PendingSignIn>();
    return {
      getUrl: () => this.#getRedirectUrl(),
      wait: (state, { signal }) => this.#waitForRedirect(state, signal, siteSignIns),
      dispose: () => cancelSignIns(siteSignIns),
    };
  }

  handleUri({ path, query }: vscode.Uri): void {
    const params = new URLSearchParams(query);
    if (path !== "/signed-in") return;
    for (const pendingSignIn of this.#pendingSignIns)
      if (pendingSignIn.state === params.get("state")) pendingSignIn.resolveQuery(params);
  }

  dispose(): void {
    cancelSignIns(this.#pendingSignIns);
    this.#subscription.dispose();
  }

  /** Returns the redirect URL to send to the service. */
  async #getRedirectUrl(): Promise<string> {
    const callbackUri = vscode.Uri.parse(`${vscode.env.uriScheme}://${this.#extensionId}/signed-in`);
    return (await vscode.env.asExternalUri(callbackUri)).toString(true);
  }

  /** Waits for the redirect's parameters. Resolves to undefined after five minutes or if the sign-in is canceled. */
  #waitForRedirect(
    state: string,
    signal: AbortSignal,
    siteSignIns: Set<PendingSignIn>,
  ): Promise<URLSearchParams | undefined> {
    return new Promise((resolve) => {
      const pendingSignIn: PendingSignIn = {
        state,
        resolveQuery: (query) => {
          clearTimeout(timer);
          this.#pendingSignIns.delete(pendingSignIn);
          siteSignIns.delete(pendingSignIn);
          resolve(query);
        },
      };
      const timer = setTimeout(() => pendingSignIn.resolveQuery(undefined), maxSignInMilliseconds);
      this.#pendingSignIns.add(pendingSignIn);
      siteSignIns.add(pendingSignIn);
      signal.addEventListener("abort", () => pendingSignIn.resolveQuery(undefined));
    });
  }
}

function cancelSignIns(pendingSignIns: ReadonlySet<PendingSignIn>): void {
  for (const pendingSignIn of pendingSignIns) pendingSignIn.resolveQuery(undefined);
}
