import { type KanbanBoard, type KanbanPlace, kanbanEndpoints } from '@overture/contract/kanban';
import type { LiveEventData } from '@overture/contract/live';
import { KANBAN } from '@overture/domain/limits';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { call, errorMessage, queryKey, queryOptions } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { useThrottled } from '../../../lib/throttle.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { t } from '../texts.ts';
import {
  appendPage,
  type CardPlace,
  type DropPlace,
  findCard,
  findPlace,
  isAtPlace,
  moveCard,
  orderColumns,
  putCard,
  rankAt,
  refreshCard,
  removeCard,
} from './board-state.ts';
import { type CardFilters, cardQuery, isNarrowed } from './filters.ts';

interface BoardAnswer {
  board: KanbanBoard;
}

export interface BoardActions {
  move: (cardId: number, place: DropPlace) => void;
  remove: (cardId: number, prospectId: number) => void;
  order: (columnIds: number[]) => void;
  loadMore: (columnId: number) => void;
}

/** A board with its cards, kept current by live events; the user's changes show immediately. */
export function useBoard(id: number, filters: CardFilters) {
  const client = useQueryClient();
  const input = { params: { id }, query: cardQuery(filters) };
  const key = queryKey(kanbanEndpoints.getKanbanBoard, input);
  const query = useQuery({
    ...queryOptions(kanbanEndpoints.getKanbanBoard, input),
    placeholderData: (previous, last) => (isSameBoard(last?.queryKey, id) ? keepPreviousData(previous) : undefined),
  });
  const keyText = JSON.stringify(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the key.
  const store = useMemo(() => new BoardStore(client, id, key, cardQuery(filters)), [client, id, keyText]);
  useBoardEvents(id, store, isNarrowed(filters));
  return { query, board: query.data?.board, actions: store.actions };
}

function isSameBoard(key: readonly unknown[] | undefined, id: number): boolean {
  return (key?.[1] as { params?: { id?: number } } | undefined)?.params?.id === id;
}

/** What is known of one board under one set of filters, and what is on its way to the server. */
class BoardStore {
  readonly #client: QueryClient;
  readonly #id: number;
  readonly #key: readonly unknown[];
  readonly #query: ReturnType<typeof cardQuery>;
  /** Our pending moves, and the newest place that the server reported since. */
  readonly #underWay = new Map<number, { count: number; reported: CardPlace }>();
  readonly #loading = new Set<number>();

  constructor(client: QueryClient, id: number, key: readonly unknown[], query: ReturnType<typeof cardQuery>) {
    this.#client = client;
    this.#id = id;
    this.#key = key;
    this.#query = query;
  }

  readonly actions: BoardActions = {
    move: (cardId, place) => void this.#move(cardId, place),
    remove: (cardId, prospectId) => void this.#remove(cardId, prospectId),
    order: (columnIds) => void this.#order(columnIds),
    loadMore: (columnId) => void this.#loadMore(columnId),
  };

  read(): KanbanBoard | undefined {
    return this.#client.getQueryData<BoardAnswer>(this.#key)?.board;
  }

  write(change: (board: KanbanBoard) => KanbanBoard): void {
    this.#client.setQueryData<BoardAnswer>(this.#key, (data) => data && { board: change(data.board) });
  }

  refetch(): void {
    void this.#client.invalidateQueries({ queryKey: queryKey(kanbanEndpoints.getKanbanBoard) });
  }

  /** The newest version of a card wins, in any order of arrival. */
  report(place: CardPlace): void {
    const own = this.#underWay.get(place.id);
    if (own) {
      if (own.reported.version < place.version) own.reported = place;
      return;
    }
    this.write((board) => {
      const known = findCard(board, place.id);
      return known && known.version < place.version ? moveCard(board, place) : board;
    });
  }

  /** A card that came, or whose contents changed. */
  async fetchCard(cardId: number): Promise<void> {
    const params = { id: this.#id, cardId };
    const answer = await call(kanbanEndpoints.getKanbanCard, { params }).catch(() => undefined);
    if (!answer) return;
    this.write((board) => (findCard(board, cardId) ? refreshCard(board, answer.card) : putCard(board, answer.card)));
  }

  #settle(cardId: number, place: KanbanPlace | undefined): void {
    const own = this.#underWay.get(cardId);
    if (!own) return;
    if (place && own.reported.version < place.version) own.reported = place;
    own.count -= 1;
    if (own.count > 0) return;
    this.#underWay.delete(cardId);
    this.write((board) => moveCard(board, own.reported));
  }

  async #move(cardId: number, place: DropPlace): Promise<void> {
    const board = this.read();
    const card = board && findCard(board, cardId);
    if (!board || !card || isAtPlace(board, cardId, place)) return;
    const own = this.#underWay.get(cardId) ?? { count: 0, reported: findPlace(card) };
    own.count += 1;
    this.#underWay.set(cardId, own);
    await this.#client.cancelQueries({ queryKey: this.#key });
    const { version } = card;
    this.write((now) =>
      moveCard(now, { id: cardId, column_id: place.column_id, rank: rankAt(now, cardId, place), version }),
    );
    try {
      const body = { ...place, prospect_id: card.prospect.id };
      const answer = await call(kanbanEndpoints.moveKanbanCard, { params: { id: this.#id, cardId }, body });
      this.#settle(cardId, answer.card);
    } catch (error) {
      this.#settle(cardId, undefined);
      this.#refused(error, t('move_failed'));
    }
  }

  /** What was refused is taken back, and what is true is fetched. */
  #refused(error: unknown, fallback: string): void {
    toast.error(errorMessage(error, fallback));
    this.refetch();
  }

  async #remove(cardId: number, prospectId: number): Promise<void> {
    await this.#client.cancelQueries({ queryKey: this.#key });
    const before = this.read();
    this.write((board) => removeCard(board, cardId));
    try {
      await call(kanbanEndpoints.removeProspectFromKanban, { params: { id: this.#id, prospectId } });
    } catch (error) {
      if (before) this.write(() => before);
      this.#refused(error, t('remove_failed'));
    }
  }

  async #order(columnIds: number[]): Promise<void> {
    await this.#client.cancelQueries({ queryKey: this.#key });
    const before = this.read()?.columns.map(({ id }) => id) ?? [];
    this.write((board) => orderColumns(board, columnIds));
    try {
      await call(kanbanEndpoints.reorderKanbanColumns, { params: { id: this.#id }, body: { column_ids: columnIds } });
    } catch (error) {
      this.write((board) => orderColumns(board, before));
      this.#refused(error, t('order_failed'));
    }
  }

  async #loadMore(columnId: number): Promise<void> {
    const next = this.read()?.columns.find((column) => column.id === columnId)?.next;
    if (next === null || next === undefined || this.#loading.has(columnId)) return;
    this.#loading.add(columnId);
    try {
      const page = await call(kanbanEndpoints.listKanbanCards, {
        params: { id: this.#id, columnId },
        query: { ...this.#query, limit: KANBAN.max_cards_per_page, ...(next ? { after: next } : {}) },
      });
      this.write((board) => appendPage(board, columnId, page));
    } catch (error) {
      toast.error(errorMessage(error, t('cards_failed')));
    } finally {
      this.#loading.delete(columnId);
    }
  }
}

const REFETCH_PAUSE_IN_MS = 1500;

function useBoardEvents(id: number, store: BoardStore, isNarrowed: boolean) {
  const refetch = useThrottled(() => store.refetch(), REFETCH_PAUSE_IN_MS);
  useLiveEvent('kanban_board', ({ board_id }) => {
    if (board_id === id) refetch();
  });
  useLiveEvent('kanban_card', (event) => {
    if (event.board_id === id) applyEvent(event);
  });
  function applyEvent(event: LiveEventData<'kanban_card'>) {
    const board = store.read();
    if (!board) return;
    const isKnown = findCard(board, event.card_id) !== undefined;
    if (event.column_id === null || event.rank === null) {
      if (isKnown) store.write((now) => removeCard(now, event.card_id));
      else refetch();
      return;
    }
    const { card_id, column_id, rank, version } = event;
    if (isKnown) store.report({ id: card_id, column_id, rank, version });
    // Only the server knows whether it passes the filters, or where it was before.
    else if (isNarrowed || version > 1) refetch();
    else void store.fetchCard(card_id);
  }
  useContents(store);
}

/** Messages, labels and marks of the leads that are shown. */
function useContents(store: BoardStore) {
  const wanted = useRef(new Set<number>());
  const fetchWanted = useThrottled(() => {
    const ids = [...wanted.current];
    wanted.current.clear();
    for (const id of ids) void store.fetchCard(id);
  }, REFETCH_PAUSE_IN_MS);
  const latest = useRef(store);
  useEffect(() => {
    latest.current = store;
  });
  function look({ prospect_id }: { prospect_id: number }) {
    const cards = latest.current.read()?.columns.flatMap(({ cards: own }) => own) ?? [];
    const card = cards.find(({ prospect }) => prospect.id === prospect_id);
    if (!card) return;
    wanted.current.add(card.id);
    fetchWanted();
  }
  useLiveEvent('chat_message', look);
  useLiveEvent('chat_updated', look);
  useLiveEvent('chats_updated', ({ prospect_ids }) => {
    for (const prospect_id of prospect_ids) look({ prospect_id });
  });
  useLiveEvent('chat_label', () => store.refetch());
}
