import type { ChatMember, ChatPreview } from '@overture/contract/chats';
import { membersEndpoints } from '@overture/contract/members';
import { IconCheck, IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { useUser } from '../../../lib/api/session.ts';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { SearchInput } from '../../../ui/inputs/search-input.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { leadName } from '../../leads/index.ts';
import { t } from '../texts.ts';
import { words } from './texts.ts';
import type { ChangeChats } from './use-change-chats.ts';

interface AssignDialogProps {
  chats: readonly ChatPreview[];
  change: ChangeChats;
  onClose: () => void;
}

const row =
  'bare flex items-center gap-2.5 w-full min-h-10 py-1 px-2 rounded-control text-ink text-start cursor-pointer hover:bg-hover';
/** From so many people on one looks for a name. */
const SEARCHED_FROM = 8;

/** Assigns conversations to a member or to no one. The user is first in the list. */
export function AssignDialog({ chats, change, onClose }: AssignDialogProps) {
  const user = useUser();
  const list = useQuery(queryOptions(membersEndpoints.listMembers));
  const [query, setQuery] = useState('');
  const [first] = chats;
  const members = (list.data?.members ?? []).toSorted((a, b) => Number(b.id === user.id) - Number(a.id === user.id));
  const shown = members.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()));
  const isAll = (id: number | null) => chats.every((chat) => (chat.assigned_to?.id ?? null) === id);
  function assign(member: ChatMember | null) {
    const said = member
      ? t('assigned_to', { name: member.id === user.id ? words('you_object') : member.name })
      : words('unassigned');
    void change(chats, { assigned_user_id: member?.id ?? null }, { said, assignee: member });
    onClose();
  }
  const title =
    chats.length === 1 && first
      ? words('assign_of', { name: leadName(first.prospect) })
      : words('assign_many', { count: chats.length });
  return (
    <Dialog opened onClose={onClose} size="small" title={title}>
      {members.length >= SEARCHED_FROM ? (
        <div className="mb-2">
          <SearchInput
            label={words('find_member')}
            placeholder={words('find_member')}
            value={query}
            width="100%"
            onChange={setQuery}
          />
        </div>
      ) : null}
      {list.isPending ? <Skeleton width="60%" height={28} /> : null}
      {queryFailure(list)}
      <ul className="m-0 p-0 max-h-[320px] overflow-y-auto list-none">
        {shown.map((member, index) => (
          <MemberRow
            key={member.id}
            name={member.id === user.id ? words('member_me', { name: member.name }) : member.name}
            member={member}
            isFirst={index === 0}
            isChosen={isAll(member.id)}
            onChoose={() => assign({ id: member.id, name: member.name, picture_url: member.picture_url })}
          />
        ))}
        {isAll(null) ? null : <UnassignedRow onChoose={() => assign(null)} />}
      </ul>
    </Dialog>
  );
}

interface MemberRowProps {
  /** As it is shown: oneself is marked. */
  name: string;
  member: { name: string; picture_url: string | null };
  isFirst: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function MemberRow({ name, member, isFirst, isChosen, onChoose }: MemberRowProps) {
  const ref = useRef<HTMLButtonElement>(null);
  // The people come after the dialog has opened.
  useEffect(() => {
    if (isFirst) ref.current?.focus();
  }, [isFirst]);
  return (
    <li>
      <button type="button" ref={ref} className={row} onClick={onChoose}>
        <PersonAvatar name={member.name} picture_url={member.picture_url} size={26} />
        <span className="flex-1 min-w-0 truncate">{name}</span>
        {isChosen ? <IconCheck size={16} aria-label={t('chosen')} /> : null}
      </button>
    </li>
  );
}

function UnassignedRow({ onChoose }: { onChoose: () => void }) {
  return (
    <li className="mt-1 pt-1 border-t border-line">
      <button type="button" className={row} onClick={onChoose}>
        <span className="grid place-items-center size-6.5 text-ink-3">
          <IconUserOff size={16} aria-hidden />
        </span>
        {words('unassigned_option')}
      </button>
    </li>
  );
}
