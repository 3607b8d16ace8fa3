// @vitest-environment happy-dom
import type { FlowNode } from '@overture/domain/flow/flow';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { live } from '../../lib/api/live.ts';
import { show } from '../../lib/testing/show.tsx';
import { CampaignLinks } from './campaign-links.tsx';
import { LeadClicks } from './lead-clicks.tsx';
import { LinkChoice } from './link-choice.tsx';
import { TrackingDomains } from './tracking-domains.tsx';
import { TrackingSwitches } from './tracking-switches.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const user = { id: 1, role: 'USER', organization: { is_whitelabel: false, is_agency: false } };
const LIST = 'GET /tracking-domains/';
const domain = {
  id: 3,
  host: 't.acme.example',
  domain: 'acme.example',
  record: { type: 'CNAME', name: 't.acme.example', value: 'app.example' },
  problem: 'unchecked',
  detail: null,
  working_since: null,
  failing_since: null,
  checked_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
};
const listOf = (...tracking_domains: object[]) => ({ tracking_domains, max_tracking_domains: 50 });

test('a domain is added, and its record is shown', async () => {
  const answers = { [LIST]: listOf(), 'POST /tracking-domains/': { tracking_domain: domain } };
  await show(<TrackingDomains />, answers, user);
  expect(await screen.findByText('No tracking domain yet. Emails leave without tracking.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Add domain' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Add domain' }));
  expect(await screen.findByText('Please enter a host.')).toBeTruthy();
});

test('each domain says why emails leave without tracking', async () => {
  const domains = [
    domain,
    { ...domain, id: 4, host: 't.works.example', problem: null, working_since: '2026-11-20T10:00:00.000Z' },
    {
      ...domain,
      id: 5,
      host: 't.lost.example',
      problem: 'record_wrong',
      detail: 'elsewhere.example',
      failing_since: '2026-11-20T10:00:00.000Z',
    },
  ];
  await show(<TrackingDomains />, { [LIST]: listOf(...domains) }, user);
  expect(await screen.findByText('Working')).toBeTruthy();
  expect(screen.getByText('Waiting')).toBeTruthy();
  expect(screen.getByText('Not working')).toBeTruthy();
  expect(screen.getByText('It points to elsewhere.example. Replace it with the value above.')).toBeTruthy();
  expect(screen.getByText(/Emails have left without tracking since/)).toBeTruthy();
});

const off = { tracks_clicks: false, tracks_opens: false };

test('the switches of a campaign say for which senders they work', async () => {
  const onChange = vi.fn();
  const working = { ...domain, problem: null };
  await show(<TrackingSwitches tracking={off} onChange={onChange} />, { [LIST]: listOf(working) }, user);
  expect(await screen.findByText('Tracked for senders at acme.example.')).toBeTruthy();
  fireEvent.click(screen.getByRole('switch', { name: /^Track clicks/ }));
  fireEvent.click(screen.getByRole('switch', { name: /^Track opens/ }));
  expect(onChange.mock.calls).toEqual([[{ tracks_clicks: true }], [{ tracks_opens: true }]]);
});

test('without a working domain the switches lead to where one is set up', async () => {
  await show(
    <TrackingSwitches tracking={{ ...off, tracks_opens: true }} onChange={() => {}} />,
    { [LIST]: listOf(domain) },
    user,
  );
  expect(await screen.findByText('No tracking domain works yet, so emails leave without tracking.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Set up a tracking domain' })).toBeTruthy();
});

test('a condition can ask for links of follow-up emails, not for those of the first, which is never tracked', async () => {
  const mail = (id: number, parent_id: number | null, message: string): FlowNode => ({
    ...{ id, kind: 'step', type: 'EMAIL', parent_id, branch: null, delay_in_hours: 24, message, subject_line: 'Hi' },
  });
  const flow: FlowNode[] = [
    mail(1, null, 'See https://acme.example/first'),
    mail(2, 1, 'See https://acme.example/second'),
    { id: 3, kind: 'condition', type: 'CLICKED', parent_id: 2, branch: null, delay_in_hours: 72 },
  ];
  await show(<LinkChoice flow={flow} nodeId={3} link={null} isEditable onChange={() => {}} />, {}, user);
  fireEvent.click(await screen.findByRole('combobox', { name: 'Link' }));
  expect(await screen.findByText('https://acme.example/second')).toBeTruthy();
  expect(screen.queryByText('https://acme.example/first')).toBeNull();
});

test('the panel of a lead lists clicks, those of programs in grey', async () => {
  const click = { id: 1, url: 'https://acme.example/a', class: 'person', campaign_id: 1, campaign_name: 'Autumn' };
  const clicks = [
    { ...click, clicked_at: '2026-11-20T10:00:00.000Z' },
    { ...click, id: 2, url: 'https://acme.example/b/', class: 'scanner', clicked_at: '2026-11-20T10:00:01.000Z' },
  ];
  const answers = { 'GET /prospects/7/clicks/': { clicks }, 'GET /prospects/7/opens/': { opens: [] } };
  await show(<LeadClicks prospectId={7} />, answers, user);
  expect(await screen.findByText('acme.example/a')).toBeTruthy();
  expect(screen.getByText('acme.example/b').className).toContain('text-ink-3');
  expect(screen.getByText('Scanner')).toBeTruthy();
});

test('the links of a campaign count leads, and programs apart', async () => {
  const links = [{ id: 1, url: 'https://acme.example/a', leads: 2, clicks: 3, by_proxies: 1, by_scanners: 4 }];
  const answers = { 'GET /campaigns/7/links/': { links }, 'GET /campaigns/7/opens/': { steps: [] } };
  await show(<CampaignLinks campaignId={7} />, answers, user);
  expect(screen.queryByText('Opened emails')).toBeNull();
  const row = within((await screen.findByText('acme.example/a')).closest('tr')!);
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['2', '3', '5']);
});

