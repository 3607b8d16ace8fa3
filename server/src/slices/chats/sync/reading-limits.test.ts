import { expect, test } from 'vitest';
import { listWork } from '../../../kernel/thread-pool.ts';
import { READING_LIMITS } from '../../mailbox-leases/index.ts';
import './own-words.service.ts';
import './read-mail.service.ts';

test('threads take a mail of every mailbox of a process: those of one tenant refuse no mail of another', () => {
  const limits = ['mail-reading.service.ts', 'own-words.rules.ts'].map(
    (name) => listWork().find(({ module }) => module.pathname.endsWith(`/chats/sync/${name}`))?.max_waiting,
  );
  expect(limits).toEqual([READING_LIMITS.mailboxes, READING_LIMITS.mailboxes]);
});
