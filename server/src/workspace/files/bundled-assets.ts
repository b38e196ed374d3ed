import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { IconLibrary } from "../../core/config/icons/icon-names.ts";
import { renderIcon, type FindIcon, type IconPack } from "../../core/config/icons/icons.ts";
import type { IconFinder } from "../../core/preview/frame/frame-links.ts";
import { createIconView } from "../../core/preview/drawing.ts";
import type { Translations } from "../../core/text/message.ts";
import {
  type DocumentLanguage,
  findTranslatedLanguage,
  type PageLanguage,
  type TranslatedLanguage,
} from "../../core/text/page-language.ts";

/** The maximum size in bytes. The largest icon library is 1.9 MB. */
const maxSize = 20_000_000;

/**
 * Reads JSON from `<file>.br`, which the build has compressed (see `tools/build/pack-json.mjs`). Returns undefined if
 * the file is missing or invalid. The compression reduces the download size by a fifth.
 */
export function readPackedJson<Content>(file: string): Content | undefined {
  try {
    const bytes = brotliDecompressSync(readFileSync(`${file}.br`), { maxOutputLength: maxSize });
    return JSON.parse(bytes.toString("utf8")) as Content;
  } catch {
    return undefined;
  }
}

/**
 * Reads the translations of problems, quick fixes, and the report of `docwright check` from `folder`
 * (`dist/translations`). Returns undefined if the display language is English or has no translation.
 */
export function readTranslations(folder: string, displayLanguage: string | undefined): Translations | undefined {
  const language = findTranslatedLanguage(displayLanguage ?? "");
  const entries = readTable<string>(folder, language);
  return language && entries && { language, texts: new Map(entries) };
}

/**
 * Reads the translations of webviews from `webviewFolder` (`dist/webview`). If the translations can't be read, webviews
 * are in English.
 */
export function readDocumentLanguage(webviewFolder: string, language: PageLanguage): DocumentLanguage {
  return {
    language,
    texts: Object.fromEntries(readTable(join(webviewFolder, "translations"), language.table) ?? []),
  };
}

/** Reads a table that `tools/build/pack-translations.mjs` has packed. */
function readTable<Value>(
  folder: string,
  language: TranslatedLanguage | undefined,
): (readonly [english: string, translation: Value | string])[] | undefined {
  const englishMessages = language && readPackedJson<readonly string[]>(join(folder, "en.json"));
  const translations = language && readPackedJson<readonly Value[]>(join(folder, `${language}.json`));
  return englishMessages && translations && englishMessages.map((text, i) => [text, translations[i] ?? text] as const);
}

/**
 * The icons in the packed libraries, available as images for hovers and completion items and as SVG markup for
 * previews.
 */
export interface IconStore {
  readonly findImage: FindIcon;
  readonly findMarkup: IconFinder;
}

/**
 * Returns a store for the icons in `folder` (`dist/icons`). A library is read when one of its icons is first requested.
 * If the files are missing, no icons are shown, but everything else works.
 */
export function createIconStore(folder: string): IconStore {
  const packsByLibrary = new Map<IconLibrary, IconPack | undefined>();
  const loadLibrary = (library: IconLibrary): IconPack | undefined => {
    if (!packsByLibrary.has(library)) packsByLibrary.set(library, readPackedJson(join(folder, `${library}.json`)));
    return packsByLibrary.get(library);
  };
  return {
    findImage: (library, name, style) => {
      const pack = loadLibrary(library);
      return pack && renderIcon(library, pack, name, style);
    },
    findMarkup: (name, library, style) => {
      const pack = loadLibrary(library);
      return pack && createIconView(library, pack, name, style);
    },
  };
}
