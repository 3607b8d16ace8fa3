import { join } from 'node:path';
import type { RevisionNodeInput } from '@overture/contract/revisions';
import type { Context } from '../../../server/src/kernel/context.ts';
import { previewImpact } from '../../../server/src/slices/campaigns/revisions/impact.service.ts';
import { scheduleCopy } from '../../../server/src/slices/campaigns/revisions/scheduled-publishing.service.ts';
import { saveCopy } from '../../../server/src/slices/campaigns/revisions/working-copy.service.ts';
import * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import { PUBLISHING_FAILPOINTS } from '../../../server/src/slices/failpoints/failpoints.service.ts';
import { recordProof } from '../../support/record.ts';
import { parseSize } from '../../support/size.ts';
import { MAIL_DEATHS, readMailLedger } from '../world/ledger-mailer.ts';
import { startCampaign } from '../world/proof-campaigns.ts';
import { jump, type ProofWorld, runProof, until } from '../world/proof-world.ts';

/**
 * Working copies come due, some of which may not be published (leads have moved on, archived, a fault of ours), while workers are ended with
 * SIGKILL around the claim, the commit and the handover of the mails: each is published exactly once and whole, or told as not published
 * with one mail; a mail is missing only where its worker died while the mail server may have had it.
 */
export interface PublishKillOptions {
  kills: number;
  /** Of each sort; new ones come as long as workers are killed. */
  campaigns: number;
  workers: number;
  /** How likely a place kills when it is passed. */
  likelihood: number;
}

export interface PublishKillVerdict {
  kills: number;
  by_point: Record<string, number>;
  published: number;
  not_published: number;
  /** Twice or half, or not at all. */
  wrong: string[];
  /** More than one mail, or one about a campaign that was published. */
  wrong_mails: string[];
  mails: number;
  /** No mail, and its row says that it may have left. */
  doubts: number;
}

const SORTS = ['published', 'moved', 'archived', 'broken'] as const;
const PLACES = [
  ...PUBLISHING_FAILPOINTS.map((place) => ({
    place,
    dies: (likely: number) => ({ FAILPOINT: `${place}:kill:${likely}` }),
  })),
  ...MAIL_DEATHS.map((place) => ({ place, dies: (likely: number) => ({ MAIL_DIES: `${place}:${likely}` }) })),
];
const LEADS = 6;
const HOUR = 3600;
/** A worker that nothing kills is asked to end after so long: on a slow machine it needs some of it to begin. */
const LIFE_IN_MS = 20_000;

export async function provePublishKill(world: ProofWorld, options: PublishKillOptions): Promise<PublishKillVerdict> {
  const maker = await makeMaker(world);
  const sorts = new Map<number, (typeof SORTS)[number]>();
  await breakPublishing(world);
  const feed = async (): Promise<void> => {
    for (let n = 0; n < options.campaigns; n += 1)
      for (const sort of SORTS) sorts.set(await makeDue(world, maker, sort), sort);
  };
  await feed();
  const by_point = await kill(world, options, feed);
  await settle(world);
  const kills = Object.values(by_point).reduce((sum, one) => sum + one, 0);
  return { kills, by_point, ...(await consult(world, sorts)) };
}

const ledgerOf = (world: ProofWorld): string => join(world.directory, 'notices.jsonl');

interface Maker {
  ctx: Context;
  organization_id: number;
  account_id: number;
}

async function makeMaker(world: ProofWorld): Promise<Maker> {
  const organization_id = await factory.makeOrganization(world.system);
  const { rows } = await world.owner.query<{ id: number }>(
    `insert into users (organization_id, email, name, verified_at) values ($1, 'ada@acme.example', 'Ada', now()) returning id::int`,
    [organization_id],
  );
  const id = rows[0]!.id;
  const email = 'sender@acme.example';
  const account_id = await factory.makeMailSender(world.system, organization_id, { email, smtp_port: 1 });
  const ctx = world.system.forOrganization(organization_id, { id, actor_id: id, role: 'USER' });
  return { ctx, organization_id, account_id };
}

