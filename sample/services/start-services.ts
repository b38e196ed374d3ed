import { documentedApi } from "./documented-api.ts";
import { sampleFeedback } from "./feedback/sample-feedback.ts";
import { listenOnLoopback, type Listening } from "./listen-on-loopback.ts";
import type { SampleService } from "./sample-service.ts";

/** The services that run while the sample site is open. */
const services: readonly (() => SampleService)[] = [documentedApi, sampleFeedback];

export interface RunningServices {
  /** The settings that connect Docwright to the running services. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly end: () => Promise<void>;
}

/**
 * Starts the sample services on the ports that the site's files refer to, and logs one line for each. If a service's
 * port is in use, the service isn't started, because the site can be read without it.
 */
export async function startServices(log: (line: string) => void): Promise<RunningServices> {
  const running: Listening[] = [];
  let settings = {};
  for (const make of services) {
    const service = make();
    try {
      running.push(await listenOnLoopback(service));
      log(`The ${service.name} is running at localhost:${service.port}.`);
      if (service.advice !== undefined) log(service.advice);
      settings = { ...settings, ...service.settings };
    } catch (error) {
      service.end?.();
      log(`The ${service.name} isn't running: ${whyNot(error, service.port)}`);
    }
  }
  return {
    settings,
    end: async () => {
      await Promise.all(running.map(({ stop }) => stop()));
    },
  };
}

function whyNot(error: unknown, port: number): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return `port ${port} is in use. The site opens anyway, but its requests go to the other program on that port.`;
  return `port ${port} can't be opened (${error instanceof Error ? error.message : String(error)}).`;
}
