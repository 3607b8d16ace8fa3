import { CRM_VENDORS, standInSettings } from '@overture/adapters/crm/crm-vendors';
import { CRM_TYPES, type CrmType } from '@overture/domain/crm';
import { testMail } from '@overture/sandbox/mail/testing/mail-options';
import { startSandbox } from '@overture/sandbox/sandbox';

/** The sandbox with prospects who stay silent by default, and mailboxes of Google and Microsoft. */
export type MailWorld = {
  sandbox: Awaited<ReturnType<typeof startSandbox>>;
  /** Settings with which a server uses it. */
  environment: Record<string, string>;
  control<Answer = unknown>(path: string, body: object): Promise<Answer>;
  /** Follows an address of consent as a browser does; what comes back to our page. */
  visit(url: string): Promise<Record<string, string>>;
  /** Mails to an address as its reader sees them, newest first. */
  mailsTo(address: string): Promise<ShownMail[]>;
  /** The newest mail to an address; null when there is none. Headers by name, the last of a name. */
  lastMailTo(address: string): Promise<{ headers: Record<string, string>; raw: string } | null>;
  /** How often each message to an address was taken. */
  timesSentTo(address: string): Promise<number[]>;
  close(): Promise<void>;
};

export type MailWorldOptions = { slow_in_ms?: number; seed?: number; reply_delay_in_seconds?: number };

export async function startMailWorld(options: MailWorldOptions = {}): Promise<MailWorld> {
  const { slow_in_ms = 10, seed = 1, reply_delay_in_seconds: delay = 600 } = options;
  const sandbox = await startSandbox({
    port: 0,
    mail: testMail({ slow_in_ms, seed, is_silent: true, reply_delay_in_seconds: [delay, delay] }),
  });
  const base = sandbox.addresses.http_url;
  const google = `${base}/google`;
  const read = async <Answer>(path: string) => (await (await fetch(`${base}${path}`)).json()) as Answer;
  const mailsTo = async (address: string) =>
    (await read<{ mails: ShownMail[] }>(`/api/mails?to=${encodeURIComponent(address)}`)).mails;
  return {
    sandbox,
    environment: {
      GOOGLE_CLIENT_ID: 'sandbox',
      GOOGLE_CLIENT_SECRET: 'sandbox',
      GOOGLE_AUTH_URL: `${google}/o/oauth2/v2`,
      GOOGLE_TOKEN_URL: google,
      GOOGLE_API_URL: google,
      GOOGLE_ISSUER: google,
      MICROSOFT_CLIENT_ID: 'sandbox',
      MICROSOFT_CLIENT_SECRET: 'sandbox',
      MICROSOFT_AUTH_URL: `${base}/microsoft/common`,
      MICROSOFT_API_URL: `${base}/microsoft`,
      ...crmEnvironment(base),
    },
    async control(path, body) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const answer = await fetch(`${base}${path}`, init);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as never;
    },
    async visit(url) {
      const answer = await fetch(url, { redirect: 'manual' });
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`the page did not send back: ${answer.status} ${await answer.text()}`);
      return Object.fromEntries(new URL(location).searchParams);
    },
    mailsTo,
    async lastMailTo(address) {
      const [newest] = await mailsTo(address);
      if (!newest) return null;
      const { raw, headers } = await read<StoredMail>(`/api/mails/${newest.id}`);
      return { raw, headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) };
    },
    async timesSentTo(address) {
      const { counts } = await read<{ counts: { recipient: string; count: number }[] }>('/api/ledger');
      return counts.filter(({ recipient }) => recipient === address).map(({ count }) => count);
    },
    close: () => sandbox.close(),
  };
}

interface ShownMail {
  id: number;
  subject: string;
  text: string;
}

interface StoredMail {
  headers: { name: string; value: string }[];
  raw: string;
}

/** A CRM's own names of its records. */
export const crmRecords = (type: CrmType) => CRM_VENDORS[type].manifest.records;

/** Settings by which a server reaches the CRMs of the sandbox. */
function crmEnvironment(base: string): Record<string, string> {
  const settings = CRM_TYPES.flatMap((type) => {
    const names = CRM_VENDORS[type].manifest.settings;
    const values = standInSettings(type, base);
    return (['client_id', 'client_secret', 'api_url', 'auth_url'] as const).map((key) => [names[key], values[key]]);
  });
  return Object.fromEntries(settings) as Record<string, string>;
}
