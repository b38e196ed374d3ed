/** What can be done with reader feedback: `docwright.feedback.NAME`. */
export const feedbackCommands = [
  "setUp",
  "setApiKey",
  "removeApiKey",
  "refresh",
  "openPanel",
  "openDashboard",
  "openEntry",
  "openInPanel",
  "openPage",
  "markDone",
  "putOff",
  "openAgain",
  "assign",
  "note",
  "addTrailer",
  "compareRatings",
] as const;

export type FeedbackCommand = (typeof feedbackCommands)[number];
