import * as vscode from "vscode";
import type { OAuthRedirect as SignInListener } from "../../../server/src/relay/auth/loopback-redirect.ts";

const milliseconds = 5 * 60_000;

interface Waiting {
  readonly state: string;
  readonly settle: (query: URLSearchParams | undefined) => void;
}

/**
 * Where sign-ins in the browser come back to: an address of the editor for this extension, of which there can be one. What
 * nobody waits for, or whose state is another, is left alone.
 */
export class OAuthRedirect implements vscode.UriHandler, vscode.Disposable {
  readonly #extension: string;
  readonly #subscription: vscode.Disposable;
  readonly #waiting = new Set<Waiting>();

  constructor(extension: string) {
    this.#extension = extension;
    this.#subscription = vscode.window.registerUriHandler(this);
  }

  /** For the desk of one site: what ends with a sign-in there is its waiting, not the address. */
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

  /** The address to be named to the service. */
  async #address(): Promise<string> {
    const own = vscode.Uri.parse(`${vscode.env.uriScheme}://${this.#extension}/signed-in`);
    return (await vscode.env.asExternalUri(own)).toString(true);
  }

  /** What the service has answered with; undefined when nobody comes back in five minutes or it is given up. */
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
