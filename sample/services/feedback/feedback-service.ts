import type { IncomingMessage, ServerResponse } from "node:http";
import { readUrl } from "../api/read-url.ts";
import type { Reply } from "../api/reply.ts";
import { sendReply } from "../api/send-reply.ts";
import { serveApi } from "../api/serve-api.ts";
import type { SampleService } from "../sample-service.ts";
import { analyticsApi, type AnalyticsSettings } from "./analytics-api.ts";
import { feedbackPort } from "./demo-access.ts";
import { failure } from "./failure.ts";
import { faultOf, isFaultName, type FaultPlan } from "./faults/fault-plan.ts";
import { readControl } from "./read-control.ts";
import { RequestLog, type LoggedRequest } from "./request-log.ts";

export interface FeedbackSettings extends AnalyticsSettings {
  readonly plan: FaultPlan;
  readonly certificate?: SampleService["certificate"];
}

/**
 * Creates the analytics API with the feedback from the sample site's readers. Responses have faults if they're planned
 * or requested with `Feedback-Fault`.
 */
export function feedbackService(settings: FeedbackSettings): SampleService & { readonly log: RequestLog } {
  const log = new RequestLog();
  const noted = new WeakMap<IncomingMessage, LoggedRequest>();
  const requested: LoggedRequest[] = [];
  const send = (request: IncomingMessage, response: ServerResponse, reply: Reply) => {
    const logged = noted.get(request);
    const required = request.headers["feedback-fault"];
    const name = isFaultName(required) ? required : settings.plan.take();
    const url = readUrl(request);
    if (name === undefined || !logged || !url) return sendReply(response, reply);
    logged.fault = name;
    requested.push(logged);
    const faulty = faultOf(name)(reply, {
      url,
      now: settings.now(),
      cursors: requested.filter(({ fault }) => fault === name).map(cursorOf),
      elsewhere: `http://${otherName(logged.host)}`,
    });
    if (typeof faulty === "function") faulty(response);
    else sendReply(response, faulty);
  };
  const serve = serveApi({ ...analyticsApi(settings), send });
  return {
    name: "feedback service",
    port: feedbackPort,
    log,
    ...(settings.certificate && { certificate: settings.certificate }),
    answer: (request, response) => {
      response.setHeader("Date", new Date(settings.now()).toUTCString());
      const url = readUrl(request);
      if (!url) return sendReply(response, { status: 400 });
      if (url.pathname.startsWith("/control/"))
        return void readControl(request, url.pathname, settings).then(
          (reply) => sendReply(response, reply),
          () => response.destroy(),
        );
      noted.set(request, log.note(request, response, settings.now()));
      if (!serve(request, response, url)) sendReply(response, failure(404, "Not found"));
    },
  };
}

function cursorOf({ url }: LoggedRequest): string | undefined {
  return new URLSearchParams(url.split("?")[1] ?? "").get("cursor") ?? undefined;
}

function otherName(host: string): string {
  return host.startsWith("localhost") ? host.replace("localhost", "127.0.0.1") : host.replace(/^[^:]+/, "localhost");
}
