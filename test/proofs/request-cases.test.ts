import assert from "node:assert/strict";
import { requestCases } from "../cases/request-cases.ts";
import { receiverOf, type Receiver } from "../harness/sent-request.ts";

/**
 * Each case is filled in, built, and sent through the relay. The received bytes are compared with the expected ones.
 */
describe("requests as received by a server", () => {
  let receiver: Receiver;
  before(async () => {
    receiver = await receiverOf();
  });
  after(() => receiver.close());

  it("include at least 200 cases with unique names", () => {
    assert.ok(requestCases.length >= 200, String(requestCases.length));
    assert.equal(new Set(requestCases.map(({ name }) => name)).size, requestCases.length);
  });

  for (const each of requestCases)
    it(`are as specified for ${each.name} (${each.from})`, async () => {
      const { receives } = each;
      const arrived = await receiver.send(each);
      if (receives.target !== undefined) assert.equal(arrived.target, receives.target);
      for (const [name, value] of Object.entries(receives.headers ?? {}))
        assert.equal(arrived.headers.get(name.toLowerCase()) ?? null, value, name);
      if (receives.body !== undefined) assert.equal(arrived.body, receives.body);
    });
});
