import { render } from "preact";
import { browserTransport } from "./host/browser-transport.ts";
import { editorTransport } from "./host/editor-transport.ts";
import { keptState } from "./host/kept-state.ts";
import { pageStore } from "./host/page-store.ts";
import { PreviewApp } from "./host/preview-app.tsx";
import { runningComponents } from "./sandbox/running-components.ts";
import { readHostFacts } from "./host/transport.ts";

const facts = readHostFacts(document);
const transport =
  facts.kind === "editor" ? editorTransport() : browserTransport(facts.token ?? "", facts.assets);
const kept = keptState(transport);
const components = runningComponents(transport.send);
const store = pageStore({
  onComponent: components.take,
  onRemember: kept.setHost,
  onReload: () => location.reload(),
  onMarkdown: (text) => void navigator.clipboard.writeText(text).catch(() => undefined),
});
const root = document.createElement("div");
document.body.append(root);
render(
  <PreviewApp store={store} transport={transport} facts={facts} kept={kept} components={components} />,
  root,
);
transport.start(store.take, store.setLost);
