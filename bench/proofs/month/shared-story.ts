import type { BenchServer } from '../../support/bench-server.ts';
import { call, control, type Month, rest } from './month-calls.ts';
import { connectLinkedin, connectMailbox, importList } from './month-setup.ts';

/** The campaign of `twenty-days` that several senders share: its senders, flow and people. */

export const MAILBOXES = ['ada@mine.example', 'bo@ours.example', 'cy@theirs.example'] as const;
export const EMAIL_CAP = 40;
export const TYPO = 'about teh price';
export const MENDED = 'about the price';
export const ADDED = 'one last word';

interface Step {
  id: number;
  step_type: string;
  parent_step_id: number | null;
  delay_in_hours: number;
  subject_line: string | null;
  message: string | null;
}

export interface Campaign {
  id: number;
  steps: Step[];
}

export interface Story extends Month {
  campaign_id: number;
  mailboxes: { id: number; email: string }[];
  seats: { id: number; seat: string }[];
  /** What was seen on the way, in words; each must be there at the end. */
  seen: Map<string, string>;
}

export async function begin(server: BenchServer, leads: number): Promise<Story> {
  const person = await server.signUp();
  await server.owner.query(
    'update organizations set active_subscription = true, extra_linkedin_accounts = 5, extra_email_accounts = 5 where organization_id = $1',
    [person.organization_id],
  );
  await server.owner.query("update sessions set expires_at = now() + interval '400 days' where organization_id = $1", [
    person.organization_id,
  ]);
  const { sandbox_url } = await call<{ sandbox_url: string }>({ person }, 'GET', '/app/');
  const month: Month = { server, person, sandbox_url, snippet: null, senders: [] };
  await control(month, '/unipile/__control/limits', { reads_per_minute: 1_000_000, visits_per_day: 1_000_000 });
  const mailboxes: Story['mailboxes'] = [];
  for (const email of MAILBOXES) {
    const { id } = await connectMailbox(month, email, 0);
    // An hour at a time goes by here: a day spread over its window, mail by mail, would take as many looks as it has mails.
    await call(month, 'PUT', `/accounts/${id}/`, { natural_rhythm: false, ramp: 'off', email_max_messages: EMAIL_CAP });
    mailboxes.push({ id, email });
  }
  const seats = [await connectLinkedin(month, 0), await connectLinkedin(month, 0)];
  const campaign_id = await makeCampaign(month);
  const story = { ...month, campaign_id, mailboxes, seats, seen: new Map<string, string>() };
  await addPeople(
    story,
    'Leads',
    Array.from({ length: leads }, (_, n) => personLine(n)),
  );
  await call(story, 'POST', `/campaigns/${campaign_id}/activate/`, {
    email_account_ids: mailboxes.map(({ id }) => id),
    linkedin_account_ids: seats.map(({ id }) => id),
  });
  return story;
}

async function makeCampaign(month: Month): Promise<number> {
  const { campaign } = await call<{ campaign: Campaign }>(month, 'POST', '/campaigns/', { name: 'Twenty days' });
  await call(month, 'PUT', `/campaigns/${campaign.id}/`, { timezone: 'UTC' });
  const flow = [
    ['EMAIL', 0, 'Hello {{first_name}}, we should talk {about prices|about costs}.'],
    ['VISIT_LINKEDIN_PROFILE', 24, null],
    ['EMAIL', 48, `Once more ${TYPO}, {{first_name}}.`],
    ['LINKEDIN_INVITE', 24, null],
  ] as const;
  let parent: number | null = null;
  for (const [step, delay_in_hours, message] of flow) {
    const made: { new_step: { id: number } } = await call(month, 'POST', `/campaigns/${campaign.id}/steps/`, {
      step,
      ...(parent === null ? {} : { parent }),
    });
    parent = made.new_step.id;
    await call(month, 'PUT', `/campaigns/${campaign.id}/steps/${parent}/`, {
      delay_in_hours,
      ...(message === null ? {} : { message, subject_line: 'A question about {{company_name}}' }),
    });
  }
  return campaign.id;
}

/** One in ten answers, one in twenty is away; two at a company. */
function personLine(n: number): string {
  const kind = n % 10 === 3 ? 'reply' : n % 20 === 7 ? 'ooo' : 'silent';
  return lineOf(kind, `kim${n}`, `house${Math.floor(n / 2)}`);
}

export const lineOf = (kind: string, name: string, house: string) =>
  `${name},Reader,${kind}+${name}@${house}.example,https://www.linkedin.com/in/${name}-reader-silent,Director,${house}`;

const COLUMNS = {
  first_name: 'First',
  last_name: 'Last',
  email: 'Mail',
  linkedin_url: 'Profile',
  job_title: 'Title',
  company_name: 'Company',
};

/** Puts people into the campaign; answers their ids. */
export async function addPeople(story: Story, name: string, lines: readonly string[]): Promise<number[]> {
  const list = await importList(story, name, COLUMNS, lines);
  await rest(story);
  await call(story, 'POST', `/search/${list}/prospects/add-to-campaign/`, {
    campaign: story.campaign_id,
    amount: lines.length,
    search_or_campaign: 'search',
    allow_duplicates: true,
  });
  const { rows } = await story.server.owner.query<{ id: number }>(
    'select prospect_id::int as id from search_prospects where search_id = $1',
    [list],
  );
  return rows.map(({ id }) => id);
}
