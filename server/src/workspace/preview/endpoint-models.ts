import type { EndpointRequest } from "../../core/preview/endpoint/endpoint-request.ts";
import type { EndpointOf, EndpointSource } from "../../core/preview/endpoint/endpoint-page.ts";
import { operationKey } from "../../core/spec/model/operation-model.ts";
import type { SiteFiles } from "../read-frame.ts";
import type { SpecReader } from "../spec-reader.ts";

/** Who knows what specifications say in full. */
export type EndpointSpecs = Pick<SpecReader, "model" | "channel">;

interface KnownEndpoint {
  readonly key: string;
  readonly spec: object | undefined;
  source: EndpointSource | undefined;
}

/**
 * The endpoint of the page that a preview shows: asked of the specification worker once for each state of the
 * specification. Until it answers the page shows the endpoint as it was before, if it is the same one.
 */
export class EndpointModels {
  readonly #specs: EndpointSpecs;
  readonly #from: SiteFiles;
  readonly #onNews: () => void;
  #known: KnownEndpoint | undefined;

  constructor(specs: EndpointSpecs, from: SiteFiles, onNews: () => void) {
    this.#specs = specs;
    this.#from = from;
    this.#onNews = onNews;
  }

  /** The same object for as long as nothing of it changes; undefined while it is not known, and for a page without one. */
  sourceOf(request: EndpointRequest | undefined): EndpointSource | undefined {
    if (!request) {
      this.#known = undefined;
      return undefined;
    }
    const key = keyOf(request);
    const spec = "spec" in request ? request.spec : undefined;
    const known = this.#known;
    if (known?.key === key && known.spec === spec) return known.source;
    const isSameSubject = known !== undefined && subjectOf(known.key) === subjectOf(key);
    const next: KnownEndpoint = { key, spec, source: isSameSubject ? known.source : undefined };
    this.#known = next;
    if (request.kind === "page") {
      next.source = request;
      return request;
    }
    void this.#ask(request)
      .catch(() => undefined)
      .then((found) => {
        if (this.#known !== next) return;
        next.source = found && { ...found, facts: request.facts };
        this.#onNews();
      });
    return next.source;
  }

  async #ask(request: Exclude<EndpointRequest, { kind: "page" }>): Promise<EndpointOf | undefined> {
    const { spec } = request;
    if (request.kind === "channel") {
      const whole = await this.#specs.channel(this.#from, spec, request.id);
      return whole && { kind: "channel", whole };
    }
    const models = await this.#specs.model(this.#from, spec, request);
    const operation = models?.operations.get(operationKey(request));
    const whole = models && operation && { operation, schemas: models.schemas };
    return whole && { kind: "operation", whole, spec: spec.path };
  }
}

/** The subject, a line end, and everything else that changes how it looks. */
function keyOf(request: EndpointRequest): string {
  const { facts } = request;
  switch (request.kind) {
    case "operation":
      return `${request.spec.path} ${operationKey(request)}\n${JSON.stringify(facts)}`;
    case "channel":
      return `${request.spec.path} ${request.id}\n${JSON.stringify(facts)}`;
    case "page":
      return `${request.method} ${request.path}\n${JSON.stringify([request.fields, facts])}`;
  }
}

function subjectOf(key: string): string {
  return key.slice(0, key.indexOf("\n"));
}
