import { chmod, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { transform } from "esbuild";

/**
 * Returns an esbuild plugin that turns the ES modules of a build into CommonJS. esbuild shares code between bundles only as
 * ES modules, which Node loads more slowly. Shared code is in a folder next to the bundles, and `__dirname` is the folder
 * of the bundles there too. Requires `write: false`.
 *
 * `lazy` are names of modules that are separate bundles in the same folder. Each is loaded when one of its exports, which
 * must all be functions, is first called.
 */
export const asCommonJs = (lazy) => ({
  name: "as-common-js",
  setup(build) {
    const { minify, outdir, target } = build.initialOptions;
    build.onResolve({ filter: new RegExp(`/(?:${lazy.join("|")})\\.ts$`) }, ({ path: file }) => ({
      path: `lazy:${path.basename(file, ".ts")}`,
      external: true,
    }));
    build.onEnd(async ({ outputFiles }) => {
      await Promise.all(
        outputFiles.map(async ({ path: file, text }) => {
          const prefix =
            path.dirname(file) === outdir ? "" : '__dirname=require("node:path").dirname(__dirname);';
          const { code } = await transform(prefix + withGetters(withLazyImports(text)), {
            format: "cjs",
            platform: "node",
            minify,
            target,
            supported: { "dynamic-import": false },
          });
          await mkdir(path.dirname(file), { recursive: true });
          await writeFile(file, code);
          if (code.startsWith("#!")) await chmod(file, 0o755);
        }),
      );
    });
  },
});

/** Exports by one getter per name. Those that esbuild writes look each name up again, which slows down the start. */
const withGetters = (text) =>
  text.replace(/export ?\{([^{}]*)\};?\s*$/, (_, names) => {
    const getters = splitNames(names).map(
      ([local, exported = local]) => `get ${exported}(){return ${local}}`,
    );
    return `module.exports={${getters.join(",")}};`;
  });

const withLazyImports = (text) =>
  text.replace(/import ?\{([^{}"]*)\} ?from ?"lazy:([^"]*)";?/g, (_, names, file) =>
    splitNames(names)
      .map(
        ([exported, local = exported]) =>
          `var ${local}=(...args)=>require(__dirname+"/${file}.js").${exported}(...args);`,
      )
      .join(""),
  );

/** Returns the names on both sides of `as` in a clause such as `a as b, c`. */
const splitNames = (names) =>
  names
    .trim()
    .split(/,\s*/)
    .map((name) => name.split(" as "));
