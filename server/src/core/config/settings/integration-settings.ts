import {
  createCheckedString,
  createClosedObject,
  createEnum,
  flag,
  nonEmpty,
  object,
  type ObjectSchema,
  setting,
  type Setting,
  type SettingSchema,
  text,
} from "./setting-schema.ts";

/** Returns the setting for a service that requires one key or ID. */
function createKeySetting(
  service: string,
  key: string,
  schema: SettingSchema,
  meaning: string,
  otherSettings: ObjectSchema["settings"] = new Map(),
): Setting {
  const settings = new Map([[key, setting(schema, meaning, { required: true, example: "" })], ...otherSettings]);
  return setting({ kind: "object", unknownKeyHandling: "ignored", settings }, `Connects the site to ${service}.`);
}

function createSettings(settings: Readonly<Record<string, Setting>>): ObjectSchema["settings"] {
  return object(settings).settings;
}

const publicKey = "Your public API key.";
const projectId = "Your project ID.";

/** Integrations with analytics and other services. The service rejects unknown names. */
export const integrations: ObjectSchema = createClosedObject({
  adobe: createKeySetting("Adobe Analytics", "launchUrl", createCheckedString("url"), "URL of your launch script."),
  amplitude: createKeySetting("Amplitude", "apiKey", text, publicKey),
  clarity: createKeySetting("Microsoft Clarity", "projectId", text, projectId),
  clearbit: createKeySetting("Clearbit", "publicApiKey", text, publicKey),
  fathom: createKeySetting("Fathom", "siteId", text, "Your site ID."),
  frontchat: createKeySetting("Front", "snippetId", { kind: "string", minLength: 6 }, "ID of your chat snippet."),
  ga4: createKeySetting(
    "Google Analytics 4",
    "measurementId",
    createCheckedString("starts-with-g"),
    "Your measurement ID, such as `G-XXXXXXX`.",
  ),
  gtm: createKeySetting(
    "Google Tag Manager",
    "tagId",
    createCheckedString("starts-with-g"),
    "Your container ID, such as `GTM-XXXXXXX`.",
  ),
  heap: createKeySetting("Heap", "appId", text, "Your app ID."),
  hightouch: createKeySetting(
    "Hightouch",
    "writeKey",
    text,
    "Your write key.",
    createSettings({ apiHost: setting(text, "Host that events are sent to.") }),
  ),
  hotjar: createKeySetting(
    "Hotjar",
    "hjid",
    text,
    "Your site ID.",
    createSettings({ hjsv: setting(text, "Version of the snippet.", { required: true, example: "6" }) }),
  ),
  intercom: createKeySetting("Intercom", "appId", { kind: "string", minLength: 6 }, "Your app ID."),
  koala: createKeySetting("Koala", "publicApiKey", { kind: "string", minLength: 2 }, publicKey),
  logrocket: createKeySetting("LogRocket", "appId", text, "Your app ID."),
  mixpanel: createKeySetting(
    "Mixpanel",
    "projectToken",
    text,
    "Your project token.",
    createSettings({ region: setting(createEnum(["us", "eu", "in"]), "Region where your data is stored.") }),
  ),
  onetrust: createKeySetting(
    "OneTrust",
    "domainScript",
    nonEmpty,
    "Script ID for your domain.",
    createSettings({
      categoryId: setting(nonEmpty, "Consent category that the site requests."),
      scriptSource: setting(createCheckedString("https-url"), "URL of the script, if it isn't the default."),
    }),
  ),
  pirsch: createKeySetting("Pirsch", "id", text, "Your site ID."),
  posthog: createKeySetting(
    "PostHog",
    "apiKey",
    createCheckedString("starts-with-phc"),
    "Your project API key, such as `phc_…`.",
    createSettings({
      apiHost: setting(createCheckedString("url"), "URL of your own PostHog instance."),
      sessionRecording: setting(flag, "Records reader sessions."),
    }),
  ),
  plausible: createKeySetting(
    "Plausible",
    "domain",
    createCheckedString("without-https"),
    "Your domain, without `https://`.",
    createSettings({
      server: setting(createCheckedString("without-https"), "Host of your own Plausible instance, without `https://`."),
    }),
  ),
  segment: createKeySetting(
    "Segment",
    "key",
    text,
    "Your write key.",
    createSettings({
      cdnUrl: setting(createCheckedString("https-url-without-query"), "URL that the script is loaded from."),
    }),
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
  transcend: createKeySetting(
    "Transcend",
    "bundleId",
    createCheckedString("identifier"),
    "ID of your consent bundle.",
    createSettings({
      analyticsPurpose: setting(
        { kind: "string", minLength: 1, maxLength: 100, isTrimmed: true },
        "Purpose that represents analytics in your consent settings.",
      ),
    }),
  ),
});
