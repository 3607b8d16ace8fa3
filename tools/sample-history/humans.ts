import { setTimeout as sleep } from 'node:timers/promises';
import { call, control, rest } from '../../bench/proofs/month/month-calls.ts';
import { chance } from './people.ts';
import {
  CONFIRMATIONS,
  INTERESTED,
  INTERESTED_CHAT,
  NOT_NOW,
  NOT_NOW_CHAT,
  NOTES,
  PARTINGS,
  REFERRALS,
} from './texts.ts';
import type { World } from './world.ts';

type Mood = 'interested' | 'not_now' | 'referral';

interface Reply {
  prospect_id: number;
  mood: Mood;
  due_at: number;
  channel: 'email' | 'linkedin';
  to: string;
  seat: string | null;
  text: string;
}

interface Sent {
  id: number;
  prospect_id: number;
  type: string;
  variant: string | null;
  email: string;
  linkedin: string;
  seat: string | null;
}

/** Of a hundred messages: who answers them, and how. */
const SHARES: Record<'email' | 'linkedin', Record<Mood, number>> = {
  email: { interested: 2.6, not_now: 2, referral: 0.6 },
  linkedin: { interested: 11, not_now: 5, referral: 0 },
};
const TEXTS: Record<'email' | 'linkedin', Record<Mood, readonly string[]>> = {
  email: { interested: INTERESTED.map(([reply]) => reply), not_now: NOT_NOW, referral: REFERRALS },
  linkedin: { interested: INTERESTED_CHAT.map(([reply]) => reply), not_now: NOT_NOW_CHAT, referral: REFERRALS },
};
const ANSWERS = new Map([...INTERESTED, ...INTERESTED_CHAT]);
const HOUR = 3_600_000;
const pick = <T>(values: readonly T[], ...words: (string | number)[]): T =>
  values[Math.floor(chance(...words) * values.length)] as T;

