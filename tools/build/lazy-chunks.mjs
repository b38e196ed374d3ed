/**
 * An esbuild plugin for the extension's main file: what it imports by `import("./playground/….ts")` is a bundle of its own under
 * `dist/client/`, read when it is first needed. `chunks` names them: the imported file without its ending, and the bundle.
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
