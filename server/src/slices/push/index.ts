import type { Slice } from '../../kernel/slice.ts';
import { PUSH_LOOP } from './due-devices.store.ts';
import { senderKeyPurpose } from './push-devices.service.ts';
import { collectReplies, pushReplies } from './push-replies.service.ts';

export { pushRoutes } from './push.routes.ts';

export const pushSlice: Slice = {
  name: 'push',
  loops: [{ name: PUSH_LOOP, interval_in_ms: 2000, run: pushReplies }],
  sealed: [{ table: 'installation', column: 'sealed_push_key', key: 'id', purpose: senderKeyPurpose }],
  on: { lead_replied: collectReplies },
};
