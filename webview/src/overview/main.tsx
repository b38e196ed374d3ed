import { render } from "preact";
import { OverviewApp, overviewPort } from "./overview-app.tsx";

const root = document.createElement("div");
document.body.append(root);
render(<OverviewApp port={overviewPort()} />, root);