/** A planted fault in the middle of publishing: earlier writes of its transaction must be rolled back too. */
async function breakPublishing(world: ProofWorld): Promise<void> {
  await world.owner.query(`create function fail_publishing() returns trigger language plpgsql as $$
    begin
      if new.number > 1 and exists (select from campaigns where id = new.campaign_id and name = 'broken') then
        raise exception 'broken on purpose';
      end if;
      return new;
    end $$`);
  await world.owner.query(
    'create trigger fail_publishing before insert on campaign_revisions for each row execute function fail_publishing()',
  );
}

/** A campaign whose working copy comes due in an hour. */
async function makeDue(
  world: ProofWorld,
  { ctx, organization_id, account_id }: Maker,
  sort: (typeof SORTS)[number],
): Promise<number> {
  const nodes = [{ type: 'EMAIL' as const, delay_in_hours: 24 * 30, message: 'Hi, old' }];
  const people = Array.from({ length: LEADS }, () => ({ email: `p${Math.random()}@northwind.example` }));
  const { campaign_id, lead_ids } = await startCampaign(world, { organization_id, account_id, nodes }, people);
  await world.owner.query('update campaigns set name = $2 where id = $1', [campaign_id, sort]);
  const { rows } = await world.owner.query<{ id: number }>(
    'select id::int from campaign_nodes where campaign_id = $1',
    [campaign_id],
  );
  const place = { id: rows[0]!.id, parent_id: null, branch: null, type: 'EMAIL' as const, delay_in_hours: 24 * 30 };
  const node: RevisionNodeInput = { ...place, subject_line: 'Hello', message: 'Hi, new' };
  const { version } = await saveCopy(ctx, campaign_id, { version: 0, nodes: [node] });
  const { changes } = await previewImpact(ctx, campaign_id, null);
  const at = new Date(ctx.clock.now().getTime() + HOUR * 1000).toISOString();
  await scheduleCopy(ctx, campaign_id, { version, at, seen: changes });
  if (sort === 'moved')
    await world.owner.query(
      `update campaign_leads set status = 'COMPLETED', next_node_id = null, next_at = null, next_lane = null where id = any($1)`,
      [lead_ids.slice(0, LEADS / 2)],
    );
  if (sort === 'archived')
    await world.owner.query(
      `update campaigns set status = 'ARCHIVED', archived_at = app_now(), archived_from = 'ACTIVE' where id = $1`,
      [campaign_id],
    );
  return campaign_id;
}

/** Workers one after the other, each of which dies at one place; the clock advances, and new campaigns become due. */
async function kill(
  world: ProofWorld,
  { kills, workers, likelihood }: PublishKillOptions,
  feed: () => Promise<void>,
): Promise<Record<string, number>> {
  const by_point: Record<string, number> = {};
  let total = 0;
  const live = async (first: number): Promise<void> => {
    for (let turn = first; total < kills; turn += workers) {
      const { place, dies } = PLACES[turn % PLACES.length]!;
      const environment = { ...dies(likelihood), MAIL_LEDGER: ledgerOf(world) };
      const child = await world.startWorker(environment, 'publishing-worker');
      const signal = await new Promise<string | null>((resolve) => {
        const timer = setTimeout(() => child.kill('SIGTERM'), LIFE_IN_MS);
        child.once('exit', (_code, by) => {
          clearTimeout(timer);
          resolve(by);
        });
      });
      if (signal !== 'SIGKILL') continue;
      total += 1;
      by_point[place] = (by_point[place] ?? 0) + 1;
    }
  };
  let isOver = false;
  const feeding = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await jump(world, 300);
      if (!(await isAnyDue(world))) {
        await feed();
        await jump(world, HOUR);
      }
    }
  })();
  await jump(world, HOUR);
  await Promise.all(Array.from({ length: workers }, (_, place) => live(place)));
  isOver = true;
  await feeding;
  return by_point;
}

async function isAnyDue(world: ProofWorld): Promise<boolean> {
  const { rows } = await world.owner.query<{ is_any: boolean }>(`select
    exists (select from campaign_working_copies where publish_at <= app_now())
      or exists (select from notice_mails where begun_at is null) as is_any`);
  return rows[0]!.is_any;
}

