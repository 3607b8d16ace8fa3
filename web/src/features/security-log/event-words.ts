import type { SecurityEventItem } from '@overture/contract/security-log';
import {
  REPEATS_COUNTED_EXACTLY,
  SECURITY_EVENTS,
  type SecurityEventName,
  type SecurityOutcome,
} from '@overture/domain/security/events';
import { formatNumber, locale } from '../../lib/format.ts';
import { defineTexts } from '../../lib/texts.ts';
import type { StatusTone } from '../../ui/feedback/status-chip.tsx';
import { t } from './texts.ts';

const english = Object.fromEntries(
  Object.entries(SECURITY_EVENTS).map(([event, { label }]) => [event, label]),
) as Record<SecurityEventName, string>;
const words = defineTexts({ ...english });

export const outcomeTones: Record<SecurityOutcome, StatusTone> = { success: 'green', failure: 'amber', refused: 'red' };

export const eventLabel = ({ event }: SecurityEventItem): string => words(event);

/**
 * The name shown for an event. An agency acts on its client as no person of the client. An event without an address was
 * caused on the machine itself, without signing in.
 */
export function personName({ user, api_key, ip, is_outside_actor, outside_actor_name }: SecurityEventItem): string {
  if (api_key) return t(api_key.is_app ? 'by_app' : 'by_key', { name: api_key.name });
  if (user) return user.name;
  if (is_outside_actor) return outside_actor_name ?? t('outsider');
  return t(ip === null ? 'at_machine' : 'signed_out');
}

/** The name of who did it for them; empty where they did it themselves. */
export function actorName({ user, actor, is_outside_actor, outside_actor_name }: SecurityEventItem): string {
  if (is_outside_actor && !user) return '';
  return outside_actor_name ?? (is_outside_actor ? t('outsider') : (actor?.name ?? ''));
}

/** The same below the name of the person: `by Ada Jansen`. */
export function actorWords(item: SecurityEventItem): string {
  const name = actorName(item);
  if (name === '') return '';
  return item.is_outside_actor && !item.outside_actor_name ? t('acted_by_outsider') : t('acted_by', { name });
}

/** A call has no name that a person would know; everything else is named by its kind and its name or number. */
export function subjectWords({ subject }: SecurityEventItem): string {
  if (!subject || subject.kind === 'call') return '';
  const name = subject.label ?? (subject.id === null ? '' : String(subject.id));
  return name === '' ? '' : `${t(`subject_${subject.kind}`)}: ${name}`;
}

/** How often, where it was more than once. */
export function repeatWords({ repeats }: SecurityEventItem): string {
  if (repeats < 2) return '';
  return t(repeats < REPEATS_COUNTED_EXACTLY ? 'repeats' : 'repeats_most', { count: formatNumber(repeats) });
}

let names: Intl.DisplayNames | undefined;

/** Country in words and network address; what is not known is left out. */
export function placeWords({ country, ip }: Pick<SecurityEventItem, 'country' | 'ip'>): {
  place: string;
  address: string;
} {
  names ??= new Intl.DisplayNames(locale, { type: 'region' });
  if (ip === null) return { place: t('automatic'), address: '' };
  return country ? { place: names.of(country) ?? country, address: ip } : { place: ip, address: '' };
}

/** Our own short words (`wrong_password`) and calls (`POST /user/`), for the drawer. */
export function reasonWords({ reason }: SecurityEventItem): string {
  return reason === null || reason.includes('/') ? (reason ?? '') : reason.replaceAll('_', ' ');
}
