import {
  FEATURE_FLAGS,
  type FeatureFlag,
  type FeatureFlags,
  normalizeFlags,
  toggleFlag,
} from '@overture/domain/access/feature-flags';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { updateAgencyFeatures } from '../../organization-admin/index.ts';
import * as store from './features.store.ts';

interface Features {
  features: FeatureFlags;
  off_for_all: FeatureFlag[];
}

const flagsWithout = (disabled: readonly string[]): FeatureFlags =>
  normalizeFlags(Object.fromEntries(disabled.map((flag) => [flag, false])));
const namesOff = (flags: FeatureFlags): FeatureFlag[] => FEATURE_FLAGS.filter((flag) => !flags[flag]);

/** @param clientId null for all clients. @throws not_found for clients of others */
export async function getFeatures(ctx: SessionContext, clientId: number | null): Promise<Features> {
  return ctx.system.systemTransaction((tx) => loadFeatures(tx, ctx.organization.id, clientId));
}

async function loadFeatures(tx: SystemTransactionContext, agency: number, clientId: number | null): Promise<Features> {
  const forAll = flagsWithout(await store.lockDisabledForAll(tx, agency));
  if (clientId === null) return { features: forAll, off_for_all: [] };
  const clients = await store.listDisabledOfClients(tx, agency);
  const { disabled_features } = orNotFound(clients.find(({ id }) => id === clientId));
  return { features: flagsWithout(disabled_features), off_for_all: namesOff(forAll) };
}

/**
 * Turning a parent off turns its children off; children of a disabled one stay off. A feature off for all is off for each
 * client, regardless of its own setting.
 * @throws not_found for clients of others
 */
export async function setFeatures(
  ctx: SessionContext,
  clientId: number | null,
  given: Partial<FeatureFlags>,
): Promise<Features> {
  const agency = ctx.organization.id;
  return ctx.system.systemTransaction(async (tx) => {
    const { features } = await loadFeatures(tx, agency, clientId);
    const wanted = FEATURE_FLAGS.filter((flag) => given[flag] !== undefined);
    const off = namesOff(wanted.reduce((flags, flag) => toggleFlag(flags, flag, given[flag] === true), features));
    if (clientId === null) await store.updateDisabledForAll(tx, agency, off);
    else await store.updateDisabledOfClient(tx, clientId, off);
    await applyFeatures(ctx, tx, clientId);
    return loadFeatures(tx, agency, clientId);
  });
}

/** Writes the effective features where the clients' calls check them, and notifies their users. */
async function applyFeatures(ctx: SessionContext, tx: SystemTransactionContext, only: number | null): Promise<void> {
  const agency = ctx.organization.id;
  const forAll = await store.lockDisabledForAll(tx, agency);
  for (const { id, disabled_features } of await store.listDisabledOfClients(tx, agency)) {
    if (only !== null && id !== only) continue;
    const off = namesOff(flagsWithout([...forAll, ...disabled_features]));
    await updateAgencyFeatures(tx, id, off);
    tx.forOrganization(id).live.publish('features_changed', {});
    await recordSecurityEvent(tx, {
      event: 'client_features_set',
      organization_id: id,
      user_id: null,
      actor_id: ctx.user.actor_id,
      reason: off.length === 0 ? 'all on' : `${off.length} off`,
    });
  }
}

/** What is off for all is off for a new client from its first moment. */
export async function applyFeaturesToNewClient(
  tx: SystemTransactionContext,
  agency: number,
  clientId: number,
): Promise<void> {
  await updateAgencyFeatures(tx, clientId, namesOff(flagsWithout(await store.lockDisabledForAll(tx, agency))));
}
