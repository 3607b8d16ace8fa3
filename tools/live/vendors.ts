import type { CrmType } from '@overture/domain/crm';
import { CRM_VENDORS } from '../../adapters/src/crm/crm-vendors.ts';
import { HUNTER_CALLS } from '../../sandbox/src/contacts/schema/hunter.calls.ts';
import { LUSHA_CALLS } from '../../sandbox/src/contacts/schema/lusha.calls.ts';
import { PROSPEO_CALLS } from '../../sandbox/src/contacts/schema/prospeo.calls.ts';
import { HUBSPOT_CALLS } from '../../sandbox/src/crm/schema/hubspot.calls.ts';
import { PIPEDRIVE_CALLS } from '../../sandbox/src/crm/schema/pipedrive.calls.ts';
import { SALESFORCE_CALLS } from '../../sandbox/src/crm/schema/salesforce.calls.ts';
import { GMAIL_CALLS } from '../../sandbox/src/google/schema/gmail.calls.ts';
import { UNIPILE_CALLS } from '../../sandbox/src/linkedin/schema/unipile.calls.ts';
import { GRAPH_CALLS } from '../../sandbox/src/microsoft/schema/graph.calls.ts';
import type { PublishedCall } from '../../sandbox/src/published-calls.ts';
import { BRAVE_CALLS, SERPER_CALLS } from '../../sandbox/src/web/schema/search.calls.ts';
import { runCrm } from './crm.ts';
import { runContacts, runLinkedin, runSearch, runStripe } from './lookups.ts';
import { runMail } from './mail.ts';
import type { LiveRun } from './steps.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** One vendor that can be checked live. */
export type LiveVendor = {
  /** Settings that must be there. */
  needs: readonly string[];
  /** Where it answers; null where nothing is asked by HTTP. */
  address: (env: Environment) => string | null;
  /** Null where the vendor's own library speaks, or one document (GraphQL). */
  published: readonly PublishedCall[] | null;
  /** Words in which a key is refused that must not be used. */
  refuses?: (env: Environment) => string | null;
  run(run: LiveRun, url: string, env: Environment): Promise<void>;
};

const given = (env: Environment, name: string): string => env[name] ?? '';
const prefixed = (calls: readonly PublishedCall[], prefix: string): PublishedCall[] =>
  calls.map((call) => ({ ...call, path: `${prefix}${call.path}` }));

function crm(
  type: CrmType,
  token: string,
  published: readonly PublishedCall[] | null,
  more: readonly string[] = [],
): LiveVendor {
  const { settings, addresses } = CRM_VENDORS[type].manifest;
  return {
    needs: [token, ...more],
    address: (env) => env[settings.api_url] ?? addresses.api,
    published,
    run: (run, url, env) =>
      runCrm(run, {
        type,
        url,
        token: given(env, token),
        board_id: type === 'MONDAY' ? given(env, 'MONDAY_LIVE_BOARD') : null,
      }),
  };
}

type MailSettings = { token: string; email: string; api_url: string };
const GMAIL: MailSettings = { token: 'GMAIL_LIVE_TOKEN', email: 'GMAIL_LIVE_EMAIL', api_url: 'GMAIL_API_URL' };
const GRAPH: MailSettings = { token: 'GRAPH_LIVE_TOKEN', email: 'GRAPH_LIVE_EMAIL', api_url: 'GRAPH_API_URL' };

function mail(
  vendor: 'gmail' | 'graph',
  settings: MailSettings,
  address: string,
  published: readonly PublishedCall[],
): LiveVendor {
  return {
    needs: [settings.token, settings.email],
    address: (env) => env[settings.api_url] ?? address,
    published,
    run: (run, url, env) =>
      runMail(run, { vendor, url, token: given(env, settings.token), email: given(env, settings.email) }),
  };
}

function contacts(
  vendor: 'hunter' | 'prospeo' | 'lusha',
  address: string,
  published: readonly PublishedCall[],
): LiveVendor {
  const name = vendor.toUpperCase();
  return {
    needs: [`${name}_API_KEY`, 'LIVE_PERSON_FIRST_NAME', 'LIVE_PERSON_LAST_NAME', 'LIVE_PERSON_DOMAIN'],
    address: (env) => env[`${name}_API_URL`] ?? address,
    published,
    run: (run, api_url, env) =>
      runContacts(
        run,
        vendor,
        { api_url, api_key: given(env, `${name}_API_KEY`) },
        {
          first_name: given(env, 'LIVE_PERSON_FIRST_NAME'),
          last_name: given(env, 'LIVE_PERSON_LAST_NAME'),
          domain: given(env, 'LIVE_PERSON_DOMAIN'),
        },
      ),
  };
}

