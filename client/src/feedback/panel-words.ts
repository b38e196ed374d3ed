import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { PanelLanguage } from "../../../server/src/feedback/panel/panel-document.ts";

/** The panel's words in a language, three kilobytes, from the folder of its page; none for English, or where the file cannot be read. */
export function panelWords(bundle: string, { table }: PanelLanguage): unknown {
  if (table === undefined) return {};
  try {
    const packed = readFileSync(path.join(bundle, "panel-words", `${table}.json.br`));
    return JSON.parse(brotliDecompressSync(packed).toString("utf8"));
  } catch {
    return {};
  }
}
