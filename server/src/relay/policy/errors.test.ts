import assert from "node:assert/strict";
import { relayFailureCodes } from "../../core/request/protocol/relay-protocol.ts";
import { toRelayFailure, toRelayError, RelayError } from "./errors.ts";

const origin = "http://localhost:4010";

/** Faults, along with the message and hint that the author sees. */
const expectedErrors: readonly (readonly [fault: RelayError, message: string, hint: RegExp])[] = [
  [new RelayError("connect-refused", { origin }), "Nothing is listening on localhost:4010.", /^If the API isn't running, start it\./],
  [new RelayError("connect-refused", { origin: "http://localhost" }), "Nothing is listening on localhost:80.", /port/],
  [new RelayError("not-found", { origin: "https://api.example.com" }), "The host api.example.com can't be found.", /VPN/],
  [new RelayError("first-byte-timeout", { origin, limit: 30_000 }), "localhost:4010 accepted the request but didn't start to respond within 30 seconds.", /log/],
  [new RelayError("connect-timeout", { origin, limit: 1000 }), "localhost:4010 didn't accept a connection within 1 second.", /[Ff]irewall/],
  [new RelayError("tls-untrusted", { origin: "https://a.example", fingerprint: "AB" }), "This machine doesn't trust the certificate for a.example.", /compare the fingerprint/],
  [new RelayError("secret-elsewhere", { origin, name: "token", boundOrigin: "https://a.example" }), "The request wasn't sent: the secret token belongs to https://a.example and can't be sent to localhost:4010.", /another name/],
  [new RelayError("undeclared", { origin: "https://a.example" }), "The request wasn't sent: neither this site nor your environment declares a.example.", /docs\.json/],
]; // prettier-ignore

const codes: Readonly<Record<string, string>> = {
  ENOTFOUND: "not-found",
  EAI_AGAIN: "not-found",
  ECONNREFUSED: "connect-refused",
  ECONNRESET: "connect-reset",
  EPIPE: "connect-reset",
  ETIMEDOUT: "connect-timeout",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  CERT_HAS_EXPIRED: "tls-expired",
  CERT_NOT_YET_VALID: "tls-expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls-wrong-name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls-untrusted",
  SELF_SIGNED_CERT_IN_CHAIN: "tls-untrusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls-untrusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls-untrusted",
  CERT_REVOKED: "tls-untrusted",
  EPROTO: "tls-protocol",
  ERR_SSL_WRONG_VERSION_NUMBER: "tls-protocol",
  HPE_INVALID_CONSTANT: "malformed-answer",
  HPE_HEADER_OVERFLOW: "malformed-answer",
  Z_DATA_ERROR: "decompression",
  ABORT_ERR: "aborted",
  EMFILE: "failed",
};

describe("failure messages", () => {
  for (const [fault, message, hint] of expectedErrors)
    it(`contain a reason for “${message}”`, () => {
      const failure = toRelayFailure(fault);
      assert.equal(failure.message, message);
      assert.match(failure.hint, hint);
    });

  for (const code of relayFailureCodes)
    it(`contain a sentence, the system's message, and a fix for ${code}`, () => {
      for (const facts of [
        {},
        { origin, what: { text: "Something about it is so." }, name: "a", address: "10.0.0.1", limit: 5000 },
      ]) {
        const { message, hint, cause } = toRelayFailure(new RelayError(code, facts));
        for (const text of [message, hint]) {
          assert.match(text, /^\S.{15,}[.?]$/s, text);
          assert.ok(!/undefined|null|NaN|!|\berror\b|invalid|please| {2}/i.test(text), text);
        }
        assert.ok(cause.length > 0);
        assert.notEqual(message, hint);
      }
    });

  it("don't mention a partial response, because the playground adds that information", () => {
    for (const code of relayFailureCodes)
      assert.doesNotMatch(toRelayFailure(new RelayError(code, { origin, limit: 1000 })).hint, /partial/, code);
  });

  for (const [code, expected] of Object.entries(codes))
    it(`map ${code} to ${expected}`, () => {
      const fault = toRelayError(Object.assign(new Error(`connect ${code} 127.0.0.1:1`), { code }), origin);
      assert.equal(fault.code, expected);
      assert.ok(fault.details.cause?.includes(code));
    });

  it("report that a proxy rejected the request", () => {
    assert.equal(toRelayError(new Error("Proxy connection ended: 407 Proxy Authentication Required")).code, "proxy");
  });

  it("report the first of several failed attempts", () => {
    const one = Object.assign(new Error("connect ECONNREFUSED ::1:1"), { code: "ECONNREFUSED" });
    assert.equal(toRelayError(new AggregateError([one, one])).details.cause, "ECONNREFUSED ::1:1");
  });
});
