import type { Cost, Costs, Largest, loadTenants, Mark } from './costs.ts';
import { ASSUMED, calculateNeeds, LOAD, machinesOf, type Needs, PRICES, priceOf } from './needs.ts';

const UNITS: readonly [size: number, unit: string][] = [
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'KB'],
];

/** Two digits: the inputs are no more exact. */
export function round(value: number): string {
  const digits = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  const step = 10 ** (digits - 1);
  return (Math.round(value / step) * step).toLocaleString('en', { maximumFractionDigits: Math.max(0, 1 - digits) });
}

export function bytes(value: number): string {
  const [size, unit] = UNITS.find(([least]) => value >= least) ?? [1, 'bytes'];
  return `${round(value / size)} ${unit}`;
}

const milliseconds = (value: number): string => `${round(value)} ms`;
const euros = (value: number): string => round(value);

function writeTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heading), `|${'---|'.repeat(heading.length)}`, ...rows.map(line)].join('\n');
}

const seconds = (ms: number): string => (ms < 1000 ? milliseconds(ms) : `${round(ms / 1000)} s`);

function writeTenants({ mailboxes, reading, idle, opening, day, measured }: ReturnType<typeof loadTenants>): string {
  const atRestAndWork = (part: 'worker-1' | 'postgres'): string => {
    const [rest, work] = [idle.usage[part], day.usage[part]];
    const memory = Math.max(rest.memory_in_mb, work.memory_in_mb) * 2 ** 20;
    return `${round(rest.cores)} and ${round(work.cores)} of a core, ${bytes(memory)}`;
  };
  return writeTable(
    ['what', 'figure'],
    [
      ['measured', measured],
      [`worker, at rest and at the rate of a day (${day.rate} emails a second)`, atRestAndWork('worker-1')],
      ['PostgreSQL', atRestAndWork('postgres')],
      [
        'every mailbox has an email to send at the same moment',
        `${opening.each.count.toLocaleString('en')} emails in ${seconds(opening.each.most)}`,
      ],
      [
        `${opening.greedy.count.toLocaleString('en')} emails of one organization at that moment`,
        `${opening.greedy.before_the_others} of them left before the others had theirs`,
      ],
      ['an email after it is due, at the rate of a day (p95)', seconds(day.late.p95)],
      ['a reply, from the mail server into the inbox (p95)', seconds(day.replies.p95)],
      ['a page of people who work (p95)', seconds(day.read.p95)],
      [
        'all mailboxes after a start',
        `read after ${round(reading.seconds / 60)} minutes, ${round(mailboxes / reading.seconds)} in a second; each further worker shares them`,
      ],
    ],
  );
}

const NO_FIGURE = '';

function writeCosts(costs: Costs): string {
  const row = (
    what: string,
    cost: Cost,
    { postgres, process }: { postgres?: Cost; process?: Cost } = {},
    wal?: Cost,
  ) => [
    what,
    cost.unit === 'bytes' ? bytes(cost.value) : NO_FIGURE,
    wal ? bytes(wal.value) : NO_FIGURE,
    postgres ? milliseconds(postgres.value) : NO_FIGURE,
    process ? milliseconds(process.value) : NO_FIGURE,
  ];
  const of = (kind: 'first_email' | 'follow_up') =>
    ({ postgres: costs[`${kind}_postgres`], process: costs[`${kind}_worker`] }) as const;
  return writeTable(
    ['one', 'on disk, with indexes', 'write-ahead log', 'PostgreSQL', 'worker, web'],
    [
      row('organization with a user', costs.organization),
      row('mailbox', costs.mailbox),
      row('lead of 13 fields', costs.lead),
      row('lead in a campaign', costs.campaign_lead),
      row('first email to a lead', costs.first_email, of('first_email'), costs.first_email_wal),
      row('follow-up', costs.follow_up, of('follow_up'), costs.follow_up_wal),
      row('reply', costs.reply, { postgres: costs.reply_postgres, process: costs.reply_worker }),
      [
        'call of a page',
        NO_FIGURE,
        NO_FIGURE,
        milliseconds(costs.call_postgres.value),
        milliseconds(costs.call_web.value),
      ],
      row('person of the lead database', costs.person),
    ],
  );
}

