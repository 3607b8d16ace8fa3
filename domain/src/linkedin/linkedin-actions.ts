/**
 * What a LinkedIn sender does, by the kind its limits are counted in. `look` only checks whether a person is a
 * connection: the person doesn't see it, but it is counted and limited like the others.
 */
export const LINKEDIN_ACTIONS = ['message', 'inmail', 'withdraw', 'like', 'visit', 'look', 'invite'] as const;
export type LinkedinAction = (typeof LINKEDIN_ACTIONS)[number];

export function isLinkedinAction(word: string): word is LinkedinAction {
  return (LINKEDIN_ACTIONS as readonly string[]).includes(word);
}

/** True when the action says something to the lead: it then counts as contacted. */
export function reachesLead(action: LinkedinAction): boolean {
  return action === 'invite' || action === 'message' || action === 'inmail';
}

/** Words for a held sort of action: 'LinkedIn invites are held'. */
export const LINKEDIN_ACTION_LABELS: Readonly<Record<LinkedinAction, string>> = {
  invite: 'Invites',
  message: 'Messages',
  inmail: 'InMails',
  visit: 'Profile visits',
  withdraw: 'Withdrawals of invites',
  like: 'Likes',
  look: 'Look-ups of connections',
};

/** LinkedIn's refusal of a message to a person who is not a connection, as shown to users. */
export const NOT_CONNECTED_TEXT = 'You are not connected with this person on LinkedIn, so no message can be sent.';

/** The name in a profile's address, or a seat's id of the person, out of a `linkedin_key`; null when there is neither. */
export function getLinkedinName(key: string | null): string | null {
  const name = /^in\/(.+)$/.exec(key ?? '')?.[1];
  return name === undefined || name.trim() === '' ? null : name;
}

/** A seat's own id of a person; another seat knows the same person by another one. */
export function isProviderId(name: string): boolean {
  return /^AC[a-zA-Z]AA/.test(name);
}
