/**
 * Domains of services at which people sign in, each with the other domains at which it gives tokens itself. A specification
 * that sends somebody to sign in there and takes the code elsewhere takes what was meant for another (RFC 9700, 4.4).
 */
const services: ReadonlyMap<string, readonly string[]> = new Map([
  ["google.com", ["googleapis.com"]],
  ["microsoftonline.com", ["live.com"]],
  ["live.com", ["microsoftonline.com"]],
  ["microsoft.com", ["microsoftonline.com"]],
  ["facebook.com", []],
  ["github.com", []],
  ["gitlab.com", []],
  ["bitbucket.org", []],
  ["atlassian.com", []],
  ["apple.com", []],
  ["amazon.com", ["amazon.co.uk", "amazon.co.jp"]],
  ["amazoncognito.com", []],
  ["auth0.com", []],
  ["okta.com", []],
  ["oktapreview.com", []],
  ["onelogin.com", []],
  ["salesforce.com", ["force.com"]],
  ["slack.com", []],
  ["discord.com", ["discordapp.com"]],
  ["linkedin.com", []],
  ["twitter.com", ["x.com"]],
  ["x.com", ["twitter.com"]],
  ["dropbox.com", ["dropboxapi.com"]],
  ["spotify.com", []],
  ["stripe.com", []],
  ["paypal.com", []],
  ["twitch.tv", []],
  ["zoom.us", []],
  ["hubspot.com", ["hubapi.com"]],
  ["notion.com", []],
  ["intuit.com", []],
]);

/**
 * What is odd about a sign-in that begins at a known service and whose code goes to somebody else, as a sentence for whoever
 * is about to agree; undefined where nothing is.
 */
export function signInMixUp(authorizationUrl: string | undefined, tokenUrl: string): string | undefined {
  const [from, to] = [hostOf(authorizationUrl), hostOf(tokenUrl)];
  const found = [...services].find(([domain]) => isUnder(from, domain));
  if (!found || to === undefined) return undefined;
  const [service, others] = found;
  if ([service, ...others].some((domain) => isUnder(to, domain))) return undefined;
  return `You would sign in at ${service}, and what proves it would go to ${to}, which is not ${service}: agree only if you know why.`;
}

function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, "") : undefined;
}

function isUnder(host: string | undefined, domain: string): boolean {
  return host === domain || (host?.endsWith(`.${domain}`) ?? false);
}
