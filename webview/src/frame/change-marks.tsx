import { createContext, type VNode } from "preact";
import { translate } from "../language/translate.ts";
import type { PageChange } from "../protocol.ts";

const marks: Readonly<Record<PageChange | "inside", { readonly sign: string; readonly words: string }>> = {
  added: { sign: "+", words: translate("Added since the last commit") },
  changed: { sign: "●", words: translate("Changed since the last commit") },
  inside: { sign: "●", words: translate("Contains pages that changed since the last commit") },
};

interface ChangeMarkProps {
  readonly change: PageChange | "inside" | undefined;
}

/** Marks an entry for the author, at its end, if it was added or changed since the last commit. */
export function ChangeMark({ change }: ChangeMarkProps): VNode | null {
  if (change === undefined) return null;
  const { sign, words } = marks[change];
  return (
    <span class="dw-site-change" data-change={change} title={words}>
      <span aria-hidden="true">{sign}</span>
      <span class="dw-site-unseen">{words}</span>
    </span>
  );
}

/** Pages that differ from the last commit, by URL path. Empty if nothing is compared. */
export type ChangedPages = Readonly<Record<string, PageChange>>;

export const noChangedPages: ChangedPages = {};

export const ChangedPagesContext = createContext<ChangedPages>(noChangedPages);

export function changeOf(changed: ChangedPages, href: string | undefined): PageChange | undefined {
  return href !== undefined && Object.hasOwn(changed, href) ? changed[href] : undefined;
}
