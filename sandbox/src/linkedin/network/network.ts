import { randomBytes } from 'node:crypto';
import type { SandboxClock } from '../../clock.ts';
import { createStateFile, type StateFile } from '../../state-file.ts';
import { Problem } from '../problems.ts';
import { distanceOf } from './present.ts';
import type { Seat, SeatLimits, SeatTier } from './seats.ts';
import { allMembers, findMember, memberAt as findMemberAt, isStranger, type Member } from './world.ts';

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
  /** False: they knew each other without it. */
  was_sent: boolean;
  /** The provider's call about the new relation went out (as often as it does). */
  is_reported: boolean;
};
export type Message = {
  id: string;
  chat_id: string;
  seat_id: string;
  member_number: number;
  text: string;
  is_own: boolean;
  is_inmail: boolean;
  subject: string | null;
  attachments: { id: string; filename: string; content_type: string; size_in_bytes: number }[];
  /** Of the own message that this answers, or of the invitation whose note this is. */
  answers: string | null;
  at: number;
};
export type NewMessage = Pick<Message, 'text' | 'is_own'> &
  Partial<Pick<Message, 'subject' | 'attachments' | 'answers' | 'at' | 'is_inmail'>>;
type State = {
  invitations: Invitation[];
  messages: Message[];
  reactions: { seat_id: string; post_id: string }[];
  /** People who were asked for by name. */
  strangers: string[];
};

const EMPTY: State = { invitations: [], messages: [], reactions: [], strangers: [] };
const DAY = 86_400_000;
const CLOSED_FOR = 21 * DAY;
/** What LinkedIn lets a seat do (docs/provider-limits-and-restrictions); credits are those of a month. */
const PAID = { per_day: 100, per_week: 200 };
const INVITATIONS: Record<SeatTier, { per_day: number; per_week: number }> = {
  CLASSIC: { per_day: 15, per_week: 15 },
  PREMIUM: PAID,
  SALES_NAVIGATOR: PAID,
  RECRUITER: PAID,
};
const MESSAGES_PER_DAY = 150;
const INMAILS: Record<SeatTier, number | null> = { CLASSIC: null, PREMIUM: 15, SALES_NAVIGATOR: 50, RECRUITER: 150 };
const USAGE_STEPS = [95, 90, 75, 50];
const idOf = (): string => randomBytes(9).toString('base64url');

/** What seats did in the network, and what became of it. */
export class Network {
  readonly #clock: SandboxClock;
  readonly #file: StateFile<State>;
  readonly #limits: () => SeatLimits;
  #state: State;

