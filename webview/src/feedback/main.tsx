import { render } from "preact";
import { pageLanguage } from "./language.ts";
import { PanelApp } from "./panel-app.tsx";
import { feedbackPort, panelStore } from "./panel-store.ts";

const root = document.createElement("div");
document.body.append(root);
render(<PanelApp store={panelStore(feedbackPort())} language={pageLanguage(document)} />, root);
