import { createContext } from "preact";
import type { PageChange } from "../protocol.ts";

/** Pages that are others than at the last commit, by their address; empty while nothing is compared. */
export type ChangedPages = Readonly<Record<string, PageChange>>;

export const noChangedPages: ChangedPages = {};

export const ChangedPagesContext = createContext<ChangedPages>(noChangedPages);

export function changeOf(changed: ChangedPages, href: string | undefined): PageChange | undefined {
  return href !== undefined && Object.hasOwn(changed, href) ? changed[href] : undefined;
}
