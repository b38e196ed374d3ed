import { findNearestNames } from "../core/text/similarity.ts";
import { logOutput } from "./terminal/log-output.ts";
import { toVisibleText } from "./terminal/text.ts";

/** 0: no problems at the `--fail-on` severity. 1: problems found. 2: the command failed. */
export type ExitCode = 0 | 1 | 2;

/** The process that a command runs in. */
export interface CommandHost {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
}

export interface Output {
  readonly isTTY?: boolean;
  /** Whether the output is redirected to a file. */
  readonly isFile?: boolean;
  readonly columns?: number;
  write(text: string, syntax?: OutputSyntax): unknown;
}

/**
 * The syntax that escaping must preserve. `commands` are GitHub Actions workflow commands that Docwright prints itself.
 */
export type OutputSyntax = "text" | "json" | "xml" | "commands";

/**
 * Runs the command named in the arguments and returns its exit code. Modules of a command are loaded only when it runs.
 */
export async function runCli(args: readonly string[], given: CommandHost): Promise<ExitCode> {
  const [command, ...rest] = args;
  const host: CommandHost = {
    ...given,
    stdout: logOutput(given.stdout, given.environment),
    stderr: logOutput(given.stderr, given.environment),
  };
  switch (command) {
    case "check": {
      const { runCheckCommand } = await import("./check/check-command.ts");
      return runCheckCommand(rest, host);
    }
    case "convert": {
      const { runConvertCommand } = await import("./convert/convert-command.ts");
      return runConvertCommand(rest, host);
    }
    case "explain": {
      const { runExplainCommand } = await import("./explain/explain-command.ts");
      return runExplainCommand(rest, host);
    }
    case "migrate": {
      const { runMigrateCommand } = await import("./migrate/migrate-command.ts");
      return runMigrateCommand(rest, host);
    }
    case "move": {
      const { runMoveCommand } = await import("./move/move-command.ts");
      return runMoveCommand(rest, host);
    }
    case "diff-spec": {
      const { runDiffSpecCommand } = await import("./diff-spec/diff-spec-command.ts");
      return runDiffSpecCommand(rest, host);
    }
    case "preview": {
      const { runPreviewCommand } = await import("./preview/preview-command.ts");
      return runPreviewCommand(rest, host);
    }
    case "test": {
      const { runTestCommand } = await import("./test/test-command.ts");
      return runTestCommand(rest, host);
    }
    case "feedback": {
      const { runFeedbackCommand } = await import("./feedback/feedback-command.ts");
      return runFeedbackCommand(rest, host);
    }
    case "upgrade": {
      const { runUpgradeCommand } = await import("./upgrade/upgrade-command.ts");
      return runUpgradeCommand(rest, host);
    }
    case "server": {
      const { runServerCommand } = await import("./server.ts");
      return runServerCommand(rest, host);
    }
    case "--version":
    case "-v": {
      const { readVersion } = await import("./server.ts");
      host.stdout.write(`${readVersion()}\n`);
      return 0;
    }
    case "--help":
    case "-h":
    case "help": {
      const { overview } = await import("./help.ts");
      host.stdout.write(overview);
      return 0;
    }
    default:
      host.stderr.write(`docwright: ${whyNot(command)}\n`);
      return 2;
  }
}

function whyNot(command: string | undefined): string {
  if (command === undefined)
    return 'name a command, as in "docwright check docs". "docwright --help" lists them.';
  const near = findNearestNames(command, [
    "check",
    "convert",
    "diff-spec",
    "explain",
    "feedback",
    "migrate",
    "move",
    "preview",
    "test",
    "upgrade",
    "server",
    "help",
  ]);
  const hint = near ? `Did you mean "docwright ${near}"?` : '"docwright --help" lists them.';
  return `there is no command ${toVisibleText(command)}. ${hint}`;
}
