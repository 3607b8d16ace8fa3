import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { setFixedHeaders } from './security-headers.ts';

/**
 * A body that drips in keeps a connection and, for files, a place: below the least rate, measured over a window, it is answered 408
 * and the connection is cut. A fast sender may take as long as a large file needs.
 */
export function endSlowBodies(app: FastifyInstance, windowInMs = TENANT_LIMITS.body_window_in_seconds * 1000): void {
  const least = (TENANT_LIMITS.min_body_bytes_per_second * windowInMs) / 1000;
  const watch = (request: FastifyRequest, reply: FastifyReply): void => {
    const { raw } = request;
    let before = raw.socket.bytesRead ?? 0;
    const timer = setInterval(() => {
      if (raw.readableEnded || raw.destroyed || reply.raw.writableEnded) return clearInterval(timer);
      const arrived = (raw.socket.bytesRead ?? 0) - before;
      before += arrived;
      // What lies unread because the disk is slow is not the sender's doing.
      if (arrived >= least || raw.readableLength >= raw.readableHighWaterMark) return;
      clearInterval(timer);
      cut(request, reply);
    }, windowInMs);
    timer.unref();
    raw.once('close', () => clearInterval(timer));
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && !request.raw.readableEnded) watch(request, reply);
    done();
  });
}

function cut(request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = new ApiError('request_timeout');
  if (!reply.raw.headersSent) {
    const text = JSON.stringify(body);
    setFixedHeaders(reply.raw);
    reply.raw.writeHead(status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
    reply.raw.end(text, () => request.raw.socket.destroy());
  } else request.raw.socket.destroy();
}

/** After a refusal: reads the rest of the body for a while, or the client would not read the response, then cuts. */
export function drainBody(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.readableEnded || raw.destroyed) return;
  let drained = 0;
  raw.on('data', (piece: Buffer) => {
    drained += piece.length;
    if (drained > TENANT_LIMITS.drained_bytes) return raw.socket.destroy();
    raw.pause();
    setTimeout(() => raw.resume(), (1000 * piece.length) / TENANT_LIMITS.drained_bytes_per_second).unref();
  });
  raw.resume();
}
