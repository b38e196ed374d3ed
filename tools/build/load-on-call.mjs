import path from "node:path";

/**
 * Maps the names of bundles to large modules of the engine that a session doesn't need at startup. The modules export
 * only functions.
 */
export const loadedOnCall = {
  "icon-names": "server/src/core/config/icons/icon-names.ts",
  "code-samples": "server/src/core/request/code/code-samples.ts",
  "parse-script": "server/src/core/page/syntax/parse-script.ts",
  "sample-value": "server/src/core/request/form/sample-value.ts",
};

/**
 * An esbuild plugin that replaces the modules in `loadedOnCall` with functions of the same names. The first call loads
 * the module's own bundle, which is in `__dirname`.
 */
export const loadOnCall = {
  name: "load-on-call",
  setup(build) {
    const bundles = new Map(Object.entries(loadedOnCall).map(([bundle, file]) => [path.resolve(file), bundle]));
    build.onResolve({ filter: /\.ts$/ }, ({ resolveDir, path: file }) => {
      const bundle = bundles.get(path.resolve(resolveDir, file));
      return bundle && { path: bundle, namespace: "load-on-call" };
    });
    build.onLoad({ filter: /.*/, namespace: "load-on-call" }, async ({ path: bundle }) => {
      const { metafile } = await build.esbuild.build({
        entryPoints: [loadedOnCall[bundle]],
        format: "esm",
        outdir: ".",
        write: false,
        metafile: true,
      });
      const names = Object.values(metafile.outputs).flatMap((output) => output.exports);
      const functions = names.map(
        (name) => `export const ${name} = (...args) => require(__dirname + "/${bundle}.js").${name}(...args);`,
      );
      return { contents: functions.join("\n") };
    });
  },
};
