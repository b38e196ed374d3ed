/** What must stand in every document of this version, as in `checkName`, and nothing else. */
export function emptyDocument(name: string): Readonly<Record<string, unknown>> {
  const info = { title: "", version: "" };
  return name.startsWith("asyncapi")
    ? { asyncapi: name.slice("asyncapi-".length), info }
    : { openapi: `${name.slice("openapi-".length)}.0`, info, paths: {} };
}
