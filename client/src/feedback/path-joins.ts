import * as vscode from "vscode";
import type { FeedbackRatings, JoinedPath } from "../../../server/src/protocol/feedback.ts";
import { openWords } from "./feedback-words.ts";
import { saidInEditorLanguage } from "./in-editor-language.ts";
import type { FeedbackServer } from "./feedback-server.ts";
import type { FeedbackStore } from "./feedback-store.ts";
import { ratingsOf } from "./page-feedback.ts";

/** So many paths are asked about at once. */
const atOnce = 2000;

/** Asks the server which file each path is about, anew whenever that may be another, and tells it what readers think. */
export class PathJoins implements vscode.Disposable {
  readonly #store: FeedbackStore;
  readonly #server: FeedbackServer;
  readonly #subscriptions: vscode.Disposable[];
  /** Whoever asks counts it up: answers of questions before are late. */
  #round = 0;
  #isAsking = false;
  #told: FeedbackRatings["pages"] = [];

  constructor(store: FeedbackStore, server: FeedbackServer) {
    this.#store = store;
    this.#server = server;
    this.#subscriptions = [
      store.onDidChange(() => this.#follow()),
      server.onFeedbackJoinsChanged(() => void this.#join(true)),
      server.onDidStart(() => {
        this.#told = [];
        this.#tellRatings();
        void this.#join(true);
      }),
    ];
  }

  dispose(): void {
    this.#round++;
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** The entries have changed, or what is known of them. */
  #follow(): void {
    const { entries, joined, totals } = this.#store.state;
    const isNew = ({ path }: { readonly path: string }): boolean => !joined.has(path);
    if (entries.some(isNew) || totals?.pages.some(isNew)) void this.#join(false);
    this.#tellRatings();
  }

  async #join(all: boolean): Promise<void> {
    if (this.#isAsking && !all) return;
    const round = ++this.#round;
    this.#isAsking = true;
    try {
      const { entries, joined: before, totals } = this.#store.state;
      const wanted = new Set([...entries, ...(totals?.pages ?? [])].map(({ path }) => path));
      const paths = [...wanted].filter((path) => all || !before.has(path));
      const joined = new Map<string, JoinedPath>();
      for (let at = 0; at < paths.length; at += atOnce) {
        const asked = paths.slice(at, at + atOnce);
        // A server that is being stopped refuses; the next one is asked again.
        const answers = await this.#server.joinFeedback({ paths: asked }).catch(() => undefined);
        if (!answers || round !== this.#round) return;
        asked.forEach((path, place) => {
          const answer = answers[place];
          if (answer) joined.set(path, asEditorHasIt(answer));
        });
      }
      if (joined.size > 0)
        this.#store.change((state) => ({ ...state, joined: new Map([...state.joined, ...joined]) }));
    } finally {
      if (round === this.#round) this.#isAsking = false;
    }
  }

  #tellRatings(): void {
    const pages = ratingsOf(this.#store.byPage).map((page) => ({
      ...page,
      ...(page.open > 0 && { words: openWords(page.open) }),
    }));
    if (JSON.stringify(pages) === JSON.stringify(this.#told)) return;
    this.#told = pages;
    this.#server.setFeedbackRatings({ pages });
  }
}

/** Its URI as the editor writes it, so that documents are found by it; the reason why there is none in its language. */
function asEditorHasIt(place: JoinedPath): JoinedPath {
  if (place.kind !== "unknown") return { ...place, uri: vscode.Uri.parse(place.uri).toString() };
  return place.said ? { ...place, reason: saidInEditorLanguage(place.said) } : place;
}
