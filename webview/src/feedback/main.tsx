import { render } from "preact";
import { PanelApp } from "./panel-app.tsx";
import { feedbackPort, panelStore } from "./panel-store.ts";

const root = document.createElement("div");
document.body.append(root);
render(<PanelApp store={panelStore(feedbackPort())} />, root);
