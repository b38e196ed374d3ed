import { inChromium } from "../open-page.ts";
import { endpointPage } from "../playground/playground-site.ts";
import { createResponse, openPlaygroundStage, type PlaygroundStage } from "../playground/playground-stage.ts";
import { sampleSpec } from "../playground/things-spec.ts";
import { expectLayout } from "./expect-layout.ts";

describe("playground in narrow windows", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let stage: PlaygroundStage;
  beforeEach(async () => {
    stage = await openPlaygroundStage(openPage, await endpointPage(sampleSpec), {
      environments: [{ name: "local", baseUrl: undefined, variables: { user: "7" }, keepsCookies: true }],
      environment: "local",
    });
    await stage.open();
    await stage.page.locator(".cm-content").waitFor();
  });

  it("shows the entire request and its code", async () => {
    const { page } = stage;
    await expectLayout(page);
    await page.getByRole("combobox", { name: "Content type", exact: true }).selectOption("multipart/form-data");
    await expectLayout(page);
    await page.getByRole("tab", { name: "Code" }).click();
    await expectLayout(page);
  });

  it("shows the entire response", async () => {
    const { page } = stage;
    await page.getByRole("textbox", { name: "id" }).fill("1");
    const long = { name: "unbroken".repeat(40), list: [1, "b", null], text: "and words ".repeat(40) };
    stage.script(createResponse("application/json", JSON.stringify(long)));
    await page.keyboard.press("Control+Enter");
    await page.getByText("200 OK").waitFor();
    await expectLayout(page);
    await page.getByRole("button", { name: "Tree" }).click();
    await expectLayout(page);
    await page.getByRole("tab", { name: "Details" }).click();
    await expectLayout(page);
    await page.getByRole("tab", { name: "Headers (1)" }).click();
    await expectLayout(page);
  });

  it("shows the entire environment", async () => {
    const { page } = stage;
    await page.getByRole("combobox", { name: "Environment" }).selectOption({ label: "Edit local…" });
    await page.getByRole("dialog").waitFor();
    await expectLayout(page);
  });
});
