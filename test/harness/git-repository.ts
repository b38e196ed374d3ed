import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

interface GitOptions {
  readonly input?: string | Buffer;
  /** The time of a new commit, in seconds since 1970. It differs from the author's time. */
  readonly time?: number;
}

/** Runs Git in a folder without the user's or the system's settings, and returns its output. */
export function runGit(folder: string, args: readonly string[], { input, time }: GitOptions = {}): string {
  return execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: "pipe",
    input,
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: "1",
      ...(time !== undefined && { GIT_COMMITTER_DATE: `${time} +0000` }),
    },
  }).trim();
}

/** A new Git repository in a folder that the test deletes. */
export class GitRepository {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
    this.git("init", "-q", "-b", "main");
  }

  git(...args: readonly string[]): string {
    return runGit(this.root, args);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  move(from: string, to: string): void {
    mkdirSync(dirname(join(this.root, to)), { recursive: true });
    renameSync(join(this.root, from), join(this.root, to));
  }

  /** Commits all changes, and returns the hash of the commit. */
  commit(time?: number): string {
    this.git("add", "-A");
    const options = time === undefined ? {} : { time };
    runGit(this.root, ["commit", "-q", "--no-verify", "--allow-empty", "-m", "x"], options);
    return this.git("rev-parse", "HEAD");
  }

  /** Replaces Git with a shell script while `act` is running. In the script, `$git` is the path of Git. */
  async replaceGit(script: string, act: () => Promise<unknown>): Promise<void> {
    const bin = join(this.root, ".git/bin");
    const path = process.env["PATH"];
    const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "git"), `#!/bin/sh\ngit="${git}"\n${script}\n`, { mode: 0o755 });
    process.env["PATH"] = [bin, path].join(delimiter);
    try {
      await act();
    } finally {
      process.env["PATH"] = path;
    }
  }
}
