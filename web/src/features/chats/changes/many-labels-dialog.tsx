import { Checkbox } from '@mantine/core';
import type { ChatPreview } from '@overture/contract/chats';
import { chatLabelsEndpoints, type Label } from '@overture/contract/labels';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { LabelChips } from '../../labels/index.ts';
import { words } from './texts.ts';
import type { ChangeChats } from './use-change-chats.ts';

interface ManyLabelsDialogProps {
  chats: readonly ChatPreview[];
  change: ChangeChats;
  onClose: () => void;
}

/** Labels of many leads: what all have is ticked, what some have is half so, a press puts it on all or takes it off all. */
export function ManyLabelsDialog({ chats, change, onClose }: ManyLabelsDialogProps) {
  const all = useQuery(queryOptions(chatLabelsEndpoints.listChatLabels));
  const [pressed, setPressed] = useState<ReadonlyMap<number, boolean>>(new Map());
  function countLabel(label: Label): number {
    const isOn = pressed.get(label.id);
    if (isOn !== undefined) return isOn ? chats.length : 0;
    return chats.filter((chat) => chat.prospect.labels.some((known) => known.id === label.id)).length;
  }
  async function toggle(label: Label) {
    const isOn = countLabel(label) < chats.length;
    setPressed(new Map(pressed).set(label.id, isOn));
    const isDone = await change(chats, isOn ? { add_label: label.id } : { remove_label: label.id });
    if (!isDone) setPressed((now) => new Map([...now].filter(([id]) => id !== label.id)));
  }
  return (
    <Dialog opened onClose={onClose} size="small" title={words('labels_many', { count: chats.length })}>
      {all.isPending ? <Skeleton width="50%" height={22} /> : null}
      {all.data?.labels.length === 0 ? <p className="text-ink-3 text-table">{words('labels_none_many')}</p> : null}
      <ul className="flex flex-col gap-1 m-0 p-0 max-h-[320px] overflow-y-auto list-none">
        {all.data?.labels.map((label) => (
          <li key={label.id} className="flex items-center min-h-8">
            <Checkbox
              checked={countLabel(label) === chats.length}
              indeterminate={countLabel(label) > 0 && countLabel(label) < chats.length}
              onChange={() => void toggle(label)}
              label={<LabelChips labels={[label]} />}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
