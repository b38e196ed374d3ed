import type { GeneratedPage } from "./generated-pages.ts";

/** What the page that the service makes of an operation is known by: `GET /users`, `WEBHOOK order.paid`, `CHANNEL chat`. */
export function operationName(target: GeneratedPage["target"]): string {
  switch (target.kind) {
    case "channel":
      return `CHANNEL ${target.channel.id}`;
    case "webhook":
      return `WEBHOOK ${target.operation.path}`;
    case "operation":
      return `${target.operation.method} ${target.operation.path}`;
  }
}
