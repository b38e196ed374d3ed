import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

export type Settings = Readonly<Record<string, unknown>>;

export interface SettingsEdit {
  /** Settings to add if they don't exist. */
  readonly add: Settings;
  /** Settings to remove if they have exactly this value and aren't in `add`. */
  readonly remove?: Settings;
}

/**
 * Edits an editor's settings file. Preserves the developer's choices: settings with other values, and files that aren't
 * plain JSON. Returns whether the file could be read.
 */
export async function editSettings(file: string, { add, remove = {} }: SettingsEdit): Promise<boolean> {
  const text = await readFile(file, "utf8").catch(() => "{}");
  const settings = readObject(text);
  if (!settings) return false;
  const isRemoved = (name: string) =>
    Object.hasOwn(remove, name) && remove[name] === settings[name] && !Object.hasOwn(add, name);
  const added = Object.entries(add).filter(([name]) => !Object.hasOwn(settings, name));
  const keptSettings = Object.entries(settings).filter(([name]) => !isRemoved(name));
  if (added.length === 0 && keptSettings.length === Object.keys(settings).length) return true;
  const edited = Object.fromEntries([...keptSettings, ...added]);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(edited, null, 2)}\n`);
  return true;
}

function readObject(text: string): Settings | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Settings) : undefined;
  } catch {
    return undefined;
  }
}
