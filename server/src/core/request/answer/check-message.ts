import type { ChannelModel, MessageModel } from "../../spec/model/channel-model.ts";
import type { AnswerModel } from "../../spec/model/schema-model.ts";
import type { SpecPlace } from "../../spec/model/operation-model.ts";
import type { AnswerCheck, AnswerToCheck } from "../answer-check.ts";
import type { MessageToCheck } from "../channel-form.ts";
import { parsedJson } from "../json-text.ts";
import { messageDirection } from "../message-direction.ts";
import { isDeeperThan } from "./is-deeper-than.ts";
import { isXmlType } from "./check-content.ts";
import { essenceOf, isJsonType } from "./choose-answer.ts";

/** In UTF-16 units. */
const longestMessage = 1_000_000;
const deepestMessage = 200;
/** What is tried where it is not said which message it is. */
const mostTried = 50;

/** Holds one value against one schema of the model, in a thread that can be ended; undefined: there is no more time. */
export type HoldAnswer = (model: AnswerModel, answer: AnswerToCheck) => Promise<AnswerCheck | undefined>;

/**
 * A message against what its channel says of it. Where it is not said which it is: the first of its direction that it
 * fits, else the one that it is nearest to, with what differs. `message` names the one that was taken.
 */
export async function checkMessage(
  channel: ChannelModel,
  model: AnswerModel,
  { message: wanted, direction, text }: MessageToCheck,
  hold: HoldAnswer,
): Promise<AnswerCheck> {
  if (text.length > longestMessage)
    return without(
      "unknown",
      "The message is longer than 1,000,000 characters, which is too long to be checked.",
    );
  if (isDeeperThan(text, deepestMessage))
    return without(
      "unknown",
      `The message is nested deeper than ${deepestMessage} levels, which is too deep to be checked.`,
    );
  const isWanted = ({ id }: MessageModel) => {
    const said = messageDirection(channel, id);
    return wanted === undefined ? said === direction || said === "both" : id === wanted;
  };
  const candidates = channel.messages.filter(isWanted).slice(0, mostTried);
  if (candidates.length === 0) return without("unspecified", noneFor(wanted, direction));
  const isJson = parsedJson(text) !== undefined;
  const fixed = fixedValues(model);
  let best: AnswerCheck | undefined;
  for (const candidate of candidates) {
    const found = await checkOne(candidate, model, text, isJson, hold);
    if (!found) break;
    const check = { ...found, message: candidate.id };
    if (!best || rank(check, fixed) < rank(best, fixed)) best = check;
    if (check.verdict === "as-specified") break;
  }
  return best ?? without("unspecified", noneFor(wanted, direction));
}

async function checkOne(
  { id, contentType }: MessageModel,
  model: AnswerModel,
  text: string,
  isJson: boolean,
  hold: HoldAnswer,
): Promise<AnswerCheck | undefined> {
  const specified = model.answers.find(({ status }) => status === id);
  if (!specified || specified.content.length === 0)
    return without(
      "unspecified",
      `The specification does not say in words of JSON Schema what \`${id}\` is like.`,
    );
  // Where nothing says how messages are written, JSON is what most are.
  const type = contentType ?? (isJson ? "application/json" : "text/plain");
  const isText = /^text\/(?!xml|event-stream)/i.test(type);
  if (!isJsonType(type) && !isXmlType(essenceOf(type)) && !isText)
    return without("unknown", `Messages of the type \`${type}\` are not held against a schema.`);
  const only = { ...model, answers: [{ ...specified, status: "200" }] };
  return hold(only, { status: 200, type, text });
}

/** The fewer the nearer; a value that is fixed tells one message from another, so it counts more than others. */
function rank({ verdict, mismatches }: AnswerCheck, fixed: ReadonlySet<string>): number {
  const order = { "as-specified": 0, unspecified: 1, unknown: 2, differs: 3 } as const;
  const weight = mismatches.reduce((sum, { at, isWarning }) => {
    if (isWarning) return sum;
    return sum + (at && fixed.has(placeKey(at)) ? 100 : 1);
  }, 0);
  return order[verdict] * 100_000 + weight;
}

/** Where the specification fixes a value: `const`, or `enum` with one. */
function fixedValues({ schemas }: AnswerModel): ReadonlySet<string> {
  return new Set(
    schemas.flatMap(({ at: { file }, marks, constant, enum: values }) => {
      const range = constant ? marks["const"] : values?.length === 1 ? marks["enum"] : undefined;
      return range ? [placeKey({ file, range })] : [];
    }),
  );
}

function placeKey({ file, range }: SpecPlace): string {
  return `${file} ${range.start}`;
}

function noneFor(wanted: string | undefined, direction: "send" | "receive"): string {
  if (wanted !== undefined) return `The channel has no message \`${wanted}\`.`;
  return `The specification names no message that you ${direction} on this channel.`;
}

function without(verdict: "unspecified" | "unknown", reason: string): AnswerCheck {
  return { verdict, reason, mismatches: [] };
}
