import { checked, closedObject, flag, nonEmpty, object, enumShape, setting, text } from "./build-shape.ts";
import type { ObjectShape, Setting, Shape } from "./setting-shape.ts";

/** Returns the setting of a service that needs one key or ID. */
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

const publicKey = "Your public key there.";
const projectId = "Your project's id there.";

/** Integrations with analytics and other services. Unknown names are rejected. */
export const integrations: ObjectShape = closedObject({
  adobe: withKey("Adobe Analytics", "launchUrl", checked("url"), "URL of your launch script."),
  amplitude: withKey("Amplitude", "apiKey", text, publicKey),
  clarity: withKey("Microsoft Clarity", "projectId", text, projectId),
  clearbit: withKey("Clearbit", "publicApiKey", text, publicKey),
  fathom: withKey("Fathom", "siteId", text, "Your site's id there."),
  frontchat: withKey("Front", "snippetId", { kind: "string", minLength: 6 }, "Id of your chat snippet."),
  ga4: withKey(
    "Google Analytics 4",
    "measurementId",
    checked("starts-with-g"),
    "Your measurement id, as `G-XXXXXXX`.",
  ),
  gtm: withKey(
    "Google Tag Manager",
    "tagId",
    checked("starts-with-g"),
    "Your container's id, as `GTM-XXXXXXX`.",
  ),
  heap: withKey("Heap", "appId", text, "Your app's id there."),
  hightouch: withKey(
    "Hightouch",
    "writeKey",
    text,
    "Your write key there.",
    also({ apiHost: setting(text, "Host that events are sent to.") }),
  ),
  hotjar: withKey(
    "Hotjar",
    "hjid",
    text,
    "Your site's id there.",
    also({ hjsv: setting(text, "Version of the snippet.", { required: true, example: "6" }) }),
  ),
  intercom: withKey("Intercom", "appId", { kind: "string", minLength: 6 }, "Your app's id there."),
  koala: withKey("Koala", "publicApiKey", { kind: "string", minLength: 2 }, publicKey),
  logrocket: withKey("LogRocket", "appId", text, "Your app's id there."),
  mixpanel: withKey(
    "Mixpanel",
    "projectToken",
    text,
    "Your project's key there.",
    also({ region: setting(enumShape(["us", "eu", "in"]), "Where your data is kept.") }),
  ),
  onetrust: withKey(
    "OneTrust",
    "domainScript",
    nonEmpty,
    "Id of your domain's script.",
    also({
      categoryId: setting(nonEmpty, "Category of consent that the site asks for."),
      scriptSource: setting(checked("https-url"), "Address of the script, when it is not the usual one."),
    }),
  ),
  pirsch: withKey("Pirsch", "id", text, "Your site's id there."),
  posthog: withKey(
    "PostHog",
    "apiKey",
    checked("starts-with-phc"),
    "Your project's key, as `phc_…`.",
    also({
      apiHost: setting(checked("url"), "Address of your own PostHog."),
      sessionRecording: setting(flag, "Records what readers do."),
    }),
  ),
  plausible: withKey(
    "Plausible",
    "domain",
    checked("without-https"),
    "Your domain there, without `https://`.",
    also({ server: setting(checked("without-https"), "Host of your own Plausible, without `https://`.") }),
  ),
  segment: withKey(
    "Segment",
    "key",
    text,
    "Your write key there.",
    also({ cdnUrl: setting(checked("https-url-without-query"), "Address the script is loaded from.") }),
  ),
  telemetry: setting(
    object({
      enabled: setting(flag, "With `false` the service records nothing, and readers can leave no feedback."),
    }),
    "What the docs service itself records.",
  ),
  cookies: setting(
    object({
      key: setting(text, "Name of the entry in the browser's storage that holds the reader's consent."),
      value: setting(text, "Its value when the reader has consented."),
    }),
    "How the site learns whether readers consent to being recorded.",
  ),
  transcend: withKey(
    "Transcend",
    "bundleId",
    checked("identifier"),
    "Id of your consent bundle.",
    also({
      analyticsPurpose: setting(
        { kind: "string", minLength: 1, maxLength: 100, trimmed: true },
        "Purpose that stands for analytics in your consent settings.",
      ),
    }),
  ),
});
