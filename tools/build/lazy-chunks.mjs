/**
 * An esbuild plugin for the extension's main file. A module imported with `import("./playground/….ts")` gets a separate
 * bundle in `dist/client/`, which is loaded when it's first needed. `chunks` maps imported files, without their
 * extension, to names of bundles.
 */
export const lazyChunks = (chunks) => ({
  name: "lazy-chunks",
  setup(build) {
    build.onResolve({ filter: /\.ts$/ }, ({ path, kind }) => {
      const chunk = kind === "dynamic-import" && chunks[path.replace(/^.*\//, "").replace(/\.ts$/, "")];
      return chunk ? { path: `./client/${chunk}.js`, external: true } : undefined;
    });
  },
});
