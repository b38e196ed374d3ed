import { Agent, type AgentOptions } from "node:http";
import { connect as connectSocket, type NetConnectOpts, type Socket } from "node:net";

/** Bytes that a connection takes in one go: few enough that dozens of connections are no burden. */
const inOneGo = 262_144;

/**
 * An agent for plain HTTP whose connections read into one buffer each, over and over, in place of a new one for each 64 kB.
 * What a body is made of is copied by Node's parser in any case (`reading-agent.test.ts` holds it to that); without the other
 * copy the collector of garbage, which is what a long body costs most, has half to do. Not for WebSockets: who is handed the
 * connection itself would be handed the buffer.
 */
export class ReadingAgent extends Agent {
  constructor(options: AgentOptions) {
    super(options);
    Object.assign(this, { createConnection: connectReading });
  }
}

function connectReading(options: NetConnectOpts, connected?: () => void): Socket {
  const buffer = Buffer.allocUnsafeSlow(inOneGo);
  const callback = (length: number): boolean => {
    socket.emit("data", buffer.subarray(0, length));
    return true;
  };
  const socket = connectSocket({ ...options, onread: { buffer, callback } }, connected);
  return socket;
}
