import type { GmailMessage } from './gmail-mailbox.ts';
import { GoogleProblem } from './google-problems.ts';

/** The supported operators of Gmail's search; others are an error, which reveals a drift. */
export function matches(message: GmailMessage, question: string): boolean {
  return question
    .split(/\s+/)
    .filter((word) => word !== '')
    .every((word) => matchesWord(message, word));
}

function matchesWord({ message_id, received_at, labels }: GmailMessage, word: string): boolean {
  const [, name, value = ''] = /^(-?[a-z0-9]+):(.+)$/.exec(word) ?? [];
  switch (name) {
    case 'rfc822msgid':
      return message_id === `<${value}>`;
    case 'after':
      return received_at >= Number(value) * 1000;
    case '-in':
      return !labels.includes({ drafts: 'DRAFT', chats: 'CHAT' }[value] ?? value.toUpperCase());
    default:
      throw new GoogleProblem(400, 'invalidArgument', `The sandbox does not know the search word ${word}.`);
  }
}
