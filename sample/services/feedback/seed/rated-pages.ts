import type { Topic } from "./comments/topics.ts";

/** A URL path on which readers leave feedback. */
export interface RatedPage {
  readonly path: string;
  /** How often the page gets feedback, relative to other pages. */
  readonly weight: number;
  /** The share of readers that a new version of the page helps, from 0 to 1. */
  readonly helps: number;
  readonly topic: Topic;
  /** The file of the page. Set if the page contains code on which readers can leave feedback. */
  readonly file?: string;
}

const page = (path: string, weight: number, helps: number, topic: Topic): RatedPage => ({
  path,
  weight,
  helps,
  topic,
  file: path === "/" ? "index.mdx" : `${path.slice(1)}.mdx`,
});
const other = (path: string, weight: number, helps: number, topic: Topic): RatedPage => ({
  path,
  weight,
  helps,
  topic,
});

const english: readonly RatedPage[] = [
  page("/", 6, 0.86, "index"),
  page("/quickstart", 16, 0.88, "quickstart"),
  page("/guides/authentication", 12, 0.66, "authentication"),
  page("/guides/tracking/overview", 8, 0.84, "tracking"),
  page("/guides/tracking/register-shipments", 9, 0.79, "register"),
  page("/guides/tracking/arrival-estimates", 8, 0.7, "estimates"),
  page("/guides/tracking/exceptions", 5, 0.74, "exceptions"),
  page("/guides/tracking/customs-holds", 6, 0.62, "holds"),
  page("/guides/webhooks/overview", 11, 0.77, "webhooks"),
  page("/guides/webhooks/verify-signatures", 13, 0.52, "signatures"),
  page("/api-reference/introduction", 7, 0.81, "introduction"),
  page("/api-reference/shipment-object", 4, 0.72, "shipment"),
  page("/api-reference/upload-document", 5, 0.6, "upload"),
  page("/events/overview", 5, 0.68, "live"),
  page("/berths/overview", 4, 0.9, "berths"),
  page("/berths/book-a-berth", 5, 0.78, "booking"),
  page("/changelog", 3, 0.83, "changelog"),
  page("/v1/overview", 3, 0.45, "firstVersion"),
  page("/v1/track-shipment", 3, 0.4, "firstVersion"),
];

/** Pages that are generated from specifications. */
const generated: readonly RatedPage[] = [
  other("/api-reference/shipments/list-shipments", 5, 0.75, "listing"),
  other("/api-reference/shipments/register-a-shipment", 6, 0.72, "operation"),
  other("/api-reference/shipments/retrieve-a-shipment", 4, 0.82, "operation"),
  other("/api-reference/movements/list-movements", 3, 0.7, "listing"),
  other("/api-reference/arrival-estimate", 3, 0.64, "operation"),
  other("/api-reference/webhooks/create-a-subscription", 4, 0.58, "operation"),
  other("/api-reference/webhooks/a-movement-was-recorded", 2, 0.55, "event"),
  other("/berths/api/bookings/request-a-berth", 2, 0.73, "operation"),
  other("/events/channels/ports/quay-watch", 1.5, 0.6, "live"),
];

/** Former URL paths that are redirected. */
const moved: readonly RatedPage[] = [
  other("/getting-started", 2, 0.85, "quickstart"),
  other("/release-notes", 0.7, 0.8, "changelog"),
  other("/guides/estimates", 1.2, 0.7, "estimates"),
  other("/tracking/overview", 1, 0.8, "tracking"),
  other("/tracking/customs-holds", 0.8, 0.6, "holds"),
];

/** URL paths that have never existed on the site. */
const unknown: readonly RatedPage[] = [
  other("/guides/pricing", 0.7, 0.2, "missing"),
  other("/guides/tracking/incoterms", 0.4, 0.2, "missing"),
  other("/docs/install", 0.4, 0.1, "missing"),
  other("/help/account", 0.3, 0.3, "missing"),
];

const german: readonly RatedPage[] = [
  page("/de/index", 1, 0.9, "german"),
  page("/de/quickstart", 3.2, 0.85, "germanQuickstart"),
  page("/de/guides/authentication", 1.8, 0.7, "german"),
  page("/de/guides/tracking/arrival-estimates", 1.4, 0.72, "german"),
  page("/de/guides/tracking/customs-holds", 1.6, 0.58, "germanHolds"),
  page("/de/guides/tracking/exceptions", 0.8, 0.75, "german"),
  page("/de/guides/webhooks/overview", 1.5, 0.74, "german"),
  page("/de/guides/webhooks/verify-signatures", 1.9, 0.5, "germanSignatures"),
  page("/de/berths/book-a-berth", 0.9, 0.8, "german"),
  page("/de/v1/track-shipment", 0.5, 0.4, "german"),
  other("/de/api-reference/shipments/register-a-shipment", 0.8, 0.7, "german"),
  other("/de/guides/preise", 0.2, 0.2, "german"),
];

export const ratedPages: readonly RatedPage[] = [...english, ...generated, ...moved, ...unknown, ...german];

const host = "https://docs.berthline.example";

/** The forms in which a path is reported, with their relative frequency. */
export const addressForms: readonly (readonly [weight: number, form: (path: string) => string])[] = [
  [80, (path) => path],
  [6, (path) => host + path],
  [4, (path) => (path === "/" ? path : path.slice(1))],
  [3, (path) => (path === "/" ? path : `${path}/`)],
  [3, (path) => `${host}${path}?utm_source=newsletter&utm_medium=email`],
  [2, (path) => `${host}${path}?search=webhook#next-steps`],
  [2, (path) => `${path}#where-to-begin`],
];
