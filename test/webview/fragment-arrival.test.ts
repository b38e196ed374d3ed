import type { ToPage } from "../../webview/src/protocol.ts";
import { type HostedPage, hostedLocation as place, hostPage, updateOf } from "./host-text.ts";
import { inChromium } from "./open-page.ts";

const text = `First words.\n\n<Accordion title="More">\n\nHidden.\n\n</Accordion>\n`;
const page: ToPage = { kind: "page", update: updateOf(text), location: place, fragment: "more" };

/** The first messages that a tab may receive in a single chunk. It then renders all of them in one frame. */
const firstMessages: Readonly<Record<string, readonly ToPage[]>> = {
  "the loading message": [{ kind: "loading", location: place }, page],
  "an earlier version of the page": [
    { kind: "page", update: { ...updateOf("First words.\n"), version: 0 }, location: place },
    page,
  ],
};

describe("URL fragment", function () {
  this.timeout(240_000);
  const openPage = inChromium();
  let hosted: HostedPage;
  let messages: readonly ToPage[];
  before(async () => {
    hosted = await hostPage(() => messages);
  });
  after(() => hosted.close());

  for (const [name, sent] of Object.entries(firstMessages))
    it(`expands the element that hides its target if the page arrives together with ${name}`, async () => {
      messages = sent;
      const tab = await openPage();
      await tab.goto(`${hosted.url}#more`);
      await tab.getByText("Hidden.").waitFor();
    });
});
