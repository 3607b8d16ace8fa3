import type { PushDevice } from '@overture/contract/push';
import type { SystemContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { describeDevice } from '../../kernel/security-log/request-origin.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import * as store from './push-devices.store.ts';
import { findSenderKey, insertSenderKey, type SenderKeyRow } from './sender-key.store.ts';

export const senderKeyPurpose = 'push-key';

interface ShownDevices {
  public_key: string;
  devices: PushDevice[];
}

export async function listPushDevices(ctx: SessionContext): Promise<ShownDevices> {
  const { push_public_key } = await getSenderKey(ctx.system);
  const rows = await ctx.read((tx) => store.listDevices(tx, ctx.user.id, ctx.session.session_id));
  const devices = rows.map(({ created_at, pushed_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    pushed_at: pushed_at?.toISOString() ?? null,
  }));
  return { public_key: push_public_key, devices };
}

/** @throws push_device_refused */
export async function addPushDevice(
  ctx: SessionContext,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<ShownDevices> {
  const device = {
    endpoint,
    public_key: Buffer.from(keys.p256dh, 'base64url'),
    auth_secret: Buffer.from(keys.auth, 'base64url'),
  };
  const reason = ctx.ports.push_services.refuseDevice(device);
  if (reason !== null) throw new ApiError('push_device_refused', { reason });
  const { session_id, organization_id, user_id } = ctx.session;
  const name = describeDevice(ctx.origin?.user_agent ?? null) ?? 'Unknown device';
  await ctx.system.systemTransaction((tx) =>
    store.saveDevice(tx, { ...device, organization_id, user_id, session_id, name }),
  );
  return listPushDevices(ctx);
}

/** @throws not_found */
export async function deletePushDevice(ctx: SessionContext, id: number): Promise<void> {
  const isDeleted = await ctx.transaction((tx) => store.deleteDevice(tx, ctx.user.id, id));
  orNotFound(isDeleted || undefined);
}

/** Made when the first browser asks. */
export async function getSenderKey(system: SystemContext): Promise<SenderKeyRow> {
  const known = await system.systemRead(findSenderKey);
  if (known) return known;
  const { public_key, private_key } = system.ports.push_services.makeSenderKey();
  const sealed_push_key = system.vault.seal(senderKeyPurpose, private_key);
  return system.systemTransaction(async (tx) => {
    await insertSenderKey(tx, { push_public_key: public_key, sealed_push_key });
    return orNotFound(await findSenderKey(tx));
  });
}
