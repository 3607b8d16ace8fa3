// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, press, refusal, show } from '../../lib/testing/show.tsx';
import { ActingBanner } from './acting-banner.tsx';
import { OrganizationPage } from './organization-page.tsx';
import { OrganizationsPage } from './organizations-page.tsx';
import { SystemPage } from './system-page.tsx';
import { TemplatesPage } from './templates-page.tsx';

const row = {
  id: 7,
  name: 'Acme',
  total_prospects: 1200,
  total_users: 2,
  total_campaigns: 3,
  plan: 'trial',
  suspended_at: null,
  created_at: '2026-11-01T10:00:00.000Z',
};
const flags = { lead_lists_enabled: true, lead_finder_enabled: true, ai_snippets_enabled: true };
const organization = {
  ...row,
  suspended_reason: null,
  trial_ends_at: '2026-12-01T00:00:00.000Z',
  is_paid_for: false,
  email_credits: 100,
  monthly_credits: 0,
  extra_linkedin_accounts: 0,
  extra_email_accounts: 0,
  features: flags,
  users: [
    {
      id: 1,
      name: 'Ada',
      email: 'ada@acme.example',
      role: 'USER',
      active: true,
      created_at: row.created_at,
      last_seen_at: null,
    },
    {
      id: 2,
      name: 'Root',
      email: 'root@acme.example',
      role: 'ADMIN',
      active: true,
      created_at: row.created_at,
      last_seen_at: null,
    },
  ],
};
const detail = { 'GET /admin/organizations/7/': { organization } };

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('organizations are searched, and a row leads to one', async () => {
  const shown = await show(<OrganizationsPage />, {
    'GET /admin/organizations/': ({ query }) => ({
      organizations: query.search === 'none' ? [] : [row],
      total_organizations: query.search === 'none' ? 0 : 1,
    }),
  });
  await screen.findByText('Acme');
  fill(screen.getByLabelText('Search by name or email'), 'none');
  await screen.findByText('No results found');
  expect(shown.asked.at(-1)?.query).toMatchObject({ search: 'none', page: '1' });
});

