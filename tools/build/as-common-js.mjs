import { chmod, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { transform } from "esbuild";

/**
 * An esbuild plugin that turns the ES modules of a build into CommonJS. esbuild shares code between bundles only as ES
 * modules, which Node.js loads more slowly. Shared code is in a folder next to the bundles, but its `__dirname` is
 * still the folder that contains the bundles. Requires `write: false` and `metafile: true`.
 */
export const asCommonJs = {
  name: "as-common-js",
  setup(build) {
    const { minify, outdir, supported, target } = build.initialOptions;
    build.onEnd(async ({ outputFiles, metafile }) => {
      await Promise.all(
        outputFiles.map(async ({ path: file, text }) => {
          const prefix = path.dirname(file) === outdir ? "" : '__dirname=require("node:path").dirname(__dirname);';
          const { exports } = metafile.outputs[path.relative("", file).split(path.sep).join("/")];
          const { code } = await transform(prefix + withGetters(text, exports), {
            format: "cjs",
            platform: "node",
            minify,
            target,
            supported: { ...supported, "dynamic-import": false },
          });
          await mkdir(path.dirname(file), { recursive: true });
          await writeFile(file, code);
          if (code.startsWith("#!")) await chmod(file, 0o755);
        }),
      );
    });
  },
};

/**
 * Exports each name with one getter, because the getters that esbuild generates look up each name again, which slows
 * down startup. Throws an error if the text doesn't end with a clause that exports all names.
 */
function withGetters(text, exported) {
  if (exported.length === 0) return text;
  const { 1: names = "", index } = /export ?\{([^{}]*)\};?\s*$/.exec(text) ?? {};
  const getters = names.split(",").map((name) => {
    const [local, own = local] = name.trim().split(" as ");
    return { own, code: `get ${own}(){return ${local}}` };
  });
  const written = new Set(getters.map(({ own }) => own));
  if (written.size !== exported.length || !exported.every((name) => written.has(name)))
    throw new Error(`The code that esbuild generates doesn't export ${exported.join(", ")} in a known way.`);
  return `${text.slice(0, index)}module.exports={${getters.map(({ code }) => code).join()}};`;
}
