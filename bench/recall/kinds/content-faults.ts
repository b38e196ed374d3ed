import type { FaultKind } from "../fault-kind.ts";
import { addBlock, addWords } from "./pages.ts";

/** Content that the service accepts but doesn't show as intended. */
export const contentFaults: readonly FaultKind[] = [
  {
    name: "mdx/id-repeated",
    codes: ["mdx/duplicate-id"],
    inject: (site, random) => {
      const id = `zz-${random.nextWord(6)}`;
      return addBlock(
        site,
        random,
        `<div id="${id}">A few words.</div>\n\n<div id="${id}">More words.</div>`,
        `${id}">More`,
      );
    },
  },
  {
    name: "mdx/row-too-long",
    codes: ["mdx/long-table-row"],
    inject: (site, random) => {
      const row = random.pick(["| `mode` | `zz-on|off` |", "| zz-a | b | c |", "zz-a | b | c | d"]) ?? "";
      return addBlock(site, random, `| Option | Values |\n| --- | --- |\n${row}`, "zz-");
    },
  },
  {
    name: "mdx/diagram-misspelt",
    codes: ["mdx/mermaid-syntax"],
    inject: (site, random) => {
      const [type, line] = random.pick([
        ["sequencediagram", "Client->>Server: Request"],
        ["flowchrt LR", "A --> B"],
        ["classDiagrm", "class Ship"],
      ]) ?? ["", ""];
      return addBlock(site, random, `\`\`\`mermaid\n${type}\n  ${line}\n\`\`\``, type);
    },
  },
  {
    name: "mdx/variable-undefined",
    codes: ["mdx/undefined-variable"],
    inject: (site, random) => {
      const injection = addWords(site, random, `{{zz_${random.nextWord(6)}}}`);
      return injection?.edits[0]?.path.endsWith(".mdx") ? injection : undefined;
    },
  },
];
