import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that the API received. */
export interface Seen {
  /** The method and the path, such as `GET /v1/users?limit=2`. */
  readonly line: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

type Answer =
  | {
      readonly status?: number;
      readonly type?: string;
      readonly body?: unknown;
      readonly location?: string;
      readonly open?: true;
    }
  | undefined;

/** An API on the loopback interface that records requests. Its response depends on the method and path. */
export class TestedApi {
  readonly seen: Seen[] = [];
  /** The highest number of concurrent requests so far. */
  most = 0;
  readonly #server: Server;
  readonly #answers: Readonly<Record<string, (seen: Seen) => Answer>>;
  #now = 0;

  private constructor(answers: Readonly<Record<string, (seen: Seen) => Answer>>) {
    this.#answers = answers;
    this.#server = createServer((request, response) => {
      this.most = Math.max(this.most, ++this.#now);
      let body = "";
      request.setEncoding("utf8").on("data", (text: string) => (body += text));
      request.on("end", () => {
        const seen = { line: `${request.method} ${request.url}`, headers: request.headers, body };
        this.seen.push(seen);
        const name = seen.line.split("?")[0] ?? "";
        const {
          status = 200,
          type = "application/json",
          body: value,
          location,
          open,
        } = this.#answers[name]?.(seen) ?? {
          status: 404,
        };
        setTimeout(() => {
          this.#now--;
          response.writeHead(status, {
            ...(value !== undefined && { "Content-Type": type }),
            ...(location !== undefined && { Location: location }),
          });
          const text = typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
          if (open) response.write(text);
          else response.end(text);
        }, 20);
      });
    });
  }

  static async start(answers: Readonly<Record<string, (seen: Seen) => Answer>>): Promise<TestedApi> {
    const api = new TestedApi(answers);
    api.#server.listen(0, "127.0.0.1");
    await once(api.#server, "listening");
    return api;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
