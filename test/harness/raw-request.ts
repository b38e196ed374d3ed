import { connect } from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Writes these bytes to a local server. Reads the response until the connection closes or the response matches. */
export function rawBytes(port: number, text: string, until = /$^/): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      answer += chunk;
      if (until.test(answer)) socket.destroy();
    });
    socket.on("close", () => resolve(answer)).on("error", reject);
  });
}

/**
 * Sends a handwritten request that no library corrects: `GET /x` with exactly these headers, or with these headers and
 * the correct `Host`.
 */
export async function rawRequest(
  port: number,
  line: string,
  headers: Readonly<Record<string, string>> | readonly string[] = {},
  body = "",
): Promise<RawAnswer> {
  const list = Array.isArray(headers)
    ? (headers as readonly string[])
    : [`Host: 127.0.0.1:${port}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  const length = body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const lines = [`${line} HTTP/1.1`, ...list, ...length, "Connection: close"];
  const answer = await rawBytes(port, `${lines.join("\r\n")}\r\n\r\n${body}`);
  const [head = "", ...rest] = answer.split("\r\n\r\n");
  const [first = "", ...fields] = head.split("\r\n");
  return {
    status: Number(first.split(" ")[1]),
    headers: new Map(
      fields.map((field) => [field.slice(0, field.indexOf(":")).toLowerCase(), field.slice(field.indexOf(":") + 2)]),
    ),
    body: rest.join("\r\n\r\n"),
  };
}
