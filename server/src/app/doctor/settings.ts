import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SystemFinding } from '@overture/contract/admin-system';
import { PLAN_INCLUDES } from '@overture/domain/money/pricing';
import type { Config } from '../../kernel/config.ts';
import { found } from './finding.ts';

/** One setting as `.env.example` explains it. */
export interface ExplainedSetting {
  name: string;
  /** As it was given; null where it was not. What is secret is never shown. */
  value: string | null;
  /** As the list shows it: the default, where there is one. */
  example: string;
  explanation: string;
}

const listFile = join(dirname(fileURLToPath(import.meta.url)), '../../../../.env.example');
const SECRET = /KEY|SECRET|PASSWORD|TOKEN|_URL$|FAILPOINT/;

/** Every setting of the program with what it does, in the order of `.env.example`. */
export function explainSettings(environment: NodeJS.ProcessEnv): ExplainedSetting[] {
  const lines = readFileSync(listFile, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, name, rest] = /^# ([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    if (name === undefined || rest === undefined) return [];
    const at = rest.indexOf(' # ');
    const example = (at === -1 ? rest : rest.slice(0, at)).trim();
    const explanation = at === -1 ? '' : rest.slice(at + 3).trim();
    const given = environment[name];
    return [{ name, value: given ? showValue(name, given) : null, example, explanation }];
  });
}

/** Addresses may contain a user and a password; of keys only the length is shown. */
function showValue(name: string, value: string): string {
  if (!SECRET.test(name)) return value;
  const url = name.includes('KEY') ? null : URL.parse(value);
  if (url === null || url.host === '') return `(set, ${value.length} characters)`;
  return `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}`;
}

/** What the settings, right each for itself, mean together. */
export function checkSettings(config: Config): SystemFinding[] {
  return [
    checkMode(config),
    checkKey(config),
    checkAdmin(config),
    checkSignUps(config),
    checkFactors(config),
    checkBilling(config),
  ];
}

function checkMode(config: Config): SystemFinding {
  const title = 'Mode';
  if (config.is_production) return found('settings', title, 'Production.');
  const isLocal = /^https?:\/\/(localhost|127\.|\[::1\])/.test(config.APP_URL);
  const text = `Development${config.SANDBOX === 'on' ? ', with stand-ins for services that are not configured' : ''}${config.TIME_TRAVEL === 'on' ? '; the clock can be moved' : ''}.`;
  if (isLocal) return found('settings', title, text);
  return found('settings', title, {
    status: 'warn',
    text: `${text} But APP_URL is not this machine.`,
    advice: 'Set NODE_ENV=production where strangers can reach it.',
  });
}

function checkKey(config: Config): SystemFinding {
  const title = 'Secret key';
  if (config.SECRET_KEY_PREVIOUS.length > 0)
    return found('settings', title, {
      status: 'warn',
      text: 'A former key is still in use beside the new one.',
      advice: 'Run `npm run overture -- rotate-key --check`; when it says 0, take SECRET_KEY_PREVIOUS away.',
    });
  if (config.has_generated_key)
    return found('settings', title, `Generated; it is in ${config.DATA_DIR}/secrets.json and in every backup.`);
  return found('settings', title, 'Set. It is in no backup: keep a copy of it where the backups are not.');
}

function checkAdmin({ ADMIN_EMAIL, is_production }: Config): SystemFinding {
  const title = 'Administrator';
  if (ADMIN_EMAIL) return found('settings', title, `${ADMIN_EMAIL} becomes ADMIN once it has signed up.`);
  const text = 'ADMIN_EMAIL is not set.';
  const advice = 'Set ADMIN_EMAIL to your address, or run `npm run overture -- user create <address> --role ADMIN`.';
  return found('settings', title, {
    status: is_production ? 'warn' : 'pass',
    text,
    advice: is_production ? advice : null,
  });
}

function checkSignUps({ SIGN_UPS, is_production, BILLING }: Config): SystemFinding {
  const title = 'Who may register';
  const isOpen = SIGN_UPS.mode === 'open';
  if (!isOpen) return found('settings', title, `SIGN_UPS is ${SIGN_UPS.mode}.`);
  const text = 'Everybody may register (SIGN_UPS=open).';
  if (!is_production || BILLING === 'stripe') return found('settings', title, text);
  return found('settings', title, {
    status: 'warn',
    text,
    advice: 'Set SIGN_UPS=invited, or domains:your-company.com, unless strangers may use this installation.',
  });
}

function checkFactors({ REQUIRE_SECOND_FACTOR, is_production }: Config): SystemFinding {
  const title = 'Second factor';
  if (REQUIRE_SECOND_FACTOR === 'all')
    return found('settings', title, 'Everybody needs one (REQUIRE_SECOND_FACTOR=all).');
  if (REQUIRE_SECOND_FACTOR === 'admins')
    return found('settings', title, 'Every ADMIN needs one (REQUIRE_SECOND_FACTOR=admins).');
  const text = 'It is not required (REQUIRE_SECOND_FACTOR=off), not even of an ADMIN, who can open every organization.';
  return found('settings', title, {
    status: is_production ? 'warn' : 'pass',
    text,
    advice: is_production ? 'Take REQUIRE_SECOND_FACTOR=off away, or set it to admins or all.' : null,
  });
}

function checkBilling(config: Config): SystemFinding {
  const title = 'Paying';
  if (config.BILLING === 'unlimited')
    return found('settings', title, 'Billing is off: no plan is needed and credits never run out (BILLING=unlimited).');
  if (config.BILLING === 'manual')
    return found(
      'settings',
      title,
      `Plans are set by hand, in the admin area or by \`organization plan\` (BILLING=manual). Every client that an agency adds gets ${PLAN_INCLUDES.client_credits} credits immediately, even if the agency cancels it the same day: charge the agency for each client of the month, and give agency rights only to organizations you trust.`,
    );
  if (config.STRIPE_API_KEY && config.STRIPE_WEBHOOK_SECRET.length === 0)
    return found('settings', title, {
      status: 'warn',
      text: 'Plans and credits are sold, but calls of the payment provider cannot be verified.',
      advice: `Copy the signing secret of the webhook endpoint ${config.APP_URL}/webhooks/stripe to STRIPE_WEBHOOK_SECRET.`,
    });
  return found('settings', title, 'Plans and credits are sold (BILLING=stripe).');
}
