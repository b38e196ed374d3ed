import type { Caller } from "./api-call.ts";

/** Returns the caller of a request with `Basic` authentication whose password starts with `demo-`. */
export function loginOf(authorization: string | undefined): Caller | undefined {
  const encoded = /^Basic (\S+)$/i.exec(authorization ?? "")?.[1];
  const [name, password] = Buffer.from(encoded ?? "", "base64")
    .toString("utf8")
    .split(/:(.*)/s);
  return name && password?.startsWith("demo-") ? { name, scopes: [] } : undefined;
}
