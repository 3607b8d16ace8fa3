import type { brandingEndpoints } from '@overture/contract/branding';
import type { FastifyInstance } from 'fastify';
import type { SystemContext } from '../../kernel/context.ts';
import { guardPublicFiles } from '../../kernel/http/public-files.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import { findFile } from './branding.store.ts';
import { checkHost, getHost } from './hosts.service.ts';
import { checkMail, getMail, setMail } from './mail-domain.service.ts';
import { FILES_PATH, getSettings, saveSettings } from './settings.service.ts';

export const brandingRoutes: RouteTable<typeof brandingEndpoints> = {
  getAgencyBranding: async (ctx) => ({ settings: await getSettings(ctx) }),
  saveAgencyBranding: async (ctx, { body }) => ({ settings: await saveSettings(ctx, body) }),
  getBrandHost: async (ctx) => getHost(ctx),
  checkBrandHost: async (ctx) => checkHost(ctx),
  getBrandMail: async (ctx) => getMail(ctx),
  setBrandMail: async (ctx, { body }) => setMail(ctx, body.address ?? ''),
  checkBrandMail: async (ctx) => checkMail(ctx),
};

/** Logos and icons, for everybody: sign-in pages show them. All of them were drawn by us. */
export function serveBrandFiles(app: FastifyInstance, ctx: SystemContext): void {
  app.register(async (scope) => {
    guardPublicFiles(scope, ctx.gates.public_files);
    serveFiles(scope, ctx);
  });
}

function serveFiles(scope: FastifyInstance, ctx: SystemContext): void {
  scope.get<{ Params: { token: string } }>(`${FILES_PATH}:token`, async (request, reply) => {
    const { token } = request.params;
    const key = /^[\w-]{20,100}$/.test(token) ? await ctx.systemRead((read) => findFile(read, token)) : undefined;
    const file = key ? await ctx.ports.files.openFile(key) : null;
    if (!file) return reply.status(404).type('text/plain').send('Not found.');
    return reply
      .headers({
        'content-type': 'image/png',
        'content-length': file.size_in_bytes,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      .send(file.stream);
  });
}
