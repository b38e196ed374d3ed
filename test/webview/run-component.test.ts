import assert from "node:assert/strict";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { BuiltCli } from "../cli/spawn-cli.ts";
import { removeTempSites, tempSite } from "../cli/temp-site.ts";
import { eventually } from "../harness/eventually.ts";
import { inChromium } from "./open-page.ts";

const counter = `import { step } from "./step";
export const Counter = ({ from }: { from: number }) => {
  const [count, setCount] = useState(from);
  return <button style={{ color: "red" }} onClick={() => setCount(count + step)}>Count {count}</button>;
};
`;

/** A hostile component that makes several attempts. It shows the result of each attempt as its own text. */
const hostile = `import { useEffect, useState } from "react";
export const Hostile = () => {
  const [said, setSaid] = useState([]);
  const say = (text) => setSaid((before) => [...before, text]);
  const attempt = (name, run) => { try { run(); say(name + " done"); } catch { say(name + " refused"); } };
  useEffect(() => {
    attempt("parent", () => parent.document.title = "taken");
    attempt("storage", () => localStorage.setItem("a", "b"));
    attempt("cookie", () => document.cookie = "a=b");
    attempt("top", () => { top.location.href = "https://leak.example.test/top"; });
    attempt("popup", () => { if (!open("https://leak.example.test/popup")) throw 1; });
    attempt("eval", () => eval("1"));
    parent.postMessage({ kind: "reload" }, "*");
    parent.postMessage({ kind: "missing", missing: { url: "/spoofed", text: "spoofed" } }, "*");
    parent.postMessage({ docwright: "component", kind: "height", pixels: 1e9 }, "*");
    new Image().src = "https://leak.example.test/image";
    const frame = document.createElement("iframe");
    frame.src = "https://leak.example.test/frame";
    document.body.append(frame);
    navigator.sendBeacon?.("https://leak.example.test/beacon");
    fetch("https://leak.example.test/fetch").then(() => say("fetch done"), () => say("fetch refused"));
  }, []);
  return <ul>{said.map((each) => <li key={each}>{each}</li>)}</ul>;
};
`;
const page_ = (imports: string, tags: string) => `---\ntitle: Start\n---\n\n${imports}\n\n${tags}\n\nLast words.\n`;
const files = {
  "docs.json": JSON.stringify({
    name: "Ships",
    navigation: { pages: ["count", "clock", "hostile", "loop", "package"] },
  }),
  "count.mdx": page_('import { Counter } from "/snippets/counter.tsx"', "<Counter from={4} />"),
  "clock.mdx": page_('import Clock from "/snippets/clock.jsx"', '<Clock zone="UTC" />'),
  "hostile.mdx": page_('import { Hostile } from "/snippets/hostile.jsx"', "<Hostile />"),
  "loop.mdx": page_('import { Loop } from "/snippets/loop.jsx"', "<Loop />"),
  "package.mdx": page_('import { Chart } from "/snippets/chart.jsx"', "<Chart />"),
  "snippets/counter.tsx": counter,
  "snippets/clock.jsx":
    "export default function Clock({ zone }) { return <p>{document.title}Clock of {zone}{new Intl.NumberFormat('de').format(1234)}</p>; }\n",
  "snippets/step.ts": "export const step: number = 3;\n",
  "snippets/hostile.jsx": hostile,
  "snippets/loop.jsx":
    "export const Loop = () => { const [a] = useState(1); useEffect(() => { for (;;); }, []); return <p>Loop {a}</p>; };\n",
  "snippets/chart.jsx":
    'import { useState } from "react";\nimport { line } from "d3";\nexport const Chart = () => { const [a] = useState(1); return <p>{a}</p>; };\n',
};

