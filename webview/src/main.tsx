import { render } from "preact";
import { browserTransport } from "./host/browser-transport.ts";
import { editorTransport } from "./host/editor-transport.ts";
import { pageStore } from "./host/page-store.ts";
import { PreviewApp } from "./host/preview-app.tsx";
import { readHostFacts } from "./host/transport.ts";

const facts = readHostFacts(document);
const transport = facts.kind === "editor" ? editorTransport() : browserTransport(facts.token ?? "");
const store = pageStore();
transport.start(store.take, store.setLost);
render(<PreviewApp store={store} transport={transport} />, document.body);
