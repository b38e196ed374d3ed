import { spawn } from "node:child_process";
import type { Severity } from "../../core/site/settings/site-settings.ts";
import type { Output, OutputSyntax } from "../command.ts";
import { toVisibleText } from "./text.ts";

type Paint = (text: string) => string;

/**
 * The colors in a report, all of which are from the terminal's own sixteen colors, so that the terminal's theme
 * determines how they look.
 */
export interface Palette {
  readonly severity: Readonly<Record<Severity, Paint>>;
  readonly path: Paint;
  readonly quiet: Paint;
  readonly remedy: Paint;
  readonly good: Paint;
}

const plain: Paint = (text) => text;
const paint =
  (...codes: readonly number[]): Paint =>
  (text) =>
    text === "" ? "" : `\u001b[${codes.join(";")}m${text}\u001b[0m`;

export const noColors: Palette = {
  severity: { error: plain, warning: plain, information: plain, hint: plain },
  path: plain,
  quiet: plain,
  remedy: plain,
  good: plain,
};

export const colors: Palette = {
  severity: { error: paint(1, 31), warning: paint(33), information: paint(34), hint: paint(36) },
  path: paint(1, 4),
  quiet: paint(2),
  remedy: paint(32),
  good: paint(32),
};

/**
 * Returns a palette with colors only for terminals other than dumb ones. FORCE_COLOR and NO_COLOR take precedence
 * (https://no-color.org).
 */
export function choosePalette(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): Palette {
  const forced = environment["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced === "0" || forced === "false" ? noColors : colors;
  if (environment["NO_COLOR"]) return noColors;
  return isTerminal && environment["TERM"] !== "dumb" ? colors : noColors;
}

/** A progress line for long tasks. It shows nothing if the output isn't a terminal. */
export interface Progress {
  show(text: string): void;
  /** Removes the line. */
  clear(): void;
}

/**
 * Times in milliseconds. Nothing is shown for short tasks, and the line changes slowly enough for people to read it.
 */
const milliseconds = { firstShown: 300, between: 80 };

export function progressOn(output: Output, now: () => number): Progress {
  if (!output.isTTY) return { show: () => undefined, clear: () => undefined };
  const started = now();
  let shownAt: number | undefined;
  return {
    show(text) {
      const time = now();
      if (
        time - (shownAt ?? started) <
        (shownAt === undefined ? milliseconds.firstShown : milliseconds.between)
      )
        return;
      shownAt = time;
      output.write(`\r\u001b[K${toVisibleText(text).slice(0, (output.columns ?? 80) - 1)}`);
    },
    clear() {
      if (shownAt !== undefined) output.write("\r\u001b[K");
      shownAt = undefined;
    },
  };
}

/**
 * Opens a web URL in the user's browser without a shell. Returns false for other URLs, and if no program can open the
 * URL. A machine without a browser isn't an error.
 */
export function openInBrowser(address: string): Promise<boolean> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const program = programs[process.platform] ?? ["xdg-open"];
  const [command, ...args] = program;
  if ((url?.protocol !== "http:" && url?.protocol !== "https:") || command === undefined)
    return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url.href], { stdio: "ignore", detached: true });
    child.on("error", () => resolve(false));
    child.on("spawn", () => resolve(true));
    child.unref();
  });
}

const programs: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Environment variables of CI services that interpret commands in a program's output. */
const services = ["CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"] as const;

/**
 * Matches `::set-output` at the start of a line, even after spaces and colors, up to its second colon. Matches
 * `##[command]`, `##vso[…]`, and `##teamcity[…]` anywhere, up to the bracket.
 */
const commands = /(?<=^|[\n\r])(?:[^\S\n\r]|\x85|\x1b\[[\d;]*m)*::|##[a-z]{0,20}\[/gi;
const lineStart = /(?<=^|[\n\r])(?:[^\S\n\r]|\x85|\x1b\[[\d;]*m)*:?$/;
/** Matches all control sequences that move the cursor or hide text, but not those for colors. */
const controls = /\x1b(?!\[[\d;]*m)|\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]/g;
const maxCommandStartLength = 24;

/**
 * Functions that escape the last character of a command prefix, so that the log doesn't interpret the prefix as a
 * command.
 */
const neutralized: Readonly<Record<OutputSyntax, (last: string) => string>> = {
  text: (last) => `\\${last}`,
  json: (last) => (last === "[" ? "\\u005b" : last),
  xml: (last) => (last === "[" ? "&#91;" : "&#58;"),
  commands: (last) => (last === "[" ? "\\[" : last),
};

/**
 * Returns an output for a CI service's log, in which a site's file names, messages, and excerpts can't contain a
 * workflow command. The meaning of JSON and XML output doesn't change. In other environments, and if the output is a
 * file, returns an output that writes the text unchanged.
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