test('emails that were opened are listed as estimates, those by the own team in grey', async () => {
  const open = { step_id: 4, subject: 'Hello', campaign_id: 1, campaign_name: 'Autumn' };
  const opens = [
    { ...open, id: 1, class: 'person', opened_at: '2026-11-20T10:00:00.000Z' },
    { ...open, id: 2, subject: null, class: 'team', opened_at: '2026-11-20T09:00:00.000Z' },
  ];
  const answers = { 'GET /prospects/7/clicks/': { clicks: [] }, 'GET /prospects/7/opens/': { opens } };
  await show(<LeadClicks prospectId={7} />, answers, user);
  expect(await screen.findByText('Hello')).toBeTruthy();
  expect(screen.getByText('Opens are estimates.')).toBeTruthy();
  expect(screen.getByText('Follow-up in the same thread').className).toContain('text-ink-3');
  expect(screen.getByText('Your team')).toBeTruthy();
});

test('the report of a campaign counts opens by email, and says that they are estimates', async () => {
  const step = { step_id: 4, subject: 'Hello', leads: 2, opens: 3, by_proxies: 5, by_scanners: 1, by_team: 1 };
  const answers = { 'GET /campaigns/7/links/': { links: [] }, 'GET /campaigns/7/opens/': { steps: [step] } };
  await show(<CampaignLinks campaignId={7} />, answers, user);
  const row = within((await screen.findByText('Hello')).closest('tr')!);
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['2', '3', '7']);
  expect(screen.getByText(/Opens are estimates/)).toBeTruthy();
});

test('a campaign that is opened all the time is counted again at most every ten seconds', async () => {
  const listen = vi.spyOn(live, 'on');
  const { asked } = await show(
    <CampaignLinks campaignId={7} />,
    {
      'GET /campaigns/{}/links/': { links: [] },
      'GET /campaigns/{}/opens/': { steps: [{ step_id: 1, subject: 'Again' }] },
    },
    user,
  );
  const counted = () => asked.filter(({ call }) => call === 'GET /campaigns/7/opens/').length;
  await screen.findByText('Again');
  const heard = listen.mock.calls.find(([type]) => type === 'clicks_changed')?.[1] as (data: object) => void;
  for (let n = 0; n < 50; n += 1) heard({ campaign_id: 7, prospect_id: n });
  heard({ campaign_id: 8, prospect_id: 1 });
  await expect.poll(counted).toBe(2);
  listen.mockRestore();
});
