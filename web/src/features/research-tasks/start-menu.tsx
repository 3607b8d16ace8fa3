import { Menu } from '@mantine/core';
import { IconBolt, IconChevronDown, IconDeviceFloppy, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SaveMenu } from './question/save-menu.tsx';
import { FirstRows } from './runs/first-rows.tsx';
import { RunEntries } from './runs/run-entries.tsx';
import type { TableRequest } from './runs/use-start-research.ts';
import { t } from './texts.ts';
import type { TaskFormState } from './use-task-form.ts';

interface StartMenuProps {
  searchId: number;
  table: TableRequest;
  form: TaskFormState;
  onCancel: () => void;
  /** Takes the column out of the list; left out where it is none. */
  onDelete: (() => void) | undefined;
  /** Opens what runs a column for new leads, for phones too, where columns have no menus; left out where it is none. */
  onAutomatic: (() => void) | undefined;
}

/** Foot of the form: delete the column, cancel, and how many leads to start with. */
export function StartMenu({ searchId, table, form, onCancel, onDelete, onAutomatic }: StartMenuProps) {
  return (
    <>
      {onDelete ? (
        <span className="flex-1 -ms-2.5">
          <AppButton kind="quiet" icon={<IconTrash size={15} aria-hidden />} onClick={onDelete}>
            {t('delete_column')}
          </AppButton>
        </span>
      ) : null}
      <AppButton onClick={onCancel}>{t('cancel')}</AppButton>
      {form.isEditing ? (
        <SaveMenu searchId={searchId} form={form} />
      ) : (
        <>
          {form.isColumn ? null : <FirstRows searchId={searchId} table={table} form={form} />}
          <RunMenu {...{ searchId, table, form, onAutomatic }} />
        </>
      )}
    </>
  );
}

/** How many leads to start with. */
function RunMenu({ searchId, table, form, onAutomatic }: Omit<StartMenuProps, 'onCancel' | 'onDelete'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="top-end"
      withinPortal
      classNames={{ dropdown: 'min-w-70 max-w-[min(360px,calc(100vw-24px))]' }}
    >
      <Menu.Target>
        <AppButton
          kind="primary"
          rightIcon={<IconChevronDown size={15} aria-hidden />}
          aria-haspopup="menu"
          disabled={!form.canStart}
          loading={form.isPending}
        >
          {t(form.isColumn ? 'start_next' : 'start_new')}
        </AppButton>
      </Menu.Target>
      <Menu.Dropdown>
        {isOpen ? (
          <RunEntries
            searchId={searchId}
            promptId={form.promptId}
            table={table}
            costPerLead={form.costPerLead}
            isLookup={form.isLookup}
            onRun={form.run}
          />
        ) : null}
        <Menu.Divider />
        <Menu.Item leftSection={<IconDeviceFloppy size={15} aria-hidden />} onClick={() => form.run(0)}>
          {t('save_only')}
        </Menu.Item>
        {onAutomatic ? (
          <Menu.Item leftSection={<IconBolt size={15} aria-hidden />} onClick={onAutomatic}>
            {t('automatic')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
