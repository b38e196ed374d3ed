import { declaredServers, type LoadedForTests } from "./test-sites.ts";
import { visibleText } from "./visible-text.ts";

/** What to give where no server is named: one line, then the servers that the sites declare. */
export function serverLines(loaded: readonly LoadedForTests[]): readonly string[] {
  const servers = declaredServers(loaded);
  const example = servers.find(({ url }) => /^https?:\/\/[^{}]+$/.test(url))?.url ?? "http://localhost:4010";
  const first = `docwright: name where the requests go, as in "docwright test --server ${visibleText(example)}".`;
  if (servers.length === 0) return [first];
  const width = Math.min(48, Math.max(...servers.map(({ url }) => url.length)));
  return [
    first,
    "The site declares:",
    ...servers.slice(0, 20).map(({ url, file, description }) => {
      const rest = [file, description].filter((each) => each !== "").join(" · ");
      return `  ${visibleText(url).padEnd(width)}  ${visibleText(rest)}`;
    }),
  ];
}
