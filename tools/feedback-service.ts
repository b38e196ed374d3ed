import { readArguments } from "./read-arguments.ts";
import { feedbackPort } from "../sample/services/feedback/demo-access.ts";
import { startFeedbackService } from "../sample/services/feedback/start-feedback-service.ts";
import { stopSignal } from "./stop-signal.ts";

async function main(): Promise<void> {
  const { values } = readArguments({
    help: `Usage: node --import tsx tools/feedback-service.ts [--port N] [--file ENTRIES.jsonl] [--requests-per-hour N]

The sample's feedback service without an editor, for the command line and for experiments. Without --file, it serves the sample site's entries. With it, entries are stored in the file.`,
    options: {
      port: { type: "string", default: String(feedbackPort) },
      file: { type: "string" },
      "requests-per-hour": { type: "string" },
    },
    count: { min: 0, max: 0 },
  });
  const readNumber = (name: "port" | "requests-per-hour"): number | undefined => {
    const text = values[name];
    if (text !== undefined && !/^\d{1,6}$/.test(text)) throw new Error(`--${name} takes a number.`);
    return text === undefined ? undefined : Number(text);
  };
  const stop = stopSignal();
  const port = readNumber("port");
  const requestsPerHour = readNumber("requests-per-hour");
  const {
    baseUrl,
    projectId,
    key,
    stop: end,
  } = await startFeedbackService({
    ...(port !== undefined && { port }),
    ...(requestsPerHour !== undefined && { requestsPerHour }),
    ...(values.file !== undefined && { file: values.file }),
  });
  console.log(`The feedback service is running at ${baseUrl}. Press Ctrl+C to stop it. For the command line:\n`);
  console.log(
    `  DOCWRIGHT_API_URL=${baseUrl} DOCWRIGHT_PROJECT=${projectId} DOCWRIGHT_API_KEY=${key} docwright feedback sample/site`,
  );
  if (!stop.aborted) await new Promise((resolve) => stop.addEventListener("abort", resolve, { once: true }));
  await end();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
