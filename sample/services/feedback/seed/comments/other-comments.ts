/** Comments in languages in which the site isn't available, because readers write in their own language. */
export const otherLanguages: { readonly helps: readonly string[]; readonly lacks: readonly string[] } = {
  helps: [
    "Très clair, merci !",
    "Muy bien explicado, gracias.",
    "とても分かりやすかったです。",
    "Bardzo pomocna strona.",
    "Ottima guida, funziona tutto.",
    "واضح ومختصر، شكراً.",
    "Molto chiaro 👍",
  ],
  lacks: [
    "Il manque un exemple en PHP.",
    "¿Hay una versión en español? El inglés técnico me cuesta.",
    "サンドボックスのURLが見つかりません。",
    "Przykład nie działa w PowerShell.",
    "Manca un esempio della risposta.",
    "لم أجد قائمة بالموانئ المدعومة.",
    "Où puis-je voir le secret après la création ?",
    "示例中的货号已经被占用了。",
    "Пример для Go был бы очень кстати.",
    "Hangi saat dilimi kullanılıyor?",
  ],
};

/** Comments with special content that a UI must show as plain text. */
export const oddComments: readonly string[] = [
  "The table is cut off here:\n\n| Field | Type |\n|---|---|\n| `hold.since` | string |\n\nThe third column is missing.",
  'I expected\n\n```json\n{ "status": "released" }\n```\n\nand got `"status":"RELEASED"`.',
  "See [this thread](https://community.berthline.example/t/4711) for the same question.",
  'Please link <a href="https://example.org">the RFC</a> here, <b>not</b> only the number.',
  "<img src=x onerror=alert(1)> sorry, our editor pastes that. What I meant: the image does not load.",
  "Click [here](command:workbench.action.terminal.new) did nothing for me. Was it meant to be a link?",
  "The icon reads $(zap) in my export. 🤔",
  "The word \u202erebmun\u202c is reversed in my copy of the page.",
  "🚢🚢🚢 → 📦 → 😀 love it 👩🏽‍✈️",
  "Line one\n\n\n\nLine two, after too many empty lines.",
  "   spaces   everywhere   ",
  '=HYPERLINK("https://example.org","open me")',
  "`{{apiHost}}` is shown literally in the PDF.",
  "C:\\fakepath\\order.csv: upload fails with this name.",
  "1. open the console\n2. click keys\n3. nothing happens\n\n> is what I see",
  "​zero width​spaces​in this one, copied from a chat.",
  "👍",
  "+1",
  "?",
  "ok",
];

/** A very long comment. */
export const longComment = [
  "I have worked through the whole guide with two colleagues over the last week, and would like to leave a few notes while they are fresh. First of all: thank you, it is a pleasure to read, and the parts that tell what the product does not do are worth more than most of what we are used to.",
  ...Array.from({ length: 14 }, (_, i) => {
    const day = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"][i % 5] ?? "";
    return `${i + 1}. On ${day} we got to the next step. What we expected is not what we found at first: the example sends fewer fields than the reference lists, the answer holds more than both, and it was not clear to us which of the two we may rely on. We compared it with the sandbox, where the order of the fields was another one again. In the end everything worked, but a sentence on what is guaranteed and what is only usual would have helped us to decide, and so would a link from the guide to the very operation it speaks of.`;
  }),
  "None of this is urgent. If you would like to see our notes in full, or a call with our team, just write; and please keep the calm tone of these pages.",
].join("\n\n");
