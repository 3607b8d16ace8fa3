import type { FastifyReply, FastifyRequest } from 'fastify';
import { faultOf, type MailFault } from './faults.ts';

/** What a mail API does with a mail to a recipient named after a fault; the same names as the SMTP server's. */
export type ApiSending = {
  /** Whether the mail is really sent. */
  performs: boolean;
  /** What the client learns: the truth, an answer of this status, a broken connection, or nothing for a long time. */
  tells: 'truth' | { status: number } | 'drop' | 'silence';
};

const SENDINGS: Partial<Record<MailFault, ApiSending>> = {
  'dropafterdot-stored': { performs: true, tells: 'drop' },
  dropafterdot: { performs: true, tells: 'drop' },
  'dropafterdot-lost': { performs: false, tells: 'drop' },
  four21afterdot: { performs: true, tells: { status: 500 } },
  'four21afterdot-lost': { performs: false, tells: { status: 503 } },
  hangafterdot: { performs: true, tells: 'silence' },
  hang: { performs: false, tells: { status: 503 } },
  ratelimit: { performs: false, tells: { status: 429 } },
  policy: { performs: false, tells: { status: 403 } },
  reject: { performs: false, tells: { status: 400 } },
};

export function sendingTo(recipients: readonly string[]): ApiSending {
  for (const recipient of recipients) {
    const fault = faultOf(recipient, 'dot') ?? faultOf(recipient, 'rcpt');
    const sending = fault === null ? undefined : SENDINGS[fault];
    if (sending !== undefined) return sending;
  }
  return { performs: true, tells: 'truth' };
}

/** Keeps the client from an answer: the connection breaks, or stays silent. */
export function withhold(request: FastifyRequest, reply: FastifyReply, tells: 'drop' | 'silence'): FastifyReply {
  reply.hijack();
  if (tells === 'drop') request.raw.socket.destroy();
  return reply;
}
