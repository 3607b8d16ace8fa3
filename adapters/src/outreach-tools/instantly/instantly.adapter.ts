import { z } from 'zod';
import type { GuardedHttp } from '../../kit/guarded-http.ts';
import type { OutreachTool, ToolRow } from '../outreach-tools.port.ts';
import { fetchPage, STAGES, type Stage } from './instantly.api.ts';
import { instantlyManifest } from './instantly.manifest.ts';
import { toCampaign, toLead, toList, toLoss, toSender, toSuppression } from './instantly.transform.ts';

const ORDER = Object.keys(STAGES) as Stage[];
const positionSchema = z.object({ stage: z.enum(ORDER), after: z.string().max(500).nullable() });

export function createInstantly(http: GuardedHttp, { api_url }: { api_url: string }): OutreachTool {
  return {
    manifest: instantlyManifest,
    async readPage({ api_key, position, signal }) {
      const at = position === null ? { stage: ORDER[0]!, after: null } : positionSchema.parse(JSON.parse(position));
      const read = <S extends Stage>(stage: S) => fetchPage(http, { api_url, api_key, stage, after: at.after, signal });
      const page = await loadRows(at.stage, read);
      const following = ORDER[ORDER.indexOf(at.stage) + 1];
      const next =
        page.next !== null ? { stage: at.stage, after: page.next } : following && { stage: following, after: null };
      return { rows: page.rows, next: next ? JSON.stringify(next) : null };
    },
  } satisfies OutreachTool;
}

type Read = <S extends Stage>(stage: S) => ReturnType<typeof fetchPage<S>>;

async function loadRows(stage: Stage, read: Read): Promise<{ rows: ToolRow[]; next: string | null }> {
  switch (stage) {
    case 'suppressions':
      return mapPage(await read(stage), toSuppression);
    case 'senders':
      return mapPage(await read(stage), toSender);
    case 'lists':
      return mapPage(await read(stage), toList);
    case 'campaigns': {
      const { items, next } = await read(stage);
      return { rows: await Promise.all(items.map(toCampaign)), next };
    }
    case 'subsequences':
      return mapPage(await read(stage), toLoss);
    case 'leads':
      return mapPage(await read(stage), toLead);
  }
}

const mapPage = <Item>({ items, next }: { items: Item[]; next: string | null }, toRow: (item: Item) => ToolRow) => ({
  rows: items.map(toRow),
  next,
});