/** Tests that components of a site run in a sandbox if the author allows it, and that they can only show themselves. */
describe("running a component", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let cli: BuiltCli;
  let folder: string;
  let child: ChildProcessWithoutNullStreams;
  let page: Page;
  let requests: string[];
  before(async function () {
    this.timeout(240_000);
    cli = await BuiltCli.make();
  });
  after(() => {
    cli.remove();
    removeTempSites();
  });
  afterEach(() => child.kill("SIGKILL"));

  const show = async (name: string, ...options: readonly string[]): Promise<void> => {
    folder = tempSite(files);
    child = cli.start(["preview", folder, ...options]);
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
    const url = await eventually(() => {
      const found = /http:\S+(?=\n)/.exec(printed)?.[0];
      assert.ok(found, printed);
      return found;
    });
    page = await openPage({ viewport: { width: 1280, height: 900 } });
    requests = [];
    // Requests that the page's policy blocks don't reach this handler.
    await page.route(/leak\.example/, (route) => {
      requests.push(route.request().url());
      return route.abort();
    });
    await page.goto(`${url}${name}`);
    await page.getByText("Last words.").waitFor();
  };
  const button = () => page.getByRole("button", { name: "Run component" });
  const inside = () => page.frameLocator("iframe.dw-component-frame");

  it("lets the component count clicks using the service's hooks and an imported file", async () => {
    await show("count", "--run-components");
    await page.getByText("Count 4").waitFor();
    assert.equal(await page.locator("iframe").count(), 0, "the component runs before the author has clicked");
    await button().click();
    await inside().getByText("Count 4").click();
    await inside().getByText("Count 7").waitFor();
    await button().waitFor({ state: "detached" });
  });

  it("lets the component count clicks on a busy machine, where its frame starts before the page is painted", async () => {
    await show("count", "--run-components");
    // Preact runs effects in a timer that has no delay.
    await page.evaluate(() => {
      const later = window.setTimeout.bind(window) as (...all: readonly unknown[]) => number;
      Object.assign(window, {
        setTimeout: (run: () => void, milliseconds = 3000, ...rest: readonly unknown[]) =>
          later(run, milliseconds, ...rest),
      });
    });
    await button().click();
    await inside().getByText("Count 4").waitFor();
  });

  it("restarts the component without a click if its code is unchanged, but not after a change", async () => {
    await show("count", "--run-components");
    await button().click();
    await inside().getByText("Count 4").waitFor();
    await page.reload();
    await inside().getByText("Count 4").waitFor();
    appendFileSync(join(folder, "snippets/step.ts"), "export const other = 1;\n");
    await button().waitFor();
    await page.locator("iframe").waitFor({ state: "detached" });
    await page.reload();
    await button().waitFor();
    await pause(1500);
    assert.equal(await page.locator("iframe").count(), 0);
  });

  it("is possible if the component couldn't be evaluated statically", async () => {
    await show("clock", "--run-components");
    await page.locator(".dw-problem").waitFor();
    await button().click();
    await inside().getByText("Clock of UTC1.234").waitFor();
  });

  it("doesn't give the component access to the page or the network", async () => {
    await show("hostile", "--run-components");
    await button().click();
    for (const name of ["parent", "storage", "cookie", "top", "popup", "eval", "fetch"])
      await inside().getByText(`${name} refused`).waitFor();
    await page.getByText("Network request blocked").waitFor();
    assert.deepEqual(requests, []);
    assert.equal(await page.title(), "Start");
    assert.ok(await page.getByText("Last words.").isVisible());
    const height = await page.locator("iframe.dw-component-frame").evaluate((frame) => frame.clientHeight);
    assert.ok(height <= 2000, `${height} pixels`);
  });

  it("ends if the component doesn't respond", async () => {
    await show("loop", "--run-components");
    await button().click();
    await page.getByText("Loop stopped responding, so the preview stopped it.").waitFor();
    assert.equal(await page.locator("iframe").count(), 0);
    assert.ok(await page.getByText("Last words.").isVisible());
  });

  it("isn't possible if the component needs a package, and the page shows the reason", async () => {
    await show("package", "--run-components");
    await button().click();
    await page.getByText("imports `d3`").waitFor();
    assert.equal(await page.locator("iframe").count(), 0);
  });

  it("isn't offered where components can't run", async () => {
    await show("count");
    await page.getByText("Count 4").waitFor();
    await pause(300);
    assert.equal(await button().count(), 0);
    assert.equal(await page.locator("iframe").count(), 0);
  });
});
