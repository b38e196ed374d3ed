import { render } from "preact";
import { feedbackPort } from "./feedback-port.ts";
import { PanelApp } from "./panel-app.tsx";
import { pageLanguage } from "./page-language.ts";
import { panelStore } from "./panel-store.ts";

const root = document.createElement("div");
document.body.append(root);
render(<PanelApp store={panelStore(feedbackPort())} language={pageLanguage(document)} />, root);
