import { randomBytes } from 'node:crypto';
import type { SandboxClock } from '../../clock.ts';
import { createStateFile, type StateFile } from '../../state-file.ts';
import { allMembers, type Member, WORLD_SIZE } from './world.ts';

export const SEAT_TIERS = ['CLASSIC', 'PREMIUM', 'SALES_NAVIGATOR', 'RECRUITER'] as const;
export type SeatTier = (typeof SEAT_TIERS)[number];

/** The provider's words for what it connects; those who are not LinkedIn have no tier that matters. */
export const SEAT_TYPES = ['LINKEDIN', 'WHATSAPP', 'INSTAGRAM', 'MESSENGER'] as const;
export type SeatType = (typeof SEAT_TYPES)[number];

export type Seat = {
  id: string;
  /** Absent in old sandboxes: LinkedIn. */
  type?: SeatType;
  tier: SeatTier;
  status: string;
  member_number: number;
  created_at: string;
};
export type Webhook = {
  id: string;
  source: string;
  request_url: string;
  name: string;
  headers: { key: string; value: string }[];
};
export type HostedLink = {
  token: string;
  type: 'create' | 'reconnect';
  seat_type: SeatType;
  account_id: string | null;
  expires_at: number;
  success_redirect_url: string | null;
  failure_redirect_url: string | null;
  notify_url: string | null;
  name: string | null;
};

/** A sign-in with a password that waits for a checkpoint. */
export type OpenSignIn = { tier: SeatTier; member_number: number; checkpoint: string; expires_at: number };

export const newSeatId = (): string => randomBytes(11).toString('base64url');

export const typeOf = (seat: Pick<Seat, 'type'>): SeatType => seat.type ?? 'LINKEDIN';

/** A person whose seat was signed out: they can sign in again, under a new one. */
export type Former = { member_number: number; tier: SeatTier };

type State = { seats: Seat[]; webhooks: Webhook[]; connected: number; former?: Former[] };
const EMPTY: State = { seats: [], webhooks: [], connected: 0, former: [] };
const FORMER_KEPT = 8;

/** Calls a seat may make; what is over it is answered 429, for what follows 422. Null: as LinkedIn has it for the tier. */
export type SeatLimits = {
  reads_per_minute: number;
  /** Sent invitations and messages a page may have; the vendor's package says 100, its reference 250. */
  largest_page: number;
  visits_per_day: number;
  invitations_per_day: number | null;
  invitations_per_week: number | null;
  messages_per_day: number | null;
  inmail_credits: number | null;
  /** How long lists do not show yet what was done. */
  lists_lag_in_seconds: number;
};
export const DEFAULT_LIMITS: SeatLimits = {
  reads_per_minute: 120,
  largest_page: 250,
  visits_per_day: 100,
  invitations_per_day: null,
  invitations_per_week: null,
  messages_per_day: null,
  inmail_credits: null,
  lists_lag_in_seconds: 0,
};

/** What the provider knows: seats, webhooks and open hosted pages. Seats and webhooks outlive a restart where a file is given. */
export class SeatBook {
  readonly links = new Map<string, HostedLink>();
  /** Sign-ins that wait for an answer, by the id the seat will have. */
  readonly signIns = new Map<string, OpenSignIn>();
  limits: SeatLimits = { ...DEFAULT_LIMITS };
  readonly #clock: SandboxClock;
  readonly #file: StateFile<State>;
  readonly #calls = new Map<string, number[]>();
  #state: State;

  constructor(clock: SandboxClock, file: string | null) {
    this.#clock = clock;
    this.#file = createStateFile(file, EMPTY);
    this.#state = this.#file.read();
  }

  get seats(): readonly Seat[] {
    return this.#state.seats;
  }

  get webhooks(): readonly Webhook[] {
    return this.#state.webhooks;
  }

  /** Those who were signed out last, newest first. */
  get former(): readonly Former[] {
    return this.#state.former ?? [];
  }

