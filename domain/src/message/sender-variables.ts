import { toSingleLine } from '../text/text.ts';

/** Values of the variables that name a sender; null for what is not known. */
export function senderVariables(sender: { name: string | null; email: string | null } | null) {
  const line = (text: string | null | undefined) => toSingleLine(text ?? '') || null;
  const name = line(sender?.name);
  // An account without a name shows its address as one: no message is signed with that.
  const called = name === null || name.includes('@') ? null : name;
  return {
    'sender.name': called,
    'sender.first_name': called?.split(' ')[0] ?? null,
    'sender.email': line(sender?.email),
  };
}
