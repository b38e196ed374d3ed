import * as vscode from "vscode";
import { until } from "../in-host/until.ts";
import { inWindow, takePicture } from "../in-host/window.ts";

/** The coverage view if no site has a specification. */
describe("coverage view without specifications", () => {
  it("explains its purpose and the first step", async () => {
    let words: string | undefined;
    await until(
      "its words",
      async () => {
        // The view exists once the site is found.
        await vscode.commands.executeCommand("docwright.coverage.focus");
        await inWindow("expandOnly", "API Coverage");
        words = (await inWindow("readWelcome")) as string | undefined;
        return (
          words === undefined || /which of its operations readers can find[^]*Open docs\.json/.test(words)
        );
      },
      { describe: () => `Seen: ${words ?? "nothing"}` },
    );
    await takePicture("coverage-empty");
  });
});
