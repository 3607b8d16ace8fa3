// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { forgetStored, readComforts, readStored, setStorageOwner, writeStored, writeStoredEntry } from './storage.ts';
import { setTour, useTour } from './tour.ts';

beforeEach(() => localStorage.clear());

test('what was written is read', () => {
  writeStored('sidebar-collapsed', true);
  expect(readStored('sidebar-collapsed', false)).toBe(true);
  writeStored('sidebar-collapsed', undefined);
  expect(readStored('sidebar-collapsed', false)).toBe(false);
});

test.each(['', '{', 'null', '[]', '"text"', '7'])('a damaged value (%s) gives the fallback', (text) => {
  localStorage.setItem('chat-drafts', text);
  expect(readStored('chat-drafts', {})).toEqual({});
});

test('entries are kept by id, emptied by undefined, and only the newest 200 stay', () => {
  for (let id = 1; id <= 250; id++) writeStoredEntry('list-page', `list-${id}`, id);
  const pages = readStored('list-page', {});
  expect(Object.keys(pages)).toHaveLength(200);
  expect(pages['list-250']).toBe(250);
  expect(pages['list-1']).toBeUndefined();
  writeStoredEntry('list-page', 'list-250', undefined);
  expect(readStored('list-page', {})['list-250']).toBeUndefined();
});

test('a browser that refuses to store costs nothing but comfort', () => {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect(() => writeStored('campaign-page', 3)).not.toThrow();
  Storage.prototype.setItem = setItem;
});

test('after signing out nothing of the session is left, and the machine keeps its comforts', () => {
  localStorage.setItem('mantine-color-scheme-value', 'dark');
  writeStoredEntry('chat-drafts', 7, 'Dear Ada, our offer');
  sessionStorage.setItem('return-path', '/inbox?chat=7');
  const comforts = readComforts();
  // What the browser does by itself when the answer says so.
  localStorage.clear();
  forgetStored(comforts);
  expect(localStorage.getItem('mantine-color-scheme-value')).toBe('dark');
  expect([localStorage.length, sessionStorage.length]).toEqual([1, 0]);
});

test('everything but the comforts of the machine is remembered for one user, also during an impersonation', () => {
  writeStored('chat_filters', { campaign: 7 });
  writeStored('sidebar-collapsed', true);
  setStorageOwner(1, false);
  // Remembered by a version that knew no owner.
  expect(readStored('chat_filters', {})).toEqual({ campaign: 7 });
  setStorageOwner(2, true);
  expect(readStored('chat_filters', {})).toEqual({});
  expect([readStored('sidebar-collapsed', false), readStored('acting', false)]).toEqual([true, true]);
  writeStored('chat_filters', { campaign: 8 });
  setStorageOwner(1, false);
  expect([readStored('chat_filters', {}), readStored('acting', false)]).toEqual([{ campaign: 7 }, false]);
});

test('a tour under way is not continued in another account', () => {
  setStorageOwner(1, false);
  setTour({ step: 4, search_id: 9 });
  expect(renderHook(useTour).result.current?.step).toBe(4);
  setStorageOwner(2, true);
  expect(renderHook(useTour).result.current).toBeUndefined();
  setStorageOwner(1, false);
  expect(renderHook(useTour).result.current?.step).toBe(4);
});
