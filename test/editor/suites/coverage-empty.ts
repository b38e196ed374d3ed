import { showCoverage } from "../in-host/show-coverage.ts";
import { until } from "../in-host/until.ts";
import { inWindow, takePicture } from "../in-host/window.ts";

/** Tests the coverage view if no site has a specification. */
describe("coverage view without specifications", () => {
  it("explains its purpose and the first step", async () => {
    await showCoverage();
    let words: string | undefined;
    await until(
      "its words",
      async () => {
        words = (await inWindow("readWelcome")) as string | undefined;
        return words === undefined || /which of its operations readers can find[^]*Open docs\.json/.test(words);
      },
      { describe: () => `Seen: ${words ?? "nothing"}` },
    );
    await takePicture("coverage-empty");
  });
});
