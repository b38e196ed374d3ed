import { startPreviewServer, type PreviewServerOptions } from "../../server/src/preview-server/preview-server.ts";
import { createRelayListener, type RelayListenerOptions } from "../../server/src/relay/listener/relay-listener.ts";
import { createReceivedFiles } from "../../server/src/relay/listener/uploads.ts";
import type { Relay } from "../../server/src/relay/relay.ts";
import { openSession, tokenOf } from "./open-session.ts";
import { rawRequest, type RawAnswer } from "./raw-request.ts";

export interface RelayServer {
  readonly port: number;
  /** The URL that opens the preview in a browser, which is created by `PreviewServer.createUrl`. */
  readonly url: string;
  /** See `PreviewServer.createUrl`. */
  readonly createUrl: () => string;
  readonly token: string;
  /** The cookie of a browser that has opened the preview. */
  readonly cookie: string;
  /** Returns the headers that the page sends, with these headers replaced. Undefined removes a header. */
  readonly headers: (others?: Readonly<Record<string, string | undefined>>) => Record<string, string>;
  /** Sends `POST /_service/api/request` as the page does. */
  readonly send: (envelope: unknown, others?: Readonly<Record<string, string | undefined>>) => Promise<RawAnswer>;
  readonly close: () => Promise<void>;
}

/** The content that the preview shows. */
export type ShownPages = Pick<PreviewServerOptions, "webviewFolder" | "site">;

const noPages: ShownPages = {
  webviewFolder: "/nowhere",
  site: {
    open: () => undefined,
    handleMessage: () => undefined,
    close: () => undefined,
    acceptsUrl: () => true,
    openAsset: () => undefined,
  },
};

/** Starts the preview server for a site with a relay. By default, the site has no pages. */
export async function startRelayServer(
  relay: Relay,
  {
    allowedHosts = [],
    files = createReceivedFiles(),
    limits,
    pages = noPages,
  }: Partial<Omit<RelayListenerOptions, "relay">> & {
    readonly allowedHosts?: readonly string[];
    readonly pages?: ShownPages;
  } = {},
): Promise<RelayServer> {
  const server = await startPreviewServer({
    port: 0,
    allowedHosts,
    ...pages,
    relay: createRelayListener({ relay, files, ...(limits && { limits }) }),
  });
  const port = Number(new URL(server.url).port);
  const session = await openSession(server.url);
  const token = await tokenOf(session);
  const headers: RelayServer["headers"] = (others = {}) => {
    const all = {
      Origin: `http://127.0.0.1:${port}`,
      "X-Relay-Token": token,
      "Content-Type": "application/json",
      ...others,
    };
    return Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
  };
  return {
    port,
    url: server.url,
    createUrl: server.createUrl,
    token,
    cookie: session.headers.Cookie,
    headers,
    send: (envelope, others) =>
      rawRequest(
        port,
        "POST /_service/api/request",
        headers(others),
        typeof envelope === "string" ? envelope : JSON.stringify(envelope),
      ),
    close: async () => {
      await server.close();
      await files.dispose();
      await relay.dispose();
    },
  };
}
