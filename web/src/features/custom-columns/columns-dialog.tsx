import { TextInput } from '@mantine/core';
import { leadColumnsEndpoints } from '@overture/contract/lead-columns';
import type { CustomType } from '@overture/domain/leads/custom-values';
import { CUSTOM_COLUMNS } from '@overture/domain/limits';
import { IconColumns3, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../lib/api/writes.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { ColumnRow } from './column-row.tsx';
import { t } from './texts.ts';
import { TypeSelect } from './type-select.tsx';
import { useCustomColumns } from './use-custom-columns.ts';

/** All custom columns of the organization: name, type, order, archive and delete; and a new one. */
export function ColumnsDialog({ onClose }: { onClose: () => void }) {
  const { all, query } = useCustomColumns();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('title')}
      size="large"
      footer={
        <AppButton kind="primary" onClick={onClose}>
          {t('close')}
        </AppButton>
      }
    >
      <p className="mb-4 text-ink-3 text-table">{t('intro')}</p>
      {queryFailure(query, { fallback: t('load_failed') })}
      {all === undefined && !query.error ? <p role="status">{t('loading')}</p> : null}
      {all?.length === 0 ? (
        <EmptyState icon={<IconColumns3 size={22} />} title={t('none')} text={t('none_text')} />
      ) : null}
      {all && all.length > 0 ? (
        <>
          <p className="mb-1 text-ink-3 text-meta number" role="status">
            {t('count', { count: all.length, most: CUSTOM_COLUMNS.max_columns })}
          </p>
          <ul className="m-0 p-0 list-none border-t border-line">
            {all.map((column, index) => (
              <ColumnRow key={column.id} column={column} index={index} count={all.length} />
            ))}
          </ul>
        </>
      ) : null}
      {all ? <AddColumn isFull={all.length >= CUSTOM_COLUMNS.max_columns} /> : null}
    </Dialog>
  );
}

function AddColumn({ isFull }: { isFull: boolean }) {
  const [name, setName] = useState('');
  const [type, setType] = useState<CustomType>('text');
  const add = useMutation({
    ...mutationOptions(leadColumnsEndpoints.createLeadColumn),
    onSuccess: async () => {
      setName('');
      setType('text');
      await whenRefetched();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== '' && !add.isPending) add.mutate({ body: { name, type } });
  }
  if (isFull) return <p className="mt-4 text-table text-amber">{t('full', { most: CUSTOM_COLUMNS.max_columns })}</p>;
  return (
    <form className="flex flex-wrap items-start gap-2 mt-4" onSubmit={submit}>
      <span className="flex-1 min-w-40">
        <TextInput
          aria-label={t('add_name')}
          placeholder={t('add_name')}
          value={name}
          maxLength={CUSTOM_COLUMNS.name_max}
          autoComplete="off"
          error={add.error ? errorMessage(add.error, t('add_failed')) : undefined}
          onChange={(event) => {
            setName(event.currentTarget.value);
            add.reset();
          }}
        />
      </span>
      <TypeSelect label={t('add_type')} value={type} onChange={setType} />
      <AppButton
        type="submit"
        icon={<IconPlus size={15} aria-hidden />}
        disabled={name.trim() === ''}
        loading={add.isPending}
      >
        {t('add')}
      </AppButton>
    </form>
  );
}
