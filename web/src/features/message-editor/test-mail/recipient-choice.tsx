import { MultiSelect } from '@mantine/core';
import { membersEndpoints } from '@overture/contract/members';
import { TEST_MAIL_LIMITS } from '@overture/domain/limits';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { t } from '../texts.ts';

interface RecipientChoiceProps {
  value: readonly string[];
  onChange: (emails: string[]) => void;
}

/** Who gets a test: people of the organization, by address. */
export function RecipientChoice({ value, onChange }: RecipientChoiceProps) {
  const list = useQuery(queryOptions(membersEndpoints.listMembers));
  const members = list.data?.members ?? [];
  const names = new Map(members.map(({ email, name }) => [email, name]));
  return (
    <MultiSelect
      label={t('to')}
      data={[...new Set([...value, ...names.keys()])]}
      value={[...value]}
      onChange={onChange}
      maxValues={TEST_MAIL_LIMITS.recipients}
      searchable
      openOnFocus={false}
      nothingFoundMessage={t('test_none_allowed')}
      error={value.length === 0 ? t('test_recipients_missing') : undefined}
      renderOption={({ option }) => (
        <span className="flex flex-col min-w-0">
          <span className="truncate">{names.get(option.value) ?? option.value}</span>
          <span className="truncate text-ink-3 text-meta">{option.value}</span>
        </span>
      )}
      withScrollArea={false}
      styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
