import {
  startFeedbackService,
  type RunningFeedbackService,
} from "../../sample/services/feedback/start-feedback-service.ts";
import { feedbackClientCases } from "../harness/feedback-client-cases.ts";

/**
 * To run the same cases against Prism with the published document, use `npm run bench:prism -- --feedback DOCUMENT`.
 */
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
