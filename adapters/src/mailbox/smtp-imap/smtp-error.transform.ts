import { ProviderError, type ProviderErrorConcern } from '../../kit/errors.ts';
import { describeConnection, describeRefusedLogin } from './connection-words.transform.ts';

/** A failure as nodemailer reports it. `command` is the SMTP command the server answered. */
export type SmtpFailure = {
  message: string;
  code?: string;
  response?: string;
  responseCode?: number;
  command?: string;
};

/** The library's failures without a server response, in words for the user who waits for the mail. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  Timeout: "The mail server didn't answer in time.",
  'Greeting never received': "The mail server didn't greet in time.",
  'Server response exceeds maximum allowed size': "The mail server's answer never came to an end.",
};

/**
 * Sorts a failed sending into the closed set.
 * @param isDotSent whether the end of the message may have left; from then on only a 5xx proves that it was not taken
 */
export function classifySmtpFailure(failure: SmtpFailure, isDotSent: boolean): ProviderError {
  const reply = failure.responseCode ?? 0;
  const said = failure.response ?? OWN_WORDS[failure.message] ?? failure.message;
  const reason = describeFailure(failure, said);
  const code = codeOf(failure, said);
  const details = { code, cause: failure };
  if (isDotSent && reply < 500)
    return new ProviderError('unknown_outcome', reason, { ...details, concerns: 'service' });
  if (failure.code === 'ETLS') return new ProviderError('unavailable', reason, { ...details, concerns: 'service' });
  if (isLoginRefused(failure)) return new ProviderError('auth_expired', reason, { ...details, concerns: 'sender' });
  if (isSendingLimit(reply, code, said))
    return new ProviderError('rate_limited', reason, { ...details, concerns: 'sender' });
  if (reply >= 500) return new ProviderError('rejected', reason, { ...details, concerns: blame(failure, code, said) });
  const concerns = isDeferredRecipient(failure) ? 'recipient' : 'service';
  return new ProviderError('unavailable', reason, { ...details, concerns });
}

/** 421 closes the connection: it says nothing about the recipient. */
const isDeferredRecipient = ({ responseCode: reply = 0, command }: SmtpFailure): boolean =>
  reply >= 400 && reply !== 421 && command === 'RCPT TO';

/** The server's own words of a mail; of a connection and a sign-in, ours. */
function describeFailure(failure: SmtpFailure, said: string): string {
  if (isLoginRefused(failure)) return describeRefusedLogin(failure.response);
  if (failure.code === 'ETLS') return describeConnection({ code: 'ETLS', message: said });
  return failure.response === undefined && said === failure.message ? describeConnection(failure) : said;
}

function codeOf({ code, responseCode }: SmtpFailure, said: string): string | null {
  return enhancedCode(said) ?? (responseCode ? String(responseCode) : (code ?? null));
}

/** RFC 3463, e.g. '5.1.1' out of '550 5.1.1 No such user'; null where the server gives none. */
function enhancedCode(response: string): string | null {
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response.replace(/^[^\d]*: /, ''))?.[1] ?? null;
}

function isLoginRefused(failure: SmtpFailure): boolean {
  const reply = failure.responseCode ?? 0;
  if (failure.code === 'EAUTH' || failure.code === 'ENOAUTH') return reply === 0 || reply >= 500;
  return reply === 530 || reply === 535;
}

/** Most servers report limits with 4xx and some with 550 (Gmail 5.4.5, Microsoft 5.1.90): they are temporary. */
function isSendingLimit(reply: number, code: string | null, reason: string): boolean {
  if (code === '5.4.5' || code === '5.1.90' || code === '4.7.28') return true;
  if (reply < 400 || /gr[ae]y-?list/i.test(reason)) return false;
  return /rate[ -]?limit|unusual rate|throttl|too many (?:messages|mails|emails|connections)|(?:sending|message|hourly|daily) (?:limit|quota)|limit exceeded/i.test(
    reason,
  );
}

/** Whose fault a final refusal is. A sender's bad reputation must never suppress a good address. */
function blame(failure: SmtpFailure, code: string | null, reason: string): ProviderErrorConcern {
  const subject = code?.startsWith('5.') ? code.slice(2) : '';
  if (/^(?:2\.3|3\.4|6\.)/.test(subject)) return 'message';
  if (subject.startsWith('7.') || subject.startsWith('1.7') || subject.startsWith('1.8')) return 'sender';
  if (/^(?:1\.|2\.|4\.4)/.test(subject)) return 'recipient';
  if (failure.responseCode === 552) return 'message';
  if (/spam|block|black ?list|policy|reputation|spf|dkim|dmarc|relay|not permitted|denied/i.test(reason))
    return 'sender';
  if (failure.command === 'RCPT TO') return 'recipient';
  return failure.command === 'MAIL FROM' ? 'sender' : 'message';
}
