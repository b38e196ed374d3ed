import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Files that the page's script imports before anything else, as `chunks/part-1A.js`: a browser that is told of them need
 * not read the script first. None where the bundle is not as it should be.
 */
export function firstScripts(bundle: string): readonly string[] {
  let script: string;
  try {
    script = readFileSync(join(bundle, "preview.js"), "utf8");
  } catch {
    return [];
  }
  const imports = script.matchAll(/\b(?:import|from)\s*"\.\/(chunks\/[\w-]+\.js)"/g);
  return [...new Set([...imports].map(([, file = ""]) => file))];
}
