import { type ChatAccountType, labelAccountType } from '@overture/domain/accounts';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { findFilesProblem } from '@overture/domain/message/files/message-files';
import { listImages } from '@overture/domain/message/rich/rich-output';
import { ApiError } from '../../../kernel/errors.ts';

/** @throws ApiError send_refused for files that this kind of sender can't send */
export function requireSendable(files: readonly { size: number }[], accountType: ChatAccountType): void {
  const problem = findFilesProblem(files, accountType);
  if (problem === null) return;
  const reason =
    problem === 'count'
      ? `A message can have up to ${INBOX_LIMITS.files} files.`
      : problem === 'mail_size'
        ? 'The files of one message can have 25 MB together. Leave some of them out.'
        : `The files of a message on ${labelAccountType(accountType)} can have 15 MB together. Leave some of them out.`;
  throw new ApiError('send_refused', { reason });
}

/** An image without its file would be a hole in the mail, and one of two files the wrong image. @throws ApiError send_refused */
export function requireImages(formatted: string | null, files: readonly { name: string }[]): void {
  for (const image of formatted === null ? [] : listImages(formatted)) {
    const found = files.filter(({ name }) => name === image).length;
    if (found === 1) continue;
    const reason =
      found === 0
        ? `The image “${image}” is no longer attached. Add it again, or delete it from the text.`
        : `Two files are called “${image}”. Remove one of them.`;
    throw new ApiError('send_refused', { reason });
  }
}
