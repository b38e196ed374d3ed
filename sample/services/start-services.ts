import { documentedApi } from "./documented-api.ts";
import { listenOnLoopback, type Listening } from "./listen-on-loopback.ts";
import type { SampleService } from "./sample-service.ts";

/** What runs beside the sample site while it is open. */
const services: readonly (() => SampleService)[] = [documentedApi];

/**
 * Starts the sample services on the ports that the site names, and tells of each in one line. One whose port is taken is
 * left out: the site can be read without it. Answers with how to end them all.
 */
export async function startServices(log: (line: string) => void): Promise<() => Promise<void>> {
  const running: Listening[] = [];
  for (const make of services) {
    const service = make();
    try {
      running.push(await listenOnLoopback(service));
      log(`The ${service.name} answers at localhost:${service.port} until you end this.`);
    } catch (error) {
      service.end?.();
      log(`The ${service.name} is not started: ${whyNot(error, service.port)}`);
    }
  }
  return async () => {
    await Promise.all(running.map(({ stop }) => stop()));
  };
}

function whyNot(error: unknown, port: number): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return `port ${port} is in use. The site opens without it; requests of the playground go to whatever listens there.`;
  return `port ${port} cannot be opened (${error instanceof Error ? error.message : String(error)}).`;
}
