/** What the sample's feedback is read with. It opens nothing but this service, on this machine. */
export const demoProject = "berthline-docs";
export const demoKey = "demo_feedback";
/** Where `npm start` has it. */
export const feedbackPort = 4011;

/** With these Docwright finds it. */
export const feedbackSettings: Readonly<Record<string, unknown>> = {
  "docwright.feedback.baseUrl": `http://localhost:${feedbackPort}`,
  "docwright.feedback.projectId": demoProject,
};
