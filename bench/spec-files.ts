import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { dump } from "js-yaml";

/**
 * The measured specifications, each in its own folder of `root`: GitHub's full specification, and about 2 MB of it as
 * JSON and as YAML.
 */
export interface SpecFiles {
  readonly root: string;
  readonly whole: "github.json";
  readonly partJson: "part.json";
  readonly partYaml: "part.yaml";
}

const source = "@octokit/openapi@23.0.2";
const partLength = 2_000_000;

/**
 * Downloads the package with npm into the user's cache folder unless the folder already contains it. Returns undefined
 * if there's no network.
 */
export function getSpecFiles(): SpecFiles | undefined {
  const root = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "docwright-bench", "specs");
  const files = { root, whole: "github.json", partJson: "part.json", partYaml: "part.yaml" } as const;
  if (existsSync(join(root, files.partYaml))) return files;
  mkdirSync(root, { recursive: true });
  try {
    const packed = execFileSync("npm", ["pack", source, "--silent", "--pack-destination", root], {
      encoding: "utf8",
    });
    execFileSync("tar", ["-xzf", join(root, packed.trim()), "-C", root]);
  } catch {
    return undefined;
  }
  const text = readFileSync(join(root, "package/generated/api.github.com.json"), "utf8");
  writeFileSync(join(root, files.whole), text);
  const { json, yaml } = createPart(JSON.parse(text) as Values);
  writeFileSync(join(root, files.partJson), json);
  writeFileSync(join(root, files.partYaml), yaml);
  return files;
}

interface Values {
  readonly [key: string]: unknown;
}

/** Returns enough paths to fill 2 MB of YAML, together with everything that the paths refer to. */
function createPart(full: Values): { readonly json: string; readonly yaml: string } {
  const paths = Object.entries(full["paths"] as Values);
  for (let count = 50; ; count += 25) {
    const pathEntries = Object.fromEntries(paths.slice(0, count));
    const part: Record<string, unknown> = {
      ...full,
      paths: pathEntries,
      components: listComponents(pathEntries, full),
    };
    delete part["webhooks"];
    const yaml = dump(part, { lineWidth: -1, noRefs: true });
    if (yaml.length >= partLength || count > paths.length) return { json: JSON.stringify(part, null, 2), yaml };
  }
}

function listComponents(paths: Values, full: Values): Values {
  const used = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { $ref } = value as Values;
    if (typeof $ref === "string" && !used.has($ref)) {
      used.add($ref);
      walk(getAt(full, $ref));
    }
    for (const part of Object.values(value)) walk(part);
  };
  walk(paths);
  const components: Record<string, Record<string, unknown>> = {};
  for (const reference of [...used].sort()) {
    const [, , kind = "", name = ""] = reference.split("/");
    (components[kind] ??= {})[name] = getAt(full, reference);
  }
  return components;
}

function getAt(full: Values, reference: string): unknown {
  return reference
    .slice(2)
    .split("/")
    .reduce<unknown>((value, key) => (value as Values | undefined)?.[key.replaceAll("~1", "/")], full);
}
