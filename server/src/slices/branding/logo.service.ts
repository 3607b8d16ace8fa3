import { buffer } from 'node:stream/consumers';
import type { SystemContext } from '../../kernel/context.ts';
import type { Brand } from '../organization/index.ts';
import { findFile } from './branding.store.ts';
import { FILES_PATH } from './settings.service.ts';

/** The logo of a brand, a PNG that was drawn by us; null where it has none. */
export async function loadBrandLogo(
  ctx: Pick<SystemContext, 'systemRead' | 'ports'>,
  { look }: Brand,
): Promise<Buffer | null> {
  if (!look.logo?.startsWith(FILES_PATH)) return null;
  const token = look.logo.slice(FILES_PATH.length);
  const key = await ctx.systemRead((read) => findFile(read, token));
  const file = key ? await ctx.ports.files.openFile(key) : null;
  return file ? buffer(file.stream) : null;
}
