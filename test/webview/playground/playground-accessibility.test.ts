import assert from "node:assert/strict";
import type { PlaygroundState } from "../../../server/src/core/request/protocol/playground-protocol.ts";
import { eventually } from "../../harness/eventually.ts";
import { findViolations } from "../find-violations.ts";
import { inChromium } from "../open-page.ts";
import { type EndpointPageParts, endpointPage } from "./playground-site.ts";
import { createResponse, openPlaygroundStage, type PlaygroundStage } from "./playground-stage.ts";
import { sampleSpec } from "./things-spec.ts";

const request = { method: "POST", url: "https://api.example.com/v1/things/1", headers: [], cookies: [], body: undefined }; // prettier-ignore
const values = { server: { at: 0, variables: {} }, way: 0, credentials: {}, parameters: {}, body: undefined };
const state: Partial<PlaygroundState> = {
  environments: [{ name: "local", baseUrl: undefined, variables: { user: "7" }, keepsCookies: true }],
  environment: "local",
  secrets: [{ name: "token", origin: "https://api.example.com" }],
  history: ["a", "b"].map((id) => ({ id, key: "api.json POST /things/{id}", at: 0, values, request, status: 200, milliseconds: 12, bytes: 40 })),
}; // prettier-ignore

/** Checks all parts of an open playground in all appearances. */
describe("playground accessibility", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let parts: EndpointPageParts;
  before(async () => {
    parts = await endpointPage(sampleSpec);
  });
  const checks = {
    "on a light page": { width: 1400, dark: false },
    "on a dark page": { width: 1000, dark: true },
    "in a narrow window": { width: 400, dark: false },
  };
  const faultsIn = async ({ page }: PlaygroundStage, where: string): Promise<readonly string[]> =>
    (await findViolations(page, ".dw-try")).map((violation) => `${where}: ${violation}`);
  for (const [name, { width, dark }] of Object.entries(checks))
    it(`has no violations ${name}`, async () => {
      const stage = await openPlaygroundStage(openPage, parts, state);
      const { page } = stage;
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
      await stage.open();
      await page.locator(".cm-content").waitFor();
      const faults = [...(await faultsIn(stage, "request"))];
      await page.getByRole("textbox", { name: "id" }).fill("1");
      await page.getByRole("combobox", { name: "Content type", exact: true }).selectOption("multipart/form-data");
      faults.push(...(await faultsIn(stage, "form")));
      stage.script(createResponse("application/json", `{"a":[1,"b",null]}`));
      await page.keyboard.press("Control+Enter");
      await page.getByText("200 OK").waitFor();
      faults.push(...(await faultsIn(stage, "answer")));
      await page.getByRole("button", { name: "Tree" }).click();
      faults.push(...(await faultsIn(stage, "tree")));
      await page.getByRole("tab", { name: "Details" }).click();
      faults.push(...(await faultsIn(stage, "details")));
      await page.getByRole("tab", { name: "Headers (1)" }).click();
      await page.getByRole("tab", { name: "Code" }).click();
      const lines = [["curl ", ["https://x", 0]]] as const;
      const sample = { label: "cURL", lang: "bash", code: "curl https://x", lines, palette: [{ light: "#0a3069", dark: "#a5d6ff" }] }; // prettier-ignore
      await stage.waitForMessages("playground/sample");
      // The playground may request the sample again as long as the form is still changing.
      await eventually(async () => {
        for (const each of stage.received)
          if (each.kind === "playground/sample")
            await stage.send({ kind: "playground/sample", requestId: each.requestId, sample });
        assert.equal(await page.getByText("https://x").count(), 1);
      });
      faults.push(...(await faultsIn(stage, "code")));
      await page.getByRole("tab", { name: "History (2)" }).click();
      for (const at of [0, 1]) await page.getByRole("checkbox", { name: "Compare the request" }).nth(at).check();
      await page.getByText("No differences.").waitFor();
      faults.push(...(await faultsIn(stage, "history")));
      await page.getByRole("combobox", { name: "Environment" }).selectOption({ label: "Edit local…" });
      await page.getByRole("dialog").waitFor();
      faults.push(...(await faultsIn(stage, "environment")));
      assert.equal(faults.join("\n\n"), "");
    });
});
