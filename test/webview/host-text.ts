import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plainRenderTools } from "../../server/src/core/preview/drawing.ts";
import { renderPage } from "../../server/src/core/preview/render-page.ts";
import type { PageUpdate } from "../../server/src/core/preview/view/page-view.ts";
import { startPreviewServer } from "../../server/src/preview-server/preview-server.ts";
import type { FromPage, PreviewLocation, ToPage } from "../../webview/src/protocol.ts";
import { buildInto } from "../harness/build-into.ts";

/** The real page script, with a host that the test controls. */
export interface HostedPage {
  readonly url: string;
  /** Sends a message to the tab that was opened most recently. */
  readonly send: (message: ToPage) => void;
  readonly close: () => Promise<void>;
}

export interface HostedText extends HostedPage {
  readonly update: PageUpdate;
}

/** The location of the page that is hosted. */
export const hostedLocation: PreviewLocation = { file: "long.mdx", url: "/long", title: "Long" };

/** Serves a page with this text as the file `long.mdx`. `onMessage` receives the messages from the tab. */
export async function hostText(text: string, onMessage: (message: FromPage) => void): Promise<HostedText> {
  const update = updateOf(text);
  const hosted = await hostPage(() => [{ kind: "page", update, location: hostedLocation }], onMessage);
  return { ...hosted, update };
}

/** Serves a page that receives its first messages together. `onMessage` receives the messages from the tab. */
export async function hostPage(
  firstMessages: () => readonly ToPage[],
  onMessage: (message: FromPage) => void = () => undefined,
): Promise<HostedPage> {
  const folder = mkdtempSync(join(tmpdir(), "docwright-hosted-"));
  await buildInto(folder);
  let send: (message: ToPage) => void = () => undefined;
  const server = await startPreviewServer({
    port: 0,
    allowedHosts: [],
    webviewFolder: join(folder, "webview"),
    site: {
      open: (_, _url, report) => (send = report),
      handleMessage: (_, taken) => {
        const message = taken as FromPage;
        if (message.kind === "ready") firstMessages().forEach((first) => send(first));
        onMessage(message);
      },
      close: () => undefined,
      acceptsUrl: () => true,
      openAsset: () => undefined,
    },
  });
  return {
    url: `${server.url}long`,
    send: (message) => send(message),
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Renders a page as the file `long.mdx`, and returns the update that shows the entire page. */
export function updateOf(source: string): PageUpdate {
  const { view } = renderPage(
    {
      path: "long.mdx",
      text: source,
      files: new Map(),
      facts: {
        variables: new Map(),
        iconLibrary: "fontawesome",
        singleDollarMaths: true,
        codeThemes: { light: "github-light", dark: "github-dark" },
        isMintlify: true,
      },
      audience: { reader: "human", signedIn: false, groups: [] },
    },
    plainRenderTools,
  );
  const { blocks, ...page } = view;
  return {
    version: 1,
    textVersion: 1,
    page,
    order: blocks.map(({ id, lines }) => ({ id, lines })),
    newNodes: Object.fromEntries(blocks.map(({ id, nodes }) => [id, nodes])),
  };
}
