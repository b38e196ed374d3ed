import type { TopicComments } from "./topics.ts";

export const guideTopics = {
  index: {
    helps: [
      "Finally a front page that says what the product does not do.",
      "Found what I needed in two clicks.",
      "The first paragraph sold it to our operations team.",
    ],
    lacks: [
      "I looked for pricing and found none, not even a link.",
      "Which ports are covered? There should be a list or a map.",
      "The three tiles at the end look like the same thing as the cards above.",
    ],
  },
  quickstart: {
    helps: [
      "Five minutes was right, it was six.",
      "I like that every step works from a terminal.",
      "`read -rs` is a nice touch, I had not seen that before.",
      "Clear and short. The check at the end told me that the feed works.",
      "Sandbox worked at the first attempt.",
      "Followed this with a trainee, no questions left.",
    ],
    lacks: [
      "Step 2 fails with 409 when somebody in my team has already used PO-20417 in the sandbox.",
      "On Windows the line continuation does not work. A PowerShell tab would help.",
      "The console has no **Settings → Keys** any more, it is under **Developers → Keys** now.",
      "It says to wait a minute for the first movement. For me it took almost ten in the sandbox.",
      "What does `speed` of the sandbox mean? I think it is in seconds but the page does not say.",
      "Please say that the reference must be unique, I only learnt it from the error.",
      "`console.table` prints nothing useful when movements have nested units.",
      "Would like to see the answer of step 2, not only a sentence about its id.",
    ],
  },
  authentication: {
    helps: [
      "The list for rotating a key is exactly what our auditors asked for.",
      "Good that you say it so plainly: a key in a web page is public.",
      "The table with what each key may do is all I needed.",
    ],
    lacks: [
      "How long is an access token of a broker valid? I cannot find it here.",
      "There is no word on refresh tokens.",
      "The tab for customs brokers lacks a request. Which URL is the login page?",
      "Can a Reader key read webhooks subscriptions? The table does not say.",
      "You write that a key belongs to an account. Then who gets the e-mail when it expires?",
      "Which scopes are there besides `holds.release`?",
      "Are IP allow lists possible? Our security team wants to know before we go on.",
      "The sandbox key starts with `sbx_` here in the console, the page makes no difference.",
      "401 or 403 when the key is revoked? I get 403.",
    ],
  },
  tracking: {
    helps: [
      "The diagram explains the product better than the sales deck.",
      "“Don't assume that the newest movement is the last one” saved us from a bug.",
      "Statuses as a list with one sentence each: good.",
    ],
    lacks: [
      "Is there a status for shipments that are lost? We had one and it stayed `in_transit`.",
      "Can a shipment go back from `released` to `held`? The page suggests it can't, but it can.",
      "The diagram is too small to read in the narrow column.",
      "What is the difference between `arriving` and the movement `pilot ordered`?",
      "I would like to know how long movements are kept.",
    ],
  },
  register: {
    helps: [
      "The accordion about the check digit solved it, two digits were swapped indeed.",
      "Glad you explain why there is no bulk request.",
      "The tree is a good way to show units inside units.",
    ],
    lacks: [
      "Where do I find the short names of carriers? NORVIK works, but MAERSK and MSK do not.",
      "“Up to ten at a time”: is that a limit per key or per account?",
      "How long is an `Idempotency-Key` remembered? A day? A week?",
      "What happens when one parcel of a pallet is registered twice with different parents?",
      "We move air freight too. Is there a kind for ULDs?",
      "The JSON of nested units is hidden behind “Show as JSON”, I nearly missed it.",
      "Bulk upload by CSV would still be nice for the first import.",
    ],
  },
  estimates: {
    helps: [
      "The formula helped me explain the window to our planners.",
      "“Order trucks for the end of the window.” Simple, and right.",
      "Good picture. Now I see why it narrows.",
    ],
    lacks: [
      "1.28 sigma is 80 %, fine, but of what? Per route or per carrier?",
      "There is no example of an answer with `earliest`, `latest` and `confidence`.",
      "`confidence` below 0.6 happens for nearly all of our short sea shipments. Is that expected?",
      "Time zone of the window? I guess UTC, please write it.",
      "The picture has white text on a light ground in light mode.",
      "How often is the estimate computed anew? We poll every 5 minutes and that may be too much.",
      "The table says pilot ordered → 16 hours. In Rotterdam we see 3.",
    ],
  },
  exceptions: {
    helps: [
      "The part about a ship that goes elsewhere is gold.",
      "Calm and practical. Just what you want on a bad day.",
    ],
    lacks: [
      "After changing the destination the old estimate stayed for an hour. Normal?",
      "`merge-patch+json` is new to me, a link would help.",
      "What if only one of forty containers is discharged at the wrong port?",
      "I miss what to do when the carrier goes out of business, it has happened to us.",
      "Is there a webhook for a diversion? Only `estimate.changed` is named here.",
    ],
  },
  holds: {
    helps: [
      "Very clear about who may release. I sent the link to our broker.",
      "The difference between storage and detention in two sentences, thank you.",
    ],
    lacks: [
      "Which values can `authority` have? I have seen `customs` and `vet`, is there a list?",
      "How does a broker get an account? There is no link.",
      "The upload link leads to the right page, but nothing there says `corrected packing list` is a kind.",
      "`reason` comes in Dutch for us, not translated.",
      "How do I learn of a hold? There is no event for it in the webhooks list.",
      "Highlighting of lines 4-8 is one off, it begins in the status.",
      "Free days are seven at our terminal, “usually three” alarmed the customer.",
    ],
  },
  webhooks: {
    helps: [
      "“Respond first, and do the work afterward” should be printed on a mug.",
      "The sequence diagram with the retries is perfect.",
      "Set up in ten minutes, with the challenge and everything.",
      "Good that it says the same delivery may reach me twice.",
    ],
    lacks: [
      "What does the challenge look like? GET or POST, which field? I had to log it to find out.",
      "Please show an example body of `movement.recorded`, not only the name of the event.",
      "Which IP addresses do deliveries come from? We must open our firewall.",
      "Is the order of deliveries kept? I think not, but the page should say it.",
      "How do I replay what I missed after the 24 hours? There is an operation, this page does not link it.",
      "5 s to answer: does that include the TLS handshake?",
      "Our subscription was paused and nobody got an e-mail.",
      "Does it follow redirects? Ours answered 308 and was counted as failed.",
    ],
  },
  signatures: {
    helps: [
      "Python code worked as it stands.",
      "The warning about the raw body is the one thing everybody gets wrong. Good.",
      "Nice that the comparison in constant time is explained in a comment.",
    ],
    lacks: [
      "What exactly is signed: `time.body` with a dot? Only the code says it.",
      "With Express the body is parsed already. Please show `express.raw()`.",
      "No Go and no Java. We have both.",
      "Is the secret hex or plain text? `createHmac` takes it as it is, our Java code decoded it first.",
      "`timingSafeEqual` throws when the lengths differ in other languages, here it is checked first, say why.",
      "The signature fails behind our proxy, it changes the line endings.",
      "Where do I see the secret again? I closed the window after creating the subscription.",
      "Clock skew of 300 seconds: our devices drift more than that. Can it be changed?",
      "A test vector (secret, time, body, signature) would have saved me a day.",
      '`headers["berthline-time"]` is undefined in AWS Lambda, header names keep their case there.',
    ],
  },
} as const satisfies Readonly<Record<string, TopicComments>>;
