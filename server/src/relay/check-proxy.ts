import type { RelayFailure } from "../core/request/protocol/relay-protocol.ts";
import { askRelay, type AskedRelay } from "./ask-relay.ts";
import type { Relay } from "./relay.ts";

export interface ProxyVerdict {
  /** Whether requests of readers get through; undefined where it cannot be told. */
  readonly works: boolean | undefined;
  /** Sentences: what is wrong, what readers see, what to do. */
  readonly text: string;
}

/**
 * Whether the docs site takes the requests of its own playground: a reverse proxy in front of it may let only GET
 * through (specification, “Errors”). `url` is asked with a POST that asks for nothing, then with GET.
 */
export async function checkProxy(relay: Relay, url: string): Promise<ProxyVerdict> {
  const posted = await askRelay(relay, {
    method: "POST",
    url,
    header: { "Content-Type": "application/json", Accept: "application/json" },
    body: "{}",
  });
  const read = await askRelay(relay, { method: "GET", url, header: { Accept: "application/json" } });
  return judge(url, posted, read);
}

const notAllowed: ReadonlySet<number> = new Set([403, 405, 501]);

function judge(url: string, posted: AskedRelay, read: AskedRelay): ProxyVerdict {
  const { pathname } = new URL(url);
  if (!posted.ok && !read.ok) return { works: undefined, text: sentencesOf(posted.failure) };
  const [post, get] = [statusOf(posted), statusOf(read)];
  const cures = `Let POST to \`${pathname}\` through in the reverse proxy, or set \`api.playground.proxy\` to \`false\` in docs.json and let your API accept requests from the docs site (CORS).`;
  if (post === undefined || (notAllowed.has(post) && post !== get))
    return {
      works: false,
      text: `The reverse proxy in front of your docs lets only GET through: POST to \`${pathname}\` ${post === undefined ? "broke off" : `was answered with ${post}`}, GET with ${get ?? "nothing"}. Requests that readers send in the playground fail. ${cures}`,
    };
  if (post >= 300 && post < 400) {
    const becomesGet = post < 304;
    return {
      works: becomesGet ? false : undefined,
      text: `POST to \`${pathname}\` is redirected (${post})${locationOf(posted)}${becomesGet ? ", and on the way browsers make a GET of it, so requests that readers send in the playground fail" : ""}. Name the address that it leads to as \`siteUrl\`, or let the redirect leave this path out. Otherwise: ${cures}`,
    };
  }
  if (notAllowed.has(post) || post === 404)
    return {
      works: undefined,
      text: `Nothing takes requests of the playground at \`${url}\`: POST was answered with ${post}${get === post ? ", and so was GET" : ""}. If your docs are published there, the reverse proxy does not pass this path on. ${cures}`,
    };
  if (post >= 500)
    return {
      works: undefined,
      text: `POST to \`${pathname}\` was answered with ${post}, so it cannot be told whether requests get through. Try again later.`,
    };
  return {
    works: true,
    text: `POST to \`${pathname}\` gets through to the docs site (it answered ${post}). Requests that readers send in the playground arrive.`,
  };
}

function statusOf(asked: AskedRelay): number | undefined {
  return asked.ok ? asked.head.status : undefined;
}

function locationOf(asked: AskedRelay): string {
  const found = asked.ok && asked.head.headers.find(([name]) => name.toLowerCase() === "location");
  const place = found ? found[1].replace(/[^\x21-\x7e]/g, "").slice(0, 200) : "";
  return place === "" ? "" : ` to \`${place.replaceAll("`", "")}\``;
}

function sentencesOf({ message, hint }: RelayFailure): string {
  return `${message} ${hint}`;
}
