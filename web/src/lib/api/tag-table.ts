import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import type { Tag } from '@overture/contract/tags';

export type TagTable = Readonly<Record<string, readonly Tag[] | undefined>>;

const calls: Endpoint[] = Object.values(api);

const tableOf = (tagsOf: (endpoint: Endpoint) => readonly Tag[] | 'nothing' | undefined): TagTable =>
  Object.fromEntries(
    calls.flatMap((endpoint) => {
      const tags = tagsOf(endpoint);
      return tags && tags !== 'nothing' ? [[`${endpoint.method} ${endpoint.path}`, tags]] : [];
    }),
  );

/** What each call of the contract shows and touches, by method and path. The build puts the finished tables here (`finishedTagTable`). */
export const shown = tableOf(({ shows }) => shows);
export const touched = tableOf(({ touches }) => touches);
