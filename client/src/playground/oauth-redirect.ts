import * as vscode from "vscode";
import type { OAuthRedirect as SignInListener } from "../../../server/src/relay/auth/loopback-redirect.ts";

const milliseconds = 5 * 60_000;

interface Waiting {
  readonly state: string;
  readonly settle: (query: URLSearchParams | undefined) => void;
}

/**
 * Handles the redirect of sign-ins in the browser to the editor's URI for this extension, of which there can be only
 * one. Ignores redirects that nothing waits for or with another state.
 */
export class OAuthRedirect implements vscode.UriHandler, vscode.Disposable {
  readonly #extension: string;
  readonly #subscription: vscode.Disposable;
  readonly #waiting = new Set<Waiting>();

  constructor(extension: string) {
    this.#extension = extension;
    this.#subscription = vscode.window.registerUriHandler(this);
  }

  /**
   * Returns a listener for the controller of one site. Disposing of it ends the site's pending sign-ins, not the
   * handler.
   */
  listener(): SignInListener {
    const own = new Set<Waiting>();
    return {
      address: () => this.#address(),
      wait: (state, { givenUp }) => this.#wait(state, givenUp, own),
      dispose: () => giveUp(own),
    };
  }

  handleUri({ path, query }: vscode.Uri): void {
    const given = new URLSearchParams(query);
    if (path !== "/signed-in") return;
    for (const waiting of this.#waiting) if (waiting.state === given.get("state")) waiting.settle(given);
  }

  dispose(): void {
    giveUp(this.#waiting);
    this.#subscription.dispose();
  }

  /** Returns the redirect URL for the service. */
  async #address(): Promise<string> {
    const own = vscode.Uri.parse(`${vscode.env.uriScheme}://${this.#extension}/signed-in`);
    return (await vscode.env.asExternalUri(own)).toString(true);
  }

  /**
   * Waits for the parameters of the redirect. Resolves to undefined after five minutes or if the sign-in is canceled.
   */
  #wait(state: string, givenUp: AbortSignal, own: Set<Waiting>): Promise<URLSearchParams | undefined> {
    return new Promise((resolve) => {
      const waiting: Waiting = {
        state,
        settle: (query) => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          own.delete(waiting);
          resolve(query);
        },
      };
      const timer = setTimeout(() => waiting.settle(undefined), milliseconds);
      this.#waiting.add(waiting);
      own.add(waiting);
      givenUp.addEventListener("abort", () => waiting.settle(undefined));
    });
  }
}

function giveUp(all: ReadonlySet<Waiting>): void {
  for (const waiting of all) waiting.settle(undefined);
}
