import {
  startFeedbackService,
  type RunningFeedbackService,
} from "../../sample/services/feedback/start-feedback-service.ts";
import { feedbackClientCases } from "../harness/feedback-client-cases.ts";

/** The same cases run against Prism with the published document: `npm run bench:prism -- --feedback DOCUMENT`. */
describe("feedback client with the sample service", () => {
  let service: RunningFeedbackService;
  before(async () => {
    service = await startFeedbackService();
  });
  after(() => service.stop());

  for (const { title, run } of feedbackClientCases)
    it(title, () =>
      run({
        service,
        failingWith: (status) => ({ "Feedback-Fault": String(status) }),
        varied: {},
        rounds: 1,
      }),
    );
});
