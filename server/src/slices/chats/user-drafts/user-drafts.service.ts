import type { UserDraft } from '@overture/contract/waiting-drafts';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { cleanText } from '@overture/domain/text/text';
import { ApiError } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { getProspect } from '../chats.service.ts';
import { countUserDrafts, deleteUserDraft, findUserDraft, saveUserDraft } from './user-drafts.store.ts';

/**
 * Saves what the user is writing to a lead. An empty message removes it.
 * @throws ApiError draft_changed where another window saved since; too_many_drafts
 */
export async function saveDraft(
  ctx: SessionContext,
  prospectId: number,
  given: { message: string; extras?: UserDraft['extras'] | null | undefined; version: number },
): Promise<UserDraft | null> {
  const { version, extras } = given;
  const message = cleanText(given.message);
  return ctx.transaction(async (tx) => {
    await getProspect(tx, prospectId);
    const user_id = ctx.user.id;
    const before = await findUserDraft(tx, user_id, prospectId);
    // A mail can be sent on without a word.
    if (message.trim() === '' && !extras?.forward) {
      if (before !== null && before.version !== version) throw new ApiError('draft_changed');
      await deleteUserDraft(tx, user_id, prospectId);
      return null;
    }
    // It was sent from another window.
    if (before === null && version > 0) throw new ApiError('draft_changed');
    if (before === null && (await countUserDrafts(tx, user_id)) >= INBOX_LIMITS.drafts_of_user)
      throw new ApiError('too_many_drafts');
    const saved = await saveUserDraft(tx, { user_id, prospect_id: prospectId, message, extras: extras ?? {}, version });
    if (saved === null) throw new ApiError('draft_changed');
    return saved;
  });
}
