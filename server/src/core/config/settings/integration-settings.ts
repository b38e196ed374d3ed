import {
  checked,
  closedObject,
  enumShape,
  flag,
  nonEmpty,
  object,
  type ObjectShape,
  setting,
  type Setting,
  type Shape,
  text,
} from "./setting-shape.ts";

/** Returns the setting for a service that requires one key or ID. */
function withKey(
  service: string,
  key: string,
  shape: Shape,
  meaning: string,
  more: ObjectShape["settings"] = new Map(),
): Setting {
  const settings = new Map([[key, setting(shape, meaning, { required: true, example: "" })], ...more]);
  return setting({ kind: "object", unknownKeys: "ignored", settings }, `Connects the site to ${service}.`);
}

function also(settings: Readonly<Record<string, Setting>>): ObjectShape["settings"] {
  return object(settings).settings;
}

const publicKey = "Your public API key.";
const projectId = "Your project ID.";

/** Integrations with analytics and other services. The service rejects unknown names. */
export const integrations: ObjectShape = closedObject({
  adobe: withKey("Adobe Analytics", "launchUrl", checked("url"), "URL of your launch script."),
  amplitude: withKey("Amplitude", "apiKey", text, publicKey),
  clarity: withKey("Microsoft Clarity", "projectId", text, projectId),
  clearbit: withKey("Clearbit", "publicApiKey", text, publicKey),
  fathom: withKey("Fathom", "siteId", text, "Your site ID."),
  frontchat: withKey("Front", "snippetId", { kind: "string", minLength: 6 }, "ID of your chat snippet."),
  ga4: withKey(
    "Google Analytics 4",
    "measurementId",
    checked("starts-with-g"),
    "Your measurement ID, such as `G-XXXXXXX`.",
  ),
  gtm: withKey(
    "Google Tag Manager",
    "tagId",
    checked("starts-with-g"),
    "Your container ID, such as `GTM-XXXXXXX`.",
  ),
  heap: withKey("Heap", "appId", text, "Your app ID."),
  hightouch: withKey(
    "Hightouch",
    "writeKey",
    text,
    "Your write key.",
    also({ apiHost: setting(text, "Host that events are sent to.") }),
  ),
  hotjar: withKey(
    "Hotjar",
    "hjid",
    text,
    "Your site ID.",
    also({ hjsv: setting(text, "Version of the snippet.", { required: true, example: "6" }) }),
  ),
  intercom: withKey("Intercom", "appId", { kind: "string", minLength: 6 }, "Your app ID."),
  koala: withKey("Koala", "publicApiKey", { kind: "string", minLength: 2 }, publicKey),
  logrocket: withKey("LogRocket", "appId", text, "Your app ID."),
  mixpanel: withKey(
    "Mixpanel",
    "projectToken",
    text,
    "Your project token.",
    also({ region: setting(enumShape(["us", "eu", "in"]), "Region where your data is stored.") }),
  ),
  onetrust: withKey(
    "OneTrust",
    "domainScript",
    nonEmpty,
    "Script ID for your domain.",
    also({
      categoryId: setting(nonEmpty, "Consent category that the site requests."),
      scriptSource: setting(checked("https-url"), "URL of the script, if it isn't the default."),
    }),
  ),
  pirsch: withKey("Pirsch", "id", text, "Your site ID."),
  posthog: withKey(
    "PostHog",
    "apiKey",
    checked("starts-with-phc"),
    "Your project API key, such as `phc_…`.",
    also({
      apiHost: setting(checked("url"), "URL of your own PostHog instance."),
      sessionRecording: setting(flag, "Records reader sessions."),
    }),
  ),
  plausible: withKey(
    "Plausible",
    "domain",
    checked("without-https"),
    "Your domain, without `https://`.",
    also({
      server: setting(checked("without-https"), "Host of your own Plausible instance, without `https://`."),
    }),
  ),
  segment: withKey(
    "Segment",
    "key",
    text,
    "Your write key.",
    also({ cdnUrl: setting(checked("https-url-without-query"), "URL that the script is loaded from.") }),
  ),
  telemetry: setting(
    object({
      enabled: setting(
        flag,
        "Controls whether the service collects telemetry. If `false`, readers can't leave feedback either.",
      ),
    }),
    "Telemetry that the docs service itself collects.",
  ),
  cookies: setting(
    object({
      key: setting(text, "Key of the browser storage entry that contains the reader's consent."),
      value: setting(text, "Value of the entry if the reader has given consent."),
    }),
    "How the site detects whether readers consent to tracking.",
  ),
  transcend: withKey(
    "Transcend",
    "bundleId",
    checked("identifier"),
    "ID of your consent bundle.",
    also({
      analyticsPurpose: setting(
        { kind: "string", minLength: 1, maxLength: 100, trimmed: true },
        "Purpose that represents analytics in your consent settings.",
      ),
    }),
  ),
});
