import { eraseAnswers } from '../../kernel/api-keys/idempotency.ts';
import type { KeyUse } from '../../kernel/api-keys/key-use.ts';
import type { SystemContext } from '../../kernel/context.ts';
import type { Slice } from '../../kernel/slice.ts';
import { noticeExpiringKeys, pruneKeyDays } from './api-keys.service.ts';
import { addUses } from './api-keys.store.ts';

export { createApiKeysRoutes } from './api-keys.routes.ts';
export { findKeyCaller } from './api-keys.service.ts';

export const saveKeyUses = (ctx: Pick<SystemContext, 'systemTransaction'>, uses: KeyUse[]): Promise<void> =>
  ctx.systemTransaction((tx) => addUses(tx, uses));

export const apiKeysSlice: Slice = {
  name: 'api-keys',
  loops: [
    { name: 'api-key-expiry', interval_in_ms: 600_000, run: noticeExpiringKeys },
    { name: 'api-key-days-prune', interval_in_ms: 3_600_000, run: pruneKeyDays },
  ],
  on: { people_erased: (tx) => eraseAnswers(tx) },
};
