import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const project = path.resolve(__dirname, "../..");
const { packages } = JSON.parse(readFileSync(path.join(project, "package-lock.json"), "utf8")) as {
  packages: Record<string, Locked>;
};
const locked = Object.entries(packages).filter(([folder]) => folder !== "");

describe("package-lock.json", () => {
  it("contains no registry URLs, so it works with any registry", () => {
    assert.deepEqual(
      namesOf(([, { resolved }]) => resolved !== undefined),
      [],
    );
  });

  it("has a checksum for every package", () => {
    assert.deepEqual(
      namesOf(([, { integrity }]) => integrity === undefined),
      [],
    );
  });

  // If npm install can't download packages for a platform, it silently drops them from the lockfile. npm ci then fails
  // on all other systems.
  it("contains every optional package for all systems", () => {
    const names = new Set(locked.map(([folder]) => folder.replace(/^.*node_modules\//, "")));
    const expected = locked.flatMap(([, { optionalDependencies }]) => Object.keys(optionalDependencies ?? {}));
    assert.ok(expected.length > 0);
    assert.deepEqual(
      expected.filter((name) => !names.has(name)),
      [],
    );
  });

  it("pins each dependency in package.json to one version", () => {
    const requested = Object.entries(packages[""]?.devDependencies ?? {});
    assert.ok(requested.length > 0);
    assert.deepEqual(
      requested.filter(([, version]) => !/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version)),
      [],
    );
  });
});

function namesOf(isFaulty: (entry: [string, Locked]) => boolean): string[] {
  return locked.filter(isFaulty).map(([folder]) => folder);
}
