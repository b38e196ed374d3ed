import { readFileSync } from "node:fs";
import path from "node:path";
import type { TranslatedLanguage } from "../../server/src/core/text/display-language.ts";
import { project } from "./source-files.ts";

/** Returns the panel's message table of a language, as in the source files. */
export function wordsOf(language: TranslatedLanguage): Readonly<Record<string, unknown>> {
  const file = path.join(project, "webview/src/feedback/words", `${language}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>;
}
