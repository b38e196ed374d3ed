import { spawn } from "node:child_process";
import type { Severity } from "../../core/site/settings/site-settings.ts";
import type { Output } from "../command.ts";
import { toVisibleText } from "./text.ts";

type Paint = (text: string) => string;

/** The colors of a report. They're all from the terminal's own sixteen, so its theme determines how they look. */
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

/** Uses colors only on terminals, except dumb ones. FORCE_COLOR and NO_COLOR take precedence (https://no-color.org). */
export function choosePalette(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): Palette {
  const forced = environment["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced === "0" || forced === "false" ? noColors : colors;
  if (environment["NO_COLOR"]) return noColors;
  return isTerminal && environment["TERM"] !== "dumb" ? colors : noColors;
}

/** A progress line for long tasks. Shows nothing if the output isn't a terminal. */
export interface Progress {
  show(text: string): void;
  /** Removes the line. */
  clear(): void;
}

/** Short tasks show nothing, and the line changes only as often as people can follow. */
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
 * Opens a web URL in the user's browser, without a shell. Returns false for other URLs and if no program can open it; a
 * machine without a browser isn't an error.
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