  constructor(clock: SandboxClock, file: string | null, limits: () => SeatLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#file = createStateFile(file === null ? null : `${file}.network`, EMPTY);
    this.#state = this.#file.read();
    for (const public_identifier of this.#state.strangers) findMember(public_identifier);
  }

  get reactions(): readonly { seat_id: string; post_id: string }[] {
    return this.#state.reactions;
  }

  get invitations(): readonly Invitation[] {
    return this.#state.invitations;
  }

  get messages(): readonly Message[] {
    return this.#state.messages;
  }

  /** A stranger's ids must mean the same after a restart. */
  meet(member: Member): Member {
    if (isStranger(member) && !this.#state.strangers.includes(member.public_identifier)) {
      this.#state.strangers.push(member.public_identifier);
      this.#save();
    }
    return member;
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
    const usage = this.#countInvitation(seat, now);
    return { invitation: this.#addInvitation(seat, member, { text, state: 'pending' }), usage };
  }

  /** Connects two members, in either direction. */
  connect(seat: Seat, member: Member): Invitation {
    return this.#addInvitation(seat, member, { text: null, state: 'accepted', was_sent: false });
  }

  /** Those without an answer, newest first. */
  pendingOf(seat: Seat): Invitation[] {
    return this.#state.invitations.filter((known) => known.seat_id === seat.id && known.state === 'pending').reverse();
  }

  findPending(id: string): Invitation | undefined {
    return this.#state.invitations.find((known) => known.id === id && known.state === 'pending');
  }

  settle(invitation: Invitation, state: Exclude<InvitationState, 'pending'>, at = this.#clock.now()): void {
    Object.assign(invitation, { state, settled_at: at });
    this.#save();
  }

  markReported(invitation: Invitation): void {
    invitation.is_reported = true;
    this.#save();
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

  /** @throws Problem when the seat sent enough for today */
  countMessage(seat: Seat): void {
    const since = this.#clock.now() - DAY;
    const most = this.#limits().messages_per_day ?? MESSAGES_PER_DAY;
    const sent = this.#state.messages.filter((known) => known.seat_id === seat.id && known.is_own && known.at > since);
    if (sent.length >= most) throw new Problem(422, 'limit_exceeded', 'The message limit is reached.');
  }

  /** InMails left this month; null for a seat that has none. */
  inmailCredits(seat: Seat): number | null {
    const most = INMAILS[seat.tier] === null ? null : (this.#limits().inmail_credits ?? INMAILS[seat.tier]);
    if (most === null) return null;
    const since = this.#clock.now() - 30 * DAY;
    const sent = this.#state.messages.filter((one) => one.seat_id === seat.id && one.is_inmail && one.at > since);
    return Math.max(0, most - sent.length);
  }

  addMessage(seat: Seat, member: Member, given: NewMessage): Message {
    const chat = this.#state.messages.find(
      (known) => known.seat_id === seat.id && known.member_number === member.number,
    );
    const message: Message = {
      id: idOf(),
      chat_id: chat?.chat_id ?? idOf(),
      seat_id: seat.id,
      member_number: member.number,
      at: this.#clock.now(),
      subject: null,
      attachments: [],
      answers: null,
      is_inmail: false,
      ...given,
    };
    this.#state.messages.push(message);
    this.#save();
    return message;
  }

  memberOfChat(seat: Seat, chat_id: string): Member | undefined {
    const message = this.#state.messages.find((known) => known.seat_id === seat.id && known.chat_id === chat_id);
    return message && memberAt(message.member_number);
  }

  /** Newest first. */
  messagesSince(seat: Seat, after: number): Message[] {
    const found = this.#state.messages.filter((known) => known.seat_id === seat.id && known.at > after);
    return found.sort((a, b) => a.at - b.at).reverse();
  }

  /** @returns false when the seat liked it already: doing it again changes nothing */
  react(seat: Seat, post_id: string): boolean {
    if (this.#state.reactions.some((known) => known.seat_id === seat.id && known.post_id === post_id)) return false;
    this.#state.reactions.push({ seat_id: seat.id, post_id });
    this.#save();
    return true;
  }

  /**
   * Restores what an installation remembers; known items stay. People have had time to reply: each message is marked as
   * answered.
   * @returns the new invitations
   */
  restore({ invitations, messages, strangers }: Pick<State, 'invitations' | 'messages' | 'strangers'>): Invitation[] {
    for (const public_identifier of strangers) {
      const member = findMember(public_identifier);
      if (member !== undefined) this.meet(member);
    }
    const isNew = (known: readonly { id: string }[]): ((entry: { id: string }) => boolean) => {
      const ids = new Set(known.map(({ id }) => id));
      return ({ id }) => !ids.has(id);
    };
    const added = invitations.filter(isNew(this.#state.invitations));
    this.#state.invitations.push(...added);
    for (const message of messages.filter(isNew(this.#state.messages)))
      this.#state.messages.push({ ...message, answers: message.answers ?? (message.is_own ? message.id : null) });
    this.#save();
    return added;
  }

  clear(): void {
    this.#state = structuredClone(EMPTY);
    this.#save();
  }

  /** To the file, now. */
  flush(): void {
    this.#file.flush();
  }

  #save(): void {
    this.#file.write(this.#state);
  }

  /** @returns the percentage that is worth telling @throws Problem when it is one too many */
  #countInvitation(seat: Seat, now: number): number | null {
    const limits = this.#limits();
    const { per_day, per_week } = INVITATIONS[seat.tier];
    const [day, week] = [limits.invitations_per_day ?? per_day, limits.invitations_per_week ?? per_week];
    const sent = this.#state.invitations.filter((known) => known.seat_id === seat.id && known.was_sent);
    const [today, thisWeek] = [DAY, 7 * DAY].map((span) => sent.filter((known) => known.at > now - span).length);
    if (thisWeek! >= week) throw new Problem(422, 'limit_exceeded', 'The weekly invitation limit is reached.');
    if (today! >= day) throw new Problem(422, 'cannot_resend_yet', 'The invitation limit is reached.');
    const used = (more: number): number => Math.max((today! + more) / day, (thisWeek! + more) / week) * 100;
    return USAGE_STEPS.find((step) => used(1) >= step && used(0) < step) ?? null;
  }

  #addInvitation(
    seat: Seat,
    member: Member,
    given: Pick<Invitation, 'text' | 'state'> & Partial<Invitation>,
  ): Invitation {
    const now = this.#clock.now();
    const invitation: Invitation = {
      id: idOf(),
      seat_id: seat.id,
      member_number: member.number,
      at: now,
      settled_at: given.state === 'pending' ? null : now,
      was_sent: true,
      is_reported: false,
      ...given,
    };
    this.#state.invitations.push(invitation);
    this.#save();
    return invitation;
  }

  #findInvitation(seat: Seat, member: Member, state: InvitationState): Invitation | undefined {
    return this.#state.invitations.find(
      (known) => known.seat_id === seat.id && known.member_number === member.number && known.state === state,
    );
  }
}

export const memberAt = (number: number): Member => findMemberAt(number) as Member;
