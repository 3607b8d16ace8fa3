import { Readable } from 'node:stream';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import type { FastifyInstance } from 'fastify';
import type { Gate } from '../limits/gate.ts';
import { endSlowReader } from '../limits/slow-readers.ts';
import { maskSubnet } from './client-network.ts';

/**
 * For routes of this scope that send files publicly. Each holds a file descriptor beside its connection, so transfers are
 * limited for each network and in total, and slow readers are cut off.
 */
export function guardPublicFiles(scope: FastifyInstance, gate: Gate): void {
  scope.addHook('onRequest', async (request, reply) => {
    const wait = TENANT_LIMITS.public_file_wait_in_seconds * 1000;
    const leave = await gate.waitToEnter(maskSubnet(request.ip), wait);
    reply.raw.once('finish', leave).once('close', leave);
    // Gone while it waited: nothing more is heard of it.
    if (reply.raw.destroyed) leave();
  });
  scope.addHook('onSend', async (_request, reply, payload) => {
    if (!(payload instanceof Readable)) return payload;
    endSlowReader(payload);
    // A reader who is cut off, or who left, frees the file immediately.
    reply.raw.once('close', () => payload.destroy());
    return payload;
  });
}
