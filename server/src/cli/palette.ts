import type { Severity } from "../core/site/settings/site-settings.ts";

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

export const noColours: Palette = {
  severity: { error: plain, warning: plain, information: plain, hint: plain },
  path: plain,
  quiet: plain,
  remedy: plain,
  good: plain,
};

export const colours: Palette = {
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
  if (forced !== undefined && forced !== "")
    return forced === "0" || forced === "false" ? noColours : colours;
  if (environment["NO_COLOR"]) return noColours;
  return isTerminal && environment["TERM"] !== "dumb" ? colours : noColours;
}