test('organizations are sorted by a click on a header, and filtered by plan or suspension', async () => {
  const { asked } = await show(<OrganizationsPage />, {
    'GET /admin/organizations/': { organizations: [row], total_organizations: 1 },
  });
  await screen.findByText('Never');
  await press(/Last active/);
  await expect.poll(() => asked.at(-1)?.query).toMatchObject({ sort_field: 'last_active_at', sort_direction: 'asc' });
  fireEvent.click(screen.getByRole('combobox', { name: 'Plan or state' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Suspended' }));
  await expect.poll(() => asked.at(-1)?.query).toMatchObject({ state: 'suspended', page: '1' });
});

test('figures of a period show on an axis of dates; a half that failed leaves no placeholder', async () => {
  const days = ['2026-11-01', '2026-11-02'];
  const metrics = days.map((date) => ({ date, emails_sent: 4, invites_accepted: 3, interested: 1 }));
  const campaigns = { total_prospects: 10, prospects_with_emails: 5, daily_metrics: metrics };
  localStorage.setItem('admin-tab', '"analytics"');
  await show(<OrganizationPage id={7} />, {
    ...detail,
    'GET /admin/organizations/7/search-analytics/': refusal(500, 'internal', 'Search figures failed.'),
    'GET /admin/organizations/7/campaign-analytics/': campaigns,
  });
  for (const [name, total] of [
    ['Emails sent', 8],
    ['Accepted invites', 6],
    ['Interested', 2],
  ] as const)
    await screen.findByRole('img', { name: `${name}: ${total}` });
  await screen.findByText('Search figures failed.');
  expect(document.querySelector('.bg-skeleton')).toBeNull();
  screen.getByDisplayValue('7 days');
});

test('an organization is suspended with a reason, after being asked', async () => {
  const { sent } = await show(<OrganizationPage id={7} />, {
    ...detail,
    'POST /admin/organizations/7/suspend/': { organization },
  });
  await press('Suspend');
  fill(await screen.findByLabelText('Reason (only visible to you)'), 'Unpaid');
  const buttons = await screen.findAllByRole('button', { name: 'Suspend' });
  buttons.at(-1)!.click();
  await screen.findByText('Organization suspended.');
  expect(sent('POST /admin/organizations/7/suspend/')).toEqual([{ reason: 'Unpaid' }]);
});

test('plan, credits and features are set; the tab is remembered', async () => {
  const { sent } = await show(<OrganizationPage id={7} />, {
    ...detail,
    'PUT /admin/organizations/7/billing/': { organization },
    'POST /admin/organizations/7/credits/': { organization },
    'PUT /admin/organizations/7/features/': { organization },
  });
  await press('Plan and features', 'tab');
  await press('Save');
  await screen.findByText('Saved.');
  expect(sent('PUT /admin/organizations/7/billing/')).toMatchObject([
    { plan: 'trial', trial_ends_at: '2026-12-01T23:59:59Z', monthly_credits: 0 },
  ]);
  fill(screen.getByLabelText(/^Amount/), '250');
  fill(screen.getByLabelText(/^Note/), 'Gift');
  await press('Add credits');
  await expect.poll(() => sent('POST /admin/organizations/7/credits/')).toEqual([{ amount: 250, note: 'Gift' }]);
  await press('Lead lists', 'switch');
  await expect.poll(() => sent('PUT /admin/organizations/7/features/')).toEqual([{ lead_lists_enabled: false }]);
  expect(localStorage.getItem('admin-tab')).toBe('"plan"');
});

test('impersonation asks for confirmation and is not offered for administrators', async () => {
  localStorage.setItem('admin-tab', '"users"');
  const { sent } = await show(<OrganizationPage id={7} />, {
    ...detail,
    'POST /admin/impersonate/1/': refusal(403, 'step_up_needed', 'Prove it'),
  });
  expect(screen.queryByRole('button', { name: 'Log in as Root' })).toBeNull();
  await press('Log in as Ada');
  fill(await screen.findByLabelText('Reason'), 'Help');
  await press('Log in as');
  await expect.poll(() => sent('POST /admin/impersonate/1/')).toHaveLength(1);
  await screen.findByText("Confirm it's you");
  expect(sent('POST /admin/impersonate/1/')).toEqual([{ reason: 'Help' }]);
});

test('the banner names both people and ends it', async () => {
  const user = { id: 1, name: 'Ada', acting: { actor_name: 'Olga', ends_at: '2026-11-23T11:30:00.000Z' } };
  const { sent } = await show(<ActingBanner user={user as never} />, {
    'POST /auth/acting/end/': refusal(409, 'conflict', 'You are signed in as yourself.'),
  });
  expect(screen.getByRole('region', { name: 'Acting as another user' }).textContent).toMatch(
    /^Olga, you're acting as Ada until/,
  );
  await press('End');
  await screen.findByText('You are signed in as yourself.');
  expect(sent('POST /auth/acting/end/')).toHaveLength(1);
});

test('the banner of a workspace names the client', async () => {
  const acting = { actor_name: 'Gus', ends_at: '2026-11-23T11:30:00.000Z', is_workspace: true };
  const user = { id: 1, name: 'Northwind', organization: { name: 'Acme' }, acting };
  await show(<ActingBanner user={user as never} />, {});
  expect(screen.getByRole('region').textContent).toMatch(/^Gus, you're working in the workspace of Acme until/);
});

test('the system says what fails', async () => {
  const system = {
    version: '0.1.0',
    node_version: 'v24',
    database_version: '18',
    database_bytes: 1e9,
    free_bytes: 2e9,
    workers: [],
    jobs: [{ task: 'sync', waiting: 2, running: 0, failing: 1, oldest_at: null, last_error: 'boom' }],
    sending: { due: 1, dispatching: 0, unconfirmed: 0 },
    adapters: [
      { adapter: 'mailer', succeeded_at: null, failed_at: row.created_at, failures: 3, last_error: 'no answer' },
    ],
  };
  const { sent } = await show(
    <SystemPage />,
    {
      'GET /admin/system/': system,
      'GET /admin/system/checks/': {
        findings: [
          { area: 'machine', title: 'Disk', status: 'pass', text: 'Plenty.', advice: null },
          { area: 'services', title: 'System mail', status: 'fail', text: 'No answer.', advice: 'Look at SMTP_URL.' },
        ],
      },
      'POST /admin/test-mail/': refusal(409, 'conflict', 'The mail server said: no'),
    },
    { id: 1, email: 'ops@a.example' },
  );
  await screen.findByText('No worker is running, so nothing is sent.');
  expect(screen.getAllByText('boom').length + screen.getAllByText('no answer').length).toBeGreaterThan(1);
  // Nothing outside is called until somebody asks for it.
  expect(screen.queryByText('Look at SMTP_URL.')).toBeNull();
  await press('Run all checks');
  await screen.findByText('Look at SMTP_URL.');
  expect(screen.getByText('1 passed, 0 warnings, 1 failed, 0 unknown.')).toBeTruthy();
  await press('Send test mail');
  await screen.findByText('The mail server said: no');
  expect(sent('POST /admin/test-mail/')).toEqual([{ to: 'ops@a.example' }]);
});

const template = {
  name: 'Intro',
  description: null,
  created_at: null,
  first_step: 1,
  first_condition: null,
  conditions: [],
};
const templates = {
  default: [{ ...template, id: 3, steps: [], is_default: true, is_built_in: true, organization_name: null }],
  organization: [
    {
      ...template,
      id: 1001,
      name: 'Ours',
      steps: [],
      is_default: false,
      is_built_in: false,
      organization_name: 'Acme',
    },
  ],
};

test('templates are renamed, offered to everybody and deleted, each after being asked', async () => {
  const { sent } = await show(<TemplatesPage />, {
    'GET /admin/templates/': templates,
    'PUT /admin/templates/1001/': { success: true },
    'POST /admin/templates/1001/toggle-default/': { success: true },
    'DELETE /admin/templates/1001/': refusal(404, 'not_found', 'It is gone.'),
    'POST /admin/templates/3/toggle-default/': { success: true },
  });
  await press('Actions for Ours');
  await press('Rename', 'menuitem');
  const name = await screen.findByLabelText<HTMLInputElement>('Template name');
  fill(name, ' Better ');
  // As Enter does.
  name.form?.requestSubmit();
  await screen.findByText('Template renamed.');
  expect(sent('PUT /admin/templates/1001/')).toEqual([{ name: 'Better' }]);
  await press('Actions for Ours');
  await press('Make default', 'menuitem');
  await screen.findByText('Offer Ours to everyone?');
  await press('Make default');
  await expect.poll(() => sent('POST /admin/templates/1001/toggle-default/')).toEqual([{ make_default: true }]);
  await press('Actions for Ours');
  await press('Delete', 'menuitem');
  await press('Delete');
  await screen.findByText('It is gone.');
});

test('a template of the program can be hidden, not deleted', async () => {
  const { sent } = await show(<TemplatesPage />, {
    'GET /admin/templates/': templates,
    'POST /admin/templates/3/toggle-default/': { success: true },
  });
  await press('Actions for Intro');
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  await press('Remove from defaults', 'menuitem');
  await press('Remove from defaults');
  await expect.poll(() => sent('POST /admin/templates/3/toggle-default/')).toEqual([{ make_default: false }]);
});

test("the operator reads an organization's security log", async () => {
  localStorage.setItem('admin-tab', '"security"');
  await show(<OrganizationPage id={7} />, {
    ...detail,
    'GET /admin/organizations/7/security-events/': {
      total_events: 1,
      people: [],
      events: [
        {
          id: 1,
          event: 'organization_suspended',
          outcome: 'success',
          user: null,
          actor: null,
          is_outside_actor: true,
          outside_actor_name: null,
          ip: null,
          country: null,
          device: null,
          subject: null,
          reason: 'Unpaid',
          repeats: 1,
          occurred_at: row.created_at,
        },
      ],
    },
  });
  await screen.findAllByText(/suspended/i);
});
