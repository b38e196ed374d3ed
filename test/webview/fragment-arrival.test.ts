import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PreviewServer, startPreviewServer } from "../../server/src/preview-server/preview-server.ts";
import type { PagePlace, ToPage } from "../../webview/src/protocol.ts";
import { buildInto } from "../harness/build-into.ts";
import { updateOf } from "./host-text.ts";
import { inChromium } from "./open-page.ts";

const text = `First words.\n\n<Accordion title="More">\n\nHidden.\n\n</Accordion>\n`;
const place: PagePlace = { file: "long.mdx", url: "/long", title: "Long" };
const arriving: ToPage = { kind: "page", update: updateOf(text), place, goTo: "more" };

/** The first messages that a tab can receive in one chunk, and therefore renders in one frame. */
const firstMessages: Readonly<Record<string, readonly ToPage[]>> = {
  "with the message that it's loading": [{ kind: "loading", place }, arriving],
  "with an earlier version of itself": [
    { kind: "page", update: { ...updateOf("First words.\n"), version: 0 }, place },
    arriving,
  ],
};

describe("fragment of a page that arrives", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  const folder = mkdtempSync(join(tmpdir(), "docwright-fragment-"));
  let server: PreviewServer;
  let messages: readonly ToPage[];
  before(async () => {
    await buildInto(folder);
    let send: (message: ToPage) => void;
    server = await startPreviewServer({
      port: 0,
      allowedHosts: [],
      bundle: join(folder, "webview"),
      site: {
        open: (_, _url, report) => (send = report),
        take: (_, taken) => {
          if ((taken as { readonly kind: string }).kind === "ready") messages.forEach(send);
        },
        close: () => undefined,
        answers: () => true,
        asset: () => undefined,
      },
    });
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  for (const [together, sent] of Object.entries(firstMessages))
    it(`expands the element that hides it: together ${together}`, async () => {
      messages = sent;
      const page = await openPage();
      await page.goto(`${server.url}long#more`);
      await page.getByText("Hidden.").waitFor();
    });
});
