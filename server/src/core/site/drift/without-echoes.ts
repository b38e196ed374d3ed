import type { Drift } from "./drift.ts";

/** A name that is written wrong is told once: not also as missing where it should stand. */
export function withoutEchoes(drifts: readonly Drift[]): readonly Drift[] {
  const meant = new Set(
    drifts
      .filter(({ kind, expected }) => kind === "unknown-field" && expected !== "")
      .map(({ holder, name, expected }) => `${holder}\n${parentOf(name)}${expected}`),
  );
  return drifts.filter(
    ({ kind, holder, name }) => kind !== "missing-field" || !meant.has(`${holder}\n${name}`),
  );
}

/** `user.` of `user.name`. */
function parentOf(name: string): string {
  return name.slice(0, name.lastIndexOf(".") + 1);
}
