import { Radio } from '@mantine/core';
import type { Template } from '@overture/contract/campaigns';
import { templatesEndpoints } from '@overture/contract/templates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { SearchInput } from '../../ui/inputs/search-input.tsx';
import { EditTemplate, EditTemplateButton } from './edit-template.tsx';
import { TemplateOption } from './template-option.tsx';
import classes from './templates.module.css';
import { t } from './texts.ts';

/** A search field is worth its place from here on. */
const searchFrom = 16;

/** Those of the organization say whether who looks may delete them. */
type Offered = Template & { may_delete?: boolean };

interface TemplateListProps {
  /** Id of the chosen template; null for a blank campaign. */
  chosen: number | null;
  onChoose: (template: Template | null) => void;
}

/** What a campaign can begin with: nothing, a template of the organization, or a default one. */
export function TemplateList({ chosen, onChoose }: TemplateListProps) {
  const [query, setQuery] = useState('');
  const list = useQuery(queryOptions(templatesEndpoints.listTemplates));
  const all = list.data ? [...list.data.organization, ...list.data.agency, ...list.data.default] : [];
  const wanted = query.trim().toLowerCase();
  const matching = (templates: readonly Offered[] = []) =>
    templates.filter(({ name }) => name.toLowerCase().includes(wanted));
  const groups = [
    { id: 'organization', title: t('group_organization'), templates: matching(list.data?.organization) },
    { id: 'agency', title: t('group_agency'), templates: matching(list.data?.agency) },
    { id: 'default', title: t('group_default'), templates: matching(list.data?.default) },
  ].filter(({ templates }) => templates.length > 0);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between min-h-(--control-height)">
        <h3 id="choose-template">{t('choose')}</h3>
        {all.length >= searchFrom ? (
          <SearchInput label={t('find')} placeholder={t('find')} value={query} onChange={setQuery} width={200} />
        ) : null}
      </div>
      <Radio.Group
        value={chosen === null ? 'blank' : String(chosen)}
        onChange={(id) => onChoose(all.find((template) => String(template.id) === id) ?? null)}
        aria-labelledby="choose-template"
      >
        <div className={classes.list}>
          <label className={classes.option} htmlFor="template-blank">
            <Radio id="template-blank" value="blank" size="xs" />
            <span className="flex flex-1 flex-col gap-px min-w-0 max-sm:basis-[calc(100%_-_32px)]">
              <span className="font-medium wrap-anywhere">{t('blank')}</span>
              <span className={classes.text}>{t('blank_text')}</span>
            </span>
          </label>
          {list.isPending ? [0, 1, 2].map((key) => <Skeleton key={key} height={56} radius={8} />) : null}
          {groups.map(({ id, title, templates }) => (
            <section key={id} aria-labelledby={`templates-${id}`}>
              <h4 id={`templates-${id}`} className="m-0 pt-3 px-3 pb-1 text-ink-3 text-meta font-medium">
                {title}
              </h4>
              {templates.map((template) => (
                <TemplateRow
                  key={template.id}
                  template={template}
                  isOwn={id === 'organization'}
                  onDeleted={() => chosen === template.id && onChoose(null)}
                />
              ))}
            </section>
          ))}
          {wanted && groups.length === 0 ? <p className="p-3 text-ink-3 text-table">{t('none_found')}</p> : null}
        </div>
      </Radio.Group>
      {queryFailure(list, { fallback: t('failed'), compact: true })}
    </div>
  );
}

interface TemplateRowProps {
  template: Offered;
  /** Saved in this organization: it can be renamed and deleted. */
  isOwn: boolean;
  onDeleted: () => void;
}

function TemplateRow({ template, isOwn, onDeleted }: TemplateRowProps) {
  const [isEditing, setEditing] = useState(false);
  const mayDelete = template.may_delete === true;
  const close = () => setEditing(false);
  if (isEditing)
    return <EditTemplate template={template} mayDelete={mayDelete} onClose={close} onDeleted={onDeleted} />;
  return (
    <div className={`${classes.row} flex items-center gap-0.5`}>
      <label className={classes.option} htmlFor={`template-${template.id}`}>
        <Radio id={`template-${template.id}`} value={String(template.id)} size="xs" />
        <TemplateOption template={template} />
      </label>
      {isOwn ? <EditTemplateButton template={template} onClick={() => setEditing(true)} /> : null}
    </div>
  );
}
