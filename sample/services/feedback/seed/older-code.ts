import type { Random } from "./random.ts";
import type { SeenCode } from "./site-code.ts";

/** Functions that turn current code into the slightly different code that a reader saw some months ago. */
const changes: readonly ((code: string) => string)[] = [
  (code) => code.replaceAll("/v2/", "/v1/"),
  (code) => code.replaceAll("BERTHLINE_KEY", "BERTHLINE_TOKEN"),
  (code) => code.replaceAll("shp_8K2MQ4", "shp_123456"),
  (code) => code.replaceAll('"', "'"),
  (code) =>
    code
      .split("\n")
      .filter((line) => !/^\s*(\/\/|#)/.test(line))
      .join("\n"),
  (code) => code.replace(/\n[^\n]*\n/, "\n"),
  (code) => code.replace("timeout=10", "timeout=30").replace("> 300", "> 600"),
  (code) => `${code}\n`,
];

/** Returns the block as it was some time ago. If none of the changes apply to the block, returns it unchanged. */
export function olderCode(block: SeenCode, random: Random): SeenCode {
  const changed = changes.map((change) => change(block.code)).filter((code) => code !== block.code && code !== "");
  return changed.length > 0 ? { ...block, code: random.pick(changed) } : block;
}
