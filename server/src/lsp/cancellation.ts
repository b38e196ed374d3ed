import { LSPErrorCodes, ResponseError, type CancellationToken } from "vscode-languageserver/node";

/** The promise's value, or the answer that the protocol wants (-32800) as soon as the client cancels. */
export function orCancelled<T>(token: CancellationToken, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = () =>
      reject(new ResponseError(LSPErrorCodes.RequestCancelled, "The request was cancelled."));
    if (token.isCancellationRequested) return cancel();
    const listening = token.onCancellationRequested(cancel);
    promise.then(resolve, reject).finally(() => listening.dispose());
  });
}

/** Aborted as soon as the client cancels, with the answer that the protocol wants as its reason. */
export function abortedBy(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  const abort = () =>
    controller.abort(new ResponseError(LSPErrorCodes.RequestCancelled, "The request was cancelled."));
  if (token.isCancellationRequested) abort();
  else token.onCancellationRequested(abort);
  return controller.signal;
}
