import { isInNestedSite } from "../../core/site/navigation/nested-sites.ts";
import { parseGitignore } from "../../core/site/settings/ignore.ts";
import { findKeys, type KeyPattern } from "../../core/site/settings/secret-keys.ts";
import { findMediaNames } from "../../core/text/media-types.ts";
import type { SitePath, TextRange } from "../../core/text/text-edit.ts";
import type { TextFindings } from "./disk.ts";
import { readFile, type SiteFiles, type SiteSkeleton, getFileText } from "./site-files.ts";

/** The locations of API keys in the site's files. Files without keys have no entry. */
export type KeyRangesByPath = ReadonlyMap<SitePath, readonly TextRange[]>;

/** The maximum size in bytes. Larger files aren't handwritten. Binary files are recognized by name and skipped. */
const maxOtherFileSize = 1_000_000;
const maxOtherTotalLength = 64_000_000;
const maxOtherFiles = 20_000;
export const binaryNamePattern =
  /\.(png|jpe?g|gif|webp|avif|ico|bmp|tiff?|heic|mp4|mov|webm|m4v|avi|mp3|wav|ogg|m4a|woff2?|ttf|otf|eot|pdf|zip|gz|tgz|bz2|xz|7z|rar|jar|wasm|exe|dll|so|dylib|psd|sketch|fig|ai|docx?|xlsx?|pptx?|lockb)$/i;

/**
 * The names of the images and other media files that each file references. `.mdx` files and files without such
 * references have no entry.
 */
export type Mentions = ReadonlyMap<SitePath, ReadonlySet<string>>;

/** Scans every text that is read through it for API keys and image names, so each file has to be read only once. */
export class SecretKeyScanner {
  readonly #secretKeyPattern: KeyPattern | undefined;
  readonly #keyRangesByPath = new Map<SitePath, readonly TextRange[]>();
  readonly #mentionsByPath = new Map<SitePath, ReadonlySet<string>>();
  #isComplete = true;

  constructor(secretKeyPattern: KeyPattern | undefined) {
    this.#secretKeyPattern = secretKeyPattern;
  }

  get keyRangesByPath(): KeyRangesByPath {
    return new Map([...this.#keyRangesByPath].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /**
   * The media names in each file. Undefined if some files weren't read because they were too large or there were too
   * many.
   */
  get mentions(): Mentions | undefined {
    return this.#isComplete ? new Map([...this.#mentionsByPath].sort(([a], [b]) => (a < b ? -1 : 1))) : undefined;
  }

  /** Returns files that are scanned when they're read. */
  wrapFiles<From extends SiteFiles>(files: From): From {
    const secretKeyPattern = this.#secretKeyPattern;
    if (!secretKeyPattern) return files;
    const { disk, readUnsavedText } = files;
    const { threadReader } = disk;
    return {
      ...files,
      disk: {
        ...disk,
        read: (path: SitePath, maxSize: number) => {
          const file = disk.read(path, maxSize);
          if (file.kind === "text") this.#scanFile(path, file.text);
          return file;
        },
        ...(threadReader && {
          threadReader: {
            ...threadReader,
            keyPattern: secretKeyPattern,
            onFound: (path, findings) => this.#addFile(path, findings),
          },
        }),
      },
      ...(readUnsavedText && {
        readUnsavedText: (path: SitePath) => {
          const text = readUnsavedText(path);
          if (text !== undefined) this.#scanFile(path, text);
          return text;
        },
      }),
    };
  }

  /**
   * Reads and scans the remaining files, which haven't been read for any other purpose. Processes one file per step.
   */
  *scanOtherFiles(
    siteFiles: SiteFiles,
    skeleton: SiteSkeleton,
    isSiteFile: (path: SitePath) => boolean,
  ): Generator<void, void> {
    if (!this.#secretKeyPattern) return;
    const scannedFiles = this.wrapFiles(siteFiles);
    const isPrivate = createPrivateFilter(siteFiles);
    let [totalLength, fileCount] = [0, 0];
    for (const path of skeleton.fileList.files) {
      if (isSiteFile(path) || !mayContainKeys(path, skeleton) || isPrivate(path)) continue;
      if (totalLength > maxOtherTotalLength || ++fileCount > maxOtherFiles) {
        this.#isComplete = false;
        return;
      }
      const file = readFile(scannedFiles, path, maxOtherFileSize);
      if (file.kind === "too-large") this.#isComplete = false;
      totalLength += getFileText(file)?.length ?? 0;
      yield;
    }
  }

  #scanFile(path: SitePath, text: string): void {
    if (this.#secretKeyPattern) this.#addFile(path, scanText(path, text, this.#secretKeyPattern));
  }

  #addFile(path: SitePath, { keyRanges, mentions }: TextFindings): void {
    if (keyRanges.length > 0) this.#keyRangesByPath.set(path, keyRanges);
    else this.#keyRangesByPath.delete(path);
    if (mentions.length > 0) this.#mentionsByPath.set(path, new Set(mentions));
    else this.#mentionsByPath.delete(path);
  }
}

/** Scans text for API keys and image names. */
export function scanText(path: SitePath, text: string, secretKeyPattern: KeyPattern): TextFindings {
  return { keyRanges: findKeys(text, secretKeyPattern), mentions: [...(findFileMentions(path, text) ?? [])] };
}

/**
 * Returns the images that a file references, or undefined if it doesn't reference any. Skips `.mdx` files, because
 * their text is already stored with the site and can be searched there.
 */
export function findFileMentions(path: SitePath, text: string): ReadonlySet<string> | undefined {
  const names = /\.mdx$/i.test(path) ? undefined : findMediaNames(text);
  return names && names.size > 0 ? names : undefined;
}

/** Returns the API keys in the current version of one file, or undefined if the file contains none. */
export function findFileKeys(
  siteFiles: SiteFiles,
  skeleton: SiteSkeleton,
  path: SitePath,
  secretKeyPattern: KeyPattern | undefined,
): readonly TextRange[] | undefined {
  if (!secretKeyPattern || !mayContainKeys(path, skeleton)) return undefined;
  const text = getFileText(readFile(siteFiles, path));
  const keyRanges =
    text?.includes(secretKeyPattern.prefix) && !createPrivateFilter(siteFiles)(path)
      ? findKeys(text, secretKeyPattern)
      : [];
  return keyRanges.length > 0 ? keyRanges : undefined;
}

/**
 * Whether a file may contain keys. Includes files that are excluded from the site, because they're public if the site's
 * repository is public.
 */
function mayContainKeys(path: SitePath, { nestedFolders }: SiteSkeleton): boolean {
  return !binaryNamePattern.test(path) && !isInNestedSite(path, nestedFolders);
}

/**
 * Returns a function that checks whether the site's `.gitignore` excludes a file, such as `.env`, from version control.
 * Secret keys are allowed in such files.
 */
function createPrivateFilter(siteFiles: SiteFiles): (path: SitePath) => boolean {
  return parseGitignore(getFileText(readFile(siteFiles, ".gitignore", maxOtherFileSize)) ?? "");
}
