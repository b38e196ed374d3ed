import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { CodeServer } from "../../tools/editor/install-code-server.ts";
import { feedbackSteps } from "./by-hand/feedback-steps.ts";
import { refactoringSteps } from "./by-hand/refactoring-steps.ts";
import type { Step } from "./by-hand/step.ts";
import { runByHand } from "./runner/run-by-hand.ts";
import type { RunControl, TestReport } from "./runner/session.ts";

const run = promisify(execFile);
/**
 * The refactoring steps run in the same window, because they need only the same site under Git, and starting VS Code
 * takes ten seconds.
 */
const steps: readonly Step[] = [
  ...feedbackSteps.map(([title, take]): Step => [`reader feedback ${title}`, take]),
  ...refactoringSteps.map(([title, take]): Step => [`refactoring: ${title}`, take]),
];

/**
 * Tests reader feedback with the installed package, the sample site under Git, and the sample's feedback service, only
 * with keys and clicks.
 */
export function checkFeedback(codeServer: CodeServer, control: RunControl): Promise<TestReport[]> {
  return runByHand(codeServer, control, {
    name: "feedback",
    site: path.resolve(__dirname, "../../sample/site"),
    settings: { "git.enabled": true },
    withoutTestDriver: true,
    prepare: async (_folder, site) => {
      await commitAll(site);
      return undefined;
    },
    steps,
  });
}

/** Creates a history with a single commit, which is twelve days old. */
async function commitAll(folder: string): Promise<void> {
  const date = new Date(Date.now() - 12 * 86_400_000).toISOString();
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };

  await run("git", ["init", "-q", "-b", "main"], { cwd: folder, env });
  // VS Code also creates commits.
  for (const [name, value] of [
    ["user.name", "Ada"],
    ["user.email", "ada@docs.example"],
    ["commit.gpgsign", "false"],
  ] as const)
    await run("git", ["config", name, value], { cwd: folder });
  await run("git", ["add", "."], { cwd: folder, env });
  await run("git", ["commit", "-q", "-m", "Say how to begin"], { cwd: folder, env });
}
