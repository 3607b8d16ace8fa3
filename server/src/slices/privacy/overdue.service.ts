import { PRIVACY_LIMITS } from '@overture/domain/privacy/privacy-notice';
import type { SystemContext } from '../../kernel/context.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { insertManagerNotices } from '../notices/index.ts';
import * as store from './privacy.store.ts';

/** Once a day for each organization that sends notices: managers learn once that leads are held without one. */
export async function checkOverdue(ctx: SystemContext, signal?: AbortSignal): Promise<void> {
  const units = await ctx.systemRead(store.listToCheck);
  await runUnits(
    ctx,
    {
      loop: store.OVERDUE_LOOP,
      units,
      share: 1,
      at_once: 2,
      time_box_in_ms: 30_000,
      run: ({ organization_id }) => checkOrganization(ctx, organization_id),
    },
    signal,
  );
}

async function checkOrganization(ctx: SystemContext, organizationId: number): Promise<void> {
  await ctx.forOrganization(organizationId).transaction(async (tx) => {
    const count = await store.countUnnotified(tx);
    if (!(await store.saveOverdueCheck(tx, count))) return;
    const shown =
      count === PRIVACY_LIMITS.counted ? `${count.toLocaleString('en')} or more` : count.toLocaleString('en');
    await insertManagerNotices(tx, {
      subject: `${shown} leads don't know yet that you hold their data`,
      paragraphs: [
        `${shown} leads are held for more than ${PRIVACY_LIMITS.notice_after_days} days without a privacy notice. The law gives you one month.`,
        'Contact them with the notice in the first message, inform them another way, or delete them.',
      ],
      path: '/settings/privacy',
    });
  });
}
