import { type Behaviour, type BehaviourMix, behaviourOf, chance } from '../../mail/prospect-behaviour.ts';
import { roll } from '../../web/company.ts';
import type { Member } from './world.ts';

export type InvitationAnswer = 'accepted' | 'declined' | 'ignored';
export type MessageAnswer = 'positive' | 'negative' | 'out_of_office' | 'silent';

/** Seconds of the installation's clock. */
export type Delay = { min: number; max: number };

export type PeopleOptions = {
  /** Of a hundred invited: those who accept and those who decline; the others never answer. */
  accepts: number;
  declines: number;
  /** Until an invitation is answered. */
  accept_delay_in_seconds: Delay;
  /** Delay until the provider announces a new relation; in reality up to eight hours. */
  relation_delay_in_seconds: Delay;
  /** How often it announces: 0 never, 2 twice. */
  relation_times: number;
};

export const DEFAULT_PEOPLE: PeopleOptions = {
  accepts: 35,
  declines: 5,
  accept_delay_in_seconds: { min: 20, max: 240 },
  relation_delay_in_seconds: { min: 0, max: 0 },
  relation_times: 1,
};

/** Words in the address of a profile that override the seed: `ada-accepts-replies`. */
const INVITATION_WORDS: Record<string, InvitationAnswer> = {
  accepts: 'accepted',
  declines: 'declined',
  ignores: 'ignored',
};
const MESSAGE_WORDS: Record<string, MessageAnswer> = {
  replies: 'positive',
  refuses: 'negative',
  away: 'out_of_office',
  silent: 'silent',
};
/** A person is the same by mail and here. */
const BY_MAIL: Record<Behaviour, MessageAnswer> = {
  positive: 'positive',
  negative: 'negative',
  unsubscribe: 'negative',
  out_of_office: 'out_of_office',
  hard_bounce: 'silent',
  soft_bounce: 'silent',
  silent: 'silent',
};

/** Maximum replies of one person: an eager one writes back, but not forever. */
export const MOST_ANSWERS: Record<MessageAnswer, number> = { positive: 3, negative: 1, out_of_office: 1, silent: 0 };

const TEXTS: Record<Exclude<MessageAnswer, 'silent'>, string[]> = {
  positive: [
    'Thanks for reaching out! Sounds interesting, tell me more.',
    'Happy to have a look. Do you have time for a short call next week?',
    'Good timing, we are looking at exactly this. What would a first step be?',
  ],
  negative: [
    'Thanks, but not for us at the moment.',
    'Not interested, thank you.',
    'We have a solution for this already.',
  ],
  out_of_office: ['I am on holiday and back on Monday.'],
};

export const wordsOf = (member: Member): string[] => member.public_identifier.split('-');

/** To one in five, and to who has `nameless` in their name, the provider sends and lists without saying some ids. */
export const isNameless = (member: Member): boolean =>
  wordsOf(member).includes('nameless') || roll(`nameless ${member.number}`, 5) === 0;

export function answerInvitation(member: Member, seed: number, options: PeopleOptions): InvitationAnswer {
  for (const word of wordsOf(member)) if (Object.hasOwn(INVITATION_WORDS, word)) return INVITATION_WORDS[word]!;
  const percent = chance(seed, 'invitation', member.public_identifier) * 100;
  if (percent < options.accepts) return 'accepted';
  return percent < options.accepts + options.declines ? 'declined' : 'ignored';
}

export function answerMessage(member: Member, seed: number, mix: BehaviourMix): MessageAnswer {
  for (const word of wordsOf(member)) if (Object.hasOwn(MESSAGE_WORDS, word)) return MESSAGE_WORDS[word]!;
  return BY_MAIL[behaviourOf(member.email, seed, mix)];
}

export function textOf(answer: Exclude<MessageAnswer, 'silent'>, ...parts: (string | number)[]): string {
  const texts = TEXTS[answer];
  return texts[Math.floor(chance('text', ...parts) * texts.length)] ?? '';
}

/** Milliseconds; always the same for the same parts. */
export const delayOf = ({ min, max }: Delay, ...parts: (string | number)[]): number =>
  (min + Math.max(0, max - min) * chance('delay', ...parts)) * 1000;
