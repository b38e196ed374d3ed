import type { TopicComments } from "./topics.ts";

export const apiTopics = {
  introduction: {
    helps: [
      "Times, places, errors and pages on one page. More APIs should do that.",
      "The sentence “don't compare it” about titles is good advice.",
    ],
    lacks: [
      "Is there a machine-readable list of all `type` URLs of errors?",
      "A cursor is good for an hour. What do I get after that, 400 or 410?",
      "Is 600 requests a minute per key or per account? Here it says account, in the console key.",
      "No word about CORS.",
      "UN/LOCODE without the space: what about `DE HAM` in answers of version 1?",
    ],
  },
  shipment: {
    helps: ["All fields in one place, searchable.", "Good to see at once what I may set and what not."],
    lacks: [
      "`labels`: how many, and how long may each be?",
      "Which fields can be null? Our code generator thinks all of them.",
      "I cannot tell which fields came with 2.4.",
      "An example of a complete shipment is missing, with units in units.",
    ],
  },
  upload: {
    helps: ["Worked with curl at once.", "Good that you mention that place and time of a photo are lost."],
    lacks: [
      "Which kinds are there besides `packing_list`?",
      "413 at 15 MB although the page says 20 MB. Base64?",
      "Need an example in Python with `requests`, the boundary drove me mad.",
      "Is a second upload of the same file a new document or a new version?",
      "Can I delete a document? We uploaded the wrong invoice.",
      "Do the file names survive? Ours have umlauts and came back broken.",
    ],
  },
  live: {
    helps: ["The table webhook or WebSocket decided it for us.", "Example with websocat just worked."],
    lacks: [
      "How do I get a ticket? “Requests a ticket from the console” is all there is.",
      "What is the close code when a ticket is used twice?",
      "Ping and pong: does the server send pings, and how often?",
      "Messages of the quay watch differ from the page: `quay` is an object for us.",
      "How many connections may one account hold?",
    ],
  },
  berths: {
    helps: [
      "I am a port agent, not a programmer, and understood every word.",
      "The formula with depth, tide and draught is explained well.",
    ],
    lacks: ["15 metres at either end, but our port wants 20. Where do I see it?", "Wind limits are not mentioned."],
  },
  booking: {
    helps: ["The prompt for a polite note made me smile, and it works.", "The state diagram says it all."],
    lacks: [
      "How long does a `requested` booking stay alive without an answer?",
      "What is `moves`? Lifts, or containers?",
      "Half of the dues after 24 hours: not in Bremerhaven, there it is all of it.",
      "Declined without a reason. Is there a field for it?",
    ],
  },
  changelog: {
    helps: ["Short and dated, thank you.", "RSS works in our reader."],
    lacks: [
      "No note on the changed default of `limit` in October.",
      "Please mark breaking changes with a word, not only in the text.",
    ],
  },
  firstVersion: {
    helps: ["The table of states was enough to move over.", "Good that both versions can run side by side."],
    lacks: [
      "June 30, 2027 is in the middle of our peak season. Any chance to move it?",
      "Is there a tool that lists who still calls version 1 with our password?",
      "`history=true` times out after 30 seconds.",
      "What replaces `lastPort`? The table does not name it.",
      "I came here from a search engine and did not see at first that this is the old version.",
    ],
  },
  operation: {
    helps: [
      "The playground is great, I did not have to open Postman.",
      "Parameters are well described.",
      "Copied the sample, changed the id, done.",
    ],
    lacks: [
      "The example answer does not have all the fields that the schema has.",
      "422 is listed, but not what the body looks like.",
      "The sample has `<token>`, it is not said that this is the API key.",
      "Which scope does the key need for this?",
      "No word on how long the answer may be cached.",
      "Type says integer, the API sends a string.",
      "Try it does nothing behind our proxy.",
    ],
  },
  listing: {
    helps: ["Filters do what they say.", "Cursor pages work, and the example shows how."],
    lacks: [
      "Which of these parameters can be combined?",
      "Sorting is missing. Is it newest first?",
      "How many entries are there at most? `limit` says 100, I got 25.",
      "I would like to ask for what has changed since yesterday.",
      "An empty list and an unknown filter look the same to me.",
    ],
  },
  event: {
    helps: ["The example body is what arrives.", "Short, and all I needed for the handler."],
    lacks: [
      "Is the order of these events kept?",
      "Which header has the signature? There is no link to the guide.",
      "Can the same event come twice, and with the same id?",
      "The body that we get has a field `test`, it is not described.",
    ],
  },
  missing: {
    helps: ["I found it with the search in the end."],
    lacks: [
      "This link in an old e-mail of yours leads to “This page has sailed”.",
      "Page not found. It was in our bookmarks.",
      "404, came here from a forum answer of 2025.",
    ],
  },
} as const satisfies Readonly<Record<string, TopicComments>>;
