import type { Reply, RequestFault } from "../api/reply.ts";

const names: Readonly<Record<number, string>> = {
  400: "bad-request",
  401: "unauthorized",
  403: "forbidden",
  404: "not-found",
  409: "conflict",
  413: "too-large",
  415: "unsupported-media-type",
  422: "unprocessable",
  429: "too-many-requests",
};

/** Creates an error response of the Track API (`application/problem+json`, RFC 9457). */
export function problem(status: number, title: string, errors: readonly RequestFault[] = []): Reply {
  return {
    status,
    type: "application/problem+json",
    json: {
      type: `https://docs.berthline.example/problems/${names[status] ?? "other"}`,
      title,
      status,
      ...(errors.length > 0 && { errors }),
    },
  };
}

export const noShipment = () => problem(404, "No shipment has this ID");
