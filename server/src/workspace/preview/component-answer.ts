import { createHash } from "node:crypto";
import { bundleComponent } from "../../core/preview/interpret/bundle-component.ts";
import type { SitePath } from "../../core/text/text-edit.ts";

/** To the thread: a component file is to be made into one script. */
export interface ComponentRequest {
  readonly kind: "component";
  readonly file: SitePath;
  readonly files: ReadonlyMap<SitePath, string | null>;
}

export type ComponentAnswer =
  | { readonly kind: "script"; readonly text: string; readonly hash: string }
  | { readonly kind: "wanted"; readonly files: readonly SitePath[] }
  | { readonly kind: "refused"; readonly text: string };

export function isComponentRequest(request: unknown): request is ComponentRequest {
  return typeof request === "object" && request !== null && "kind" in request && request.kind === "component";
}

export function answerComponent({ file, files }: ComponentRequest): ComponentAnswer {
  const bundle = bundleComponent(file, files);
  if (bundle.kind !== "script") return bundle;
  const hash = createHash("sha256").update(JSON.stringify(bundle.sources)).digest("hex");
  return { kind: "script", text: bundle.text, hash };
}
