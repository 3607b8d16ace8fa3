import { isProviderError } from '@overture/adapters/kit/errors';
import { z } from 'zod';
import type { Context } from '../../../kernel/context.ts';
import { findAccounts } from '../../accounts/index.ts';
import { insertReceivedFiles } from '../files/scan-files.service.ts';
import { discardFiles, type StoredFile, storeFiles } from '../mail/mail-parts.service.ts';
import { findMessage } from '../messages.store.ts';

/** Task that fetches the files of a LinkedIn message. */
export const linkedinFilesTask = 'linkedin-files';
/** Files of one message that are fetched. */
export const MOST_FILES = 10;

const payloadSchema = z.object({
  account_id: z.number().int(),
  message_id: z.number().int(),
  provider_message_id: z.string(),
  files: z
    .array(z.object({ id: z.string(), content_type: z.string().nullable(), name: z.string().nullable() }))
    .max(MOST_FILES),
});

/**
 * Fetches the files of a message: they can be downloaded like those of a mail, also after the sender was removed. A repeated
 * run stores none twice. A file that is missing or too large stays on LinkedIn; while LinkedIn is unreachable the queue
 * retries.
 */
export async function fetchLinkedinFiles(ctx: Context, payload: unknown): Promise<void> {
  const { account_id, message_id, provider_message_id, files } = payloadSchema.parse(payload);
  const seat_id = await ctx.transaction(async (tx) => {
    const message = await findMessage(tx, message_id);
    const [account] = await findAccounts(tx, [account_id]);
    return message && message.attachments.length === 0 ? (account?.provider_account_id ?? null) : null;
  });
  if (seat_id === null) return;
  const stored: StoredFile[] = [];
  for (const file of files) {
    const content = await downloadFile(ctx, seat_id, { message_id: provider_message_id, attachment_id: file.id });
    if (content === null) continue;
    const filename = file.name ?? `file.${file.content_type?.split('/')[1] ?? 'bin'}`;
    const content_type = file.content_type ?? 'application/octet-stream';
    const part = { filename, content_type, content_id: null, is_inline: false, size_in_bytes: content.length, content };
    stored.push(...(await storeFiles(ctx, [part])));
  }
  const isKept = await ctx.transaction(async (tx) => {
    const message = await findMessage(tx, message_id);
    if (!message || message.attachments.length > 0) return false;
    await insertReceivedFiles(tx, message_id, stored);
    tx.live.publish('chat_updated', { prospect_id: message.prospect_id });
    return true;
  });
  if (!isKept) await discardFiles(ctx, stored);
}

async function downloadFile(
  ctx: Pick<Context, 'ports'>,
  seatId: string,
  file: { message_id: string; attachment_id: string },
): Promise<Buffer | null> {
  try {
    return await ctx.ports.linkedin.outreach.readAttachment(seatId, file);
  } catch (error) {
    if (isProviderError(error, 'not_found') || isProviderError(error, 'rejected')) return null;
    throw error;
  }
}
