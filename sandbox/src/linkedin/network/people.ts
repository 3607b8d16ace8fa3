import type { ProspectOptions } from '../../mail/prospects.ts';
import type { LinkedinSandbox } from '../linkedin-sandbox.ts';
import { missing } from '../problems.ts';
import { announceMessage, announceRelation } from './announcements.ts';
import {
  answerInvitation,
  answerMessage,
  DEFAULT_PEOPLE,
  delayOf,
  MOST_ANSWERS,
  type PeopleOptions,
  textOf,
} from './member-behaviour.ts';
import { type Invitation, type Message, memberAt, type NewMessage } from './network.ts';
import type { Seat } from './seats.ts';
import type { Member } from './world.ts';

/** People on the other side: seeded, which makes a run repeatable; their replies follow the installation's clock. */
export type People = {
  options: PeopleOptions;
  receiveInvitation(invitation: Invitation): void;
  receiveMessage(message: Message): void;
  accept(invitation: Invitation, at?: number): Promise<void>;
  /** A message in the chat of the seat and the member, told by webhook; people react to those of the seat. */
  send(seat: Seat, member: Member, given: NewMessage, onSent?: (message: Message) => void): Promise<Message>;
  /** Continues the open work of an earlier run. */
  resume(): void;
  clear(): void;
};

/** @param prospects who they are by mail: seed, mix and how long they take to answer */
export function createPeople(
  world: Pick<LinkedinSandbox, 'book' | 'network' | 'callbacks' | 'schedule'>,
  prospects: ProspectOptions,
  defaults: Partial<PeopleOptions>,
): People {
  const { network, book, schedule } = world;
  const fresh = (): PeopleOptions => ({ ...DEFAULT_PEOPLE, ...defaults });

  function reportRelation(invitation: Invitation): void {
    const { relation_delay_in_seconds, relation_times } = people.options;
    const due_at = (invitation.settled_at ?? 0) + delayOf(relation_delay_in_seconds, prospects.seed, invitation.id);
    const report = async (): Promise<void> => {
      const seat = book.find(invitation.seat_id);
      if (seat === undefined || invitation.is_reported) return;
      network.markReported(invitation);
      for (let time = 0; time < relation_times; time += 1) await announceRelation(world, seat, invitation);
    };
    schedule.at(due_at, report);
  }

  const people: People = {
    options: fresh(),
    receiveInvitation(invitation) {
      const member = memberAt(invitation.member_number);
      const answer = answerInvitation(member, prospects.seed, people.options);
      if (answer === 'ignored') return;
      const { accept_delay_in_seconds } = people.options;
      const due_at = invitation.at + delayOf(accept_delay_in_seconds, prospects.seed, member.public_identifier);
      schedule.at(due_at, async () => {
        // Withdrawn in the meantime, or answered by hand.
        if (invitation.state !== 'pending' || network.findPending(invitation.id) !== invitation) return;
        if (answer === 'accepted') await people.accept(invitation, due_at);
        else network.settle(invitation, 'declined', due_at);
      });
    },
    receiveMessage(message) {
      const member = memberAt(message.member_number);
      const answer = answerMessage(member, prospects.seed, prospects.mix);
      if (answer === 'silent') return;
      const own = network.messages.filter(
        (one) => one.is_own && one.answers === null && one.chat_id === message.chat_id,
      );
      const position = own.indexOf(message) + 1;
      if (position > MOST_ANSWERS[answer]) return;
      const name = [prospects.seed, member.public_identifier, position];
      const due_at = message.at + delayOf(prospects.reply_delay_in_seconds, ...name);
      schedule.at(due_at, async () => {
        const seat = book.find(message.seat_id);
        if (seat === undefined || !network.messages.includes(message)) return;
        const text = textOf(answer, ...name);
        await people.send(seat, member, { text, is_own: false, answers: message.id, at: due_at });
      });
    },
    async accept(invitation, at) {
      const seat = book.find(invitation.seat_id);
      if (seat === undefined) throw missing('The account is gone.');
      network.settle(invitation, 'accepted', at);
      // The note becomes the beginning of a chat.
      if (invitation.text) {
        const note = { text: invitation.text, is_own: true, at: invitation.at, answers: invitation.id };
        const message = network.addMessage(seat, memberAt(invitation.member_number), note);
        await announceMessage(world, seat, message);
      }
      reportRelation(invitation);
    },
    async send(seat, member, given, onSent) {
      const message = network.addMessage(seat, member, given);
      onSent?.(message);
      if (message.is_own) people.receiveMessage(message);
      await announceMessage(world, seat, message);
      return message;
    },
    resume() {
      for (const invitation of network.invitations) {
        if (invitation.state === 'pending') people.receiveInvitation(invitation);
        if (invitation.state === 'accepted' && !invitation.is_reported) reportRelation(invitation);
      }
      const answered = new Set(network.messages.map((message) => message.answers));
      for (const message of network.messages) {
        if (message.is_own && message.answers === null && !answered.has(message.id)) people.receiveMessage(message);
      }
    },
    clear() {
      people.options = fresh();
    },
  };
  return people;
}
