import type { MessageToCheck, SocketOpening } from "../channel/channel-form.ts";
import type { ResponseToCheck } from "../response/verdict.ts";
import {
  type EnvironmentChange,
  type EnvironmentDraft,
  type FromPlayground,
  type HistoryDraft,
  maxRememberedLength,
  type OAuthGrant,
  type PageExample,
} from "./playground-protocol.ts";
import {
  eachOf,
  optionalFlag,
  isRecord,
  optionalList,
  optionalName,
  optionalNumber,
  type Plain,
  readBuiltRequest,
  readPair,
  readRequestValues,
  optionalRecord,
  optionalText,
  textsByName,
} from "./request-schema.ts";

/** UTF-16 units. */
const maxMessageLengths = {
  name: 200,
  url: 64_000,
  value: 200_000,
  body: 10_000_000,
  answer: 2_000_000,
  saved: 50_000_000,
} as const;
const maxMessageItems = { headers: 200, secrets: 50, languages: 30 } as const;

/**
 * Validates and rebuilds a playground message. The webview shows third-party content, so nothing it sends is forwarded
 * unchanged. Returns undefined for an invalid message. The envelope in `send` isn't validated here, because the relay
 * parses it.
 */
export function readFromPlayground(value: unknown): ParsedPlaygroundMessage | undefined {
  if (!isRecord(value)) return undefined;
  const kind = value["kind"];
  const read = typeof kind === "string" && Object.hasOwn(readers, kind) ? readers[kind] : undefined;
  return read?.(value);
}

/** Returns the playground message in a message from a preview webview, or undefined for any other message. */
export function readPlaygroundMessage(fromPage: unknown): ParsedPlaygroundMessage | undefined {
  return isRecord(fromPage) && fromPage["kind"] === "playground"
    ? readFromPlayground(fromPage["message"])
    : undefined;
}

/** A message with the unvalidated envelope. */
export type ParsedPlaygroundMessage =
  Exclude<FromPlayground, { readonly kind: "send" }> | { readonly kind: "send"; readonly envelope: unknown };

type Reader = (message: Plain) => ParsedPlaygroundMessage | undefined;

