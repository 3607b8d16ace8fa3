// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import { EmailForm } from '../features/account/email-form.tsx';
import { NameForm } from '../features/account/name-form.tsx';
import { PasswordForm } from '../features/account/password-form.tsx';
import { ForgotPasswordForm } from '../features/auth/forgot-password-form.tsx';
import { RegisterForm } from '../features/auth/register-form.tsx';
import { LoginForm } from '../features/auth/sign-in/login-form.tsx';
import { ReferralDialog } from '../features/billing/pay/referral-dialog.tsx';
import { MailSection } from '../features/branding/mail-section.tsx';
import { ColumnsDialog } from '../features/custom-columns/columns-dialog.tsx';
import { ExcludedDomainsPage } from '../features/excluded-domains/domains-page.tsx';
import { CreateBoardDialog } from '../features/kanban/dialogs/create-dialogs.tsx';
import { KnowledgeBasePage } from '../features/knowledge-base/knowledge-base-page.tsx';
import { InviteDialog } from '../features/members/invite-dialog.tsx';
import { CreateListDialog } from '../features/searches/create-list-dialog.tsx';
import { DomainsSection } from '../features/sso/domains-section.tsx';
import { type Answers, fill, refusal, show } from '../lib/testing/show.tsx';

const OFFLINE = 'You seem to be offline. Nothing was lost; please try again.';
/** What comes back, and the words a person reads. */
const FAILURES: [name: string, answer: () => Response, words: RegExp][] = [
  [
    'offline',
    () => {
      throw new TypeError('Failed to fetch');
    },
    new RegExp(OFFLINE.slice(0, 24)),
  ],
  ['403', () => refusal(403, 'forbidden', 'You may not do this.'), /You may not do this/],
  ['409', () => refusal(409, 'conflict', 'It was changed meanwhile.'), /It was changed meanwhile/],
  ['429', () => refusal(429, 'rate_limited', 'Too many tries.'), /Too many tries/],
  ['500', () => refusal(500, 'internal', 'It broke here.'), /It broke here/],
  ['502', () => new Response('<html>Bad gateway</html>', { status: 502 }), /couldn't|can't|could not|failed|again/i],
];

interface Form {
  name: string;
  element: ReactElement;
  call: string;
  fields: Record<string, string>;
  submit: RegExp;
  answers?: Answers;
}

const noop = () => undefined;
const organization = { id: 1, name: 'Acme', website_url: null, referral_code: null, branding_settings: {} };
const user = { id: 1, role: 'ADMIN', name: 'Ada', email: 'ada@acme.example', organization };

const FORMS: Form[] = [
  {
    name: 'name',
    element: <NameForm name="Ada" />,
    call: 'PUT /user/name/',
    fields: { 'New name': 'Ada Jansen', 'Current password': 'correct horse battery' },
    submit: /Update name/,
  },
  {
    name: 'sign-in address',
    element: <EmailForm email="ada@acme.example" pending={null} />,
    call: 'PUT /user/email/',
    fields: { 'New email': 'ada@new.example', 'Current password': 'correct horse battery' },
    submit: /Update email/,
  },
  {
    name: 'password',
    element: <PasswordForm owner={{ email: 'ada@acme.example', name: 'Ada' } as never} />,
    call: 'PUT /user/password/',
    fields: {
      'Current password': 'correct horse battery',
      'New password': 'staple umbrella gravel 9',
      'Confirm new password': 'staple umbrella gravel 9',
    },
    submit: /Update password/,
  },
  {
    name: 'sign-in',
    element: <LoginForm returned={{} as never} />,
    call: 'POST /auth/login/',
    fields: { Email: 'ada@acme.example', Password: 'correct horse battery' },
    submit: /^Log in$/,
  },
  {
    name: 'registration',
    element: <RegisterForm />,
    call: 'POST /auth/register/',
    fields: { 'Full name': 'Ada Jansen', Email: 'ada@acme.example', Password: 'correct horse battery' },
    submit: /Create account/i,
  },
  {
    name: 'forgotten password',
    element: <ForgotPasswordForm />,
    call: 'POST /auth/forgot-password/',
    fields: { Email: 'ada@acme.example' },
    submit: /Reset password|Send/i,
  },
  {
    name: 'lead list',
    element: <CreateListDialog opened onClose={noop} />,
    call: 'POST /searches/',
    fields: { Name: 'Spring' },
    submit: /Create/,
  },
  {
    name: 'custom column',
    element: <ColumnsDialog onClose={noop} />,
    call: 'POST /lead-columns/',
    fields: { 'Name of the new column': 'Region' },
    submit: /Add column/,
    answers: { 'GET /lead-columns/': { columns: [] } },
  },
  {
    name: 'excluded domain',
    element: <ExcludedDomainsPage />,
    call: 'POST /excluded-domains/',
    fields: { 'Domain to exclude': 'acme.example' },
    submit: /^Add domain$/,
    answers: { 'GET /excluded-domains/': { excluded_domains: [], total_domains: 0 } },
  },
  {
    name: 'referral code',
    element: <ReferralDialog opened onClose={noop} />,
    call: 'PUT /organization/referral-code/',
    fields: { 'Your referral code': 'ACME2026' },
    submit: /^Save$/,
    answers: { 'GET /organization/referral-usages/': { usages: [] } },
  },
  {
    name: 'board',
    element: <CreateBoardDialog onClose={noop} onCreated={noop} />,
    call: 'POST /kanban-boards/',
    fields: { Name: 'Deals' },
    submit: /^Create/,
  },
  {
    name: 'knowledge base',
    element: <KnowledgeBasePage />,
    call: 'PUT /organization/',
    fields: { 'Company name': 'Acme Inc' },
    submit: /^Save/,
    answers: { 'GET /organization/': { data: organization } },
  },
  {
    name: 'invitation',
    element: <InviteDialog viewer={user as never} onClose={noop} />,
    call: 'POST /organization/user/',
    fields: { 'Email 1': 'mia@acme.example' },
    submit: /Send|Invite/,
  },
  {
    name: 'Single Sign-On domain',
    element: <DomainsSection domains={[]} />,
    call: 'POST /organization/sso/domains/',
    fields: { Domain: 'acme.example' },
    submit: /Add domain/,
  },
  {
    name: 'sender address of the agency',
    element: <MailSection />,
    call: 'PUT /agency/branding/mail/',
    fields: { 'Your sender address': 'hello@acme.example' },
    submit: /Save address/,
    answers: { 'GET /agency/branding/mail/': { installation_address: 'mail@installation.example', mail: null } },
  },
];

describe('a form whose call fails says so in words', () => {
  test.each(FORMS)('$name', async ({ element, call, fields, submit, answers = {} }) => {
    let fail: () => Response = () => refusal(500, 'internal', '');
    const { sent } = await show(element, { ...answers, [call]: () => fail() }, user);
    for (const [index, [name, answer, words]] of FAILURES.entries()) {
      fail = answer;
      for (const [label, value] of Object.entries(fields)) fill(await findField(label), value);
      fireEvent.click(await screen.findByRole('button', { name: submit }));
      await expect.poll(() => sent(call).length, { message: `${name} was sent` }).toBe(index + 1);
      await waitFor(() => expect(document.body.textContent, name).toMatch(words));
      notifications.clean();
    }
  });
});

/** A password has a button that begins alike. */
async function findField(label: string): Promise<HTMLElement> {
  return await screen.findByLabelText(new RegExp(`^${label}`), { selector: 'input, textarea' });
}
