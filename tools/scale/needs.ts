import { busiestMinute, findRate, simulateArrivals } from './arrivals.ts';
import type { Costs } from './costs.ts';

/** The installation in question. */
export const LOAD = { organizations: 10_000, emails_a_month: 50_000_000, people: 220_000_000 } as const;

/** Not measured: how the organizations work, and how full machines may be. */
export const ASSUMED = {
  working_days_a_month: 21,
  emails_of_a_mailbox_a_day: 24,
  emails_to_a_lead: 3,
  replies_to_an_email: 0.03,
  months_kept: 12,
  users_of_an_organization: 5,
  users_online: 0.2,
  calls_of_a_user_a_minute: 6,
  searches_a_second: 5,
  /** Of an email with its headers by SMTP; of a call, compressed. */
  bytes_sent: { email: 10_000, call: 5_000 },
  /** Longest wait of an email after it is due. */
  wait_in_seconds: 600,
  /** Part of a processor that the plan uses: the rest is a reserve for peaks. */
  use_of_processors: 0.5,
  /** Part of the database that is in memory: what was written last, and the upper levels of indexes. */
  database_in_memory: 0.03,
} as const;

/** The smallest machine of the price list that fits: 8 processors and 32 GB. */
const MACHINE = { cores: 8, memory: 32e9 } as const;

interface Prices {
  name: string;
  machine: number;
  disk: number;
  traffic: number;
}

/**
 * List prices in euros a month without VAT; a machine of 8 processors and 32 GB, a GB of disk, a GB to the internet. Hetzner CCX33 (its
 * volumes, and traffic beyond what is included) and AWS m6a.2xlarge (gp3, Frankfurt; USD at 1.1133).
 */
export const PRICES: Readonly<Record<'low' | 'high', Prices>> = {
  low: { name: 'Hetzner', machine: 138.49, disk: 0.0572, traffic: 0.001 },
  high: { name: 'AWS', machine: 271.46, disk: 0.0939, traffic: 0.09 / 1.1133 },
};

interface Part {
  name: string;
  cores: number;
  memory: number;
  /** Each with the whole of cores and memory, for when one fails. */
  copies: number;
  disk: number;
}

/** Machines of the price list for one copy. */
export const machinesOf = ({ cores, memory }: Pick<Part, 'cores' | 'memory'>): number =>
  Math.ceil(Math.max(cores / ASSUMED.use_of_processors / MACHINE.cores, memory / MACHINE.memory));

function average(first: number, follow_up: number): number {
  const share = 1 / ASSUMED.emails_to_a_lead;
  return first * share + follow_up * (1 - share);
}

/** An email of the month: one of a few is the first to its lead, the others follow up. */
function costOfEmail(costs: Costs) {
  const of = (kind: 'wal' | 'worker' | 'postgres'): number =>
    average(costs[`first_email_${kind}`].value, costs[`follow_up_${kind}`].value);
  return {
    bytes: average(costs.first_email.value, costs.follow_up.value),
    ...{ wal: of('wal'), worker: of('worker'), postgres: of('postgres') },
  };
}

/** Bytes of PostgreSQL: what each month adds, and what is there at the end of the time that is kept. */
function measureDisk(costs: Costs, mailboxes: number) {
  const emails = LOAD.emails_a_month;
  const leads = emails / ASSUMED.emails_to_a_lead;
  const month = {
    emails: emails * costOfEmail(costs).bytes,
    leads: leads * (costs.lead.value + costs.campaign_lead.value),
    replies: emails * ASSUMED.replies_to_an_email * costs.reply.value,
  };
  const sum = month.emails + month.leads + month.replies;
  const standing = LOAD.organizations * costs.organization.value + mailboxes * costs.mailbox.value;
  return { month, a_month: sum, kept: sum * ASSUMED.months_kept + standing };
}

