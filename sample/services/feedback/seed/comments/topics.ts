import { apiTopics } from "./api-topics.ts";
import { germanTopics } from "./german-topics.ts";
import { guideTopics } from "./guide-topics.ts";

/** Comments from readers on a page. Some are positive, and some report that something is missing. */
export interface TopicComments {
  readonly helps: readonly string[];
  readonly lacks: readonly string[];
}

export const topics = { ...guideTopics, ...apiTopics, ...germanTopics } as const satisfies Readonly<
  Record<string, TopicComments>
>;

export type Topic = keyof typeof topics;

/** Text that is added before or after comments for variety. */
export const english = {
  before: {
    helps: ["", "", "", "", "New here. ", "First time I write one of these. "],
    lacks: ["", "", "", "", "", "Small thing: ", "For what it's worth: ", "Second time I look this up. ", "New here. "],
  },
  after: {
    helps: ["", "", "", "", " Thanks!", " Nice work.", " Saved me an afternoon.", " Please keep it this short."],
    lacks: [
      "",
      "",
      "",
      "",
      " Thanks!",
      " Otherwise a good page.",
      " Took me an hour to find out.",
      " We ended up asking support.",
      " A short example would do.",
      " Happy to send a pull request.",
      " (Reading on a phone, if that matters.)",
    ],
  },
} as const;

export const german = {
  before: {
    helps: ["", "", "", "Zum ersten Mal hier. "],
    lacks: ["", "", "", "", "Kleinigkeit: ", "Nur ein Hinweis: "],
  },
  after: {
    helps: ["", "", "", " Danke!", " Bitte so kurz lassen."],
    lacks: [
      "",
      "",
      "",
      " Danke.",
      " Ein Beispiel wäre schön.",
      " Wir haben am Ende den Support gefragt.",
      " Sonst eine gute Seite.",
    ],
  },
} as const;
