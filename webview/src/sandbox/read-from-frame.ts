/** What a component's frame may tell the page. */
export type FromFrame =
  | { readonly kind: "ready" | "alive" | "blocked" }
  | { readonly kind: "height"; readonly pixels: number }
  | { readonly kind: "error"; readonly text: string };

const highest = 2000;
const longest = 300;

/** Anything may come from there: only what is understood is taken, within bounds. */
export function readFromFrame(value: unknown): FromFrame | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { docwright, kind, pixels, text } = value as Readonly<Record<string, unknown>>;
  if (docwright !== "component") return undefined;
  switch (kind) {
    case "ready":
    case "alive":
    case "blocked":
      return { kind };
    case "height":
      return typeof pixels === "number" && Number.isFinite(pixels)
        ? { kind, pixels: Math.min(highest, Math.max(0, Math.ceil(pixels))) }
        : undefined;
    case "error":
      return typeof text === "string" ? { kind, text: text.slice(0, longest) } : undefined;
    default:
      return undefined;
  }
}
