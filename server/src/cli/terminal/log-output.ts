import type { Output, OutputSyntax } from "../command.ts";
import { toVisibleText } from "./text.ts";

/** Environment variables of CI services that interpret commands in a program's output. */
const services = ["CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"] as const;

/**
 * Matches `::set-output` at the start of a line, also after spaces and colors, up to its second colon. Matches
 * `##[command]`, `##vso[…]`, and `##teamcity[…]` anywhere, up to the bracket.
 */
const commands = /(?<=^|[\n\r])(?:[^\S\n\r]|\x85|\x1b\[[\d;]*m)*::|##[a-z]{0,20}\[/gi;
const lineStart = /(?<=^|[\n\r])(?:[^\S\n\r]|\x85|\x1b\[[\d;]*m)*:?$/;
/** Everything that moves the cursor or hides text, except colors. */
const controls = /\x1b(?!\[[\d;]*m)|\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]/g;
const maxCommandStartLength = 24;

/** Returns the escaped last character of a command prefix, so the log doesn't interpret it as a command. */
const neutralized: Readonly<Record<OutputSyntax, (last: string) => string>> = {
  text: (last) => `\\${last}`,
  json: (last) => (last === "[" ? "\\u005b" : last),
  xml: (last) => (last === "[" ? "&#91;" : "&#58;"),
  commands: (last) => (last === "[" ? "\\[" : last),
};

/**
 * Returns an output for the log of a CI service, in which file names, messages, and excerpts of a site can't contain a
 * workflow command. JSON and XML keep their meaning. Elsewhere, and if the output is a file, returns one that writes
 * the text unchanged.
 */
export function logOutput(output: Output, environment: Readonly<Record<string, string | undefined>>): Output {
  const isLog = services.some((name) => environment[name]) && output.isFile !== true;
  /** The unescaped end of the current line that may be the start of a command. */
  let begun = "";
  const write = (text: string, syntax: OutputSyntax = "text"): unknown => {
    if (!isLog) return output.write(text);
    const clean = syntax === "text" ? text.replace(controls, toVisibleText) : text;
    const safe = (begun + clean).replace(
      commands,
      (command) => command.slice(0, -1) + neutralized[syntax](command.slice(-1)),
    );
    const written = safe.slice(begun.length);
    const line = safe.slice(Math.max(safe.lastIndexOf("\n"), safe.lastIndexOf("\r")) + 1);
    begun = lineStart.test(line) ? line : `-${line.slice(-maxCommandStartLength)}`;
    return output.write(written);
  };
  return {
    write,
    get isTTY() {
      return !isLog && output.isTTY === true;
    },
    get columns() {
      return output.columns ?? 80;
    },
  };
}
