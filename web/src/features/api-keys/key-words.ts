import type { ApiKey } from '@overture/contract/api-keys';
import { KEY_BUNDLES, type KeyScope } from '@overture/domain/access/key-scopes';
import { withinSentence } from '../../lib/format.ts';
import type { StatusTone } from '../../ui/feedback/status-chip.tsx';
import { t } from './texts.ts';

export const BUNDLES = ['read', 'write', 'send'] as const;
export type Bundle = (typeof BUNDLES)[number];
export const EXTRAS = ['spend', 'export', 'erase'] as const;
export type Extra = (typeof EXTRAS)[number];

export const LIFETIMES = ['none', '90', '365'] as const;
export type Lifetime = (typeof LIFETIMES)[number];
export const toDays = (lifetime: Lifetime): number | null => (lifetime === 'none' ? null : Number(lifetime));

export const scopesOf = (bundle: Bundle, extras: readonly Extra[]): KeyScope[] => [
  ...KEY_BUNDLES[bundle].scopes,
  ...extras,
];

/** The bundle and what it allows besides; the number of scopes for a key that was not made from a bundle. */
export function accessWords({ scopes }: Pick<ApiKey, 'scopes'>): string {
  const extras = EXTRAS.filter((extra) => scopes.includes(extra));
  const others = scopes.filter((scope) => !(extras as readonly string[]).includes(scope));
  const bundle = BUNDLES.find((name) => {
    const wanted = KEY_BUNDLES[name].scopes;
    return wanted.length === others.length && wanted.every((scope) => others.includes(scope));
  });
  if (!bundle) return t('access_other', { count: scopes.length });
  if (extras.length === 0) return t(`access_${bundle}`);
  const more = extras.map((extra) => withinSentence(t(`extra_${extra}`))).join(', ');
  return t('access_more', { access: t(`access_${bundle}`), more });
}

export function stateWords(key: Pick<ApiKey, 'state' | 'revoked_at'>): { tone: StatusTone; word: string } {
  if (key.state === 'active') return { tone: 'green', word: t('state_active') };
  if (key.state === 'ending') return { tone: 'amber', word: t('state_ending') };
  return { tone: 'grey', word: t(key.revoked_at ? 'state_revoked' : 'state_expired') };
}
