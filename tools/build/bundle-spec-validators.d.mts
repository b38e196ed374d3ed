import type { Plugin } from "esbuild";

export const bundleSpecValidators: Plugin;
