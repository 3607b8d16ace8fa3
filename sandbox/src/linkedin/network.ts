import { randomBytes } from 'node:crypto';
import type { SandboxClock } from '../clock.ts';
import { distanceOf } from './present.ts';
import { Problem } from './problems.ts';
import type { Seat } from './seats.ts';
import { createStateFile, type StateFile } from './state-file.ts';
import { allMembers, type Member } from './world.ts';

/** pending -> accepted | withdrawn | declined; a withdrawn or declined one keeps the member closed for three weeks. */
export type InvitationState = 'pending' | 'accepted' | 'withdrawn' | 'declined';
export type Invitation = {
  id: string;
  seat_id: string;
  member_number: number;
  text: string | null;
  at: number;
  state: InvitationState;
  settled_at: number | null;
};
export type Message = {
  id: string;
  chat_id: string;
  seat_id: string;
  member_number: number;
  text: string;
  is_own: boolean;
  subject: string | null;
  at: number;
};
type State = { invitations: Invitation[]; messages: Message[]; reactions: { seat_id: string; post_id: string }[] };

const EMPTY: State = { invitations: [], messages: [], reactions: [] };
const DAY = 86_400_000;
const CLOSED_FOR = 21 * DAY;
/** Invitations LinkedIn lets a seat send: paid ones by the day, free ones by the week. */
const INVITATIONS = { paid: { most: 100, window: DAY }, free: { most: 15, window: 7 * DAY } };
const USAGE_STEPS = [95, 90, 75, 50];
const idOf = (): string => randomBytes(9).toString('base64url');

/** What seats did in the network, and what became of it. */
export class Network {
  readonly #clock: SandboxClock;
  readonly #file: StateFile<State>;
  #state: State;

  constructor(clock: SandboxClock, file: string | null) {
    this.#clock = clock;
    this.#file = createStateFile(file === null ? null : `${file}.network`, EMPTY);
    this.#state = this.#file.read();
  }

  get reactions(): readonly { seat_id: string; post_id: string }[] {
    return this.#state.reactions;
  }

  isConnected(seat: Seat, member: Member): boolean {
    return distanceOf(seat, member) === 1 || this.#findInvitation(seat, member, 'accepted') !== undefined;
  }

  distance(seat: Seat, member: Member): number {
    return this.isConnected(seat, member) ? 1 : distanceOf(seat, member);
  }

  /** @throws Problem as LinkedIn refuses: connected, invited already, closed after a withdrawal, limit reached */
  invite(seat: Seat, member: Member, text: string | null): { invitation: Invitation; usage: number | null } {
    if (this.isConnected(seat, member)) throw new Problem(422, 'already_connected', 'You are connected already.');
    const now = this.#clock.now();
    const isClosed = this.#state.invitations.some(
      (known) =>
        known.seat_id === seat.id &&
        known.member_number === member.number &&
        (known.state === 'pending' || (known.settled_at ?? 0) > now - CLOSED_FOR),
    );
    if (isClosed) throw new Problem(422, 'already_invited_recently', 'An invitation was sent to this member recently.');
    const { most, window } = seat.tier === 'CLASSIC' ? INVITATIONS.free : INVITATIONS.paid;
    const recent = this.#state.invitations.filter((known) => known.seat_id === seat.id && known.at > now - window);
    if (recent.length >= most) throw new Problem(422, 'cannot_resend_yet', 'The invitation limit is reached.');
    const invitation: Invitation = {
      id: idOf(),
      seat_id: seat.id,
      member_number: member.number,
      text,
      at: now,
      state: 'pending',
      settled_at: null,
    };
    this.#state.invitations.push(invitation);
    this.#file.write(this.#state);
    const percent = ((recent.length + 1) / most) * 100;
    const before = (recent.length / most) * 100;
    return { invitation, usage: USAGE_STEPS.find((step) => percent >= step && before < step) ?? null };
  }

  /** Those without an answer, newest first. */
  pendingOf(seat: Seat): Invitation[] {
    return this.#state.invitations.filter((known) => known.seat_id === seat.id && known.state === 'pending').reverse();
  }

  findPending(id: string): Invitation | undefined {
    return this.#state.invitations.find((known) => known.id === id && known.state === 'pending');
  }

  settle(invitation: Invitation, state: Exclude<InvitationState, 'pending'>): void {
    Object.assign(invitation, { state, settled_at: this.#clock.now() });
    this.#file.write(this.#state);
  }

  /** Everybody a seat is connected with, newest first; those it knew from the start have no instant. */
  relationsOf(seat: Seat): { member: Member; at: number | null }[] {
    const accepted = this.#state.invitations.filter((known) => known.seat_id === seat.id && known.state === 'accepted');
    const fresh = accepted.map((known) => ({ member: memberAt(known.member_number), at: known.settled_at }));
    const known = allMembers().filter((member) => distanceOf(seat, member) === 1);
    return [
      ...fresh.sort((a, b) => (b.at ?? 0) - (a.at ?? 0)),
      ...known.slice(0, 300).map((member) => ({ member, at: null })),
    ];
  }

  addMessage(seat: Seat, member: Member, given: Pick<Message, 'text' | 'is_own' | 'subject'>): Message {
    const chat = this.#state.messages.find(
      (known) => known.seat_id === seat.id && known.member_number === member.number,
    );
    const message: Message = {
      id: idOf(),
      chat_id: chat?.chat_id ?? idOf(),
      seat_id: seat.id,
      member_number: member.number,
      at: this.#clock.now(),
      ...given,
    };
    this.#state.messages.push(message);
    this.#file.write(this.#state);
    return message;
  }

  memberOfChat(seat: Seat, chat_id: string): Member | undefined {
    const message = this.#state.messages.find((known) => known.seat_id === seat.id && known.chat_id === chat_id);
    return message && memberAt(message.member_number);
  }

  /** Newest first. */
  messagesSince(seat: Seat, after: number): Message[] {
    return this.#state.messages.filter((known) => known.seat_id === seat.id && known.at > after).reverse();
  }

  react(seat: Seat, post_id: string): void {
    this.#state.reactions.push({ seat_id: seat.id, post_id });
    this.#file.write(this.#state);
  }

  clear(): void {
    this.#state = structuredClone(EMPTY);
    this.#file.write(this.#state);
  }

  #findInvitation(seat: Seat, member: Member, state: InvitationState): Invitation | undefined {
    return this.#state.invitations.find(
      (known) => known.seat_id === seat.id && known.member_number === member.number && known.state === state,
    );
  }
}

export const memberAt = (number: number): Member => allMembers()[number] as Member;
