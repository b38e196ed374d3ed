import { findNearestName } from "../core/text/similarity.ts";
import { cacheCompiledCode, getUserCacheFolder } from "../workspace/files/user-cache.ts";
import { type Command, type CommandHost, type ExitCode, printMessage, readVersion, runCommand } from "./command.ts";
import { createLogOutput } from "./terminal/output.ts";

interface ListedCommand {
  /** The command and its arguments, as shown in the list of commands. */
  readonly usage: string;
  readonly summary: string;
  /** Loads the modules for the command. Called only if the command runs. */
  readonly load: () => Promise<Command>;
}

const commands: Readonly<Record<string, ListedCommand>> = {
  check: {
    usage: "[DIR]",
    summary: "report problems in the sites in DIR",
    load: async () => (await import("./check/check-command.ts")).checkCommand,
  },
  convert: {
    usage: "FILE",
    summary: "convert a Swagger 2.0 file to OpenAPI 3",
    load: async () => (await import("./convert/convert-command.ts")).convertCommand,
  },
  "diff-spec": {
    usage: "OLD NEW",
    summary: "compare two versions of a specification",
    load: async () => (await import("./diff-spec/diff-spec-command.ts")).diffSpecCommand,
  },
  explain: {
    usage: "[DIR] TARGET",
    summary: "find out if readers can see a page or operation, and where",
    load: async () => (await import("./explain/explain-command.ts")).explainCommand,
  },
  feedback: {
    usage: "[DIR]",
    summary: "show reader feedback on a site's pages",
    load: async () => (await import("./feedback/feedback-command.ts")).feedbackCommand,
  },
  migrate: {
    usage: "[DIR]",
    summary: "replace MDX endpoint pages with generated pages",
    load: async () => (await import("./migrate/migrate-command.ts")).migrateCommand,
  },
  move: {
    usage: "FROM TO",
    summary: "move or rename files and update all references",
    load: async () => (await import("./move/move-command.ts")).moveCommand,
  },
  preview: {
    usage: "[DIR]",
    summary: "preview a site in the browser, with live updates",
    load: async () => (await import("./preview/preview-command.ts")).previewCommand,
  },
  server: {
    usage: "--stdio",
    summary: "start the language server for an editor",
    load: async () => (await import("./server.ts")).serverCommand,
  },
  test: {
    usage: "[DIR]",
    summary: "send documented requests to an API",
    load: async () => (await import("./test/test-command.ts")).testCommand,
  },
  upgrade: {
    usage: "[DIR]",
    summary: "convert mint.json to docs.json",
    load: async () => (await import("./upgrade/upgrade-command.ts")).upgradeCommand,
  },
};

/** Runs the command that the arguments specify, and returns its exit code. */
export async function runCli(args: readonly string[], commandHost: CommandHost): Promise<ExitCode> {
  const [name, ...commandArgs] = args;
  const host: CommandHost = {
    ...commandHost,
    stdout: createLogOutput(commandHost.stdout, commandHost.environment),
    stderr: createLogOutput(commandHost.stderr, commandHost.environment),
  };
  // The modules of a command are loaded afterward.
  cacheCompiledCode(getUserCacheFolder(commandHost.environment));
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return runCommand(await command.load(), commandArgs, host);
  switch (name) {
    case "--version":
    case "-v":
      host.stdout.write(`${readVersion()}\n`);
      return 0;
    case "--help":
    case "-h":
    case "help":
      host.stdout.write(formatOverview());
      return 0;
    default:
      printMessage(createUnknownCommandMessage(name), host);
      return 2;
  }
}

/** Returns the text that `docwright --help` prints. */
function formatOverview(): string {
  const width = 18;
  const lines = Object.entries(commands).flatMap(([name, { usage, summary }]) => {
    const label = `${name} ${usage}`;
    return label.length > width
      ? [`  ${label}`, `  ${" ".repeat(width)}  ${summary}`]
      : [`  ${label.padEnd(width)}  ${summary}`];
  });
  return `Docwright checks, previews, and refactors documentation sites built from MDX
pages, docs.json, and OpenAPI or AsyncAPI files.

Usage: docwright COMMAND [options]

Commands:
${lines.join("\n")}

Options:
  --help     show this help; "docwright COMMAND --help" explains a command
  --version  print the version

DIR defaults to the current directory.
`;
}

function createUnknownCommandMessage(name: string | undefined): string {
  if (name === undefined) return 'no command given; run "docwright --help" for a list';
  const suggestion = findNearestName(name, [...Object.keys(commands), "help"]);
  const hint = suggestion ? `did you mean "docwright ${suggestion}"?` : 'run "docwright --help" for a list';
  return `unknown command ${name}; ${hint}`;
}
