import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { diagramKinds, diagramPage } from "../../webview/hostile/diagram-kinds.ts";
import { networkRoutes } from "../../webview/hostile/network-routes.ts";
import { listenForRoutes, type RouteListener } from "../../webview/hostile/route-listener.ts";
import { siteFile } from "../in-host/site.ts";
import { until } from "../in-host/until.ts";
import { inWindow, takePicture } from "../in-host/window.ts";

/** The time in milliseconds within which a pending request arrives. */
const settleMilliseconds = 3000;
/** The minimum time in milliseconds between two clicks on the button of a component that isn't running. */
const clickMilliseconds = 10_000;

/** Tests the preview's protections in the webview of a real VS Code, which writes the webview's document itself. */
describe("preview sandbox", () => {
  before(async function () {
    if ((await inWindow("keepPolicyErrors")) === undefined) this.skip();
  });
  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("draws diagrams without violating the policy", async () => {
    await openPreviewOf("diagrams.mdx", diagramPage);
    let seen = "";
    await until(
      "all diagrams",
      async () => {
        const count = await inWindow("countInPreview", ".dw-diagram-canvas > svg");
        if (count === diagramKinds.length) return true;
        const text = String(await inWindow("readPreview")).slice(0, 2000);
        seen = `${String(count)} of ${diagramKinds.length} diagrams in the page: ${text}`;
        return false;
      },
      { describe: () => seen },
    );
    assert.deepEqual(await inWindow("readPolicyErrors"), []);
    await takePicture("preview-diagrams");
  });

  describe("with a component that tries to reach the network", () => {
    const staying = networkRoutes.filter(({ leaves }) => !leaves);
    // A frame that has left its document can't attempt any other route.
    const ways = [staying, ...networkRoutes.filter(({ leaves }) => leaves).map((route) => [route])];
    let listener: RouteListener;
    before(async () => {
      listener = await listenForRoutes();
    });
    after(() => listener.close());

    it(`blocks all of its ${networkRoutes.length} attempts to reach a server`, async () => {
      await write("snippets/routes.jsx", componentFor(ways.map(listener.codeOf)));
      const tags = ways.map((_, way) => `<Routes way={${way}} />`);
      await openPreviewOf("routes.mdx", `import { Routes } from "/snippets/routes.jsx"\n\n${tags.join("\n\n")}`);
      const button = "button:text-is('Run component')";
      await until("the buttons", async () => (await inWindow("countInPreview", button)) === ways.length);
      await inWindow("keepAttempts");
      let missing: readonly string[] = [];
      let seen = "";
      let clickedAt = 0;
      await until(
        "all attempts",
        async () => {
          // A single click runs all components, because they're in the same file. On a busy machine, a frame that
          // doesn't start in time is removed, and then its button reappears.
          const isButtonThere = ((await inWindow("countInPreview", button)) as number) > 0;
          if (isButtonThere && Date.now() - clickedAt > clickMilliseconds) {
            clickedAt = Date.now();
            await inWindow("clickInPreview", "Run component");
          }
          const attempted = (await inWindow("readAttempts")) as readonly string[];
          missing = networkRoutes.map(({ name }) => name).filter((name) => !attempted.includes(name));
          if (missing.length > 0) seen = String(await inWindow("readPreview")).slice(0, 2000);
          return missing.length === 0;
        },
        { describe: () => `Clicked: ${clickedAt > 0}. Missing: ${missing.join(", ")}. In the page: ${seen}` },
      );
      await pause(settleMilliseconds);
      await takePicture("preview-sandbox");
      assert.deepEqual([[...listener.names], listener.datagrams()], [[], 0]);
      // A request that isn't blocked arrives.
      await inWindow("visit", `${listener.origin}/visit`);
      assert.deepEqual([...listener.names], ["another: /visit"]);
    });
  });
});

/** Returns a component that attempts one of these routes, which is selected by its number. */
function componentFor(ways: readonly string[]): string {
  const cases = ways.map((code, way) => `if (way === ${way}) { ${code} }`);
  return `export const Routes = ({ way }) => {
  const [label] = useState("Way");
  const take = async () => { ${cases.join("\n")} };
  useEffect(() => void take(), []);
  return <p>{label} {way}</p>;
};
`;
}

async function write(path: string, text: string): Promise<vscode.Uri> {
  await vscode.workspace.fs.writeFile(siteFile(path), new TextEncoder().encode(text));
  return siteFile(path);
}

async function openPreviewOf(path: string, text: string): Promise<void> {
  await vscode.window.showTextDocument(await write(path, text), { viewColumn: vscode.ViewColumn.One });
  await vscode.commands.executeCommand("docwright.openPreviewToSide");
}
