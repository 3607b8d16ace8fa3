import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { LeadColumn } from '@overture/contract/lead-columns';
import { type DecimalMark, readCustomValue } from '@overture/domain/leads/custom-values';
import { CUSTOM_COLUMNS } from '@overture/domain/limits';
import { cutText } from '@overture/domain/text/text-bounds';
import { formatNumber } from '../../../lib/format.ts';
import { TypeSelect } from '../../custom-columns/index.ts';
import { t } from '../texts.ts';
import { type ExtraColumn, existing, mustChooseMark } from './extra-columns.ts';
import { type CsvPreview, sampleValues } from './read-csv-preview.ts';

/** More of a file's columns than this are of no help to the eye. */
const MOST_SHOWN = 200;

interface ExtraColumnsProps {
  preview: CsvPreview;
  extras: readonly ExtraColumn[];
  known: readonly LeadColumn[];
  onChange: (header: string, change: Partial<ExtraColumn>) => void;
}

/** Columns of the file that fill no field of a lead: each can become a custom column, under a name and with a type. */
export function ExtraColumns({ preview, extras, known, onChange }: ExtraColumnsProps) {
  if (extras.length === 0) return null;
  const chosen = extras.filter(({ is_on }) => is_on).length;
  return (
    <section className="mt-4" aria-label={t('extras')}>
      <h3 className="text-table font-medium">{t('extras')}</h3>
      <p className="text-ink-3 text-table">{t('extras_text')}</p>
      <Checkbox
        className="mt-2"
        label={t('extras_all', { chosen, count: extras.length })}
        checked={chosen === extras.length}
        indeterminate={chosen > 0 && chosen < extras.length}
        onChange={(event) => {
          for (const { header } of extras) onChange(header, { is_on: event.currentTarget.checked });
        }}
      />
      <ul className="m-0 mt-2 p-0 list-none border-t border-line">
        {extras.slice(0, MOST_SHOWN).map((extra) => (
          <ExtraRow
            key={extra.header}
            extra={extra}
            values={sampleValues(preview, extra.header)}
            column={existing(extra, known)}
            onChange={(change) => onChange(extra.header, change)}
          />
        ))}
      </ul>
      {extras.length > MOST_SHOWN ? (
        <p className="mt-2 text-ink-3 text-table">{t('extras_more', { count: extras.length - MOST_SHOWN })}</p>
      ) : null}
    </section>
  );
}

interface ExtraRowProps {
  extra: ExtraColumn;
  values: readonly string[];
  /** The custom column that has this name already. */
  column: LeadColumn | undefined;
  onChange: (change: Partial<ExtraColumn>) => void;
}

function ExtraRow({ extra, values, column, onChange }: ExtraRowProps) {
  const { header, is_on, name, type } = extra;
  return (
    <li className="flex flex-wrap items-center gap-2 py-2 border-b border-line">
      <Checkbox
        className="flex-[1_1_160px] min-w-0 wrap-anywhere"
        label={cutText(header, 120)}
        description={values.length === 0 ? t('no_values') : cutText(values.join(' · '), 80)}
        checked={is_on}
        onChange={(event) => onChange({ is_on: event.currentTarget.checked })}
      />
      {is_on ? (
        <span className="flex flex-[1_1_280px] items-start gap-2 min-w-0">
          <TextInput
            className="flex-1"
            aria-label={t('extra_name', { column: header })}
            value={name}
            maxLength={CUSTOM_COLUMNS.name_max}
            autoComplete="off"
            description={column ? t('extra_exists') : undefined}
            inputWrapperOrder={['input', 'description']}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
          <TypeSelect
            label={t('extra_type', { column: header })}
            value={column?.type ?? type}
            disabled={column !== undefined}
            onChange={(next) => onChange({ type: next })}
          />
          {mustChooseMark(extra, column ? [column] : []) ? <MarkChoice extra={extra} onChange={onChange} /> : null}
        </span>
      ) : null}
    </li>
  );
}

/** `3.000` beside nothing that tells: three, or three thousand. */
function MarkChoice({ extra, onChange }: Pick<ExtraRowProps, 'extra' | 'onChange'>) {
  const example = extra.undecided ?? '';
  const readings = ([',', '.'] as const).map((mark) => {
    const read = formatNumber(Number(readCustomValue('number', example, null, mark)));
    return { value: mark, label: t('extra_mark_as', { example, read }) };
  });
  return (
    <NativeSelect
      aria-label={t('extra_mark', { column: extra.header })}
      error={extra.decimal_mark === null}
      value={extra.decimal_mark ?? ''}
      data={[{ value: '', label: t('extra_mark_choose', { example }) }, ...readings]}
      onChange={(event) => onChange({ decimal_mark: (event.currentTarget.value || null) as DecimalMark | null })}
    />
  );
}
