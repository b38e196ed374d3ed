/** One diagram of each kind, because Mermaid draws each kind differently. */
export const diagramKinds: readonly string[] = [
  "flowchart LR\n  A[One] --> B[Two]\n  style A fill:#bbf,color:#f00",
  'flowchart LR\n  A@{ shape: rounded, label: "Three" } --> B',
  "sequenceDiagram\n  A->>B: Hello\n  Note over A,B: Words",
  "classDiagram\n  Animal <|-- Duck : is a\n  class Duck { +swim() }",
  "stateDiagram-v2\n  [*] --> Still\n  Still --> Moving",
  "erDiagram\n  CUSTOMER ||--o{ ORDER : places\n  ORDER { int id }",
  "gantt\n  title A plan\n  section S\n  A task :a1, 2014-01-01, 30d",
  'pie title Pets\n  "Dogs" : 386\n  "Cats" : 85',
  "mindmap\n  root((m))\n    Origins\n      Long",
  "timeline\n  title Years\n  2002 : One\n  2004 : Another",
  "gitGraph\n  commit\n  branch develop\n  commit",
  "journey\n  title My day\n  section Go\n    Make tea: 5: Me",
  "quadrantChart\n  x-axis Low --> High\n  y-axis Low --> High\n  A: [0.3, 0.6]",
  "xychart-beta\n  x-axis [a, b]\n  y-axis 0 --> 10\n  bar [5, 6]",
  "sankey-beta\nA,B,10\nB,C,5",
  "block-beta\n  columns 2\n  a b",
  'C4Context\n  Person(a, "A", "b")\n  System(c, "C")\n  Rel(a, c, "Uses")',
  "architecture-beta\n  group api(cloud)[API]\n  service db(database)[DB] in api",
  'packet-beta\n  0-15: "S"\n  16-31: "D"',
  "kanban\n  Todo\n    [Create]",
  "radar-beta\n  axis A, B, C\n  curve a{1,2,3}",
];

/** A page with all diagram kinds. */
export const diagramPage = diagramKinds.map((kind) => `\`\`\`mermaid\n${kind}\n\`\`\``).join("\n\n");
