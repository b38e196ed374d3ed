import { loginOf } from "../api/login-of.ts";
import type { ApiCall } from "../api/api-call.ts";
import type { Reply } from "../api/reply.ts";
import type { ServedApi } from "../api/served-api.ts";
import { bookingOperations } from "./booking-operations.ts";
import { failure } from "./failure.ts";
import { berths, freeHours, ports, type Period } from "./ports.ts";
import { tidesOf, tideTable } from "./tides.ts";

/**
 * Returns the Berthline Berths API. It accepts a key in `X-Agent-Key`, or a password that starts with `demo-`. Browsers
 * on other sites can't read its responses.
 */
export function berthsApi(): ServedApi {
  return {
    specification: "openapi/berths.json",
    base: "/berths",
    operations: { ...portOperations, ...bookingOperations(), recalculateOccupancy: () => ({ status: 202 }) },
    credentials: {
      agentKey: ({ header }) => {
        const key = header("x-agent-key") ?? "";
        return /^demo-[\w-]{1,80}$/.test(key) ? { name: key, scopes: [] } : undefined;
      },
      agentLogin: ({ header }) => loginOf(header("authorization")),
    },
    refuse: failure,
    wrongBody: 400,
    isForBrowsers: false,
    limits: false,
  };
}

const portOperations: Readonly<Record<string, (call: ApiCall) => Reply>> = {
  listPorts: ({ parameters: { country, minDepth } }) => ({
    status: 200,
    json: ports.filter(
      ({ code }) =>
        (typeof country !== "string" || code.startsWith(country)) &&
        (minDepth === undefined || (berths[code] ?? []).some(({ depth }) => depth >= Number(minDepth))),
    ),
  }),

  listBerths: (call) =>
    atPort(call, (code) => {
      const { from, to } = call.parameters as unknown as Period;
      if (Date.parse(from) >= Date.parse(to)) return failure(400, "The period must end after it starts");
      const free = freeHours({ from, to });
      return { status: 200, json: (berths[code] ?? []).map((berth) => ({ ...berth, free })) };
    }),

  getTides: (call) =>
    atPort(call, () => {
      const tides = tidesOf(String(call.parameters["day"]));
      return /text\/csv/i.test(call.accepts) && !/application\/json/i.test(call.accepts)
        ? { status: 200, type: "text/csv", bytes: tideTable(tides) }
        : { status: 200, json: tides };
    }),
};

function atPort({ parameters }: ApiCall, then: (code: string) => Reply): Reply {
  const code = String(parameters["portCode"]);
  return ports.some((port) => port.code === code) ? then(code) : failure(404, "The port doesn't exist");
}
