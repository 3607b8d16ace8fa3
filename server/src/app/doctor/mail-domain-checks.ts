import type { SystemFinding } from '@overture/contract/admin-system';
import { emailDomain, normalizeEmail } from '@overture/domain/addresses/email-address';
import { isFreeMail } from '@overture/domain/addresses/free-mail';
import { cutText } from '@overture/domain/text/text-bounds';
import type { SystemContext } from '../../kernel/context.ts';
import { checkSendingDomains } from '../../slices/sender-domains/index.ts';
import { ask, found } from './finding.ts';

/** Names that no real name server knows (RFC 6761): only the sandbox does. */
const RESERVED = /(^|\.)(example|test|invalid|localhost)$/;
const PART_NAMES: Record<string, string> = {
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
  mx: 'MX',
  reverse_dns: 'reverse DNS',
};

/**
 * SPF, DKIM and DMARC of every sending domain: the installation's own, and every sender's.
 * @param asks_sandbox whether its names are known here
 */
export async function checkMailDomains(ctx: SystemContext, asks_sandbox: boolean): Promise<SystemFinding[]> {
  const own = await checkSystemMail(ctx);
  const domains = await checkSendingDomains(ctx);
  if (domains.length === 0) return [own, found('mail_domains', 'Sending domains', 'No mailbox is connected yet.')];
  return [own, ...domains.map((one) => describeDomain(one, asks_sandbox))];
}

type SendingDomain = Awaited<ReturnType<typeof checkSendingDomains>>[number];

function describeDomain({ domain, mailboxes, found: answer }: SendingDomain, asks_sandbox: boolean): SystemFinding {
  const title = `${domain} (${mailboxes} ${mailboxes === 1 ? 'mailbox' : 'mailboxes'})`;
  if (RESERVED.test(domain) && !asks_sandbox)
    return found('mail_domains', title, 'A domain of the sandbox: no name server knows it.');
  if (answer === null || answer.status === 'unknown')
    return found('mail_domains', title, {
      status: 'unknown',
      text: 'No name server answered in time.',
      advice: 'Look whether this machine reaches its name servers (DNS_SERVERS), and try again.',
    });
  const wrong = answer.checks.filter(({ status }) => status === 'fail' || status === 'warn');
  if (wrong.length === 0) return found('mail_domains', title, 'SPF, DKIM, DMARC and MX are as they should be.');
  return found('mail_domains', title, {
    status: answer.status,
    text: wrong.map((check) => `${PART_NAMES[check.id] ?? check.id}: ${check.found}`).join(' '),
    advice: wrong.map(adviceOf).join(' ').trim() || null,
  });
}

/** With the record to publish, where there is one. */
const adviceOf = ({ advice, record }: NonNullable<SendingDomain['found']>['checks'][number]): string =>
  record === null ? (advice ?? '') : `${advice ?? ''} ${record.type} ${record.name}: ${record.value}`;

function requireOwnDomain(mail_from: string): string {
  const address = normalizeEmail(/<([^<>]+)>\s*$/.exec(mail_from)?.[1] ?? mail_from);
  const domain = address && emailDomain(address);
  if (!address || !domain || RESERVED.test(domain))
    throw new Error('Replies to this address reach no one, and many servers refuse it.');
  if (isFreeMail(address)) throw new Error('Mail in the name of a free mail provider is refused by many servers.');
  return domain;
}

/** Which key signs it only its server knows: SPF and DMARC are asked for. */
function checkSystemMail({ config, ports }: Pick<SystemContext, 'config' | 'ports'>): Promise<SystemFinding> {
  const title = cutText(`System mail (MAIL_FROM, ${config.MAIL_FROM})`, 120);
  const advice = 'Set MAIL_FROM to an address at a domain of yours.';
  return ask({ area: 'mail_domains', title, advice }, async (signal) => {
    if (!config.SMTP_URL) return 'No mail server is configured.';
    const domain = requireOwnDomain(config.MAIL_FROM);
    const dns = ports.dns.openForDomain(domain);
    const [spf, dmarc] = await Promise.all([dns.findTexts(domain, signal), dns.findTexts(`_dmarc.${domain}`, signal)]);
    if (spf.status === 'unknown' || dmarc.status === 'unknown')
      return { status: 'unknown', text: 'No name server answered in time.', advice: 'Try again.' };
    const missing = [
      ...(spf.records.some((text) => /^v=spf1(\s|$)/i.test(text)) ? [] : [`an SPF record at ${domain}`]),
      ...(dmarc.records.some((text) => /^v=DMARC1/i.test(text)) ? [] : [`a DMARC record at _dmarc.${domain}`]),
    ];
    if (missing.length === 0) return `${domain} has SPF and DMARC.`;
    return {
      status: 'warn',
      text: `${domain} lacks ${missing.join(' and ')}.`,
      advice: `Publish ${missing.join(' and ')}: codes and invitations may land in spam.`,
    };
  });
}
