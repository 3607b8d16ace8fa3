import { TextInput } from '@mantine/core';
import { type AdminTemplate, adminTemplatesEndpoints } from '@overture/contract/admin-templates';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { IconPencil, IconStar, IconStarOff, IconTemplate, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../lib/api/writes.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SearchInput } from '../../ui/inputs/search-input.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { BackArrow, PageHeader } from '../../ui/layout/page-header.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { t } from './texts.ts';

type What = 'rename' | 'delete' | 'toggle';
type Choice = { what: What; template: AdminTemplate };

/** Templates of the whole installation: what everybody is offered, and what organizations saved. */
export function TemplatesPage() {
  const [search, setSearch] = useState('');
  const [choice, setChoice] = useState<Choice>();
  const list = useQuery({
    ...queryOptions(adminTemplatesEndpoints.listAdminTemplates, { query: { search } }),
    placeholderData: keepPreviousData,
  });
  const tables = [
    { id: 'default', title: t('templates_default'), rows: list.data?.default },
    { id: 'organization', title: t('templates_organization'), rows: list.data?.organization },
  ] as const;
  return (
    <>
      <PageHeader
        title={t('templates')}
        subtitle={t('templates_text')}
        back={
          <AppLink to={pb.adminDashboard()} aria-label={t('back')}>
            <BackArrow />
          </AppLink>
        }
      />
      <FilterBar>
        <SearchInput
          value={search}
          label={t('templates_search')}
          placeholder={t('templates_search')}
          width={280}
          onChange={setSearch}
        />
      </FilterBar>
      <div className="flex-1 overflow-auto grid content-start gap-4 px-gutter pb-8">
        {list.error ? queryFailure(list) : null}
        {tables.map(({ id, title, rows }) =>
          list.error ? null : (
            <TemplatesTable
              key={id}
              id={id}
              title={title}
              rows={rows}
              isStale={list.isPlaceholderData}
              onChoose={setChoice}
            />
          ),
        )}
      </div>
      {choice ? (
        <Dialogs key={`${choice.what}${choice.template.id}`} choice={choice} onClose={() => setChoice(undefined)} />
      ) : null}
    </>
  );
}

interface TemplatesTableProps {
  id: 'default' | 'organization';
  title: string;
  rows: AdminTemplate[] | undefined;
  isStale: boolean;
  onChoose: (choice: Choice) => void;
}

function TemplatesTable({ id, title, rows, isStale, onChoose }: TemplatesTableProps) {
  return (
    <section className="grid content-start gap-2 min-w-0" aria-label={title}>
      <h2 className="text-section">{title}</h2>
      <DataTable<AdminTemplate>
        tableId={`admin-templates-${id}`}
        label={title}
        columns={buildColumns(id === 'organization', onChoose)}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        isStale={isStale}
        empty={<EmptyState compact icon={<IconTemplate size={22} />} title={t('no_templates')} />}
        card={(row) => ({
          title: row.name,
          subtitle: [row.organization_name, t('steps_of', { count: row.steps.length })].filter(Boolean).join(' · '),
          end: <RowMenu template={row} onChoose={onChoose} />,
        })}
      />
    </section>
  );
}

function buildColumns(isSaved: boolean, onChoose: (choice: Choice) => void): DataColumn<AdminTemplate>[] {
  return [
    { id: 'name', header: t('column_name'), width: 300, cell: (row) => row.name, title: (row) => row.name },
    ...(isSaved
      ? [
          {
            id: 'organization',
            header: t('column_organization'),
            width: 220,
            cell: (row: AdminTemplate) => row.organization_name ?? '',
          },
        ]
      : []),
    { id: 'steps', header: t('column_steps'), width: 90, cell: (row) => row.steps.length },
    {
      id: 'state',
      header: t('column_state'),
      width: 170,
      cell: (row) =>
        row.is_default ? (
          <StatusChip tone="green">{t('template_default')}</StatusChip>
        ) : (
          <StatusChip tone="grey">{t(row.is_built_in ? 'template_hidden' : 'template_own')}</StatusChip>
        ),
    },
    {
      id: 'actions',
      header: t('column_actions'),
      width: 90,
      interactive: true,
      cell: (row) => <RowMenu template={row} onChoose={onChoose} />,
    },
  ];
}

