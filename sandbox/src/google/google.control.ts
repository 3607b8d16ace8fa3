import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { GoogleSandbox } from './google-sandbox.ts';
import { faultBody } from './limits.ts';

const emailBody = z.strictObject({ email: z.email() });
const labelsBody = z.strictObject({ email: z.email(), subject: z.string(), labels: z.array(z.string()) });

/** Calls that make something happen, or go wrong, in Google's world. */
export function registerGoogleControl(app: FastifyInstance, world: GoogleSandbox): void {
  app.post('/__control/fault', async (request) => {
    world.limits.add(faultBody.parse(request.body));
    return {};
  });
  app.post('/__control/quota', async (request) => {
    world.limits.units_per_minute = z
      .strictObject({ units_per_minute: z.number() })
      .parse(request.body).units_per_minute;
    return {};
  });
  app.post('/__control/expire-history', async (request) => {
    world.open(emailBody.parse(request.body).email).expireHistory();
    return {};
  });
  /** Moves a mail, by its subject: into spam, or back into the inbox. */
  app.post('/__control/labels', async (request) => {
    const { email, subject, labels } = labelsBody.parse(request.body);
    const mailbox = world.open(email);
    const found = mailbox.messages().find(({ raw }) => raw.includes(`Subject: ${subject}`));
    return { is_moved: found !== undefined && mailbox.setLabels(found.id, labels) };
  });
  app.post('/__control/threads', async (request) => {
    const messages = world.open(emailBody.parse(request.body).email).messages();
    return { threads: messages.map(({ thread_id }) => thread_id) };
  });
  app.post('/__control/drafts', async (request) => {
    const { drafts } = world.open(emailBody.parse(request.body).email);
    return { drafts: [...drafts.values()].map(({ id, message }) => ({ id, message_id: message.message_id })) };
  });
}