/** The people on both sides of the conversations: leads who answer, and Ada, who reads what came in. */
export class Humans {
  readonly #world: World;
  /** The first reply of each lead who writes back at all. */
  readonly #first = new Map<number, Reply>();
  readonly #worked = new Set<number>();
  #replies: Reply[] = [];
  #seen = 0;
  #labels: Record<string, number> | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  /** Leads think about what reached them since the last time, and those whose time has come write back. */
  async reply(): Promise<void> {
    for (const sent of await this.#listSent()) this.#consider(sent);
    const due = this.#replies.filter(({ due_at }) => due_at <= this.#world.now.getTime());
    this.#replies = this.#replies.filter((reply) => !due.includes(reply));
    for (const { channel, to, seat, text } of due) {
      if (channel === 'email') await control(this.#world, '/__control/reply', { recipient: to, text });
      else await control(this.#world, '/unipile/__control/message', { account_id: seat, public_identifier: to, text });
    }
    if (due.length > 0) await this.#settle();
  }

  /** Ada goes through what is unread: she marks, answers and notes. What came in last stays for the next day. */
  async work(isLast: boolean): Promise<void> {
    let hasWritten = false;
    type Chats = { chats: { prospect: { id: number }; has_unread: boolean }[] };
    const { chats } = await call<Chats>(this.#world, 'GET', '/chats/?limit=100');
    for (const { prospect, has_unread } of chats) {
      const { id } = prospect;
      const mood = await this.#moodOf(id);
      if ((mood === null && !has_unread) || (isLast && chance('later', id) < 0.5)) continue;
      await call(this.#world, 'POST', `/chats/${id}/mark-as-read/`, {});
      if (mood === null) continue;
      await this.#mark(id, mood);
      if (mood === 'referral' || (mood === 'not_now' && chance('parting', id) < 0.5)) continue;
      const answer = ANSWERS.get(this.#first.get(id)?.text ?? '');
      const message = answer ?? pick(PARTINGS, 'parting', id);
      await call(this.#world, 'POST', `/chats/${id}/send-message/`, { message });
      hasWritten = true;
      if (mood === 'interested') this.#plan(id);
    }
    if (hasWritten) await rest(this.#world);
  }

  async #listSent(): Promise<Sent[]> {
    const { rows } = await this.#world.server.owner.query<Sent>(
      `select r.id::int, r.prospect_id::int, n.type, r.variant, p.email, p.linkedin_key as linkedin, a.provider_account_id as seat
        from campaign_step_runs r join campaign_nodes n on n.id = r.node_id join prospects p on p.id = r.prospect_id
        left join outbound_intents i on i.id = r.intent_id left join accounts a on a.id = i.account_id
        where r.id > $1 and r.outcome = 'done' and r.error is null and n.type in ('EMAIL', 'LINKEDIN_MESSAGE') order by r.id`,
      [this.#seen],
    );
    this.#seen = rows.at(-1)?.id ?? this.#seen;
    return rows;
  }

  #consider(sent: Sent): void {
    if (this.#first.has(sent.prospect_id)) return;
    const channel = sent.type === 'EMAIL' ? 'email' : 'linkedin';
    const lift = sent.variant === 'b' ? 1.6 : 1;
    let left = chance('reply', sent.prospect_id, sent.id) * 100;
    for (const mood of ['interested', 'not_now', 'referral'] as const) {
      left -= SHARES[channel][mood] * (mood === 'interested' ? lift : 1);
      if (left >= 0) continue;
      const wait = (0.5 + chance('wait', sent.id) ** 2 * 50) * HOUR;
      const reply: Reply = {
        prospect_id: sent.prospect_id,
        mood,
        due_at: this.#world.now.getTime() + wait,
        channel,
        to: channel === 'email' ? sent.email : sent.linkedin.replace(/^.*\//, ''),
        seat: sent.seat,
        text: pick(TEXTS[channel][mood], 'text', sent.id),
      };
      this.#replies.push(reply);
      this.#first.set(sent.prospect_id, reply);
      return;
    }
  }

  /** Null where there is nothing to answer (yet): a machine's mail, or one she has answered. */
  async #moodOf(id: number): Promise<Mood | null> {
    const known = this.#first.get(id);
    if (known === undefined || this.#worked.has(id)) return null;
    const { rows } = await this.#world.server.owner.query(
      "select from chat_messages where prospect_id = $1 and sent_by_prospect and kind = 'REPLY' limit 1",
      [id],
    );
    return rows.length > 0 ? known.mood : null;
  }

  /** Mailboxes and LinkedIn are looked at every few seconds: what was written is waited for. */
  async #settle(): Promise<void> {
    await sleep(1500);
    await rest(this.#world);
  }

  async #mark(id: number, mood: Mood): Promise<void> {
    this.#worked.add(id);
    if (mood === 'referral') return;
    const isInterested = mood === 'interested';
    const status = isInterested ? 'INTERESTED' : 'NOT_INTERESTED';
    await call(this.#world, 'PUT', `/chats/${id}/status/`, { status });
    const labels = await this.#listLabels();
    const label = isInterested ? pick(['Meeting booked', 'Wants details'], 'label', id) : 'Next quarter';
    await call(this.#world, 'POST', `/prospects/${id}/labels/`, { label_id: labels[label] });
    if (!isInterested || chance('note', id) > 0.4) return;
    await call(this.#world, 'POST', `/chats/${id}/notes/`, { content: pick(NOTES, 'note', id) });
    if (chance('flag', id) < 0.15) await call(this.#world, 'POST', `/chats/${id}/flag/`, {});
  }

  async #listLabels(): Promise<Record<string, number>> {
    if (this.#labels) return this.#labels;
    this.#labels = {};
    for (const [name, color] of [
      ['Meeting booked', '#0ca678'],
      ['Wants details', '#4263eb'],
      ['Next quarter', '#f08c00'],
    ] as const) {
      const { label } = await call<{ label: { id: number } }>(this.#world, 'POST', '/chat-labels/', { name, color });
      this.#labels[name] = label.id;
    }
    return this.#labels;
  }

  /** Six of ten confirm what Ada proposed. */
  #plan(id: number): void {
    const known = this.#first.get(id);
    if (known === undefined || chance('confirm', id) > 0.6) return;
    const due_at = this.#world.now.getTime() + (2 + chance('second', id) * 20) * HOUR;
    this.#replies.push({ ...known, due_at, text: pick(CONFIRMATIONS, 'confirmation', id) });
  }

  /** A recipient pressed "report spam": their provider reports it to the sender. */
  async complain(): Promise<void> {
    const { rows } = await this.#world.server.owner.query(
      `select i.message_id, a.email::text from outbound_intents i join accounts a on a.id = i.account_id
        where i.action = 'email' and i.state = 'confirmed' and i.kind = 'campaign_step' order by i.id desc limit 1`,
    );
    const boundary = 'feedback';
    const lines = [
      'From: staff@feedback.example',
      `To: ${rows[0].email}`,
      'Subject: Email feedback report',
      `Date: ${this.#world.now.toUTCString()}`,
      'Message-ID: <feedback-1@feedback.example>',
      'MIME-Version: 1.0',
      `Content-Type: multipart/report; report-type=feedback-report; boundary="${boundary}"`,
      '',
      `--${boundary}\r\nContent-Type: text/plain\r\n\r\nThis is an email abuse report.`,
      `--${boundary}\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nUser-Agent: Feedback/1.0\r\nVersion: 1\r\n`,
      `--${boundary}\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <${rows[0].message_id}>\r\nFrom: ${rows[0].email}\r\nSubject: Pipeline\r\n\r\n`,
      `--${boundary}--`,
      '',
    ];
    await control(this.#world, '/__control/deliver', { email: rows[0].email, raw: lines.join('\r\n') });
    await this.#settle();
  }
}
