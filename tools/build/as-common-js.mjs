import { chmod, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { transform } from "esbuild";

/**
 * An esbuild plugin that turns the ES modules of a build into CommonJS. esbuild shares code between bundles only as ES
 * modules, which Node loads more slowly. Shared code is in a folder next to the bundles, and `__dirname` is the folder of
 * the bundles there too. Needs `write: false`.
 */
export const asCommonJs = {
  name: "as-common-js",
  setup(build) {
    const { minify, outdir, target } = build.initialOptions;
    build.onEnd(async ({ outputFiles }) => {
      await Promise.all(
        outputFiles.map(async ({ path: file, text }) => {
          const prefix =
            path.dirname(file) === outdir ? "" : '__dirname=require("node:path").dirname(__dirname);';
          const { code } = await transform(prefix + withGetters(text), {
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
};

/** Exports by one getter per name. Those that esbuild writes look each name up again, which slows down the start. */
const withGetters = (text) =>
  text.replace(/export ?\{([^{}]*)\};?\s*$/, (_, names) => {
    const getters = names
      .trim()
      .split(/,\s*/)
      .map((name) => {
        const [local, exported = local] = name.split(" as ");
        return `get ${exported}(){return ${local}}`;
      });
    return `module.exports={${getters.join(",")}};`;
  });
