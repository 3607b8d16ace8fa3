import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import type { KanbanCard } from '@overture/contract/kanban';
import { IconArrowRight, IconHistory, IconMessage, IconMessages, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { formatListTime } from '../../../lib/format.ts';
import { AccountGlyph } from '../../../ui/display/account-glyph.tsx';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { LabelSummary } from '../../labels/index.ts';
import { leadName, PersonPicture } from '../../leads/index.ts';
import { t } from '../texts.ts';
import { useBoardContext } from './board-context.ts';
import { cardData, isCardData } from './drag-data.ts';

interface BoardCardProps {
  card: KanbanCard;
  /** The one tab stop of the board. */
  isActive: boolean;
  isLifted: boolean;
  isOpen: boolean;
}

/** Fingers come without a hover before them. */
const isCoarse = (): boolean => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;

/**
 * A lead on the board: one tab stop, dragged by pointer or finger, moved by keys. Its menu is half of what a card costs, so it is
 * there from the first hover or focus on.
 */
export const BoardCard = memo(function BoardCard({ card, isActive, isLifted, isOpen }: BoardCardProps) {
  const { actions } = useBoardContext();
  const { box, isDragged, edge } = useCardDrag(card);
  const [hasMenu, setHasMenu] = useState(isCoarse);
  const { prospect } = card;
  const name = leadName(prospect);
  return (
    <article
      ref={box}
      className="group relative flex flex-col h-29 py-2.5 px-3 border border-line rounded-control bg-surface cursor-pointer hover:border-line-strong data-open:border-accent-line data-open:bg-accent-soft data-lifted:border-accent-line data-lifted:shadow-float data-dragged:opacity-40 pointer-coarse:select-none"
      data-open={isOpen || undefined}
      data-lifted={isLifted || undefined}
      data-dragged={isDragged || undefined}
      data-card={card.id}
      onPointerEnter={() => setHasMenu(true)}
      onFocus={() => setHasMenu(true)}
    >
      <span className="flex items-center gap-2 min-w-0">
        {prospect.company.name ? (
          <PersonAvatar name={prospect.company.name} picture_url={prospect.company.logo_url} size={22} shape="square" />
        ) : (
          <PersonPicture person={prospect} />
        )}
        <button
          type="button"
          className="bare flex-1 min-w-0 text-start text-table font-medium truncate cursor-pointer outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-accent-line"
          tabIndex={isActive ? 0 : -1}
          data-card-button={card.id}
          aria-describedby="board-card-hint"
          aria-current={isOpen ? 'true' : undefined}
          onClick={() => actions.open(card)}
          onFocus={() => actions.activate(card.id)}
          onKeyDown={(event: KeyboardEvent) => actions.key(event, card)}
        >
          {name}
        </button>
        {card.has_unread ? (
          <span className="flex-none size-2 rounded-full bg-accent-line" role="img" aria-label={t('card_unread')} />
        ) : null}
        <span className="relative z-1 flex-none min-w-7 min-h-7 -my-1 -me-1.5">
          {hasMenu ? <CardMenu card={card} isActive={isActive} /> : null}
        </span>
      </span>
      <span className="mt-1.5 text-ink-2 text-meta leading-4.5 truncate">
        {prospect.job_title ?? prospect.company.name}
      </span>
      <span className="text-ink-3 text-meta leading-4.5 truncate">
        {prospect.job_title ? prospect.company.name : prospect.location}
      </span>
      <CardFoot card={card} />
      {edge ? (
        <span
          className="absolute inset-x-0 h-0.5 rounded-full bg-accent-line pointer-events-none data-[edge=top]:-top-1.25 data-[edge=bottom]:-bottom-1.25"
          data-edge={edge}
        />
      ) : null}
    </article>
  );
});

function CardFoot({ card }: { card: KanbanCard }) {
  const { messages, last_channel: channel, last_message_at: at } = card;
  return (
    <span className="flex items-center gap-2 mt-auto min-w-0 text-ink-3 text-meta">
      {channel ? <AccountGlyph type={channel} size={14} /> : null}
      <span
        className="inline-flex items-center gap-1 number"
        role="img"
        aria-label={t('card_messages', { count: messages })}
      >
        <IconMessage size={13} aria-hidden />
        <span aria-hidden>{messages}</span>
      </span>
      <span className="flex flex-1 min-w-0 overflow-hidden">
        <LabelSummary labels={card.prospect.labels} />
      </span>
      {at ? <span className="flex-none number">{formatListTime(at, serverNow())}</span> : null}
    </span>
  );
}

function CardMenu({ card, isActive }: { card: KanbanCard; isActive: boolean }) {
  const { actions, columns } = useBoardContext();
  const label = t('card_menu', { name: leadName(card.prospect) });
  return (
    <span
      className="block opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-100"
      data-active={isActive || undefined}
    >
      <ActionMenu
        label={label}
        entries={[
          {
            id: 'open',
            label: t('card_open'),
            icon: <IconMessages size={16} aria-hidden />,
            onSelect: () => actions.open(card),
          },
          {
            id: 'history',
            label: t('card_history'),
            icon: <IconHistory size={16} aria-hidden />,
            onSelect: () => actions.history(card),
          },
          ...columns
            .filter((column) => column.id !== card.column_id)
            .map((column, index) => ({
              id: `to-${column.id}`,
              label: t('card_move_to', { name: column.name }),
              icon: <IconArrowRight size={16} aria-hidden />,
              divider: index === 0,
              onSelect: () => actions.moveTo(card, column.id),
            })),
          {
            id: 'remove',
            label: t('card_remove'),
            icon: <IconTrash size={16} aria-hidden />,
            danger: true,
            divider: true,
            onSelect: () => actions.remove(card),
          },
        ]}
      />
    </span>
  );
}

/** Makes a card something to drag and something to drop others above or below of. */
function useCardDrag(card: KanbanCard) {
  const box = useRef<HTMLElement>(null);
  const [isDragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<Edge | null>(null);
  const { id, column_id } = card;
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const own = cardData({ id, column_id });
    return combine(
      draggable({
        element,
        getInitialData: () => own,
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => isCardData(source.data) && source.data.card_id !== id,
        // The room between two cards belongs to the one that was passed last.
        getIsSticky: () => true,
        getData: ({ input }) => attachClosestEdge(own, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    );
  }, [id, column_id]);
  return { box, isDragged, edge };
}
