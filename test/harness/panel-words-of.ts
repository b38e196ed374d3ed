import { readFileSync } from "node:fs";
import path from "node:path";
import type { PanelLocale } from "../../server/src/feedback/panel/panel-document.ts";
import { project } from "./source-files.ts";

/** The table of the panel's words in a language, as it stands in the sources. */
export function wordsOf(language: PanelLocale): Readonly<Record<string, unknown>> {
  const file = path.join(project, "webview/src/feedback/words", `${language}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>;
}
