import type { SystemContext } from '../../../kernel/context.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import { listAccountSummaries, removeAccount } from '../../accounts/index.ts';
import { eraseOrganization } from '../../organization-admin/index.ts';
import { type DueClient, findDueClient, forgetLogo } from './erase-clients.store.ts';

/** Erases cancelled clients whose time is over, the first by id first. One that fails keeps no other from its turn. */
export async function eraseClients(ctx: SystemContext, signal?: AbortSignal): Promise<void> {
  for (let after = 0; !signal?.aborted; ) {
    const from = after;
    const client = await ctx.systemTransaction((tx) => findDueClient(tx, from));
    if (!client) return;
    after = client.id;
    await runUnits(
      ctx,
      {
        loop: 'cancelled-clients',
        units: [{ organization_id: client.id, key: 'client' }],
        share: 1,
        at_once: 1,
        // Erased in steps: the next round continues there.
        time_box_in_ms: 600_000,
        run: (_, end) => eraseClient(ctx, client, end),
      },
      signal,
    );
  }
}

async function eraseClient(ctx: SystemContext, client: DueClient, signal: AbortSignal): Promise<void> {
  // Seats are signed out and consents given back while it is still known whose they are.
  const organization = ctx.forOrganization(client.id);
  for (const { id, status } of await organization.transaction(listAccountSummaries))
    if (status !== 'DELETED') await removeAccount(organization, id, 'wait');
  if (client.logo_file) {
    await ctx.ports.files.deleteFile(client.logo_file);
    await ctx.systemTransaction((tx) => forgetLogo(tx, client.id));
  }
  const { id, name, agency_id } = client;
  const subject = { kind: 'client', id, label: name } as const;
  const event = { event: 'client_erased', organization_id: agency_id, user_id: null, subject } as const;
  await eraseOrganization(ctx, id, (tx) => recordSecurityEvent(tx, event), signal);
}
