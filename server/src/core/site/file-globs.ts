import ignore from "ignore";
import { derive } from "./derive.ts";

/** Whether a file is meant by a list of globs, written as in .gitignore. */
export const isFileAmong = derive((globs: readonly string[]): ((file: string) => boolean) => {
  if (globs.length === 0) return () => false;
  const matcher = ignore().add([...globs]);
  return (file) => file !== "" && matcher.ignores(file);
});
