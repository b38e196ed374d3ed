import { Readable } from "node:stream";
import type { BuiltRequest } from "../../server/src/core/request/build/build-context.ts";
import { buildRequest } from "../../server/src/core/request/build/build-request.ts";
import { defaultFormSettings, createRequestForm } from "../../server/src/core/request/form/request-form.ts";
import type { ResponseToCheck } from "../../server/src/core/request/protocol/playground-protocol.ts";
import type { ResponseCheck } from "../../server/src/core/request/response/response-check.ts";
import type { OperationModel, SpecModels } from "../../server/src/core/spec/model/operation-model.ts";
import { createRelay, type Relay } from "../../server/src/relay/relay.ts";
import { sendToPrism } from "./ask-prism.ts";
import { chosenFile, fillForm } from "./fill-form.ts";
import type { RequestValidator } from "./second-opinion.ts";

/**
 * The result for one operation. `reason` is a category that applies to many operations, and `detail` is specific to
 * this operation.
 */
export interface OperationResult {
  readonly name: string;
  readonly outcome: "valid" | "valid-anew" | "not-valid";
  readonly reason: string;
  readonly detail: string;
}

export interface TestContext {
  readonly url: string;
  readonly models: SpecModels;
  readonly relay: Relay;
  readonly check: (operation: OperationModel, answer: ResponseToCheck) => Promise<ResponseCheck>;
  readonly opinion: RequestValidator;
}

const settings = { ...defaultFormSettings, prefill: true };

/** The detail for responses whose content isn't validated against a schema. */
export const byType = "by status and type alone";

/** Creates a relay that sends requests to only one origin and can access only one file. */
export function relayTo(origin: string): Relay {
  return createRelay({
    listTargets: async () => [{ origin, declaredBy: "you" }],
    requestConsent: async () => "always",
    getSecret: async () => undefined,
    openFile: async (fileRef) =>
      fileRef === chosenFile.fileRef
        ? { ...chosenFile, openStream: () => Readable.from([Buffer.from("bench")]) }
        : undefined,
  });
}

/**
 * Fills in the form for an operation, sends the request, and validates the response against the specification. If the
 * example that Prism returns violates the example's own schema, requests generated responses.
 */
export async function tryOperation(operation: OperationModel, context: TestContext): Promise<OperationResult> {
  const name = `${operation.method} ${operation.path}`;
  const form = createRequestForm({
    kind: "operation",
    operation,
    schemas: context.models.schemas,
    settings,
    auth: { method: undefined, name: undefined },
  });
  const { request, problems } = buildRequest(form, fillForm(form), { baseUrl: context.url, variables: {} });
  const stopping = problems.find(({ isBlocking: stops }) => stops);
  if (stopping) return { name, outcome: "not-valid", reason: "the form can't be sent", detail: stopping.text };
  let result = await validate(operation, request, context);
  if (result.outcome === "valid") return { name, ...result };
  const generated = { ...request, headers: [...request.headers, ["Prefer", "dynamic=true"] as const] };
  for (let triesLeft = maxTries; triesLeft > 0 && result.isOfPrism; triesLeft--) {
    const retried = await validate(operation, generated, context);
    if (retried.outcome === "valid") return { name, ...result, outcome: "valid-anew" };
    result = retried;
  }
  return { name, ...result };
}

/**
 * The maximum number of attempts to get a valid response. Several attempts are needed because Prism generates responses
 * at random, and only some of them are valid.
 */
const maxTries = 10;

type ValidatedResult = Omit<OperationResult, "name"> & {
  /** Whether Prism deviates from the specification. */
  readonly isOfPrism?: true;
};

async function validate(
  operation: OperationModel,
  request: BuiltRequest,
  { relay, check, opinion }: TestContext,
): Promise<ValidatedResult> {
  const response = await sendToPrism(relay, request);
  const createInvalidResult = (reason: string, detail: string) => ({
    outcome: "not-valid" as const,
    reason,
    detail,
  });
  if (!response.ok) return createInvalidResult(`relay: ${response.failure.code}`, response.failure.message);
  const { status, type, text = "" } = response.answer;
  if (status >= 500) return { ...createInvalidResult("Prism fails", text.slice(0, 300)), isOfPrism: true };
  if (status >= 400)
    return createInvalidResult(
      explainRejection(opinion.isBodyValid(operation, request)),
      response.violations || text.slice(0, 900),
    );
  const responseCheck = await check(operation, response.answer);
  if (responseCheck.verdict === "as-specified") return { outcome: "valid", reason: "", detail: "" };
  // For streams and archives, only the status and media type can be validated.
  if (responseCheck.verdict === "unknown" && !/json/.test(type))
    return { outcome: "valid", reason: byType, detail: type };
  const [mismatch] = responseCheck.mismatches.filter(({ isWarning }) => !isWarning);
  const messages = mismatch ? `${mismatch.pointer} ${mismatch.text}` : (responseCheck.reason ?? "");
  if (responseCheck.verdict !== "differs") return createInvalidResult(responseCheck.verdict, messages);
  switch (opinion.isResponseValid(operation, status, type, text)) {
    case false:
      return {
        ...createInvalidResult("Prism's answer is not valid, by Ajv neither", messages),
        isOfPrism: true,
      };
    case true:
      return createInvalidResult("Ajv takes the answer", messages);
    case undefined:
      return createInvalidResult("differs", messages);
  }
}

function explainRejection(isBodyValid: boolean | undefined): string {
  if (isBodyValid === undefined) return "Prism refuses the request";
  return isBodyValid ? "Prism refuses a body that Ajv takes" : "Prism refuses the body, and so does Ajv";
}
