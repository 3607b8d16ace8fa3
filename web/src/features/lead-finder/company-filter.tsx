import { Textarea } from '@mantine/core';
import type { DomainFilter } from '@overture/domain/finder/lead-finder';
import { parsePastedDomains } from '@overture/domain/finder/lead-finder-parse';
import { FINDER_LIMITS } from '@overture/domain/limits';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { t } from './texts.ts';

interface CompanyFilterProps {
  domains: DomainFilter;
  onChange: (domains: DomainFilter) => void;
}

/** Companies to look in, and companies to leave out: pasted lists of domains. */
export function CompanyFilter({ domains, onChange }: CompanyFilterProps) {
  return (
    <div className="flex flex-col gap-3">
      <DomainsField
        label={t('domains_in')}
        domains={domains.in}
        others={domains.not_in}
        onChange={(list) => onChange({ ...domains, in: list })}
      />
      <DomainsField
        label={t('domains_not_in')}
        domains={domains.not_in}
        others={domains.in}
        onChange={(list) => onChange({ ...domains, not_in: list })}
      />
    </div>
  );
}

interface DomainsFieldProps {
  label: string;
  domains: readonly string[];
  /** Of the other list: a company cannot be in both. */
  others: readonly string[];
  onChange: (domains: string[]) => void;
}

function DomainsField({ label, domains, others, onChange }: DomainsFieldProps) {
  const [draft, setDraft] = useState({ text: domains.join('\n'), given: domains });
  const [isLeft, setLeft] = useState(false);
  // Cleared from outside.
  if (domains.length === 0 && draft.given.length > 0) setDraft({ text: '', given: domains });

  function change(text: string) {
    const list = parsePastedDomains(text)
      .domains.filter((domain) => !others.includes(domain))
      .slice(0, FINDER_LIMITS.max_domains);
    setLeft(false);
    setDraft({ text, given: list });
    onChange(list);
  }
  return (
    <Textarea
      label={label}
      description={
        domains.length === 0
          ? undefined
          : t('domains_count', { count: domains.length, shown: formatNumber(domains.length) })
      }
      placeholder={t('domains_placeholder')}
      value={draft.text}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => setLeft(true)}
      error={isLeft ? problemOf(draft.text, others) : undefined}
      autosize
      minRows={2}
      maxRows={6}
      spellCheck={false}
      size="sm"
    />
  );
}

/** What of the text is not looked for, and why; the first of each kind. */
function problemOf(text: string, others: readonly string[]): string | undefined {
  const { domains, problems } = parsePastedDomains(text);
  const both = domains.find((domain) => others.includes(domain));
  if (problems[0] !== undefined) return t('domains_unread', { count: problems.length, first: problems[0] });
  if (both !== undefined) return t('domains_both', { domain: both });
  const max = FINDER_LIMITS.max_domains;
  return domains.length > max ? t('domains_many', { max: formatNumber(max) }) : undefined;
}
