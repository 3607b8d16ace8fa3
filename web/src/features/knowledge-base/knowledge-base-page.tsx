import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { type Organization, organizationEndpoints } from '@overture/contract/organization';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { isBlank } from '@overture/domain/text/text';
import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { FieldGroup } from '../../ui/forms/field-group.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { uiTexts } from '../../ui/ui-texts.ts';
import classes from './knowledge-base.module.css';
import { t } from './texts.ts';
import { DESCRIPTIONS, type Description, useKnowledgeBase } from './use-knowledge-base.ts';
import { WebsiteReader } from './website-reader.tsx';

/** What the organization says about itself, with what is thin marked. */
export function KnowledgeBasePage() {
  const found = useQuery(queryOptions(organizationEndpoints.getOrganization));
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {queryFailure(found)}
      {found.isPending ? <FormSkeleton /> : null}
      {found.data ? <KnowledgeBaseForm stored={found.data.data} /> : null}
    </>
  );
}

type Editing = ReturnType<typeof useKnowledgeBase>;

function KnowledgeBaseForm({ stored }: { stored: Organization }) {
  const editing = useKnowledgeBase(stored);
  const { isChanged } = editing;
  return (
    <Form className="flex flex-1 flex-col min-h-0" onSubmit={editing.save}>
      <div className={`${classes.groups} grid flex-1 content-start gap-6 pt-4 px-gutter pb-8 overflow-auto`}>
        <CompanyFields editing={editing} />
        <WebsiteReader website={editing.values.website_url ?? ''} values={editing.values} onAccept={editing.change} />
        {(['offer', 'customers'] as const).map((group) => (
          <FieldGroup key={group} legend={t(group)}>
            {DESCRIPTIONS[group].map((name) => (
              <DescriptionField key={name} name={name} editing={editing} />
            ))}
          </FieldGroup>
        ))}
      </div>
      <footer
        className={`${classes.bar} flex flex-none justify-end gap-2 py-3 px-gutter border-t border-line bg-surface`}
        data-shown={isChanged || undefined}
      >
        <AppButton disabled={!isChanged} onClick={editing.discard}>
          {t('discard')}
        </AppButton>
        <AppButton kind="primary" type="submit" disabled={!isChanged} loading={editing.isSaving}>
          {t('save')}
        </AppButton>
      </footer>
      <LeaveGuard isChanged={isChanged} />
      {editing.conflict}
    </Form>
  );
}

function CompanyFields({ editing: { values, errors, change } }: { editing: Editing }) {
  const numberOf = (value: string | number): number | null => (value === '' ? null : Number(value));
  return (
    <FieldGroup legend={t('company')}>
      <div className={classes.pair}>
        <TextInput
          label={t('name')}
          value={values.name}
          maxLength={TEXT_LIMITS.name_max}
          error={errors.name}
          onChange={(event) => change('name', event.currentTarget.value)}
        />
        <TextInput
          label={t('website_url')}
          placeholder={t('website_placeholder')}
          inputMode="url"
          value={values.website_url ?? ''}
          maxLength={TEXT_LIMITS.url_max}
          error={errors.website_url}
          onChange={(event) => change('website_url', event.currentTarget.value)}
        />
        <NumberInput
          label={t('annual_revenue')}
          description={t('revenue_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={values.annual_revenue ?? ''}
          min={0}
          max={1e15}
          allowNegative={false}
          thousandSeparator=","
          hideControls
          error={errors.annual_revenue}
          onChange={(value) => change('annual_revenue', numberOf(value))}
        />
        <NumberInput
          label={t('employee_count')}
          value={values.employee_count ?? ''}
          min={0}
          max={100_000_000}
          allowNegative={false}
          allowDecimal={false}
          thousandSeparator=","
          hideControls
          error={errors.employee_count}
          onChange={(value) => change('employee_count', numberOf(value))}
        />
      </div>
    </FieldGroup>
  );
}

/** Empty, it says what the AI cannot do without it. */
function DescriptionField({ name, editing: { values, errors, change } }: { name: Description; editing: Editing }) {
  const value = values[name] ?? '';
  return (
    <div>
      <Textarea
        label={t(name)}
        description={t(`${name}_hint`)}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={TEXT_LIMITS.knowledge_base_field_max}
        value={value}
        error={errors[name]}
        onChange={(event) => change(name, event.currentTarget.value)}
      />
      {isBlank(value) ? <p className="mt-1 text-amber text-table">{t(`${name}_thin`)}</p> : null}
    </div>
  );
}

/** Leaving the page, by a link or by closing the tab, asks before text is lost. */
function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker({ shouldBlockFn: () => isChanged, enableBeforeUnload: isChanged, withResolver: true });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={uiTexts.discard_title}
      confirmLabel={uiTexts.discard}
      danger
      onConfirm={() => blocker.proceed?.()}
    >
      {uiTexts.discard_text}
    </ConfirmDialog>
  );
}

function FormSkeleton() {
  return (
    <div className={`${classes.groups} grid flex-1 content-start gap-6 pt-4 px-gutter pb-8 overflow-auto`} aria-hidden>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <div key={key} className="grid gap-2 h-21">
          <Skeleton width={140} />
          <Skeleton width="100%" />
        </div>
      ))}
    </div>
  );
}
