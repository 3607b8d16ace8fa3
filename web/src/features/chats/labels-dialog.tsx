import { Checkbox } from '@mantine/core';
import type { ChatProspect } from '@overture/contract/chats';
import { chatLabelsEndpoints, type Label } from '@overture/contract/labels';
import { LABEL_COLORS } from '@overture/domain/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { CreateLabel, LabelChips, LabelRow } from '../labels/index.ts';
import { leadName } from '../leads/index.ts';
import classes from './chats.module.css';
import { patchChat, refetchLabelled } from './chats-cache.ts';
import { historyKey, patchHistoryProspect } from './history-cache.ts';
import { t } from './texts.ts';

type Labelled = Pick<ChatProspect, 'id' | 'first_name' | 'last_name' | 'labels'>;

/** Labels of a lead: put on and take off; and those there are: create, change, delete. */
export function LabelsDialog({ prospect, onClose }: { prospect: Labelled; onClose: () => void }) {
  const client = useQueryClient();
  const all = useQuery(queryOptions(chatLabelsEndpoints.listChatLabels));
  const { chosen, change, showEdited } = useLeadLabels(prospect);
  const isOn = (label: Label) => chosen.some((known) => known.id === label.id);
  return (
    <Dialog opened onClose={onClose} size="small" title={t('labels_of', { name: leadName(prospect) })}>
      <ul
        className={`${classes.list} flex flex-col gap-0.5 max-h-[280px] mt-0 mx-0 mb-3 p-0 overflow-y-auto list-none`}
      >
        {all.data?.labels.map((label) => (
          <li key={label.id}>
            <LabelRow
              label={label}
              colors={LABEL_COLORS}
              deleteText={t('label_delete_text')}
              save={async (body) => {
                const saved = await call(chatLabelsEndpoints.updateChatLabel, { params: { id: label.id }, body });
                await showEdited(chosen.map((known) => (known.id === label.id ? saved.label : known)));
              }}
              remove={async () => {
                await call(chatLabelsEndpoints.deleteChatLabel, { params: { id: label.id } });
                await showEdited(chosen.filter((known) => known.id !== label.id));
              }}
            >
              {(editButton) => (
                <div className="flex items-center justify-between gap-2 min-h-8">
                  <Checkbox
                    checked={isOn(label)}
                    onChange={(event) => change({ label, isOn: event.currentTarget.checked })}
                    label={<LabelChips labels={[label]} />}
                  />
                  {editButton}
                </div>
              )}
            </LabelRow>
          </li>
        ))}
        {all.isPending ? <Skeleton width="50%" height={22} /> : null}
      </ul>
      {all.data?.labels.length === 0 ? <p className="mb-3 text-ink-3 text-table">{t('labels_none')}</p> : null}
      <CreateLabel
        colors={LABEL_COLORS}
        initialColor={LABEL_COLORS[7]}
        create={(body) => call(chatLabelsEndpoints.createChatLabel, { body })}
        onCreated={async (label) => {
          await refetch(client, chatLabelsEndpoints.listChatLabels);
          change({ label, isOn: true });
        }}
      />
    </Dialog>
  );
}

/** The labels a lead has, as shown before the server has answered. */
function useLeadLabels(prospect: Labelled) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly Label[]>(prospect.labels);
  const { id } = prospect;
  function show(labels: readonly Label[]) {
    setChosen(labels);
    patchChat(client, id, (chat) => ({ ...chat, prospect: { ...chat.prospect, labels: [...labels] } }));
    patchHistoryProspect(client, id, (known) => ({ ...known, labels: [...labels] }));
  }
  const change = useMutation({
    mutationFn: ({ label, isOn }: { label: Label; isOn: boolean }): Promise<unknown> =>
      isOn
        ? call(chatLabelsEndpoints.addProspectLabel, { params: { id }, body: { label_id: label.id } })
        : call(chatLabelsEndpoints.removeProspectLabel, { params: { id, labelId: label.id } }),
    onMutate: ({ label, isOn }) => {
      const before = chosen;
      show(isOn ? [...chosen, label] : chosen.filter((known) => known.id !== label.id));
      return { before };
    },
    onError: (error, _, context) => {
      if (context) show(context.before);
      toast.error(errorMessage(error, t('action_failed')));
    },
    onSettled: () => void client.invalidateQueries({ queryKey: historyKey(id) }),
  });
  /** Other leads have a changed or deleted label too. */
  async function showEdited(labels: readonly Label[]): Promise<void> {
    show(labels);
    await refetchLabelled(client);
  }
  return { chosen, change: change.mutate, showEdited };
}
