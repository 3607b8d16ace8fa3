/** What a reply says about the lead's interest. */
export const REPLY_CLASSES = [
  'interested',
  'neutral',
  'not_interested',
  'referral',
  'wrong_person',
  'left_company',
  'out_of_office',
  'unsubscribe',
  'bounce',
] as const;
export type ReplyClass = (typeof REPLY_CLASSES)[number];

export const REPLY_CLASS_LABELS: Record<ReplyClass, string> = {
  interested: 'Interested',
  neutral: 'Question',
  not_interested: 'Not interested',
  referral: 'Referral',
  wrong_person: 'Wrong person',
  left_company: 'Left the company',
  out_of_office: 'Out of office',
  unsubscribe: 'Unsubscribe',
  bounce: 'Bounced',
};

/** From here on a class counts; below it is only supposed, and nothing follows from it. */
export const SURE_FROM = 0.8;

export const isSureClass = (confidence: number): boolean => confidence >= SURE_FROM;

/** Reply types that are no reply of a person: figures show them apart. */
export const UNCOUNTED_CLASSES: readonly ReplyClass[] = ['out_of_office', 'unsubscribe', 'bounce'];

/** Replies of these types want no message of ours, or must not get one: no draft is written for them. */
export const UNDRAFTED_CLASSES: readonly ReplyClass[] = ['unsubscribe', 'out_of_office', 'bounce', 'left_company'];

/** What the language model may answer; a referral is a wrong person who names another one. */
export const MODEL_CLASSES = [
  'interested',
  'neutral',
  'not_interested',
  'wrong_person',
  'left_company',
  'out_of_office',
  'unsubscribe',
] as const satisfies readonly ReplyClass[];

/** Models are surer of themselves than they are right. */
export const MOST_OF_MODEL = 0.9;

/** Those that say what the lead thinks of the offer. What comes after them without saying so changes nothing of it. */
export const OPINIONS: readonly ReplyClass[] = [
  'interested',
  'not_interested',
  'referral',
  'wrong_person',
  'left_company',
  'unsubscribe',
];

interface ClassState {
  class: ReplyClass;
  is_sure: boolean;
}

/** The class of a conversation after one more message: a question, an absence or a guess does not take an opinion back. */
export function nextClass<Known extends ClassState>(before: Known | null, found: Known): Known {
  if (before === null) return found;
  if (before.is_sure && !found.is_sure) return before;
  return OPINIONS.includes(before.class) && !OPINIONS.includes(found.class) ? before : found;
}

/** The specification's mark for a class; null where it says neither. */
export function interestOf(found: ReplyClass | null): 'INTERESTED' | 'NOT_INTERESTED' | null {
  if (found === 'interested') return 'INTERESTED';
  return found === 'not_interested' ? 'NOT_INTERESTED' : null;
}
