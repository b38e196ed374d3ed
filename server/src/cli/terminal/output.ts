import { spawn } from "node:child_process";
import type { Severity } from "../../core/site/settings/site-settings.ts";
import type { Output } from "../run-cli.ts";
import { toVisibleText } from "./text.ts";

type Paint = (text: string) => string;

/** How the report is coloured; every colour is one of the terminal's own sixteen, so that its theme decides. */
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

/** Colours on a terminal only; FORCE_COLOR and NO_COLOR decide before that (no-color.org), a dumb terminal after. */
export function choosePalette(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): Palette {
  const forced = environment["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced === "0" || forced === "false" ? noColors : colors;
  if (environment["NO_COLOR"]) return noColors;
  return isTerminal && environment["TERM"] !== "dumb" ? colors : noColors;
}

/** A line on a terminal that tells what long work is at. Anywhere else it says nothing. */
export interface Progress {
  show(text: string): void;
  /** Takes the line away. */
  clear(): void;
}

/** Quick work shows nothing, and the line changes no more often than the eye follows. */
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
 * Opens an address of the web in the person's browser, without a shell in between. False for another kind of address and
 * where no program takes it; a machine without a browser is no failure.
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
