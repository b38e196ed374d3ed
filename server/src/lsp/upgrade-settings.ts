import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { oldSettingsIn, takeOver, upgradeConfig, upgradedText } from "../core/analysis/upgrade/upgrade-config.ts";
import type { UpgradedSettings, UpgradeSettings } from "../protocol/migration.ts";
import { readWhole, whyNotWritable } from "../workspace/files/write-files.ts";
import { type EditBasis, makeEdit, unsettledReason } from "./edit-basis.ts";
import { pathOfUri } from "./file-uri.ts";
import { groupedEdit } from "./grouped-edit.ts";
import { lockedWords, oldFileDeleted, settingsTaken } from "./move-annotations.ts";
import { newConfigEdit } from "./new-config-edit.ts";
import type { Session } from "./session.ts";

const oldName = "mint.json";

/** `docwright/upgradeSettings` */
export async function upgradedSettings(
  { uri }: UpgradeSettings,
  session: Session,
): Promise<UpgradedSettings> {
  session.documents.flush();
  const path = pathOfUri(uri);
  if (path === undefined || basename(path) !== oldName) return no("This is no mint.json.");
  const folder = dirname(path);
  const place = await session.sites.whenReady(join(folder, "docs.json"));
  const live = place?.site.root === folder ? place.site : undefined;
  if (!live?.current) return upgradedFrom(uri, undefined, session);
  const upgraded = await makeEdit(live, session, "edited files", (basis) =>
    upgradedFrom(uri, basis, session),
  );
  return upgraded ?? no(unsettledReason);
}

/** Without a wait, so that mint.json is read and the edit is made in one go. */
function upgradedFrom(uri: string, basis: EditBasis | undefined, session: Session): UpgradedSettings {
  const path = pathOfUri(uri) ?? "";
  const folder = dirname(path);
  const text = session.documents.get(path)?.getText() ?? readWhole(folder, oldName);
  const mint = text === undefined ? undefined : oldSettingsIn(text);
  if (!mint) return no("mint.json cannot be read as JSON. Correct it, then try again.");
  const locked = whyNotWritable(folder, ["docs.json", oldName]);
  if (locked !== undefined) return no(lockedWords(locked));
  const { config, left } = upgradeConfig(mint);
  if (!basis) {
    if (existsSync(join(folder, "docs.json"))) return no("The site is being read. Try again in a moment.");
    const edit = newConfigEdit(uri, upgradedText(config), session);
    return edit ? { ok: true, edit, isNew: true, taken: Object.keys(config), left } : no(cannot);
  }
  const taken = takeOver(basis.site.config, config);
  const groups = [
    { edits: taken ? [taken.edit] : [], annotation: settingsTaken },
    { edits: [], deletes: [oldName], annotation: oldFileDeleted },
  ];
  const edit = groupedEdit(taken ? groups : groups.slice(1), basis);
  return edit ? { ok: true, edit, isNew: false, taken: taken?.keys ?? [], left } : no(cannot);
}

const cannot = "This editor cannot make and delete files. Use docwright upgrade on the command line.";

function no(reason: string): UpgradedSettings {
  return { ok: false, reason };
}
