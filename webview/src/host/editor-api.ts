/** VS Code's API in a webview. */
interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** Returns VS Code's API. A page can call this only once. */
export function acquireEditorApi(): EditorApi {
  return acquireVsCodeApi();
}