function writeNeeds(costs: Costs, needs: Needs): string {
  const { second, disk, day } = needs;
  const rows: [what: string, figure: string, mark: Mark][] = [
    ['mailboxes', round(needs.mailboxes), 'assumed'],
    ['workers, for that many mailboxes', round(needs.workers), 'derived'],
    ['emails a second, over 24 hours', round(day.mean), 'derived'],
    ['in the busiest minute, mailboxes with a natural rhythm', round(day.rhythm), 'derived'],
    ['in the busiest minute, all emails due at 08:00', round(day.opening), 'derived'],
    [`rate at which none waits over ${ASSUMED.wait_in_seconds / 60} minutes`, round(needs.rate), 'derived'],
    ['at that rate: processors of all workers', round(second.worker_cores), 'derived'],
    ['processors of PostgreSQL', round(second.postgres_cores), 'derived'],
    ['write-ahead log a second', bytes(second.wal), 'derived'],
    ['disk writes a second (8 KB), about', round(second.disk_writes), 'derived'],
    ['Mbit a second to the internet', round(second.bits_out / 1e6), 'derived'],
    ['PostgreSQL grows in a month', bytes(disk.a_month), 'derived'],
    ...(['emails', 'leads', 'replies'] as const).map((kind): [string, string, Mark] => [
      `of it ${kind}`,
      bytes(disk.month[kind]),
      'derived',
    ]),
    [`PostgreSQL after ${ASSUMED.months_kept} months`, bytes(disk.kept), 'derived'],
    ['open pages', round(second.online), 'assumed'],
    ['calls a second, and processors of the web', `${round(second.calls)}, ${round(second.web_cores)}`, 'derived'],
    ['memory of the workers for mailboxes', bytes(needs.mailboxes * costs.mailbox_memory.value), 'derived'],
    ['memory of the live processes for open pages', bytes(second.online * costs.socket.value), 'derived'],
    ['lead database', bytes(LOAD.people * costs.person.value), 'derived'],
  ];
  return writeTable(['needed', 'figure', 'mark'], rows);
}

function writePrices(needs: Needs): string {
  const [low, high] = [priceOf(needs, PRICES.low), priceOf(needs, PRICES.high)];
  const sum = (rows: typeof low): string => euros(rows.reduce((all, row) => all + row.euros, 0));
  const rows = low.map((row, place) => {
    const part = needs.parts[place];
    const machines = part ? part.copies * machinesOf(part) : 0;
    const disk = part ? part.copies * part.disk : 0;
    return [
      row.name,
      machines > 0 ? String(machines) : NO_FIGURE,
      disk > 0 ? bytes(disk) : NO_FIGURE,
      euros(row.euros),
      euros(high[place]!.euros),
    ];
  });
  return writeTable(
    ['part', 'machines', 'disk', PRICES.low.name, PRICES.high.name],
    [...rows, ['together, euros a month', NO_FIGURE, NO_FIGURE, sum(low), sum(high)]],
  );
}

/** Processes beside the workers: two for the web, two for live connections, two for housekeeping. */
const OTHER_PROCESSES = 6;

function writeBeyond(needs: Needs, largest: Largest): string {
  const rows: [what: string, measured: number, needed: number][] = [
    ['emails in PostgreSQL (measured: events)', largest.events, LOAD.emails_a_month * ASSUMED.months_kept],
    ['organizations', largest.organizations, LOAD.organizations],
    ['mailboxes', largest.mailboxes_of_a_worker, needs.mailboxes],
    ['people of the lead database', largest.people, LOAD.people],
    ['processes', largest.processes, needs.workers + OTHER_PROCESSES],
    ['emails a second', largest.emails_a_second, needs.rate],
  ];
  return writeTable(
    ['beyond what was measured', 'measured', 'needed', 'times'],
    rows.map(([what, measured, needed]) => [what, round(measured), round(needed), round(needed / measured)]),
  );
}

/** The tables of docs/operate/capacity.md and sizing.md. */
export function writeTables(costs: Costs, largest: Largest, tenants: ReturnType<typeof loadTenants>): string[] {
  const needs = calculateNeeds(costs, largest.mailboxes_of_a_worker);
  return [
    writeTenants(tenants),
    writeCosts(costs),
    writeNeeds(costs, needs),
    writePrices(needs),
    writeBeyond(needs, largest),
  ];
}
