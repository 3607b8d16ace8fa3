import { Select, TextInput } from '@mantine/core';
import type { Account } from '@overture/contract/accounts';
import { LINKEDIN_IMPORT } from '@overture/domain/limits';
import {
  type LinkedinImportKind,
  maxImportAmount,
  parseLinkedinSource,
} from '@overture/domain/linkedin/linkedin-import';
import { type FormEvent, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { ChoiceChip, ChoiceChips } from '../../ui/inputs/choice-chip.tsx';
import { amountOptions, parseAmount } from './sources.ts';
import { t } from './texts.ts';

export interface LinkedinImportInput {
  url: string;
  amount: number;
  account_id: number;
}

interface LinkedinImportFormProps {
  id: string;
  kind: LinkedinImportKind;
  /** Those that can read this source; never empty. */
  accounts: readonly Account[];
  problem: string | undefined;
  onSubmit: (input: LinkedinImportInput) => void;
}

const hints: Record<LinkedinImportKind, () => string> = {
  'linkedin-post': () => t('url_hint_post'),
  'linkedin-group': () => t('url_hint_group'),
  'linkedin-search': () => t('url_hint_search'),
  'sales-navigator': () => t('url_hint_sales'),
  recruiter: () => t('url_hint_recruiter'),
};

const examples: Record<LinkedinImportKind, string> = {
  'linkedin-post': 'https://www.linkedin.com/posts/…-activity-7123456789012345678-abcd',
  'linkedin-group': 'https://www.linkedin.com/groups/1234567/',
  'linkedin-search': 'https://www.linkedin.com/search/results/people/?keywords=…',
  'sales-navigator': 'https://www.linkedin.com/sales/search/people?query=…',
  recruiter: 'https://www.linkedin.com/talent/search?…',
};

/** Address and amount of an import from LinkedIn. The form is sent by a button that names its `id`. */
export function LinkedinImportForm({ id, kind, accounts, problem, onSubmit }: LinkedinImportFormProps) {
  const [url, setUrl] = useState('');
  const [amount, setAmount] = useState(String(LINKEDIN_IMPORT.default_amount));
  const [accountId, setAccountId] = useState(accounts[0]?.id);
  const [own, setOwn] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (url.trim() === '') return setOwn(t('url_blank'));
    if (parseLinkedinSource(kind, url) === null) return setOwn(t('invalid'));
    if (accountId !== undefined)
      onSubmit({ url: url.trim(), amount: parseAmount(amount, kind), account_id: accountId });
  }
  return (
    <form id={id} className="flex flex-col gap-4" onSubmit={submit}>
      <TextInput
        label={t('url')}
        description={hints[kind]()}
        placeholder={examples[kind]}
        value={url}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
          setOwn(undefined);
        }}
        error={own ?? problem}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <AmountField kind={kind} value={amount} onChange={setAmount} />
      {accounts.length > 1 ? (
        <Select
          label={t('account')}
          description={t('account_hint')}
          data={accounts.map((account) => ({ value: String(account.id), label: account.name }))}
          value={accountId === undefined ? null : String(accountId)}
          onChange={(value) => setAccountId(value === null ? accountId : Number(value))}
          allowDeselect={false}
        />
      ) : null}
    </form>
  );
}

interface AmountFieldProps {
  kind: LinkedinImportKind;
  /** As it was typed. */
  value: string;
  onChange: (value: string) => void;
}

/** How many people are read: a number, or one of those that are often wanted. */
function AmountField({ kind, value, onChange }: AmountFieldProps) {
  const chosen = parseAmount(value, kind);
  return (
    <div className="grid gap-2">
      <TextInput
        label={t('amount')}
        description={t('amount_hint', { min: LINKEDIN_IMPORT.min_amount, max: formatNumber(maxImportAmount(kind)) })}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, ''))}
        onBlur={() => onChange(String(chosen))}
        inputMode="numeric"
        className="max-w-55"
      />
      <ChoiceChips label={t('amount')}>
        {amountOptions(kind).map((option) => (
          <ChoiceChip
            key={option}
            isChosen={chosen === option}
            label={t('amount_option', { count: option })}
            onClick={() => onChange(String(option))}
          >
            {formatNumber(option)}
          </ChoiceChip>
        ))}
      </ChoiceChips>
    </div>
  );
}
