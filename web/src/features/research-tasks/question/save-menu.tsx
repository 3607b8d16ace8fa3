import { Menu } from '@mantine/core';
import { enrichmentEndpoints, type RerunChoice } from '@overture/contract/enrichment';
import { IconChevronDown, IconHistory, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { useUser } from '../../../lib/api/session.ts';
import { formatNumber } from '../../../lib/format.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { words } from '../question-texts.ts';
import { MenuCost } from '../runs/menu-cost.tsx';
import { t } from '../texts.ts';
import type { TaskFormState } from '../use-task-form.ts';

interface SaveMenuProps {
  searchId: number;
  form: TaskFormState;
}

/** Saves a changed question: its results stay, all cells of the list run again, or those without a result. */
export function SaveMenu({ searchId, form }: SaveMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = (
    <AppButton
      kind="primary"
      rightIcon={form.asksElse ? <IconChevronDown size={15} aria-hidden /> : undefined}
      aria-haspopup={form.asksElse ? 'menu' : undefined}
      disabled={!form.canStart || !form.isChanged}
      loading={form.isSaving}
      onClick={form.asksElse ? undefined : () => form.saveQuestion('keep')}
    >
      {words('save_question')}
    </AppButton>
  );
  // Another name is no other question.
  if (!form.asksElse) return button;
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="top-end"
      withinPortal
      classNames={{ dropdown: 'min-w-70 max-w-[min(400px,calc(100vw-24px))]' }}
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{isOpen ? <Choices searchId={searchId} form={form} /> : null}</Menu.Dropdown>
    </Menu>
  );
}

function Choices({ searchId, form }: SaveMenuProps) {
  const params = { searchId, promptId: form.taskId ?? 0 };
  const count = useQuery({
    ...queryOptions(enrichmentEndpoints.countResearchReruns, { params }),
    staleTime: 0,
    gcTime: 0,
  });
  const { all = 0, empty = 0, by_hand = 0 } = count.data ?? {};
  const choice = (results: RerunChoice, leads: number) => (
    <Choice form={form} results={results} leads={leads} icon={<IconPlayerPlay size={15} aria-hidden />}>
      {words(results === 'all' ? 'rerun_all' : 'rerun_empty', { count: leads, shown: formatNumber(leads) })}
    </Choice>
  );
  return (
    <>
      <Choice form={form} results="keep" leads={0} icon={<IconHistory size={15} aria-hidden />}>
        {words('keep_results')}
      </Choice>
      {count.isError ? <p className="py-1.5 px-2.25 text-ink-3 text-table">{t('count_failed')}</p> : null}
      {all > 0 ? choice('all', all) : null}
      {empty > 0 && empty < all ? choice('empty', empty) : null}
      {by_hand > 0 ? (
        <p className="py-1.5 px-2.25 text-ink-3 text-meta">{words('by_hand_stay', { count: by_hand })}</p>
      ) : null}
    </>
  );
}

interface ChoiceProps {
  form: TaskFormState;
  results: RerunChoice;
  leads: number;
  icon: ReactNode;
  children: ReactNode;
}

/** One way to save, with what it costs at most. */
function Choice({ form, results, leads, icon, children }: ChoiceProps) {
  const { email_credits } = useUser().organization;
  const cost = leads * form.costPerLead;
  return (
    <Menu.Item
      leftSection={icon}
      disabled={cost > email_credits}
      rightSection={
        leads === 0 ? null : (
          <MenuCost isLow={cost > email_credits}>{t('run_selected_cost', { credits: formatNumber(cost) })}</MenuCost>
        )
      }
      onClick={() => form.saveQuestion(results)}
    >
      {children}
    </Menu.Item>
  );
}
