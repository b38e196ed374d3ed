import type { FeedbackState, Triage } from "../../../server/src/feedback/entries/state.ts";
import { type ExportedFile, FeedbackPanelController } from "../../../server/src/feedback/panel/panel-controller.ts";
import { type DocumentLanguage, getPageLanguage } from "../../../server/src/core/text/page-language.ts";
import { textsOf } from "../../harness/page-messages.ts";
import type { OpenPage } from "../open-page.ts";
import { prepareWebview, type WebviewOptions, type WebviewStage } from "../webview-stage.ts";

/**
 * The panel in a page as the editor shows it. The controller is the real one, and the host is controlled by the test.
 */
export interface PanelStage extends Pick<WebviewStage, "page" | "events"> {
  readonly controller: FeedbackPanelController;
  /** Returns the state that the panel currently shows, including the triage. */
  readonly state: () => FeedbackState;
  readonly show: (state: FeedbackState) => void;
  /** Requests to the host, with the oldest first, such as `refresh` or `openSource a1`. */
  readonly asked: readonly string[];
  readonly saved: readonly ExportedFile[];
}

/** The options of a stage. `now` is also the time of the controller's clock. */
export interface StageOptions extends Omit<WebviewOptions, "onMessage"> {
  /** The display language of the editor. */
  readonly locale?: string;
}

export async function openPanel(
  openPage: OpenPage,
  first: FeedbackState,
  { locale = "en", now, ...options }: StageOptions = {},
): Promise<PanelStage> {
  const requested: string[] = [];
  const saved: ExportedFile[] = [];
  let state = first;
  const controller = new FeedbackPanelController(
    {
      post: (message) => void webview.post(message),
      openSource: ({ id }) => requested.push(`openSource ${id}`),
      openDashboard: (entry) => requested.push(`openDashboard ${entry?.id ?? ""}`.trim()),
      saveTriage: (entries, change) => {
        const triageById = new Map(state.triageById);
        for (const { id } of entries) {
          requested.push(`triage ${id} ${JSON.stringify(change)}`);
          const { mark, assigned, note } = { ...triageById.get(id), ...change };
          const next: Triage = {
            ...(mark && { mark }),
            ...(assigned != null && { assigned }),
            ...(note != null && { note }),
            changedAt: 0,
          };
          triageById.set(id, next);
        }
        state = { ...state, triageById };
        controller.show(state);
      },
      refresh: () => requested.push("refresh"),
      readAll: () => requested.push("readAll"),
      cancel: () => requested.push("cancel"),
      setKey: () => requested.push("setKey"),
      setUp: () => requested.push("setUp"),
      saveExport: (file) => saved.push(file),
      copy: (text) => requested.push(`copy ${text.split("\n", 1)[0]}`),
    },
    now === undefined ? Date.now : () => now,
  );
  const webview = await prepareWebview(openPage, "feedback", {
    language: languageOf(locale),
    now,
    ...options,
    onMessage: (message) => controller.receive(message),
  });
  const { page, events } = webview;
  controller.show(first);
  await webview.load();
  await page.locator("main.dwf").waitFor();
  return {
    page,
    controller,
    state: () => state,
    show: (next) => {
      state = next;
      controller.show(next);
    },
    asked: requested,
    saved,
    events,
  };
}

function languageOf(locale: string): DocumentLanguage {
  const language = getPageLanguage(locale);
  return { language, texts: language.table === undefined ? {} : textsOf(language.table) };
}
