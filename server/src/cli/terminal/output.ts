import { spawn } from "node:child_process";
import type { Severity } from "../../core/site/settings/site-settings.ts";
import type { Output, OutputSyntax } from "../command.ts";
import { toVisibleText } from "./text.ts";

type Paint = (text: string) => string;

/**
 * The colors for a report. They're all among the terminal's sixteen colors, so the terminal's theme determines how they
 * look.
 */
export interface Palette {
  readonly severity: Readonly<Record<Severity, Paint>>;
  readonly path: Paint;
  readonly muted: Paint;
  readonly fix: Paint;
  readonly success: Paint;
}

const paintPlain: Paint = (text) => text;
const createPaint =
  (...codes: readonly number[]): Paint =>
  (text) =>
    text === "" ? "" : `\u001b[${codes.join(";")}m${text}\u001b[0m`;

export const noColors: Palette = {
  severity: { error: paintPlain, warning: paintPlain, information: paintPlain, hint: paintPlain },
  path: paintPlain,
  muted: paintPlain,
  fix: paintPlain,
  success: paintPlain,
};

export const colors: Palette = {
  severity: {
    error: createPaint(1, 31),
    warning: createPaint(33),
    information: createPaint(34),
    hint: createPaint(36),
  },
  path: createPaint(1, 4),
  muted: createPaint(2),
  fix: createPaint(32),
  success: createPaint(32),
};

/**
 * Returns a palette that has colors only if the output is a terminal and `TERM` isn't `dumb`. `FORCE_COLOR` and
 * `NO_COLOR` take precedence (https://no-color.org).
 */
export function choosePalette(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): Palette {
  const forcedColor = environment["FORCE_COLOR"];
  if (forcedColor !== undefined && forcedColor !== "")
    return forcedColor === "0" || forcedColor === "false" ? noColors : colors;
  if (environment["NO_COLOR"]) return noColors;
  return isTerminal && environment["TERM"] !== "dumb" ? colors : noColors;
}

/** A progress line for long tasks, which is shown only on a terminal. */
export interface Progress {
  show(text: string): void;
  /** Removes the progress line from the terminal. */
  clear(): void;
}

/**
 * Times in milliseconds. The line first appears after `initialDelay`, so it isn't shown for short tasks. It changes at
 * most once every `updateInterval` so that it can be read.
 */
const progressTimes = { initialDelay: 300, updateInterval: 80 };

export function createProgress(output: Output, now: () => number): Progress {
  if (!output.isTTY) return { show: () => undefined, clear: () => undefined };
  const startTime = now();
  let shownAt: number | undefined;
  return {
    show(text) {
      const time = now();
      if (
        time - (shownAt ?? startTime) <
        (shownAt === undefined ? progressTimes.initialDelay : progressTimes.updateInterval)
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
 * Opens a web URL in the user's browser without using a shell. Returns false for any other kind of URL, or if no
 * program can open the URL. A machine without a browser isn't treated as an error.
 */
export function openInBrowser(urlText: string): Promise<boolean> {
  const url = URL.canParse(urlText) ? new URL(urlText) : undefined;
  const browserCommand = browserCommands[process.platform] ?? ["xdg-open"];
  const [command, ...args] = browserCommand;
  if ((url?.protocol !== "http:" && url?.protocol !== "https:") || command === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url.href], { stdio: "ignore", detached: true });
    child.on("error", () => resolve(false));
    child.on("spawn", () => resolve(true));
    child.unref();
  });
}

const browserCommands: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Environment variables that are set by CI services that interpret commands in a program's output. */
const ciVariables = ["CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"] as const;

/**
 * Matches `::set-output` at the start of a line, up to the second colon, even if spaces or colors precede it. Matches
 * `##[command]`, `##vso[…]`, and `##teamcity[…]` anywhere, up to the bracket.
 */
const commandPattern = /(?<=^|[\n\r])(?:[^\S\n\r]|\x85|\x1b\[[\d;]*m)*::|##[a-z]{0,20}\[/gi;
const lineStartPattern = /(?<=^|[\n\r])(?:[^\S\n\r]|\x85|\x1b\[[\d;]*m)*:?$/;
/** Matches all control sequences that move the cursor or hide text. Color sequences don't match. */
const controlPattern = /\x1b(?!\[[\d;]*m)|\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]/g;
const maxCommandStartLength = 24;

/**
 * Functions that escape the last character of a command prefix so that the log doesn't interpret the prefix as a
 * command.
 */
const escapers: Readonly<Record<OutputSyntax, (lastCharacter: string) => string>> = {
  text: (lastCharacter) => `\\${lastCharacter}`,
  json: (lastCharacter) => (lastCharacter === "[" ? "\\u005b" : lastCharacter),
  xml: (lastCharacter) => (lastCharacter === "[" ? "&#91;" : "&#58;"),
  commands: (lastCharacter) => (lastCharacter === "[" ? "\\[" : lastCharacter),
};

/**
 * Returns an output for the log of a CI service. The output ensures that file names, messages, and excerpts from a site
 * aren't interpreted as workflow commands, without changing the meaning of JSON and XML. In other environments, or if
 * the output is redirected to a file, returns an output that writes the text unchanged.
 */
export function createLogOutput(output: Output, environment: Readonly<Record<string, string | undefined>>): Output {
  const isCiLog = ciVariables.some((name) => environment[name]) && output.isFile !== true;
  /** The unescaped end of the current line, which may be the start of a command. */
  let currentLineEnd = "";
  const write = (text: string, syntax: OutputSyntax = "text"): unknown => {
    if (!isCiLog) return output.write(text);
    const cleanText = syntax === "text" ? text.replace(controlPattern, toVisibleText) : text;
    const safeText = (currentLineEnd + cleanText).replace(
      commandPattern,
      (command) => command.slice(0, -1) + escapers[syntax](command.slice(-1)),
    );
    const body = safeText.slice(currentLineEnd.length);
    const line = safeText.slice(Math.max(safeText.lastIndexOf("\n"), safeText.lastIndexOf("\r")) + 1);
    currentLineEnd = lineStartPattern.test(line) ? line : `-${line.slice(-maxCommandStartLength)}`;
    return output.write(body);
  };
  return {
    write,
    get isTTY() {
      return !isCiLog && output.isTTY === true;
    },
    get columns() {
      return output.columns ?? 80;
    },
  };
}
