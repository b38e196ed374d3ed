import type { Notice } from "./playground-view.ts";
import type { Reply } from "./relay/asking.ts";

/** What came of something that the host was asked to do. */
export function noticeOf(reply: Reply | undefined): Notice {
  if (reply?.kind === "done") return { text: reply.text ?? "Done.", failed: reply.failed === true };
  return { text: "The preview does not answer. Nothing was done.", failed: true };
}
