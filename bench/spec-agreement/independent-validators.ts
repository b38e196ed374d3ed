import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** Returns whether a document is valid, or undefined if the validator doesn't support the document's version. */
export type Validate = (document: unknown, text: string) => Promise<boolean | undefined>;

const packages = {
  "@scalar/openapi-parser": "0.24.17",
  "@redocly/openapi-core": "2.64.0",
  "@seriousme/openapi-schema-validator": "2.11.0",
  "@apidevtools/swagger-parser": "13.0.0",
  "@asyncapi/parser": "3.6.3",
} as const;

/**
 * Returns validators that don't share any code with Docwright, by name. npm installs them into a cache folder, never
 * into the project. swagger-parser is the published version, which has its own copies of the schemas.
 */
export async function loadValidators(): Promise<ReadonlyMap<string, Validate>> {
  const file = await installValidators();
  const { validators } = (await import(pathToFileURL(file).href)) as {
    readonly validators: Readonly<Record<string, Validate>>;
  };
  return new Map(Object.entries(validators));
}

async function installValidators(): Promise<string> {
  const id = createHash("sha1")
    .update(JSON.stringify(packages) + adapters)
    .digest("hex")
    .slice(0, 12);
  const cache = process.env["XDG_CACHE_HOME"] ?? path.join(os.homedir(), ".cache");
  const folder = path.join(cache, "docwright-bench", `validators-${id}`);
  const file = path.join(folder, "adapters.mjs");
  if (existsSync(file)) return file;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true, dependencies: packages }));
  await promisify(execFile)("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], {
    cwd: folder,
  });
  await writeFile(file, adapters);
  return file;
}

const adapters = String.raw`
import { validate as scalar } from "@scalar/openapi-parser";
import { Validator as Seriousme } from "@seriousme/openapi-schema-validator";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import SwaggerParser from "@apidevtools/swagger-parser";
import { Parser } from "@asyncapi/parser";

const redocly = await createConfig({ rules: { struct: "error", "no-unresolved-refs": "error" } });
const asyncapi = new Parser();
const isOpenapi = (document) => typeof document?.openapi === "string" && /^3\.[012]\./.test(document.openapi);
const isAsyncapi = (document) => /^3\./.test(String(document?.asyncapi));

export const validators = {
  scalar: async (document) => (isOpenapi(document) ? (await scalar(structuredClone(document))).valid : undefined),
  seriousme: async (document) =>
    isOpenapi(document) ? (await new Seriousme().validate(structuredClone(document))).valid : undefined,
  redocly: async (document, text) => {
    if (!isOpenapi(document) && !isAsyncapi(document)) return undefined;
    const problems = await lintFromString({ source: text, absoluteRef: "/nowhere/api.json", config: redocly });
    return problems.every(({ severity }) => severity !== "error");
  },
  "swagger-parser": async (document) => {
    if (!isOpenapi(document) || document.openapi.startsWith("3.2")) return undefined;
    try {
      await SwaggerParser.validate(structuredClone(document), { resolve: { external: false } });
      return true;
    } catch {
      return false;
    }
  },
  asyncapi: async (document, text) => {
    if (!isAsyncapi(document)) return undefined;
    const diagnostics = await asyncapi.validate(text);
    return diagnostics.every(({ severity }) => severity !== 0);
  },
};
`;
