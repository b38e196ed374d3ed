import type { SampleService } from "../sample-service.ts";
import { demoKey, demoProject, feedbackSettings } from "./demo-access.ts";
import { FaultPlan } from "./faults/fault-plan.ts";
import { feedbackService } from "./feedback-service.ts";
import { FeedbackStore } from "./feedback-store.ts";
import { seededEntries } from "./seed/seeded-entries.ts";

/**
 * The feedback on the sample site, which is served by the analytics API with the same request limit as that of the
 * published service.
 */
export function sampleFeedback(): SampleService {
  const service = feedbackService({
    store: new FeedbackStore(seededEntries()),
    plan: new FaultPlan(),
    projectId: demoProject,
    key: demoKey,
    requestsPerHour: 100,
    now: Date.now,
  });
  return {
    ...service,
    settings: feedbackSettings,
    advice: `To see the sample feedback, run “Docwright: Set Reader Feedback API Key…” in the editor and enter ${demoKey}`,
  };
}
