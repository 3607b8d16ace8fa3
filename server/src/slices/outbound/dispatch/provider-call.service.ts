import { isProviderError, ProviderError } from '@overture/adapters/kit/errors';
import type { OutgoingAttachment } from '@overture/adapters/mailbox/mailbox.port';
import { MESSAGE_FILES, sizeOfFiles } from '@overture/domain/message/files/message-files';
import { toStorableText } from '@overture/domain/text/storable-text';
import type { SystemContext } from '../../../kernel/context.ts';
import { createByteRoom } from '../../../kernel/limits/byte-room.ts';
import type { Attachment } from '../../action-kinds/index.ts';
import { type Failure, MISSING_FILE } from '../intents/outbound.rules.ts';

/** A provider's own words are cut where its error is made. */
const REASON_MAX = 1000;

/** Instead of a response: the action may be marked as being sent, and this process has not started it. */
export type NotBegun = { ok: false; failure: null; has_no_room?: true };
export const NOT_BEGUN: NotBegun = { ok: false, failure: null };
/** Nor will it before other messages with large files have left. */
const NO_ROOM: NotBegun = { ...NOT_BEGUN, has_no_room: true };

/** Classifies a failed call. Once it has started, an error the provider did not report is an unknown outcome. */
export function classifyError(error: unknown, hasBegun: boolean): { ok: false; failure: Failure } {
  if (isProviderError(error)) {
    const { kind, concerns, code, reason, until } = error;
    return { ok: false, failure: { kind, concerns, code, reason, until } };
  }
  const reason = toStorableText(error instanceof Error ? error.message : String(error), REASON_MAX);
  const kind = hasBegun ? 'unknown_outcome' : 'unavailable';
  return { ok: false, failure: { kind, concerns: 'service', code: null, reason, until: null } };
}

/** From this size on, files of messages take places in memory: a mail is there three times while it is composed and sent. */
const LARGE_IN_BYTES = 2 * 1024 * 1024;
/**
 * Twice. What was checked before the wait still holds after it. Behind a longer one the lead may have replied: then all is checked again.
 */
const WAIT_IN_MS = 1_000;
/** Six of the largest. Slow servers of two organizations leave room for a third one. */
const largeMessages = createByteRoom(6.2 * MESSAGE_FILES.mail_in_bytes);
/** Two of the largest, for senders whose servers kept others waiting: their mails may take a quarter of an hour. */
const slowMessages = createByteRoom(2.1 * MESSAGE_FILES.mail_in_bytes);
const SLOW_AFTER_IN_MS = 60_000;
const SLOW_FOR_IN_MS = 3_600_000;

/** The sending was ended because others wait for its room; its message leaves later. */
class NeededRoomError extends Error {
  override readonly name = 'NeededRoomError';
}

interface InRoom {
  organization_id: number;
  account_id: number;
  since: number;
  end: AbortController;
}

const inRoom = new Set<InRoom>();
/** Until when a sender is slow, by `performance.now()`. */
const slowSenders = new Map<number, number>();

function isSlow(accountId: number): boolean {
  for (const [id, until] of slowSenders) if (until <= performance.now()) slowSenders.delete(id);
  return slowSenders.has(accountId);
}

/**
 * Ends slow sendings because an organization waits for room: its own, or those of all organizations where it has none.
 * @returns whether any was ended
 */
function makeRoom(organizationId: number, slowAfterInMs: number): boolean {
  const now = performance.now();
  const own = [...inRoom].filter(({ organization_id }) => organization_id === organizationId);
  const slow = (own.length > 0 ? own : [...inRoom]).filter(({ since }) => now - since >= slowAfterInMs);
  for (const { account_id, end } of slow) {
    slowSenders.set(account_id, now + SLOW_FOR_IN_MS);
    end.abort(new NeededRoomError('other messages wait for the room'));
  }
  return slow.length > 0;
}

/**
 * Runs a call whose message may have large files. Their bytes in memory are bounded, and shared between organizations; one that finds no room
 * soon goes back to the outbox, as does a slow one while others wait: its next try takes a smaller room. Those without large files wait for none.
 * @param call with a signal that ends it where nothing has left yet
 */
export async function withRoomForFiles<Result>(
  { organization_id, account_id }: { organization_id: number; account_id: number },
  files: readonly Attachment[],
  call: (signal?: AbortSignal) => Promise<Result>,
  slowAfterInMs: number = SLOW_AFTER_IN_MS,
): Promise<Result | NotBegun> {
  const bytes = sizeOfFiles(files);
  if (bytes < LARGE_IN_BYTES) return call();
  const isInSlowRoom = isSlow(account_id);
  const room = isInSlowRoom ? slowMessages : largeMessages;
  const enter = () => room.enter(organization_id, bytes, AbortSignal.timeout(WAIT_IN_MS)).catch(() => null);
  let leave = await enter();
  if (leave === null && !isInSlowRoom && makeRoom(organization_id, slowAfterInMs)) leave = await enter();
  if (leave === null) return NO_ROOM;
  const place: InRoom = { organization_id, account_id, since: performance.now(), end: new AbortController() };
  if (!isInSlowRoom) inRoom.add(place);
  try {
    return await call(isInSlowRoom ? undefined : place.end.signal);
  } finally {
    inRoom.delete(place);
    leave();
  }
}

/** How a call ended that the room was taken from; null for other errors. */
export const findNeededRoom = (error: unknown): NotBegun | null => (error instanceof NeededRoomError ? NO_ROOM : null);

/** The files of a message with their bytes. @throws ProviderError about the message alone: others of its sender need no file, or another */
export async function loadAttachments(
  ctx: Pick<SystemContext, 'ports' | 'log'>,
  attachments: readonly Attachment[],
): Promise<OutgoingAttachment[]> {
  const read: OutgoingAttachment[] = [];
  for (const { file_key, name, type } of attachments) {
    const content = await loadFile(ctx, file_key, name);
    read.push({ filename: name, content_type: type, content });
  }
  return read;
}

async function loadFile(
  { ports, log }: Pick<SystemContext, 'ports' | 'log'>,
  file_key: string,
  name: string,
): Promise<Buffer> {
  const content = await ports.files.readFile(file_key, MESSAGE_FILES.mail_in_bytes).catch((error: unknown) => {
    // Its words name machines and settings of the operator.
    log.warn({ err: error }, 'attachment not read, retrying later');
    throw heldByFile('unreadable_file', `The file ${name} can't be read right now. The message waits for it.`);
  });
  if (content !== null) return content;
  log.error({ file_key }, 'attachment is missing, retrying later');
  throw heldByFile(MISSING_FILE, `The file ${name} can't be found. Attach it again, or ask your operator.`);
}

const heldByFile = (code: string, reason: string): ProviderError =>
  new ProviderError('unavailable', reason, { concerns: 'message', code });
