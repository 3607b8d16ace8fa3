import { buffer } from 'node:stream/consumers';
import type { BrandingSettings, brandingEndpoints } from '@overture/contract/branding';
import type { EndpointInput } from '@overture/contract/endpoint';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import type { SystemContext, TransactionContext } from '../../kernel/context.ts';
import { newToken } from '../../kernel/crypto.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { queueFileDeletions } from '../../kernel/uploads/file-deletions.ts';
import { type Brand, changeBranding, completeBranding } from '../brands/index.ts';
import type { OrganizationRow } from '../organization/index.ts';
import { requireAgency } from './agency.policy.ts';
import * as store from './branding.store.ts';
import { findFile } from './branding.store.ts';
import { claimHost } from './hosts.service.ts';

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

/** Of an image as uploaded; it is stored re-encoded and smaller. */
const MAX_PICTURE_BYTES = 1024 * 1024;
const MAX_PIXELS = 25_000_000;
const SIDES_IN_PIXELS = { logo: 512, icon: 192 } as const;
const FOLDER = 'brand';
export const FILES_PATH = '/brand/';
const STORED_PATH = /^\/brand\/[\w-]{20,100}$/;

type Given = NonNullable<EndpointInput<typeof brandingEndpoints.saveAgencyBranding>['body']>;

export async function getSettings(ctx: SessionContext): Promise<BrandingSettings> {
  return ctx.transaction(async (tx) => {
    const organization = await requireAgency(tx);
    const host = await store.findHost(tx, tx.organization.id);
    return present(organization, host?.host ?? null);
  });
}

function present({ branding, name }: OrganizationRow, domain: string | null): BrandingSettings {
  const own = branding.company_display_name;
  const company_display_name = typeof own === 'string' && own !== '' ? own : name;
  return { ...completeBranding(branding), company_display_name, domain };
}

/** @throws picture_refused, too_many_uploads, uploads_busy; the errors of `claimHost` */
export async function saveSettings(ctx: SessionContext, given: Given): Promise<BrandingSettings> {
  await ctx.transaction(requireAgency);
  const pictures = {
    logo: await storeImage(ctx, 'logo', given.logo),
    icon: await storeImage(ctx, 'icon', given.icon),
  };
  const { domain, ...look } = given;
  if (domain !== undefined) await claimHost(ctx, domain ?? '');
  await ctx.transaction(async (tx) => {
    const texts = Object.fromEntries(
      Object.entries(look).map(([key, value]) => [key, value === '' ? null : (value ?? null)]),
    );
    // Another user may have replaced a picture while these were drawn.
    await changeBranding(tx, tx.organization.id, async (stored) => ({
      ...stored,
      ...texts,
      logo: await replacePicture(tx, stored.logo, pictures.logo),
      icon: await replacePicture(tx, stored.icon, pictures.icon),
    }));
  });
  return getSettings(ctx);
}

/** A new picture, `none` to remove the stored one, or `kept`. */
type GivenPicture = { token: string; file_key: string } | 'none' | 'kept';

/** @returns the path of the picture from now on */
async function replacePicture(tx: TransactionContext, stored: unknown, picture: GivenPicture): Promise<string | null> {
  const former = typeof stored === 'string' ? stored : null;
  if (picture === 'kept') return former;
  if (picture !== 'none') await store.insertFile(tx, { ...picture, organization_id: tx.organization.id });
  if (former !== null) await forgetPicture(tx, former);
  return picture === 'none' ? null : FILES_PATH + picture.token;
}

/** Decoded and re-encoded: scripts and metadata in an image are not stored. The path of a stored one keeps what is stored now. */
async function storeImage(
  ctx: SessionContext,
  kind: 'logo' | 'icon',
  given: string | null | undefined,
): Promise<GivenPicture> {
  if (given === undefined || (given !== null && STORED_PATH.test(given))) return 'kept';
  if (given === null || given === '') return 'none';
  const refused = () => new ApiError('picture_refused', {}, { [kind]: new ApiError('picture_refused').message });
  const comma = given.indexOf(',');
  if (!/^data:image\/(?:png|jpeg|webp);base64$/.test(given.slice(0, Math.max(comma, 0)))) throw refused();
  const bytes = Buffer.from(given.slice(comma + 1), 'base64');
  if (bytes.length > MAX_PICTURE_BYTES) throw refused();
  const limits = { max_pixels: MAX_PIXELS, side_in_pixels: SIDES_IN_PIXELS[kind] };
  const leave = await ctx.gates.pictures.waitToEnter(ctx.organization.id, TENANT_LIMITS.picture_wait_in_seconds * 1000);
  const drawn = await ctx.ports.pictures.redrawPicture(bytes, limits).finally(leave);
  if (drawn === null) throw refused();
  const { key } = await ctx.ports.files.saveFile(FOLDER, drawn.bytes, MAX_PIXELS);
  return { token: newToken(), file_key: key };
}

async function forgetPicture(tx: TransactionContext, path: string): Promise<void> {
  const key = await store.deleteFile(tx, path.slice(FILES_PATH.length));
  if (key) await queueFileDeletions(tx, [key]);
}