function search(vendor: 'brave' | 'serper', address: string, published: readonly PublishedCall[]): LiveVendor {
  const name = vendor.toUpperCase();
  return {
    needs: [`${name}_API_KEY`],
    address: (env) => env[`${name}_API_URL`] ?? address,
    published,
    run: (run, api_url, env) => runSearch(run, vendor, { api_url, api_key: given(env, `${name}_API_KEY`) }),
  };
}

const SMTP_NEEDS = [
  'LIVE_SMTP_HOST',
  'LIVE_SMTP_PORT',
  'LIVE_IMAP_HOST',
  'LIVE_IMAP_PORT',
  'LIVE_MAIL_USER',
  'LIVE_MAIL_PASSWORD',
];

function runSmtp(run: LiveRun, _url: string, env: Environment): Promise<void> {
  const [username, password] = [given(env, 'LIVE_MAIL_USER'), given(env, 'LIVE_MAIL_PASSWORD')];
  const server = (kind: 'SMTP' | 'IMAP', secure_port: number) => {
    const port = Number(given(env, `LIVE_${kind}_PORT`));
    return { host: given(env, `LIVE_${kind}_HOST`), port, secure: port === secure_port, username, password };
  };
  const connection = {
    type: 'IMAP' as const,
    email: env.LIVE_MAIL_EMAIL ?? username,
    smtp: server('SMTP', 465),
    imap: server('IMAP', 993),
  };
  return runMail(run, { vendor: 'smtp', connection, is_plain: env.LIVE_MAIL_PLAIN === 'on' });
}

export const LIVE_VENDORS: Record<string, LiveVendor> = {
  gmail: mail('gmail', GMAIL, 'https://gmail.googleapis.com', GMAIL_CALLS),
  graph: mail('graph', GRAPH, 'https://graph.microsoft.com', prefixed(GRAPH_CALLS, '/v1.0')),
  smtp: { needs: SMTP_NEEDS, address: () => null, published: null, run: runSmtp },
  hubspot: crm('HUBSPOT', 'HUBSPOT_LIVE_TOKEN', HUBSPOT_CALLS),
  pipedrive: crm('PIPEDRIVE', 'PIPEDRIVE_LIVE_TOKEN', PIPEDRIVE_CALLS, ['PIPEDRIVE_API_URL']),
  salesforce: crm('SALESFORCE', 'SALESFORCE_LIVE_TOKEN', SALESFORCE_CALLS, ['SALESFORCE_API_URL']),
  monday: crm('MONDAY', 'MONDAY_LIVE_TOKEN', null, ['MONDAY_LIVE_BOARD']),
  unipile: {
    needs: ['UNIPILE_API_URL', 'UNIPILE_API_KEY', 'UNIPILE_LIVE_ACCOUNT'],
    address: (env) => given(env, 'UNIPILE_API_URL').replace(/\/api\/v1\/?$/, ''),
    published: prefixed(UNIPILE_CALLS, '/api/v1'),
    run: (run, api_url, env) =>
      runLinkedin(run, { api_url, api_key: given(env, 'UNIPILE_API_KEY') }, given(env, 'UNIPILE_LIVE_ACCOUNT')),
  },
  lusha: contacts('lusha', 'https://api.lusha.com', LUSHA_CALLS),
  prospeo: contacts('prospeo', 'https://api.prospeo.io', PROSPEO_CALLS),
  hunter: contacts('hunter', 'https://api.hunter.io', HUNTER_CALLS),
  stripe: {
    needs: ['STRIPE_LIVE_TEST_KEY'],
    address: (env) => env.STRIPE_API_URL ?? 'https://api.stripe.com',
    published: null,
    refuses: (env) =>
      /^(?:sk|rk)_live/.test(given(env, 'STRIPE_LIVE_TEST_KEY'))
        ? 'STRIPE_LIVE_TEST_KEY must be a key of test mode.'
        : null,
    run: (run, api_url, env) => runStripe(run, { api_url, api_key: given(env, 'STRIPE_LIVE_TEST_KEY') }),
  },
  brave: search('brave', 'https://api.search.brave.com/res/v1', BRAVE_CALLS),
  serper: search('serper', 'https://google.serper.dev', SERPER_CALLS),
};
