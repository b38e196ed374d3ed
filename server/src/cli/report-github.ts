import type { Severity } from "../core/site/settings/site-settings.ts";
import { selectProblems, type CheckResult } from "./check-result.ts";
import { pathFrom } from "./report-path.ts";
import { visibleText } from "./visible-text.ts";

const commands: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  information: "notice",
  hint: "notice",
};

/** The report as workflow commands of GitHub Actions, one a line, which it shows beside the lines they are about. */
export function* reportGithub(
  result: CheckResult,
  options: {
    readonly minSeverity?: Severity | undefined;
    readonly maxProblems: number;
    readonly cwd: string;
  },
): Generator<string> {
  const shown = selectProblems(result.problems, options.minSeverity ?? "warning", options.maxProblems);
  for (const { file, range, severity, code, message } of shown) {
    const { start, end } = range;
    const properties = {
      file: pathFrom(options.cwd, result.root, file) ?? file,
      line: start.line + 1,
      endLine: end.line + 1,
      // A column is only read where both ends stand in one line.
      ...(start.line === end.line ? { col: start.character + 1, endColumn: end.character + 1 } : {}),
      title: code,
    };
    const written = Object.entries(properties).map(
      ([name, value]) => `${name}=${escapeProperty(String(value))}`,
    );
    yield `::${commands[severity]} ${written.join(",")}::${escapeMessage(message)}`;
  }
}

/** Line ends would begin a new command; the rest of what moves a terminal is made visible. */
function escapeMessage(text: string): string {
  return visibleText(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A"));
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
