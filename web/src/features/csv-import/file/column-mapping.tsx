import { NativeSelect } from '@mantine/core';
import {
  furtherColumns,
  IDENTITY_TARGETS,
  MAPPING_TARGETS,
  type ColumnMapping as Mapping,
  type MappingTarget,
  missingTargets,
  otherEmailColumns,
} from '@overture/domain/csv/column-guess';
import { cutText } from '@overture/domain/text/text-bounds';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import classes from '../csv-import.module.css';
import { t } from '../texts.ts';
import { type CsvPreview, sampleValues } from './read-csv-preview.ts';

/** A header fills one field: taken for another one, it leaves the first. */
export function withColumn(mapping: Mapping, target: MappingTarget, header: string): Mapping {
  const entries = Object.entries(mapping).filter(([known, used]) => known !== target && used !== header);
  return Object.fromEntries(header === '' ? entries : [...entries, [target, header]]);
}

interface ColumnMappingProps {
  preview: CsvPreview;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

/** Columns of the file that a field takes besides the chosen one. */
function describeFurther(mapping: Mapping, target: MappingTarget, header: readonly string[]): string | undefined {
  const list = (names: readonly string[]) => names.map((name) => cutText(name, 60)).join(', ');
  const further = furtherColumns(mapping, target, header);
  const others = target === 'email' ? otherEmailColumns(mapping, header) : [];
  const parts = [
    further.length > 0 ? t('further', { columns: list(further) }) : '',
    others.length > 0 ? t('other_emails', { columns: list(others) }) : '',
  ];
  return parts.filter((part) => part !== '').join('. ') || undefined;
}

/** Step 2: which column of the file fills which field, with the first values of each. */
export function ColumnMapping({ preview, mapping, onChange }: ColumnMappingProps) {
  const missing = new Set<MappingTarget>(missingTargets(mapping));
  const hasIdentity = IDENTITY_TARGETS.some((target) => mapping[target]);
  return (
    <table className={`${classes.mapping} w-full mt-3 border-collapse text-table table-fixed`}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('column')}</th>
          <th scope="col" className={classes.sampleHead}>
            {t('sample')}
          </th>
        </tr>
      </thead>
      <tbody>
        {MAPPING_TARGETS.map(({ target, label }) => {
          const header = mapping[target];
          const isOneOf = !hasIdentity && IDENTITY_TARGETS.some((one) => one === target);
          return (
            <tr key={target}>
              <th scope="row">
                <span className="flex items-center gap-2 min-w-0 pe-2">
                  <MappingMark isMapped={Boolean(header)} isRequired={isOneOf || missing.has(target)} />
                  {label}
                  {isOneOf || missing.has(target) ? (
                    <span className="text-ink-3 text-meta max-sm:hidden">{t(isOneOf ? 'one_of' : 'required')}</span>
                  ) : null}
                </span>
              </th>
              <td>
                <NativeSelect
                  aria-label={t('map_field', { field: label })}
                  data-unmapped={header ? undefined : true}
                  description={describeFurther(mapping, target, preview.header)}
                  inputWrapperOrder={['input', 'description']}
                  value={header ?? ''}
                  data={[
                    { value: '', label: t('not_mapped') },
                    ...preview.header.map((name) => ({ value: name, label: cutText(name, 120) })),
                  ]}
                  onChange={(event) => onChange(withColumn(mapping, target, event.currentTarget.value))}
                />
              </td>
              <td className={classes.sample}>
                <Sample preview={preview} header={header} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function MappingMark({ isMapped, isRequired }: { isMapped: boolean; isRequired: boolean }) {
  const state = isMapped ? 'mapped' : isRequired ? 'missing' : 'open';
  return (
    <span className={classes.mark} data-state={state} aria-hidden>
      {isMapped ? <IconCheck size={13} stroke={2.5} /> : null}
      {state === 'missing' ? <IconAlertTriangle size={13} /> : null}
    </span>
  );
}

function Sample({ preview, header }: { preview: CsvPreview; header: string | undefined }) {
  if (!header) return null;
  const values = sampleValues(preview, header);
  if (values.length === 0) return <span className="italic">{t('no_values')}</span>;
  return (
    <span className="truncate" title={values.join('\n')}>
      {values.join(' · ')}
    </span>
  );
}
