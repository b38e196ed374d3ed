import { render } from "preact";
import { createPageStore } from "./host/page-store.ts";
import { createPersistedState } from "./host/persisted-state.ts";
import { PreviewApp, schedulePaint } from "./host/preview-app.tsx";
import { createBrowserTransport, createEditorTransport, readHostInfo } from "./host/transport.ts";
import { runWhenStyled } from "./paint/page-sheets.ts";
import { createPlaygroundPort } from "./playground/store/playground-port.ts";
import { createRunningComponents } from "./sandbox/running-components.tsx";

const hostInfo = readHostInfo(document);
const transport =
  hostInfo.kind === "editor" ? createEditorTransport() : createBrowserTransport(hostInfo.token ?? "", hostInfo.assets);
const persistedState = createPersistedState(transport);
const components = createRunningComponents(transport.send);
const playground = createPlaygroundPort({
  host: hostInfo.kind,
  send: transport.send,
  ...(hostInfo.kind === "browser" && { relay: { base: hostInfo.assets, token: hostInfo.token ?? "" } }),
  getStoredState: () => persistedState.playground,
  saveState: persistedState.setPlayground,
});
const store = createPageStore({
  onComponent: components.addComponent,
  onPlayground: playground.handleMessage,
  onStateChange: persistedState.setHost,
  onReload: () => location.reload(),
  onGap: () => transport.send({ kind: "ready" }),
  onMarkdown: (text) => void navigator.clipboard.writeText(text).catch(() => undefined),
});
// Content that has already arrived is rendered immediately.
transport.start(store.receive, store.setLossReason);
const root = document.createElement("div");
document.body.append(root);
const paint = (): void =>
  render(
    <PreviewApp
      store={store}
      transport={transport}
      hostInfo={hostInfo}
      persistedState={persistedState}
      components={components}
      playground={playground.port}
    />,
    root,
  );
// In VS Code, or if the URL has a fragment, a position on the page has to be revealed, so the page is rendered
// immediately.
runWhenStyled(document, () => {
  if (hostInfo.kind === "editor" || location.hash !== "") paint();
  else schedulePaint(store, paint);
});
