import type { Config } from "../../config/config.ts";
import type { JsonFile } from "../../config/json/json-tree.ts";
import type { SitePath } from "../../text/text-edit.ts";

/** docs.json or a file that it pulls in, as parsed; where edits of its nodes are made. */
export function configFile(config: Config, path: SitePath): JsonFile | undefined {
  return config.files.find((file) => file.path === path);
}