  find(id: string): Seat | undefined {
    return this.#state.seats.find((seat) => seat.id === id);
  }

  memberOf(seat: Seat): Member {
    return allMembers()[seat.member_number] as Member;
  }

  openLink(link: Omit<HostedLink, 'token'>): HostedLink {
    const opened = { ...link, token: randomBytes(12).toString('base64url') };
    this.links.set(opened.token, opened);
    return opened;
  }

  /** An account of its own member: ids count down from the end of the world, where lists rarely name them. */
  add(tier: SeatTier, member_number = this.nextMember(), id = newSeatId(), type: SeatType = 'LINKEDIN'): Seat {
    const seat: Seat = {
      id,
      type,
      tier,
      status: 'OK',
      member_number,
      created_at: new Date(this.#clock.now()).toISOString(),
    };
    this.#state.seats.push(seat);
    this.#save();
    return seat;
  }

  /** Seats of an installation that remembers them: under their ids, signed in. */
  restore(seats: readonly Pick<Seat, 'id' | 'tier' | 'member_number'>[]): void {
    for (const { tier, member_number, id } of seats) {
      if (this.find(id) === undefined) this.add(tier, member_number, id);
      // Those who come later are others.
      this.#state.connected = Math.max(this.#state.connected, WORLD_SIZE - 1 - member_number);
    }
    this.#save();
  }

  /** A member without an account yet. */
  nextMember(): number {
    this.#state.connected += 1;
    return WORLD_SIZE - (this.#state.connected % 200) - 1;
  }

  change(seat: Seat, change: Partial<Pick<Seat, 'tier' | 'status' | 'member_number'>>): void {
    Object.assign(seat, change);
    this.#save();
  }

  remove(seat: Seat): void {
    const { member_number, tier } = seat;
    this.#state.seats = this.#state.seats.filter((other) => other !== seat);
    if (typeOf(seat) === 'LINKEDIN') {
      const others = this.former.filter((one) => one.member_number !== member_number);
      this.#state.former = [{ member_number, tier }, ...others].slice(0, FORMER_KEPT);
    }
    this.#save();
  }

  addWebhook(webhook: Omit<Webhook, 'id'>): Webhook {
    const added = { ...webhook, id: `we_${randomBytes(8).toString('base64url')}` };
    this.#state.webhooks.push(added);
    this.#save();
    return added;
  }

  removeWebhook(id: string): boolean {
    const before = this.#state.webhooks.length;
    this.#state.webhooks = this.#state.webhooks.filter((webhook) => webhook.id !== id);
    this.#save();
    return this.#state.webhooks.length < before;
  }

  /** Counts a call; answers the seconds to wait when it is one too many. */
  count(seat: Seat, kind: 'read' | 'visit'): number | null {
    const window = kind === 'read' ? 60_000 : 86_400_000;
    const most = kind === 'read' ? this.limits.reads_per_minute : this.limits.visits_per_day;
    const now = this.#clock.now();
    const key = `${kind} ${seat.id}`;
    const recent = (this.#calls.get(key) ?? []).filter((instant) => instant > now - window);
    if (recent.length >= most) return Math.max(1, Math.ceil(((recent[0] as number) + window - now) / 1000));
    this.#calls.set(key, [...recent, now]);
    return null;
  }

  /** Whether a list shows already what happened then. */
  isListed(at: number | null): boolean {
    return (at ?? 0) <= this.#clock.now() - this.limits.lists_lag_in_seconds * 1000;
  }

  /** To the file, now. */
  flush(): void {
    this.#file.flush();
  }

  clear(): void {
    this.links.clear();
    this.signIns.clear();
    this.#calls.clear();
    this.limits = { ...DEFAULT_LIMITS };
    this.#state = structuredClone(EMPTY);
    this.#save();
  }

  #save(): void {
    this.#file.write(this.#state);
  }
}
