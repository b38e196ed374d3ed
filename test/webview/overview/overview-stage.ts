import { parseMessage } from "../../../server/src/core/text/parse-message.ts";
import {
  fromOverviewSchema,
  type FromOverview,
  type OverviewView,
  type ToOverview,
} from "../../../webview/src/overview/overview-protocol.ts";
import type { OpenPage } from "../open-page.ts";
import { prepareWebview, type WebviewOptions, type WebviewStage } from "../webview-stage.ts";

/** The overview in a page as the editor shows it. */
export interface OverviewStage extends Pick<WebviewStage, "page" | "events"> {
  readonly show: (view: OverviewView) => Promise<void>;
  /** The valid messages from the page except `ready`, with the oldest first. */
  readonly sent: readonly FromOverview[];
}

const root = "file:///site";

export async function openOverview(
  openPage: OpenPage,
  first: OverviewView | undefined,
  options: Pick<WebviewOptions, "width" | "theme"> = {},
): Promise<OverviewStage> {
  const sent: FromOverview[] = [];
  let view = first;
  const post = async (): Promise<void> => {
    if (view) await webview.post({ kind: "show", root, view } satisfies ToOverview);
  };
  const webview = await prepareWebview(openPage, "overview", {
    ...options,
    onMessage: (value) => {
      const message = parseMessage(fromOverviewSchema, value);
      if (message?.kind === "ready") void post();
      else if (message) sent.push(message);
    },
  });
  const { page, events } = webview;
  await webview.load();
  await page.locator("main.dwo").waitFor();
  if (first?.kind === "site") await page.getByRole("heading", { level: 1 }).waitFor();
  return {
    page,
    events,
    show: async (next) => {
      view = next;
      await post();
    },
    sent,
  };
}
