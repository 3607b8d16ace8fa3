/** Who may open an account: everyone, invited users, addresses at some domains, or no one. */
export interface SignUps {
  mode: 'open' | 'invited' | 'domains' | 'closed';
  /** Lower case, for `domains` only. */
  domains: string[];
}

const MOST_DOMAINS = 100;

/** `open`, `invited`, `closed` or `domains:a.example,b.example`; null for anything else. */
export function parseSignUps(text: string): SignUps | null {
  const given = text.trim().toLowerCase();
  if (given === 'open' || given === 'invited' || given === 'closed') return { mode: given, domains: [] };
  if (!given.startsWith('domains:')) return null;
  const domains = given
    .slice('domains:'.length)
    .split(',')
    .map((domain) => domain.trim().replace(/^@/, ''));
  return domains.length <= MOST_DOMAINS && domains.every(isDomain) ? { mode: 'domains', domains } : null;
}

function isDomain(text: string): boolean {
  const labels = text.split('.');
  return text.length <= 253 && labels.length > 1 && labels.every((label) => /^[a-z0-9-]{1,63}$/.test(label));
}
