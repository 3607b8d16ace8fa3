import { Textarea } from '@mantine/core';
import type { DomainFilter } from '@overture/domain/finder/lead-finder';
import { PASTED_DOMAINS, parsePastedDomains } from '@overture/domain/finder/lead-finder-parse';
import { FINDER_LIMITS } from '@overture/domain/limits';
import { useMemo, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { t } from './texts.ts';

interface CompanyFilterProps {
  domains: DomainFilter;
  onChange: (domains: DomainFilter) => void;
}

/** Companies to look in, and companies to leave out: pasted lists of domains. A company cannot be in both, and is looked for then. */
export function CompanyFilter({ domains, onChange }: CompanyFilterProps) {
  const [draft, setDraft] = useState({ in: textOf(domains.in), not_in: textOf(domains.not_in), given: domains });
  // Cleared from outside.
  if (isNone(domains) && !isNone(draft.given)) setDraft({ in: '', not_in: '', given: domains });
  const wanted = useMemo(() => parsePastedDomains(draft.in), [draft.in]);
  const unwanted = useMemo(() => parsePastedDomains(draft.not_in), [draft.not_in]);

  function change(list: keyof DomainFilter, text: string) {
    // Both are made again: what left one list may be in the text of the other.
    const given = toFilter({ in: wanted.domains, not_in: unwanted.domains, [list]: parsePastedDomains(text).domains });
    setDraft({ ...draft, [list]: text, given });
    onChange(given);
  }
  return (
    <div className="flex flex-col gap-3">
      <DomainsField
        label={t('domains_in')}
        text={draft.in}
        count={domains.in.length}
        problem={problemOf(wanted, [])}
        onChange={(text) => change('in', text)}
      />
      <DomainsField
        label={t('domains_not_in')}
        text={draft.not_in}
        count={domains.not_in.length}
        problem={problemOf(unwanted, domains.in)}
        onChange={(text) => change('not_in', text)}
      />
    </div>
  );
}

const textOf = (domains: readonly string[]): string => domains.join('\n');
const isNone = (domains: DomainFilter): boolean => domains.in.length === 0 && domains.not_in.length === 0;

function toFilter(given: DomainFilter): DomainFilter {
  const wanted = new Set(given.in.filter((_, place) => place < FINDER_LIMITS.max_domains));
  const unwanted = given.not_in.filter((domain) => !wanted.has(domain)).slice(0, FINDER_LIMITS.max_domains);
  return { in: [...wanted], not_in: unwanted };
}

interface DomainsFieldProps {
  label: string;
  text: string;
  /** Of the domains that are used. */
  count: number;
  /** What of the text is not used, and why. */
  problem: string | undefined;
  onChange: (text: string) => void;
}

function DomainsField({ label, text, count, problem, onChange }: DomainsFieldProps) {
  const [isLeft, setLeft] = useState(false);
  return (
    <Textarea
      label={label}
      description={count === 0 ? undefined : t('domains_count', { count, shown: formatNumber(count) })}
      placeholder={t('domains_placeholder')}
      value={text}
      onChange={(event) => {
        setLeft(false);
        onChange(event.currentTarget.value);
      }}
      onBlur={() => setLeft(true)}
      error={isLeft ? problem : undefined}
      autosize
      minRows={2}
      maxRows={6}
      spellCheck={false}
      maxLength={PASTED_DOMAINS}
      size="sm"
    />
  );
}

/** The first of each kind. */
function problemOf(
  { domains, problems }: ReturnType<typeof parsePastedDomains>,
  others: readonly string[],
): string | undefined {
  if (problems[0] !== undefined) return t('domains_unread', { count: problems.length, first: problems[0] });
  const given = new Set(domains);
  const both = others.find((domain) => given.has(domain));
  if (both !== undefined) return t('domains_both', { domain: both });
  const max = FINDER_LIMITS.max_domains;
  return domains.length > max ? t('domains_many', { max: formatNumber(max) }) : undefined;
}
