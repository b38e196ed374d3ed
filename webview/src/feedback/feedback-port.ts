import type {
  FromFeedbackPage,
  ToFeedbackPage,
} from "../../../server/src/feedback/view/panel-protocol.ts";

interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** The way between the panel and the desk behind it. */
export interface FeedbackPort {
  readonly send: (message: FromFeedbackPage) => void;
  readonly listen: (take: (message: ToFeedbackPage) => void) => void;
  /** Kept for when the page is loaded again; undefined at first. */
  readonly kept: () => unknown;
  readonly keep: (state: unknown) => void;
}

/** Messages of the editor's webview. */
export function feedbackPort(): FeedbackPort {
  const api = acquireVsCodeApi();
  return {
    send: (message) => api.postMessage(message),
    listen: (take) =>
      window.addEventListener("message", ({ data }: MessageEvent<ToFeedbackPage>) => take(data)),
    kept: () => api.getState(),
    keep: (state) => api.setState(state),
  };
}