/** What happens in a second of the busiest minute, and what that takes. */
function measureSecond(costs: Costs, emails: number, mailboxes: number) {
  const email = costOfEmail(costs);
  const online = LOAD.organizations * ASSUMED.users_of_an_organization * ASSUMED.users_online;
  const calls = (online * ASSUMED.calls_of_a_user_a_minute) / 60;
  const replies = emails * ASSUMED.replies_to_an_email;
  return {
    ...{ online, calls, emails },
    worker_cores:
      (emails * email.worker + replies * costs.reply_worker.value + mailboxes * costs.mailbox_worker.value) / 1000,
    postgres_cores:
      (emails * email.postgres +
        replies * costs.reply_postgres.value +
        calls * costs.call_postgres.value +
        mailboxes * costs.mailbox_postgres.value) /
      1000,
    web_cores: (calls * costs.call_web.value) / 1000,
    wal: emails * email.wal,
    /** Of 8 KB: the log itself, and the pages that it describes, each at most once. */
    disk_writes: (2 * emails * email.wal) / 8192,
    bits_out: (emails * ASSUMED.bytes_sent.email + calls * ASSUMED.bytes_sent.call) * 8,
  };
}

export function calculateNeeds(costs: Costs, mailboxes_of_a_worker: number) {
  const { working_days_a_month, emails_of_a_mailbox_a_day: emails_each } = ASSUMED;
  const mailboxes = Math.ceil(LOAD.emails_a_month / working_days_a_month / emails_each);
  const due = { step: 20, mailboxes, emails_each };
  const opening = simulateArrivals({ ...due, pace: 'opening' });
  const rhythm = simulateArrivals({ ...due, pace: 'rhythm' });
  const rate = findRate(opening, ASSUMED.wait_in_seconds);
  const workers = Math.ceil(mailboxes / mailboxes_of_a_worker);
  const second = measureSecond(costs, rate, mailboxes);
  const disk = measureDisk(costs, mailboxes);
  const searching = (ASSUMED.searches_a_second * costs.preview.value * 2) / 1000;
  const worker_memory = mailboxes * costs.mailbox_memory.value + workers * 150e6;
  const live_memory = second.online * costs.socket.value + 4 * 250e6;
  const parts: Part[] = [
    {
      ...{ name: 'PostgreSQL, and a standby', copies: 2, disk: disk.kept },
      ...{ cores: second.postgres_cores, memory: disk.kept * ASSUMED.database_in_memory },
    },
    { name: 'Workers', copies: 2, disk: 0, cores: second.worker_cores, memory: worker_memory },
    { name: 'Web, live and HAProxy', copies: 2, disk: 0, cores: second.web_cores, memory: live_memory },
    {
      ...{ name: 'Lead database', copies: 1, disk: LOAD.people * costs.person.value },
      ...{ cores: searching, memory: LOAD.people * costs.person.value },
    },
    { name: 'Backups', copies: 1, disk: disk.kept, cores: 0, memory: 0 },
  ];
  const egress =
    LOAD.emails_a_month * ASSUMED.bytes_sent.email +
    second.calls * ASSUMED.bytes_sent.call * 8 * 3600 * working_days_a_month;
  return {
    ...{ mailboxes, workers, rate, second, disk, parts, egress },
    day: {
      mean: opening.reduce((sum, count) => sum + count, 0) / opening.length,
      opening: busiestMinute(opening),
      rhythm: busiestMinute(rhythm),
    },
  };
}

export type Needs = ReturnType<typeof calculateNeeds>;

/** Euros a month. */
export function priceOf({ parts, egress }: Pick<Needs, 'parts' | 'egress'>, prices: Prices) {
  const rows = parts.map((part) => ({
    name: part.name,
    euros: part.copies * (machinesOf(part) * prices.machine + (part.disk / 1e9) * prices.disk),
  }));
  return [...rows, { name: 'Traffic to the internet', euros: (egress / 1e9) * prices.traffic }];
}
