import type { AddressAnswer, MailboxProbe } from '@overture/adapters/contact-finder/contact-finder.port';
import { isProviderError, type ProviderError } from '@overture/adapters/kit/errors';
import { emailDomain } from '@overture/domain/addresses/email-address';
import type { Context, SystemContext } from '../../kernel/context.ts';
import { runClaims } from '../../kernel/rounds/rounds.ts';
import { findMailDomain, rememberAcceptsAll } from '../enrichment/index.ts';
import { CHECKS_LOOP, claimDue, forgetAnswer, type OwnAddress, postpone, saveAnswer } from './address-checks.store.ts';
import { pauseImportCheck } from './import-checks.store.ts';

type Ctx = Pick<Context, 'transaction' | 'organization' | 'ports' | 'clock'>;

const ASKED_AT_ONCE = 8;
/** Of one organization, whose mail domains may all be slow. */
const SHARE = 4;
const DEADLINE_IN_MS = 25_000;
/** After a failure that says nothing of when to come back. */
const AGAIN_IN_SECONDS = 60;

/** A checker exists: a provider, or the mail servers themselves. */
export function canVerify({ ports }: Pick<Context, 'ports'>): boolean {
  return ports.contact_finder.can_probe || ports.contact_finder.listVerifiers().length > 0;
}

/** Asks about the addresses that wait, until none is left. What cannot be asked now is asked again later. */
export async function verifyDueAddresses(system: SystemContext, signal: AbortSignal): Promise<void> {
  await runClaims(
    system,
    {
      loop: CHECKS_LOOP,
      share: SHARE,
      at_once: ASKED_AT_ONCE,
      time_box_in_ms: DEADLINE_IN_MS + 15_000,
      async claim(full) {
        const address = await system.systemTransaction((tx) => claimDue(tx, full));
        return address && { ...address, key: `address ${address.email}` };
      },
      run: (address, end) => verifyOne(system, address, end),
    },
    signal,
  );
}

/** Checks now, ignoring earlier results. Null without a checker or a result: it is then checked again before a first mail. */
export async function reverifyAddress(ctx: Context, email: string): Promise<AddressAnswer | null> {
  if (!canVerify(ctx)) return null;
  await ctx.transaction((tx) => forgetAnswer(tx, email));
  const answer = await verifyAddress(ctx, email, AbortSignal.timeout(DEADLINE_IN_MS)).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'bounced address not verified');
    return null;
  });
  if (answer !== null) await ctx.transaction((tx) => saveAnswer(tx, email, answer));
  return answer;
}

async function verifyOne(
  system: SystemContext,
  { organization_id, email }: OwnAddress,
  end: AbortSignal,
): Promise<void> {
  const ctx = system.forOrganization(organization_id);
  try {
    const answer = await verifyAddress(ctx, email, AbortSignal.any([end, AbortSignal.timeout(DEADLINE_IN_MS)]));
    await ctx.transaction((tx) => saveAnswer(tx, email, answer));
  } catch (error) {
    const until = isProviderError(error) ? error.until : null;
    const seconds = until ? Math.min(3600, Math.max(5, (until.getTime() - Date.now()) / 1000)) : AGAIN_IN_SECONDS;
    await ctx.transaction(async (tx) => {
      if (isProviderError(error) && isSpent(error)) await pauseImportCheck(tx, email, error.reason);
      await postpone(tx, email, seconds);
    });
    if (!isProviderError(error) && !end.aborted) throw error;
  }
}

/** Asking on would be refused until a person does something about the account. */
const isSpent = ({ kind, code }: ProviderError) => code === 'quota' || kind === 'auth_expired';

/**
 * DNS is free and comes first, then the providers, then the mail server itself.
 * @throws ProviderError of the last one if none gave a result
 */
async function verifyAddress(ctx: Ctx, email: string, signal: AbortSignal): Promise<AddressAnswer> {
  const domain = emailDomain(email);
  if (domain === null) return { result: 'invalid', evidence: 'It cannot be an address' };
  const mail = await findMailDomain(ctx, domain, signal);
  if (mail?.takes_mail === false) return { result: 'invalid', evidence: `${domain} takes no mail` };
  let failure: unknown = null;
  for (const provider of ctx.ports.contact_finder.listVerifiers()) {
    try {
      const answer = await provider.verifyEmail?.({ email, signal });
      if (answer) return answer;
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  if (mail === null || !ctx.ports.contact_finder.can_probe) {
    if (failure !== null) throw failure;
    return { result: 'unknown', evidence: 'No result' };
  }
  if (mail.accepts_all === true) return fromProbe('accepts_all', domain);
  const word = await ctx.ports.contact_finder.probeMailbox(email, mail.exchangers, signal);
  if (word !== 'unknown') await rememberAcceptsAll(ctx, domain, mail, word === 'accepts_all');
  return fromProbe(word, domain);
}

const PROBED = { exists: 'valid', absent: 'invalid', accepts_all: 'catch_all', unknown: 'unknown' } as const;
const PROBED_WORDS: Record<MailboxProbe, string> = {
  exists: 'knows it',
  absent: 'does not know it',
  accepts_all: 'accepts any address',
  unknown: 'unclear',
};

function fromProbe(word: MailboxProbe, domain: string): AddressAnswer {
  return { result: PROBED[word], evidence: `The mail server of ${domain} ${PROBED_WORDS[word]}` };
}