function RowMenu({ template, onChoose }: { template: AdminTemplate; onChoose: (choice: Choice) => void }) {
  const entry = (what: What, label: string, icon: React.ReactNode, danger = false) => ({
    id: what,
    label,
    icon,
    danger,
    onSelect: () => onChoose({ what, template }),
  });
  return (
    <ActionMenu
      label={t('actions_of', { name: template.name })}
      entries={[
        entry('rename', t('rename'), <IconPencil size={16} aria-hidden />),
        template.is_default
          ? entry('toggle', t('remove_default'), <IconStarOff size={16} aria-hidden />)
          : entry('toggle', t('make_default'), <IconStar size={16} aria-hidden />),
        ...(template.is_built_in ? [] : [entry('delete', t('delete'), <IconTrash size={16} aria-hidden />, true)]),
      ]}
    />
  );
}

function useTemplateChange(text: string, onClose: () => void) {
  return {
    onSuccess: async () => {
      await whenRefetched();
      toast.success(text);
      onClose();
    },
    onError: (error: unknown) => toast.error(errorMessage(error, t('failed'))),
  };
}

function Dialogs({ choice: { what, template }, onClose }: { choice: Choice; onClose: () => void }) {
  if (what === 'rename') return <RenameDialog template={template} onClose={onClose} />;
  if (what === 'delete') return <DeleteDialog template={template} onClose={onClose} />;
  return <ToggleDialog template={template} onClose={onClose} />;
}

interface DialogProps {
  template: AdminTemplate;
  onClose: () => void;
}

const RENAME_FORM = 'rename-template';

function RenameDialog({ template, onClose }: DialogProps) {
  const [name, setName] = useState(template.name);
  const rename = useMutation({
    ...mutationOptions(adminTemplatesEndpoints.renameAdminTemplate),
    ...useTemplateChange(t('template_renamed'), onClose),
  });
  const isBlank = name.trim() === '';
  function save() {
    if (!isBlank && !rename.isPending) rename.mutate({ params: { id: template.id }, body: { name: name.trim() } });
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size="small"
      title={t('rename_title')}
      footer={
        <AppButton kind="primary" type="submit" form={RENAME_FORM} disabled={isBlank} loading={rename.isPending}>
          {t('rename')}
        </AppButton>
      }
    >
      <Form id={RENAME_FORM} onSubmit={save}>
        <TextInput
          label={t('template_name')}
          value={name}
          maxLength={TEXT_LIMITS.template_name_max}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Form>
    </Dialog>
  );
}

function DeleteDialog({ template, onClose }: DialogProps) {
  const remove = useMutation({
    ...mutationOptions(adminTemplatesEndpoints.deleteAdminTemplate),
    ...useTemplateChange(t('template_deleted'), onClose),
  });
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={t('delete_template_title', { name: template.name })}
      confirmLabel={t('delete')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: template.id } })}
    >
      <p>{t(template.organization_name === null ? 'delete_default_text' : 'delete_template_text')}</p>
    </ConfirmDialog>
  );
}

function ToggleDialog({ template, onClose }: DialogProps) {
  const make_default = !template.is_default;
  const toggle = useMutation({
    ...mutationOptions(adminTemplatesEndpoints.toggleDefaultTemplate),
    ...useTemplateChange(t(make_default ? 'default_made' : 'default_removed'), onClose),
  });
  const label = t(make_default ? 'make_default' : 'remove_default');
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(make_default ? 'make_default_title' : 'remove_default_title', { name: template.name })}
      confirmLabel={label}
      pending={toggle.isPending}
      onConfirm={() => toggle.mutate({ params: { id: template.id }, body: { make_default } })}
    >
      <p>{t(make_default ? 'make_default_text' : 'remove_default_text')}</p>
    </ConfirmDialog>
  );
}
