/**
 * The credentials for the sample's feedback. They give access only to this service, which runs only on this machine.
 */
export const demoProject = "berthline-docs";
export const demoKey = "demo_feedback";
/** The port that `npm start` uses. */
export const feedbackPort = 4011;

/** The settings that connect Docwright to this service. */
export const feedbackSettings: Readonly<Record<string, unknown>> = {
  "docwright.feedback.baseUrl": `http://localhost:${feedbackPort}`,
  "docwright.feedback.projectId": demoProject,
};
