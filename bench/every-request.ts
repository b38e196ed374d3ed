import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { sendRequestsEverywhere, everyNthLine, type AskedRequest } from "../test/harness/send-requests-everywhere.ts";
import { LspClient } from "../test/harness/lsp-client.ts";
import { listSites } from "./moves/sites-in.ts";
import { readArguments } from "../tools/read-arguments.ts";

const maxMilliseconds = 5000;

const { values, positionals } = readArguments({
  help: `Usage: node --import tsx bench/every-request.ts FOLDER… [options]

Sends every request of the language server on the lines of every page of real
sites, one at a time. Prints the slowest of each method and all that take more
than 5 seconds. Time is the CPU time of the server's process where the system
reports it, so that other load doesn't count. Run npm run build first.

Options:
  --line-step N    send requests on every Nth line (default: 1)
  --file-step N    send requests for every Nth file (default: 1)
  --dist DIR       folder with the built server (default: dist)
  --together       send the requests of a line at once, which is faster; the
                   times are then upper limits
  --progress FILE  store the files that passed, and skip them in the next run
  --help           show this help

Exit codes: 0 success, 1 a request took too long or the server failed`,
  options: {
    "line-step": { type: "string", default: "1" },
    "file-step": { type: "string", default: "1" },
    dist: { type: "string", default: join(__dirname, "../dist") },
    together: { type: "boolean", default: false },
    progress: { type: "string" },
  },
  count: { min: 1 },
});

interface Slowest {
  count: number;
  total: number;
  milliseconds: number;
  where: string;
}

void main();

async function main(): Promise<void> {
  const slowest = new Map<string, Slowest>();
  const problems: string[] = [];
  let files = 0;
  const passed = new Set(
    values.progress && existsSync(values.progress) ? readFileSync(values.progress, "utf8").split("\n") : [],
  );
  for (const site of positionals.flatMap(listSites)) {
    const problemsBefore = problems.length;
    const all = readdirSync(site, { recursive: true, encoding: "utf8" }).filter(
      (file) => /\.mdx?$|(^|\/)docs\.json$/.test(file) && !/(^|\/)(node_modules|\.[^/]*)\//.test(file),
    );
    const step = Number(values["file-step"]);
    const chosenFiles = all.sort().filter((file, i) => i % step === 0 && !passed.has(join(site, file)));
    if (chosenFiles.length === 0) continue;
    let problemsBeforeFile = problems.length;
    const client = await LspClient.spawn({ program: [join(values.dist, "server.js")] });
    const note = ({ method, where, response, milliseconds }: AskedRequest): void => {
      const at = `${basename(site)}/${where}`;
      const before = slowest.get(method) ?? { count: 0, total: 0, milliseconds: 0, where: at };
      const isSlower = milliseconds > before.milliseconds;
      slowest.set(method, {
        count: before.count + 1,
        total: before.total + milliseconds,
        milliseconds: Math.max(milliseconds, before.milliseconds),
        where: isSlower ? at : before.where,
      });
      const { error } = response;
      const isLate = milliseconds > maxMilliseconds || /took longer/.test(error?.message ?? "");
      if (isLate || (error && ![-32803, -32601].includes(error.code)))
        problems.push(`${method} at ${at}: ${Math.round(milliseconds)} ms ${error?.message ?? ""}`);
    };
    try {
      const createLines = everyNthLine(Number(values["line-step"]));
      await sendRequestsEverywhere(client, {
        root: site,
        files: chosenFiles,
        linesOf: createLines,
        onResponse: note,
        onFileDone: (file) => {
          if (values.progress && problems.length === problemsBeforeFile)
            appendFileSync(values.progress, `${join(site, file)}\n`);
          problemsBeforeFile = problems.length;
        },
        seconds: 600,
        clock: createClock(client),
        areSentTogether: values.together,
      });
      files += chosenFiles.length;
      await client.stop();
    } catch (error) {
      problems.push(`${basename(site)}: ${String(error)}`);
      client.kill();
    }
    console.error(`${site}: ${chosenFiles.length} files, ${problems.length - problemsBefore} problems`);
  }
  const requests = [...slowest.values()].reduce((sum, { count }) => sum + count, 0);
  console.log(`${requests} requests in ${files} files\n`);
  console.log("| method | requests | mean ms | slowest ms | where |\n|---|---|---|---|---|");
  for (const [method, { count, total, milliseconds, where }] of [...slowest].sort(
    ([, a], [, b]) => b.milliseconds - a.milliseconds,
  ))
    console.log(`| ${method} | ${count} | ${(total / count).toFixed(1)} | ${milliseconds.toFixed(0)} | ${where} |`);
  console.log(`\n${problems.length} over ${maxMilliseconds / 1000} s or failed`);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

/** Returns a clock with the CPU time of the server in milliseconds, or wall time if the CPU time isn't available. */
function createClock({ child }: LspClient): () => number {
  return () => {
    try {
      const fields = readFileSync(`/proc/${String(child.pid)}/stat`, "utf8")
        .split(") ")[1]
        ?.split(" ");
      const ticks = Number(fields?.[11]) + Number(fields?.[12]);
      return ticks * 10;
    } catch {
      return performance.now();
    }
  };
}
