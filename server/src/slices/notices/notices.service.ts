import { isProviderError } from '@overture/adapters/kit/errors';
import { NOTICE_TRIES, noticePauseInMinutes } from '@overture/domain/mail/notice-tries';
import { findInterfaceLanguage } from '@overture/domain/text/interface-languages';
import type { SystemContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import type { Slice } from '../../kernel/slice.ts';
import { getOrganizationBrand, sendMailOnce } from '../brands/index.ts';
import * as store from './notices.store.ts';

/** Sends due notices, each once. A notice that fails doesn't delay the others. With nothing due, it reads the first entry of one index. */
export async function mailNotices(ctx: SystemContext, signal?: AbortSignal): Promise<void> {
  const due = await ctx.systemRead(store.listDueNotices);
  await runUnits(
    ctx,
    {
      loop: store.NOTICES_LOOP,
      units: due.map((notice) => ({ ...notice, key: String(notice.id) })),
      share: 20,
      at_once: 2,
      time_box_in_ms: 120_000,
      run: ({ id }) => claimAndMail(ctx, id),
    },
    signal,
  );
}

async function claimAndMail(ctx: SystemContext, id: number): Promise<void> {
  const notice = await ctx.systemTransaction((tx) => store.claimNotice(tx, id));
  if (notice === undefined) return;
  // A notice is mailed within seconds.
  if (notice.may_have_left)
    return refuse(ctx, notice, 'The database was restored or failed over, and this may have been mailed before.');
  try {
    await mailNotice(ctx, notice);
  } catch (error) {
    // Such an installation has no mail server.
    if (error instanceof ApiError) return refuse(ctx, notice, error.message);
    if (!isProviderError(error)) throw error;
    // The notice has its own pauses.
    ctx.log.error({ err: error, notice: id }, 'notice not mailed');
  }
}

async function mailNotice(ctx: SystemContext, notice: store.ClaimedNotice): Promise<void> {
  const { organization_id, address, subject, paragraphs, path, stop_path, tries } = notice;
  if (address === null) return refuse(ctx, notice, 'The recipient may not sign in any longer.');
  if (notice.is_too_late) return refuse(ctx, notice, 'It could not be sent in time.');
  const brand = await getOrganizationBrand(ctx, organization_id);
  const stopUrl = stop_path === null ? null : `${brand.url}${stop_path}`;
  const mail = {
    to: address,
    subject,
    language: findInterfaceLanguage(notice.language) ?? ctx.config.MAIL_LANGUAGE,
    paragraphs: [...paragraphs, `${brand.url}${path}`, ...(stopUrl === null ? [] : [`Stop this email: ${stopUrl}`])],
    ...(stopUrl === null ? {} : { list_unsubscribe: { url: stopUrl } }),
  };
  await sendMailOnce(ctx, brand, mail, {
    begin: (tx) => store.beginNotice(tx, notice),
    end: () => ctx.systemTransaction((tx) => store.markNoticeMailed(tx, notice)),
    refuse: (reason) => refuse(ctx, notice, reason),
    giveBack: () =>
      tries >= NOTICE_TRIES
        ? refuse(ctx, notice, 'The mail server could not be reached.')
        : ctx.systemTransaction((tx) => store.releaseNotice(tx, notice, noticePauseInMinutes(tries))),
  });
}

const refuse = (ctx: SystemContext, notice: store.ClaimedNotice, reason: string): Promise<void> =>
  ctx.systemTransaction((tx) => store.refuseNotice(tx, notice, reason));

/** Mails about the result of background work; an index has those that wait, usually none. */
export const noticesSlice: Slice = {
  name: 'notices',
  loops: [
    { name: 'notice-mails', interval_in_ms: 5000, run: mailNotices },
    { name: 'old-notices', interval_in_ms: 3_600_000, run: (ctx) => ctx.systemTransaction(store.pruneNotices) },
  ],
};