/** An undisturbed worker does the rest; the last campaigns become due too. */
async function settle(world: ProofWorld): Promise<void> {
  const child = await world.startWorker({ MAIL_LEDGER: ledgerOf(world) }, 'publishing-worker');
  await jump(world, HOUR);
  await until(
    async () => {
      await jump(world, 900);
      return !(await isAnyDue(world));
    },
    180_000,
    'the last time of publishing',
  );
  child.kill('SIGTERM');
}

interface CampaignRow {
  id: number;
  revision: number;
  revisions: number;
  message: string;
  is_open: boolean;
  publish_at: Date | null;
  refusal: string | null;
  notices: number;
  doubts: number;
}

/** The words of each kind of notice. */
const NOTIFIED = {
  moved: 'have moved on than the counts',
  archived: 'in the archive',
  broken: 'Something went wrong on our side',
};

async function consult(
  world: ProofWorld,
  sorts: ReadonlyMap<number, (typeof SORTS)[number]>,
): Promise<Omit<PublishKillVerdict, 'kills' | 'by_point'>> {
  const { rows } =
    await world.owner.query<CampaignRow>(`select c.id::int, c.revision, w.publish_at, w.publish_refusal as refusal,
      (select count(*)::int from campaign_revisions r where r.campaign_id = c.id) as revisions,
      (select message from campaign_nodes n where n.campaign_id = c.id and n.is_live) as message, w.flow is not null as is_open,
      (select count(*)::int from notice_mails m where m.path = '/campaigns/' || c.id) as notices,
      (select count(*)::int from notice_mails m where m.path = '/campaigns/' || c.id and m.begun_at is not null and m.mailed_at is null) as doubts
    from campaigns c join campaign_working_copies w on w.campaign_id = c.id`);
  const mails = readMailLedger(ledgerOf(world));
  const verdict = { published: 0, not_published: 0, wrong: [] as string[], wrong_mails: [] as string[], doubts: 0 };
  for (const row of rows) {
    const sort = sorts.get(row.id)!;
    const isPublished = sort === 'published';
    verdict[isPublished ? 'published' : 'not_published'] += 1;
    const isRight = isPublished
      ? row.revision === 2 && row.revisions === 2 && row.message === 'Hi, new' && !row.is_open && row.refusal === null
      : row.revision === 1 &&
        row.revisions === 0 &&
        row.message === 'Hi, old' &&
        row.is_open &&
        row.refusal?.includes(NOTIFIED[sort]);
    if (!isRight || row.publish_at !== null) verdict.wrong.push(`${sort} ${JSON.stringify(row)}`);
    const got = mails.filter(({ text }) => text.endsWith(`/campaigns/${row.id}`)).length;
    // Where a worker died in the handover, a mail may or may not be there; the ledger knows, the product does not.
    const isMailRight = isPublished
      ? row.notices + got === 0
      : row.notices === 1 && (got === 1 || (got === 0 && row.doubts === 1));
    if (!isMailRight) verdict.wrong_mails.push(`${sort} ${row.id}: ${row.notices} rows, ${got} mails`);
    verdict.doubts += got === 0 ? row.doubts : 0;
  }
  return { ...verdict, mails: mails.length };
}

export const isPublishKillClean = ({ wrong, wrong_mails }: PublishKillVerdict): boolean =>
  wrong.length + wrong_mails.length === 0;

if (import.meta.main) {
  const kills = parseSize('KILLS', 60);
  await runProof({ settings: { fsync: 'off' } }, async (world) => {
    const verdict = await provePublishKill(world, { kills, campaigns: 3, workers: 2, likelihood: 0.4 });
    process.stdout.write(`publish-kill: ${JSON.stringify(verdict)}\n`);
    const isProven = isPublishKillClean(verdict) && verdict.kills >= kills && verdict.published > 0;
    recordProof('kills/publish-kill', isProven, verdict);
    return isProven;
  });
}
