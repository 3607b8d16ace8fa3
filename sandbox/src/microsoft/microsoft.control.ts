import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { faultBody, NAMED_FAULTS } from './faults.ts';
import type { MicrosoftSandbox } from './microsoft-sandbox.ts';
import { missing } from './problems.ts';

const email = z.email().max(320);
const mailboxBody = z.strictObject({
  email,
  replaces_message_ids: z.boolean().optional(),
  /** A mail that cannot be converted to MIME from now on, by its Message-ID. */
  unreadable: z.string().max(998).optional(),
});
const limitsBody = z.strictObject({
  concurrent_calls: z.number().int().min(1).max(1000).default(4),
  /** Between the answer to sending and the mail in Sent Items. */
  sent_after_in_ms: z.number().int().min(0).max(600_000).default(0),
});
const markBody = z.strictObject({ email, message_id: z.string().max(998), is_read: z.boolean() });
const emailBody = z.strictObject({ email });

/** Calls that make something happen; those that are no call of the provider. */
export function registerMicrosoftControl(app: FastifyInstance, world: MicrosoftSandbox): void {
  app.post('/__control/lose-cursors', async (request) => {
    world.mailboxes.open(emailBody.parse(request.body).email).life = randomBytes(6).toString('hex');
    return {};
  });
  app.post('/__control/mailbox', async (request) => {
    const body = mailboxBody.parse(request.body);
    const mailbox = world.mailboxes.open(body.email);
    mailbox.replaces_message_ids = body.replaces_message_ids ?? mailbox.replaces_message_ids;
    if (body.unreadable !== undefined) mailbox.unreadable.add(getMail(world, body.email, body.unreadable).id);
    return {};
  });
  app.post('/__control/mark', async (request) => {
    const body = markBody.parse(request.body);
    const item = getMail(world, body.email, body.message_id);
    item.is_read = body.is_read;
    world.mailboxes.open(body.email).touch(item);
    return {};
  });
  app.post('/__control/limits', async (request) => Object.assign(world.limits, limitsBody.parse(request.body)));
  app.post('/__control/faults', async (request) => {
    world.faults.add(faultBody.parse(request.body));
    return {};
  });
  app.post('/__control/clear', async () => {
    world.mailboxes.clear();
    world.faults.clear();
    Object.assign(world.limits, limitsBody.parse({}));
    world.sent.length = 0;
    world.calls.length = 0;
    return {};
  });
  registerSights(app, world);
}

/** What was done and is known; nothing changes by looking. */
function registerSights(app: FastifyInstance, world: MicrosoftSandbox): void {
  app.get('/__control/state', async () => ({
    limits: world.limits,
    /** The newest calls of the provider's API, oldest first. */
    calls: world.calls,
  }));
  app.get('/__control/mailbox/:email', async (request) => {
    const mailbox = world.mailboxes.open(emailBody.parse(request.params).email);
    mailbox.pull();
    const items = [...mailbox.items.values()].map(({ id, folder, message_id, is_draft, is_read }) => ({
      id,
      folder,
      message_id,
      is_draft,
      is_read,
    }));
    return { items };
  });
  app.get('/ledger.json', async () => ({ total: world.sent.length, entries: world.sent }));
  app.get('/faults.json', async () => ({
    faults: Object.entries(NAMED_FAULTS).map(([word, { about }]) => ({ recipient: `${word}+…@…`, about })),
  }));
}

function getMail(world: MicrosoftSandbox, of: string, message_id: string) {
  const mailbox = world.mailboxes.open(of);
  mailbox.pull();
  const wanted = message_id.startsWith('<') ? message_id : `<${message_id}>`;
  const item = [...mailbox.items.values()].find((one) => one.message_id === wanted);
  if (item === undefined) throw missing('There is no such mail.');
  return item;
}
