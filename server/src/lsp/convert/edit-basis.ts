import { join } from "node:path";
import type { Site } from "../../core/site/site.ts";
import { type LineMap, createLineMap, type SitePath } from "../../core/text/text-edit.ts";
import type { SiteState } from "../../workspace/analysis/site-state.ts";
import { createTextReader } from "../../workspace/refactoring/move-site.ts";
import type { Session } from "../session/session.ts";
import { toPath, toUri } from "./convert.ts";
import { createMessage, type LocalizedMessage } from "../../core/text/message.ts";

/**
 * The maximum number of attempts to make an edit. If all of them fail, the site is considered to be changing
 * constantly.
 */
const maxAttempts = 8;
/**
 * The minimum number of attempts, even if `maxMilliseconds` is exceeded. While another program keeps writing files,
 * each attempt can take several seconds.
 */
const minAttempts = 3;
const maxMilliseconds = 10_000;

/**
 * The files that must be up to date for an edit to be correct: either all files in the site or only the files that are
 * edited.
 */
type EditScope = "site" | "edited files";

/**
 * The reason why no edit was made. `unloaded` means that the site hasn't been read or has been closed. `unsettled`
 * means that its files keep changing.
 */
type MissingEditCause = "unloaded" | "unsettled";

const missingEditReasons: Readonly<Record<MissingEditCause, LocalizedMessage>> = {
  unloaded: createMessage("The site isn't loaded. Try again after Docwright has loaded it."),
  unsettled: createMessage(
    "The site's files keep changing on disk, so the edit might not apply. Try again when they stop changing.",
  ),
};

/** Returns the reason why `makeEdit` returned undefined. */
export function findMissingEditCause(siteState: SiteState, { sites }: Pick<Session, "sites">): MissingEditCause {
  return siteState.current && sites.sites.includes(siteState) ? "unsettled" : "unloaded";
}

/** Returns a message that explains why `makeEdit` returned undefined and how to fix the problem. */
export function createMissingEditMessage(siteState: SiteState, session: Pick<Session, "sites">): LocalizedMessage {
  return missingEditReasons[findMissingEditCause(siteState, session)];
}

/**
 * The basis for edits to a site: a snapshot of the site and the text of each file in it. Only `makeEdit` creates it.
 */
export class EditBasis {
  readonly siteState: SiteState;
  readonly site: Site;
  readonly session: Session;
  readonly #revision: number;
  readonly #files = new Set<SitePath>();
  #scope: EditScope;

  constructor(siteState: SiteState, site: Site, session: Session, scope: EditScope) {
    this.#scope = scope;
    this.siteState = siteState;
    this.site = site;
    this.session = session;
    this.#revision = siteState.revision;
  }

  /**
   * Whether the text that the edit depends on is still the same as in the snapshot, based on the changes detected so
   * far.
   */
  get isCurrent(): boolean {
    const { sites } = this.session;
    if (this.siteState.revision === this.#revision && sites.isRead(this.siteState)) return true;
    // Files that aren't edited may change constantly, for example, while a script generates pages, so only the edited
    // files are compared.
    if (this.#scope === "site" || !sites.areRead(this.siteState, this.#files)) return false;
    const currentSite = this.siteState.current?.site;
    return [...this.#files].every((file) => {
      const text = getText(file, this.site);
      return text !== undefined && currentSite !== undefined && text === getText(file, currentSite);
    });
  }

  /** The files whose content on disk must match the snapshot. If undefined, all files in the site must match. */
  get files(): ReadonlySet<SitePath> | undefined {
    return this.#scope === "site" ? undefined : this.#files;
  }

  /**
   * Records that the edit moves or deletes files. Such an edit is correct only if every file that may refer to these
   * files is up to date.
   */
  requireCompleteSite(): void {
    this.#scope = "site";
  }

  /** Returns the line map for a file that the edit changes, based on the text in the snapshot. */
  getLines(file: SitePath): LineMap {
    this.#files.add(file);
    const text = getText(file, this.site);
    return text === undefined ? this.session.lineMaps.get({ site: this.siteState, path: file }) : createLineMap(text);
  }

  /** Returns the text of a file. Reads only files whose text isn't in the snapshot, such as specifications. */
  readonly readText = (file: SitePath): string | undefined =>
    getText(file, this.site) ?? createTextReader(this.siteState.files)(file);

  /** Returns the version of an open file, or null if the file isn't open, as LSP requires. */
  getVersion(file: SitePath): number | null {
    return this.session.sites.getOpenFile(join(this.siteState.root, file))?.version ?? null;
  }

  getUri(file: SitePath): string {
    return toUri({ site: this.siteState, path: file }, this.session);
  }
}

function getText(file: SitePath, { references, scriptReferences, config }: Site): string | undefined {
  const parsedReferences = references.get(file) ?? scriptReferences.get(file);
  return parsedReferences?.text ?? config.files.find(({ path }) => path === file)?.text;
}

/**
 * Makes an edit based on the current state of the site, both in the editor and on disk. Waits for reported changes,
 * checks for changes that no event has reported, and makes the edit again if a text has changed in the process. Returns
 * undefined if the site isn't loaded or keeps changing (see `findMissingEditCause`).
 */
export async function makeEdit<Result>(
  siteState: SiteState,
  session: Session,
  scope: EditScope,
  createEdit: (basis: EditBasis) => Result | Promise<Result>,
): Promise<Result | undefined> {
  const { sites, documents } = session;
  const startTime = performance.now();
  const isTimedOut = () => performance.now() - startTime > maxMilliseconds;
  for (let attempt = 0; attempt < maxAttempts && !(attempt >= minAttempts && isTimedOut()); attempt++) {
    documents.flush();
    if (scope === "site" || attempt > 0) await sites.waitUntilRead(siteState);
    documents.flush();
    const site = siteState.current?.site;
    if (!site) return undefined;
    const basis = new EditBasis(siteState, site, session, scope);
    if (!basis.isCurrent) continue;
    // An error may also be due to an outdated text, such as a target that no longer exists on disk.
    const [outcome] = await Promise.allSettled([(async () => await createEdit(basis))()]);
    const isStale = await sites.readUnreportedChanges(siteState, basis.files);
    documents.flush();
    if (isStale || !basis.isCurrent) continue;
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  }
  return undefined;
}

/**
 * Returns a function that checks whether the document in a request still has the version that the request's position
 * refers to.
 */
export function createVersionCheck(uri: string, { documents }: Session): () => boolean {
  const path = toPath(uri) ?? "";
  const version = documents.get(path)?.version;
  return () => documents.get(path)?.version === version;
}
