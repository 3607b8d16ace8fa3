import { eraseAnswers } from '../../kernel/api-keys/idempotency.ts';
import type { KeyUse } from '../../kernel/api-keys/key-use.ts';
import type { SystemContext } from '../../kernel/context.ts';
import { deleteInBatches } from '../../kernel/rounds/batches.ts';
import type { Slice } from '../../kernel/slice.ts';
import { noticeExpiringKeys, pruneKeyDays } from './api-keys.service.ts';
import { addUses } from './api-keys.store.ts';
import { deleteExpired } from './apps/apps.store.ts';
import { serveOauth } from './apps/oauth.routes.ts';
import { deleteUnusedClients } from './apps/oauth-clients.store.ts';

export { createApiKeysRoutes } from './api-keys.routes.ts';
export { createApiKey, findKeyCaller } from './api-keys.service.ts';
export { createConnectedAppsRoutes } from './apps/connected-apps.routes.ts';
export { findIssuer, resourceOf } from './apps/consent.service.ts';

export const saveKeyUses = (ctx: Pick<SystemContext, 'systemTransaction'>, uses: KeyUse[]): Promise<void> =>
  ctx.systemTransaction((tx) => addUses(tx, uses));

export const apiKeysSlice: Slice = {
  name: 'api-keys',
  pages: serveOauth,
  loops: [
    { name: 'api-key-expiry', interval_in_ms: 600_000, run: noticeExpiringKeys },
    { name: 'api-key-days-prune', interval_in_ms: 3_600_000, run: pruneKeyDays },
    {
      name: 'old-app-tokens',
      interval_in_ms: 600_000,
      async run(ctx, signal) {
        await deleteInBatches(ctx, deleteExpired, signal);
        await deleteInBatches(ctx, deleteUnusedClients, signal);
      },
    },
  ],
  on: { people_erased: (tx) => eraseAnswers(tx) },
};