const readers: Readonly<Record<string, Reader>> = {
  open: () => ({ kind: "open" }),
  close: () => ({ kind: "close" }),
  sample: (message) => {
    const ask = optionalNumber(message["ask"]);
    const request = readBuiltRequest(message["request"]);
    const language = optionalText(message["language"], maxMessageLengths.name);
    return ask === undefined || !request || language === undefined
      ? undefined
      : { kind: "sample", ask, request, language };
  },
  check: (message) => {
    const ask = optionalNumber(message["ask"]);
    const answer = readAnswer(message["answer"]);
    return ask === undefined || !answer ? undefined : { kind: "check", ask, answer };
  },
  insert: (message) => {
    const ask = optionalNumber(message["ask"]);
    const example = readExample(message["example"]);
    return ask === undefined || !example ? undefined : { kind: "insert", ask, example };
  },
  saveExample: (message) => {
    const ask = optionalNumber(message["ask"]);
    const answer = readAnswer(message);
    return ask === undefined || answer?.text === undefined
      ? undefined
      : { kind: "saveExample", ask, status: answer.status, type: answer.type, text: answer.text };
  },
  target: (message) => {
    const ask = optionalNumber(message["ask"]);
    const url = optionalText(message["url"], maxMessageLengths.url);
    const secrets = optionalList(message["secrets"], maxMessageItems.secrets, optionalName);
    return ask === undefined || url === undefined || !secrets
      ? undefined
      : { kind: "target", ask, url, secrets };
  },
  consent: (message) => {
    const origin = optionalText(message["origin"], maxMessageLengths.name);
    const secrets = optionalList(message["secrets"], maxMessageItems.secrets, optionalName);
    const answer = eachOf(message["answer"], ["once", "always", "no"]);
    return origin === undefined || !secrets || !answer
      ? undefined
      : { kind: "consent", origin, secrets, answer };
  },
  send: (message) => ({ kind: "send", envelope: message["envelope"] }),
  abort: (message) => {
    const id = optionalName(message["id"]);
    return id === undefined ? undefined : { kind: "abort", id };
  },
  pickFiles: (message) => {
    const ask = optionalNumber(message["ask"]);
    const many = optionalFlag(message["many"]);
    return ask === undefined || many === undefined ? undefined : { kind: "pickFiles", ask, many };
  },
  saveAnswer: (message) => {
    const name = optionalName(message["name"]);
    const retained = optionalName(message["kept"]);
    const given = message["bytes"];
    const bytes = given instanceof Uint8Array && given.length <= maxMessageLengths.saved ? given : undefined;
    return name === undefined
      ? undefined
      : {
          kind: "saveAnswer",
          name,
          ...(retained !== undefined && { kept: retained }),
          ...(bytes && { bytes }),
        };
  },
  setSecret: (message) => {
    const name = optionalName(message["name"]);
    const url = optionalText(message["url"], maxMessageLengths.url);
    const secret = optionalText(message["value"], maxMessageLengths.value);
    return name === undefined || url === undefined
      ? undefined
      : { kind: "setSecret", name, url, ...(secret !== undefined && { value: secret }) };
  },
  forgetSecret: (message) => {
    const name = optionalName(message["name"]);
    return name === undefined ? undefined : { kind: "forgetSecret", name };
  },
  environment: (message) => {
    const change = readEnvironmentChange(message["change"]);
    return change && { kind: "environment", change };
  },
  authorize: (message) => {
    const ask = optionalNumber(message["ask"]);
    const name = optionalName(message["name"]);
    const url = optionalText(message["url"], maxMessageLengths.url);
    const grant = readGrant(message["grant"]);
    return ask === undefined || name === undefined || url === undefined || !grant
      ? undefined
      : { kind: "authorize", ask, name, url, grant };
  },
  remember: (message) => {
    const entry = readHistoryDraft(message["entry"]);
    return entry && { kind: "remember", entry };
  },
  forgetHistory: (message) => {
    const id = optionalName(message["id"]);
    return { kind: "forgetHistory", ...(id !== undefined && { id }) };
  },
  recall: (message) => {
    const ask = optionalNumber(message["ask"]);
    const id = optionalName(message["id"]);
    return ask === undefined || id === undefined ? undefined : { kind: "recall", ask, id };
  },
  openSocket: (message) => {
    const opening = readOpening(message["opening"]);
    return opening && { kind: "openSocket", opening };
  },
  sendToSocket: (message) => {
    const id = optionalName(message["id"]);
    const text = optionalText(message["text"], maxMessageLengths.body);
    return id === undefined || text === undefined ? undefined : { kind: "sendToSocket", id, text };
  },
  closeSocket: (message) => {
    const id = optionalName(message["id"]);
    return id === undefined ? undefined : { kind: "closeSocket", id };
  },
  checkMessage: (message) => {
    const ask = optionalNumber(message["ask"]);
    const checked = readMessageToCheck(message["message"]);
    return ask === undefined || !checked ? undefined : { kind: "checkMessage", ask, message: checked };
  },
  checkProxy: (message) => {
    const ask = optionalNumber(message["ask"]);
    return ask === undefined ? undefined : { kind: "checkProxy", ask };
  },
};

function readAnswer(value: unknown): ResponseToCheck | undefined {
  if (!isRecord(value)) return undefined;
  const status = optionalNumber(value["status"]);
  const type = optionalText(value["type"], maxMessageLengths.name);
  return status === undefined || type === undefined
    ? undefined
    : { status, type, text: optionalText(value["text"], maxMessageLengths.answer) };
}

