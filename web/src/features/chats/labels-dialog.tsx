import { Checkbox, TextInput } from '@mantine/core';
import type { ChatProspect } from '@overture/contract/chats';
import type { Listed } from '@overture/contract/endpoint';
import { chatLabelsEndpoints, type Label } from '@overture/contract/labels';
import { LABEL_COLORS, TEXT_LIMITS } from '@overture/domain/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { EditLabel, EditLabelButton, LabelChips, LabelColors, labelProblem } from '../labels/index.ts';
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
              isOn={isOn(label)}
              onToggle={(isWanted) => change.mutate({ label, isOn: isWanted })}
              onEdited={(changed) =>
                showEdited(chosen.flatMap((known) => (known.id === label.id ? (changed ?? []) : [known])))
              }
            />
          </li>
        ))}
        {all.isPending ? <Skeleton width="50%" height={22} /> : null}
      </ul>
      {all.data?.labels.length === 0 ? <p className="mb-3 text-ink-3 text-table">{t('labels_none')}</p> : null}
      <CreateLabel onCreated={(label) => change.mutate({ label, isOn: true })} />
    </Dialog>
  );
}

interface LabelRowProps {
  label: Listed<Label>;
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
  /** Null when it was deleted. */
  onEdited: (changed: Label | null) => Promise<void>;
}

function LabelRow({ label, isOn, onToggle, onEdited }: LabelRowProps) {
  const [isEditing, setEditing] = useState(false);
  const params = { id: label.id };
  if (isEditing) {
    return (
      <EditLabel
        label={label}
        colors={LABEL_COLORS}
        deleteText={t('label_delete_text')}
        onClose={() => setEditing(false)}
        save={async (body) => onEdited((await call(chatLabelsEndpoints.updateChatLabel, { params, body })).label)}
        remove={async () => {
          await call(chatLabelsEndpoints.deleteChatLabel, { params });
          await onEdited(null);
        }}
      />
    );
  }
  return (
    <div className="flex items-center justify-between gap-2 min-h-8">
      <Checkbox
        checked={isOn}
        onChange={(event) => onToggle(event.currentTarget.checked)}
        label={<LabelChips labels={[label]} />}
      />
      <EditLabelButton label={label} onClick={() => setEditing(true)} />
    </div>
  );
}

function CreateLabel({ onCreated }: { onCreated: (label: Label) => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [color, setColor] = useState<string>(LABEL_COLORS[7]);
  const create = useMutation({
    mutationFn: () => call(chatLabelsEndpoints.createChatLabel, { body: { name: name.trim(), color } }),
    onSuccess: async ({ label }) => {
      setName('');
      await refetch(client, chatLabelsEndpoints.listChatLabels);
      onCreated(label);
    },
  });
  return (
    <form
      className={`${classes.create} flex flex-col items-start gap-3 pt-3 border-t border-line`}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) create.mutate();
      }}
    >
      <TextInput
        label={t('label_name')}
        value={name}
        maxLength={TEXT_LIMITS.label_name_max}
        error={create.error ? labelProblem(create.error, t('label_failed')) : undefined}
        onChange={(event) => {
          setName(event.currentTarget.value);
          create.reset();
        }}
      />
      <LabelColors
        label={t('label_colors')}
        nameOf={(number) => t('label_color', { number })}
        colors={LABEL_COLORS}
        value={color}
        onChange={setColor}
      />
      <AppButton type="submit" size="small" disabled={name.trim() === ''} loading={create.isPending}>
        {t('label_create')}
      </AppButton>
    </form>
  );
}
