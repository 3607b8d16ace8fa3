import net from 'node:net';
import {
  type HostLookup,
  isAddressAllowed,
  type OutboundAllowList,
  OutboundRefusedError,
  resolveAllowedAddresses,
} from './address-guard.ts';

export type GuardedSocketOptions = {
  host: string;
  port: number;
  allow: OutboundAllowList;
  timeout_in_ms: number;
  lookup?: HostLookup;
};

/**
 * A plain TCP connection to a host that a user named, made to an address that was checked. TLS is the caller's, with
 * the host (not the address) as server name.
 * @throws OutboundRefusedError, or the last connection error when no address answers in time
 */
export async function connectGuardedSocket(options: GuardedSocketOptions): Promise<net.Socket> {
  const { host, port, allow, timeout_in_ms, lookup } = options;
  const addresses = await resolveAllowedAddresses(host, port, allow, lookup);
  const deadline = Date.now() + timeout_in_ms;
  let lastError: unknown;
  for (const [index, address] of addresses.entries()) {
    // Each address gets its share of what is left, so one dead address cannot use up the time of the others.
    const share = Math.max(1, (deadline - Date.now()) / (addresses.length - index));
    try {
      const socket = await connectTo(address, port, share);
      if (isAddressAllowed(host, port, socket.remoteAddress ?? '', allow)) return socket;
      socket.destroy();
      throw new OutboundRefusedError(`${host} answered from an address that is not allowed.`);
    } catch (error) {
      lastError = error;
    }
  }
  throw lastError;
}

function connectTo(address: string, port: number, timeout_in_ms: number): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: address, port, noDelay: true });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No answer from ${address}:${port} within ${Math.round(timeout_in_ms / 1000)} s.`));
    }, timeout_in_ms);
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      // Until the caller attaches its own: a reset in between must not end the process.
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}