function readOpening(value: unknown): SocketOpening | undefined {
  if (!isRecord(value)) return undefined;
  const id = optionalName(value["id"]);
  const url = optionalText(value["url"], maxMessageLengths.url);
  const headers = optionalList(value["headers"], maxMessageItems.headers, readPair);
  const protocols = optionalList(value["protocols"], 20, optionalName);
  const tlsFingerprint = optionalText(value["tlsFingerprint"], 95);
  return id === undefined || url === undefined || !headers || !protocols
    ? undefined
    : { id, url, headers, protocols, ...(tlsFingerprint !== undefined && { tlsFingerprint }) };
}

function readMessageToCheck(value: unknown): MessageToCheck | undefined {
  if (!isRecord(value)) return undefined;
  const direction = eachOf(value["direction"], ["send", "receive"]);
  const text = optionalText(value["text"], maxMessageLengths.answer);
  const message = optionalName(value["message"]);
  return direction === undefined || text === undefined
    ? undefined
    : { direction, text, ...(message !== undefined && { message }) };
}

function readExample(value: unknown): PageExample | undefined {
  if (!isRecord(value)) return undefined;
  if (value["tag"] === "RequestExample") {
    const request = readBuiltRequest(value["request"]);
    const languages = optionalList(value["languages"], maxMessageItems.languages, optionalName);
    return request && languages && { tag: "RequestExample", request, languages };
  }
  const answer = value["tag"] === "ResponseExample" ? readAnswer(value) : undefined;
  return answer?.text === undefined
    ? undefined
    : { tag: "ResponseExample", status: answer.status, type: answer.type, text: answer.text };
}

function readEnvironmentChange(value: unknown): EnvironmentChange | undefined {
  if (!isRecord(value)) return undefined;
  const kind = eachOf(value["kind"], ["choose", "set", "remove"]);
  const name = optionalText(value["name"], maxMessageLengths.name);
  if (!kind || name === undefined) return undefined;
  if (kind !== "set") return { kind, name };
  const environment = readEnvironment(value["environment"]);
  return environment && { kind, name, environment };
}

function readEnvironment(value: unknown): EnvironmentDraft | undefined {
  if (!isRecord(value)) return undefined;
  const variables = textsByName(value["variables"], 200, maxMessageLengths.value);
  const keepsCookies = optionalFlag(value["keepsCookies"]);
  if (!variables || keepsCookies === undefined) return undefined;
  return { baseUrl: optionalText(value["baseUrl"], 2000), variables, keepsCookies };
}

function readGrant(value: unknown): OAuthGrant | undefined {
  if (!isRecord(value)) return undefined;
  const flow = eachOf(value["flow"], ["authorizationCode", "clientCredentials", "password"]);
  const tokenUrl = optionalText(value["tokenUrl"], 2000);
  const clientId = optionalText(value["clientId"], 2000);
  const scopes = optionalList(value["scopes"], 200, (each) => optionalText(each, maxMessageLengths.name));
  if (!flow || tokenUrl === undefined || clientId === undefined || !scopes) return undefined;
  const optional = ["authorizationUrl", "discoveryUrl", "clientSecret", "user", "password"] as const;
  const rest = Object.fromEntries(
    optional.flatMap((key) => {
      const text = optionalText(value[key], 2000);
      return text === undefined ? [] : [[key, text]];
    }),
  );
  return { flow, tokenUrl, clientId, scopes, ...rest };
}

function readHistoryDraft(value: unknown): HistoryDraft | undefined {
  if (!isRecord(value)) return undefined;
  const key = optionalText(value["key"], 2000);
  const request = readBuiltRequest(value["request"]);
  const values = readRequestValues(optionalRecord(value["values"]));
  const milliseconds = optionalNumber(value["milliseconds"]);
  const bytes = optionalNumber(value["bytes"]);
  if (key === undefined || !request || !values || milliseconds === undefined || bytes === undefined)
    return undefined;
  const answer = optionalText(value["answer"], maxRememberedLength);
  const status = optionalNumber(value["status"]);
  return { key, values, request, status, milliseconds, bytes, ...(answer !== undefined && { answer }) };
}
