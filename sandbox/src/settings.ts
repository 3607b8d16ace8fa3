import { parseArgs } from 'node:util';
import { DEFAULT_MIX } from './mail/prospect-behaviour.ts';
import type { SandboxOptions } from './sandbox.ts';

type Environment = Record<string, string | undefined>;

/** Every flag can be given as an environment variable: SANDBOX_SMTP_PORT and so on; SANDBOX_PORT (or PORT) is the page's. */
const listFlags = (environment: Environment) =>
  ({
    port: { type: 'string', default: environment.SANDBOX_PORT ?? environment.PORT ?? '0' },
    'smtp-port': { type: 'string', default: environment.SANDBOX_SMTP_PORT ?? '0' },
    'imap-port': { type: 'string', default: environment.SANDBOX_IMAP_PORT ?? '0' },
    'dns-port': { type: 'string', default: environment.SANDBOX_DNS_PORT ?? '0' },
    'clamd-port': { type: 'string', default: environment.SANDBOX_CLAMD_PORT ?? '0' },
    seed: { type: 'string', default: environment.SANDBOX_SEED ?? '1' },
    password: { type: 'string', default: environment.SANDBOX_PASSWORD ?? 'sandbox' },
    'sent-copies': { type: 'string', default: environment.SANDBOX_SENT_COPIES ?? 'on' },
    /** Seconds of the installation's clock, `min-max`. */
    'reply-delay': { type: 'string', default: environment.SANDBOX_REPLY_DELAY ?? '5-60' },
    ledger: { type: 'string', default: environment.SANDBOX_LEDGER ?? '' },
    /** A file from which a restarted sandbox knows its accounts and mails again. */
    journal: { type: 'string', default: environment.SANDBOX_JOURNAL ?? '' },
    /** A file from which a restarted sandbox knows its LinkedIn accounts and webhooks again. */
    'linkedin-state': { type: 'string', default: environment.SANDBOX_LINKEDIN_STATE ?? '' },
    /** A file with one line per thing done on LinkedIn. */
    'linkedin-ledger': { type: 'string', default: environment.SANDBOX_LINKEDIN_LEDGER ?? '' },
    /** A file from which a restarted sandbox knows who let us into which mailbox of Google. */
    'google-state': { type: 'string', default: environment.SANDBOX_GOOGLE_STATE ?? '' },
    /** A file from which a restarted sandbox knows what the identity provider signs with. */
    'identity-state': { type: 'string', default: environment.SANDBOX_IDENTITY_STATE ?? '' },
    /** A file from which a restarted sandbox knows who pays. */
    'stripe-state': { type: 'string', default: environment.SANDBOX_STRIPE_STATE ?? '' },
    /** A folder in which a restarted sandbox finds what the CRMs knew. */
    'crm-state': { type: 'string', default: environment.SANDBOX_CRM_STATE ?? '' },
    /** A file from which a restarted sandbox knows who consented to Microsoft mail. */
    'microsoft-state': { type: 'string', default: environment.SANDBOX_MICROSOFT_STATE ?? '' },
    /** Until an invitation is answered: seconds of the installation's clock, `min-max`. */
    'accept-delay': { type: 'string', default: environment.SANDBOX_ACCEPT_DELAY ?? '20-240' },
    'slow-in-ms': { type: 'string', default: environment.SANDBOX_SLOW_IN_MS ?? '3000' },
    'end-with-stdin': { type: 'boolean', default: environment.SANDBOX_END_WITH_STDIN === 'on' },
  }) as const;

const parseDelay = (text: string) => {
  const [min = 5, max = 60] = text.split('-').map(Number);
  return { min, max };
};
const orNull = (file: string): string | null => (file === '' ? null : file);

/**
 * What flags and variables ask of the sandbox; without any, free ports and nothing kept.
 * @throws TypeError a flag that does not exist
 */
export function loadSettings(
  flags: string[],
  environment: Environment = {},
): { options: SandboxOptions; ends_with_stdin: boolean } {
  const { values } = parseArgs({ args: flags, options: listFlags(environment) });
  return {
    options: {
      port: Number(values.port),
      dns_port: Number(values['dns-port']),
      clamd_port: Number(values['clamd-port']),
      linkedin: {
        state_file: orNull(values['linkedin-state']),
        ledger_file: orNull(values['linkedin-ledger']),
        people: { accept_delay_in_seconds: parseDelay(values['accept-delay']) },
      },
      google: { state_file: orNull(values['google-state']) },
      microsoft: { state_file: orNull(values['microsoft-state']) },
      stripe: { state_file: orNull(values['stripe-state']) },
      identity: { state_file: orNull(values['identity-state']) },
      crm: { state_folder: orNull(values['crm-state']) },
      mail: {
        smtp_port: Number(values['smtp-port']),
        imap_port: Number(values['imap-port']),
        password: values.password,
        keeps_sent_copies: values['sent-copies'] !== 'off',
        ledger_file: orNull(values.ledger),
        journal_file: orNull(values.journal),
        slow_in_ms: Number(values['slow-in-ms']),
        prospects: {
          seed: Number(values.seed),
          mix: DEFAULT_MIX,
          reply_delay_in_seconds: parseDelay(values['reply-delay']),
        },
      },
    },
    ends_with_stdin: values['end-with-stdin'],
  };
}
