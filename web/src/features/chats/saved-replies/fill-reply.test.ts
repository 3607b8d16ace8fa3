import type { ChatAccount } from '@overture/contract/chats';
import { findUnfilled } from '@overture/domain/message/unfilled';
import { expect, test } from 'vitest';
import { buildChatHistory } from '../../../lib/testing/builders.ts';
import { fillReply } from './fill-reply.ts';

const lead = buildChatHistory({
  prospect: { first_name: 'Ada', last_name: 'Jansen', email: 'ada@acme.example', company: { name: 'Acme' } },
}).prospect;
const sender = { id: 1, name: 'Mia Berger', email: 'mia@trading.example' } as ChatAccount;

test.each([
  ['Hi {{first_name}}', 'Hi Ada'],
  ['Hi {{ first_name | default: "there" }}', 'Hi Ada'],
  ['You are {{ job_title | default: "in charge" }}', 'You are in charge'],
  ['Yours, {{sender.first_name}}', 'Yours, Mia'],
  ['{% if job_title %}As {{job_title}}{% else %}Hello{% endif %}', 'Hello'],
])('%s is filled in', (message, expected) => expect(fillReply(message, lead, sender)).toBe(expected));

test.each(['As {{job_title}}', 'With {{ custom.fleet_size }} trucks', '{{ research.news }}', 'Hi {{ frist_name }}'])(
  '%s stays, and is not sent',
  (message) => expect(findUnfilled(fillReply(message, lead, sender))).not.toBeNull(),
);

test('a mailbox without a name is asked for', () => {
  const unnamed = { ...sender, name: 'mia@trading.example' };
  expect(fillReply('Yours, {{sender.first_name}}', lead, unnamed)).toBe('Yours, {{sender.first_name}}');
});
