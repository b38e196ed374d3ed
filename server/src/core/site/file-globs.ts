import ignore from "ignore";
import { isQuickPattern } from "../config/settings/check-value.ts";
import { derive } from "../text/view.ts";

/** Returns whether a list of globs in gitignore syntax matches a file. A glob that takes long to match has no effect; `settings/value-not-allowed` reports it. */
export const isFileAmong = derive((globs: readonly string[]): ((file: string) => boolean) => {
  const quick = globs.filter(isQuickPattern);
  if (quick.length === 0) return () => false;
  const matcher = ignore().add(quick);
  return (file) => file !== "" && matcher.ignores(file);
});
