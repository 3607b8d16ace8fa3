import type { UnsubscribeRule } from '@overture/contract/unsubscribe-rule';
import { listUnlinked } from '@overture/domain/flow/unsubscribe-links';
import type { Context, ReadContext } from '../../../kernel/context.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { isLinkRequired, updateLinkRequired } from '../../organization/index.ts';
import { releaseLinkWaits } from '../run/index.ts';
import { listRunningMails } from './running-mails.store.ts';

const MOST_NAMED = 20;

export async function getUnsubscribeRule(ctx: Pick<Context, 'transaction'>): Promise<UnsubscribeRule> {
  return ctx.transaction(describeRule);
}

/** From its commit on: mails that wait for the link leave where it is required no longer. */
export async function setUnsubscribeRule(ctx: SessionContext, isRequired: boolean): Promise<UnsubscribeRule> {
  return ctx.transaction(async (tx) => {
    if (await updateLinkRequired(tx, isRequired)) {
      const label = isRequired ? 'Emails need an unsubscribe link' : 'Emails need no unsubscribe link';
      await recordSecurityEvent(tx, { event: 'setting_changed', subject: { kind: 'setting', label } });
      if (!isRequired) await releaseLinkWaits(tx, null);
    }
    return describeRule(tx);
  });
}

async function describeRule(tx: ReadContext): Promise<UnsubscribeRule> {
  const mails = (await listRunningMails(tx)).filter((mail) => listUnlinked(mail).length > 0);
  const campaigns = new Map(mails.map(({ campaign_id: id, name }) => [id, { id, name }]));
  return {
    requires_link: await isLinkRequired(tx),
    unlinked_campaigns: [...campaigns.values()].slice(0, MOST_NAMED),
    total_unlinked: campaigns.size,
  };
}
