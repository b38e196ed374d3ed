import { randomBytes } from "node:crypto";
import type { ApiCall } from "../api/api-call.ts";
import type { Reply } from "../api/reply.ts";
import { problem } from "./problem.ts";

interface Subscription {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
}

/** Returns the operations for subscriptions. Subscriptions are stored, but nothing is ever sent to their URLs. */
export function subscriptionOperations(): Readonly<Record<string, (call: ApiCall) => Reply>> {
  const first: Subscription = {
    id: "sub_D40X9A",
    url: "https://hooks.tidewater-tools.example/berthline",
    events: ["movement.recorded", "estimate.changed"],
  };
  const subscriptions = new Map([[first.id, first]]);
  let made = 0;
  const none = () => problem(404, "No subscription has this ID");
  return {
    listSubscriptions: () => ({ status: 200, json: [...subscriptions.values()] }),

    createSubscription: ({ body }) => {
      const { url, events } = body as Omit<Subscription, "id">;
      if (!url.startsWith("https://"))
        return problem(422, "The URL can't be used", [{ at: "/url", message: "must start with https://" }]);
      const id = `sub_N${String(++made).padStart(5, "0")}`;
      const subscription = { id, url, events };
      subscriptions.set(id, subscription);
      return { status: 201, json: { ...subscription, secret: `whsec_${randomBytes(16).toString("hex")}` } };
    },

    deleteSubscription: ({ parameters }) =>
      subscriptions.delete(String(parameters["subscriptionId"])) ? { status: 204 } : none(),

    replayDeliveries: ({ parameters }) =>
      subscriptions.has(String(parameters["subscriptionId"])) ? { status: 202 } : none(),
  };
}
