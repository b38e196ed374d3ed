import { readArguments } from "./read-arguments.ts";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { IconLibrary } from "../server/src/core/config/icons/icon-names.ts";
import type { IconPack } from "../server/src/core/config/icons/icons.ts";
import { readIconDrawings } from "./read-icon-drawings.ts";

interface PackedNames {
  readonly package: string;
  readonly read: (folder: string) => Promise<readonly string[]>;
}

/** Brand icons that Lucide removed in 1.0. They're included because the service may use an older version. */
const lucideBrands =
  "chrome chromium codepen codesandbox dribbble facebook figma framer github gitlab instagram linkedin pocket rail-symbol slack trello twitch twitter youtube";

const libraries: Readonly<Record<IconLibrary, PackedNames>> = {
  fontawesome: {
    package: "@fortawesome/fontawesome-common-types",
    read: async (folder) => {
      const declarations = await readFile(path.join(folder, "index.d.ts"), "utf8");
      const names = /export type IconName\s*=([^;]*);/.exec(declarations)?.[1] ?? "";
      return [...names.matchAll(/'([^']+)'/g)].flatMap(([, name]) => name ?? []);
    },
  },
  lucide: {
    package: "lucide-static",
    read: async (folder) => [...(await listSvgNames(path.join(folder, "icons"))), ...lucideBrands.split(" ")],
  },
  tabler: {
    package: "@tabler/icons",
    read: async (folder) => {
      const icons: unknown = JSON.parse(await readFile(path.join(folder, "icons.json"), "utf8"));
      return Object.keys(icons ?? {});
    },
  },
};

async function listSvgNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith(".svg")).map((file) => file.slice(0, -".svg".length));
}

async function pack(library: IconLibrary, modules: string): Promise<void> {
  const { package: name, read } = libraries[library];
  const folder = path.join(modules, name);
  const manifest = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as {
    readonly version: string;
    readonly license: string;
  };
  const names = [...new Set(await read(folder))].sort();
  if (names.length < 1000)
    throw new Error(`${name}: found only ${names.length} names, so its layout has probably changed`);
  const byInitial = new Map<string, string[]>();
  for (const icon of names) byInitial.set(icon.slice(0, 1), [...(byInitial.get(icon.slice(0, 1)) ?? []), icon]);
  const packed = {
    source: `${name} ${manifest.version} (${manifest.license})`,
    names: [...byInitial.values()].map((icons) => icons.join(" ")),
  };
  const target = path.join(__dirname, `../server/src/core/config/icons/${library}-names.json`);
  await writeFile(target, `${JSON.stringify(packed, null, 2)}\n`);
  console.log(`${packed.source}: ${names.length} names`);
}

async function packDrawings(library: IconLibrary, modules: string): Promise<void> {
  const drawings: IconPack = await readIconDrawings(library, modules);
  await writeFile(path.join(__dirname, `../server/icons/${library}.json`), `${JSON.stringify(drawings)}\n`);
  const count = Object.values(drawings.styles).reduce((sum, icons) => sum + Object.keys(icons).length, 0);
  console.log(`${drawings.source}: ${count} drawings`);
}

async function main(): Promise<void> {
  const { positionals } = readArguments({
    help: `Usage: node --import tsx tools/pack-icons.ts DIR

Writes the names and shapes of the icons that Docwright supports, from packages installed in DIR. Run it only to update them:
  npm install --prefix DIR --no-save --ignore-scripts @fortawesome/fontawesome-common-types@7.3.1 \\\\
    @fortawesome/fontawesome-free@7.3.1 lucide-static@1.62.0 @tabler/icons@3.51.0 svgpath@2.6.0`,
    options: {},
    count: { min: 1, max: 1 },
  });
  const [directory = ""] = positionals;
  for (const library of ["fontawesome", "lucide", "tabler"] as const) {
    await pack(library, path.join(directory, "node_modules"));
    await packDrawings(library, path.join(directory, "node_modules"));
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
