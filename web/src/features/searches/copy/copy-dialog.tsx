import { Radio, Select, TextInput } from '@mantine/core';
import { searchesEndpoints } from '@overture/contract/searches';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { LIST_COPY } from '@overture/domain/list-limits';
import { isBlank } from '@overture/domain/text/text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { useUser } from '../../../lib/api/session.ts';
import type { tableRequest } from '../../../lib/api/table-request.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';
import { type CopyRequest, useCopy } from './use-copy.ts';

const formId = 'copy-leads';
const NEW = 'new';

interface CopyDialogProps {
  from: number;
  /** Those that are named, or an amount of the table. */
  leads: { prospect_ids?: number[]; amount?: number };
  table: ReturnType<typeof tableRequest>;
  count: number;
  /** Leads that pass the filters. */
  total: number;
  onClose: () => void;
  onDone: () => void;
}

/** Which list the selected leads go to, and whether they stay in this one. */
export function CopyDialog({ from, leads, table, count, total, onClose, onDone }: CopyDialogProps) {
  const choice = useTarget(from);
  const [moves, setMoves] = useState(false);
  const { isPending, copy } = useCopy(() => {
    onDone();
    onClose();
  });
  const { target } = choice;
  const meant = resolveLeads(leads, total);
  function submit() {
    if (target === undefined || meant === null || isPending) return;
    copy({ from, target, moves, leads: meant, table, total: count });
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('to_list_title', { count, shown: formatNumber(count) })}
      size="small"
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton
            kind="primary"
            type="submit"
            form={formId}
            disabled={target === undefined || meant === null}
            loading={isPending}
          >
            {t(moves ? 'move_submit' : 'copy_submit')}
          </AppButton>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <div className="flex flex-col gap-4">
          <TargetChoice
            target={choice}
            problem={meant === null ? t('too_many', { max: formatNumber(LIST_COPY.leads_a_call) }) : undefined}
          />
          <Radio.Group
            label={t('how')}
            value={moves ? 'move' : 'copy'}
            onChange={(value) => setMoves(value === 'move')}
          >
            <div className="flex flex-col gap-2 mt-2">
              <Radio value="copy" label={t('copy')} />
              <Radio value="move" label={t('move')} />
            </div>
          </Radio.Group>
        </div>
      </Form>
    </Dialog>
  );
}

/** An existing list, or a new one by its name. */
function useTarget(from: number) {
  const lists = useQuery(queryOptions(searchesEndpoints.listSearches));
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const others = lists.data?.searches.filter(({ id }) => id !== from) ?? [];
  const made = isBlank(name) ? undefined : { name };
  const target = chosen === NEW ? made : others.find(({ id }) => String(id) === chosen);
  return { lists, others, chosen, setChosen, name, setName, target };
}

function TargetChoice({ target, problem }: { target: ReturnType<typeof useTarget>; problem: string | undefined }) {
  const canCreate = useUser().organization.branding_settings.lead_list_creation_enabled;
  const { others, chosen } = target;
  return (
    <>
      {queryFailure(target.lists, { compact: true })}
      <Select
        label={t('list')}
        placeholder={t('list_hint')}
        searchable
        limit={100}
        data-autofocus
        data={[
          ...(canCreate ? [{ value: NEW, label: t('new_list') }] : []),
          ...others.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={chosen}
        error={problem}
        onChange={target.setChosen}
      />
      {chosen === NEW ? (
        <TextInput
          label={t('new_name')}
          value={target.name}
          maxLength={TEXT_LIMITS.list_name_max}
          autoComplete="off"
          onChange={(event) => target.setName(event.currentTarget.value)}
        />
      ) : null}
    </>
  );
}

/** An amount that is the whole table is copied batch by batch; null for an amount that one request does not take. */
function resolveLeads(
  { prospect_ids, amount = 0 }: CopyDialogProps['leads'],
  total: number,
): CopyRequest['leads'] | null {
  if (prospect_ids !== undefined) return { prospect_ids };
  if (amount >= total) return { everything: true };
  return amount > LIST_COPY.leads_a_call ? null : { amount };
}
