import type { ToPage } from "../../../webview/src/protocol.ts";
import type { ToPlayground } from "../core/request/protocol/playground-protocol.ts";
import { profiles } from "../core/config/settings/profile.ts";
import { readPlaygroundMessage, type HeardFromPlayground } from "../core/request/protocol/playground-schema.ts";
import { declaredOrigins } from "../core/site/specs/declared-origins.ts";
import type { Site } from "../core/site/site.ts";
import { createRelay } from "../relay/relay.ts";
import { loopbackRedirect } from "../relay/auth/loopback-redirect.ts";
import { createPlaygroundDesk, type PlaygroundDesk, type TellPlayground } from "../relay/playground/playground-service.ts";
import { memorySecrets, memoryStore } from "../relay/playground/stores.ts";
import { relayListener, type RelayListener } from "../relay/listener/relay-listener.ts";
import { createSocketDesk } from "../relay/websocket/websocket-service.ts";
import { takenFiles } from "../relay/listener/uploads.ts";
import { openInBrowser } from "./open-in-browser.ts";
import type { PreviewEnvironment } from "./preview-environment.ts";

/** The playground of tabs of a browser: what is kept for the person is gone when the command ends. */
export interface PreviewPlayground {
  readonly listener: RelayListener;
  /** A message of the tab of this name, as it came. */
  readonly take: (name: string, message: unknown, send: (message: ToPage) => void) => void;
  readonly leave: (name: string) => void;
  readonly end: () => Promise<void>;
}

export interface PreviewPlaygroundOptions {
  readonly root: string;
  /** Undefined while the site is being read. */
  readonly site: () => Site | undefined;
  /** Of the preview itself, to which nothing is sent. */
  readonly port: () => number | undefined;
  /** What the person has named on the command line. */
  readonly named: PreviewEnvironment | undefined;
  /** Prints a line on the terminal. */
  readonly print: (line: string) => void;
}

export function previewPlayground({
  root,
  site,
  port,
  named,
  print,
}: PreviewPlaygroundOptions): PreviewPlayground {
  const files = takenFiles();
  const desk = createPlaygroundDesk({
    kind: "browser",
    scope: root,
    store: memoryStore(),
    secrets: memorySecrets(),
    // Whoever starts the command in a folder has chosen it; each address is asked about all the same.
    isTrusted: () => true,
    targets: () => {
      const now = site();
      return now ? declaredOrigins(now) : [];
    },
    siteUrl: () => site()?.settings.siteUrl,
    proxyPath: () => site()?.profile.proxyPath ?? profiles.standard.proxyPath,
    file: async (fileRef) => files.open(fileRef),
    relay: () => relay,
    redirect: loopbackRedirect(),
    openUrl: openInBrowser,
    ownPort: port,
  });
  const relay = createRelay(desk.host);
  if (named) useEnvironment(desk, named);
  const sockets = createSocketDesk(desk.host);
  const tells = new Map<string, TellPlayground>();
  return {
    listener: relayListener({ relay, files }),
    take: (name, message, send) => {
      const heard = readPlaygroundMessage(message);
      if (!heard) return;
      const tell =
        tells.get(name) ??
        ((told: ToPlayground) => {
          printConsent(told, print);
          send({ kind: "playground", message: told });
        });
      tells.set(name, tell);
      printConsent(heard, print);
      if (heard.kind === "abort") relay.abort(heard.id);
      else if (!sockets.hear(heard, tell)) desk.hear(heard, tell);
    },
    leave: (name) => {
      const tell = tells.get(name);
      if (tell) {
        desk.leave(tell);
        sockets.leave(tell);
      }
      tells.delete(name);
    },
    end: async () => {
      desk.dispose();
      sockets.dispose();
      await relay.dispose();
      await files.dispose();
    },
  };
}

/** Whoever sits at the terminal sees when a tab asks to send secrets, and when it is allowed to. */
function printConsent(message: ToPlayground | HeardFromPlayground, print: (line: string) => void): void {
  if (message.kind === "consent" && message.answer !== "no" && message.secrets.length > 0)
    print(`Consent: ${message.origin} gets ${message.secrets.join(", ")}, allowed in the browser.`);
  if (message.kind !== "target" || !("question" in message) || !message.question) return;
  const { origin, secrets } = message.question;
  if (secrets.length > 0)
    print(`Consent: a request to ${origin} needs ${secrets.join(", ")}. Allow or reject it in the browser.`);
}

/** The environment that the person has named is there from the start, and in use. */
function useEnvironment(
  desk: PlaygroundDesk,
  { name, baseUrl, variables, secrets }: PreviewEnvironment,
): void {
  const environment = { baseUrl, variables, keepsCookies: false };
  desk.hear({ kind: "environment", change: { kind: "set", name, environment } }, () => undefined);
  desk.hear({ kind: "environment", change: { kind: "choose", name } }, () => undefined);
  for (const [secret, value] of secrets) void desk.keepSecret(secret, baseUrl ?? "", value);
}
