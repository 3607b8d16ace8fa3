import { AppDocumentError } from '@overture/adapters/app-documents/app-documents.port';
import { APP_LIMITS } from '@overture/domain/access/key-scopes';
import { makeApiKey } from '../../../kernel/api-keys/key-format.ts';
import type { SystemContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { Limit } from '../../../kernel/rate-limits.ts';
import { isOwnAddress } from '../../brand-hosts/index.ts';
import { type ClientMetadata, findClientUrlFault, parseDocument, parseFreshness } from './client-metadata.rules.ts';
import * as store from './oauth-clients.store.ts';

/** Documents that a person makes us fetch. */
const FETCHES = { name: 'app-documents', points: 30, per_seconds: 3600 };
/** Registrations from one network, and of the installation together: strangers fill the table no faster. */
const REGISTRATIONS: Limit = { name: 'app-registrations', points: 20, per_seconds: 3600 };
const ALL_REGISTRATIONS = { name: 'all-app-registrations', points: 500, per_seconds: 3600 };

type System = Pick<SystemContext, 'systemRead' | 'systemTransaction' | 'ports' | 'rate_limits' | 'config'>;

/**
 * Who a client id names: a registration, or the document at its address, fetched when no fresh copy is known.
 * @throws app_unknown with the reason, rate_limited
 */
export async function loadClient(system: System, clientId: string, userId: number): Promise<store.OauthClient> {
  const refuse = (reason: string): never => {
    throw new ApiError('app_unknown', { client: describeId(clientId), reason });
  };
  if (clientId === '' || clientId.length > APP_LIMITS.client_id_characters) refuse('Its id is missing or too long.');
  const known = await system.systemRead((read) => store.findClient(read, clientId));
  if (known) return known;
  if (!clientId.includes(':')) refuse('It is not registered here. Remove it in the app, and connect it again.');
  const fault = findClientUrlFault(clientId);
  if (fault !== null) refuse(fault);
  // What a person uploaded here must not appear to come from us.
  if (await isOwnAddress(system, new URL(clientId))) refuse('Its address is one of ours.');
  await system.rate_limits.spend(FETCHES.name, String(userId), FETCHES.points, FETCHES.per_seconds);
  const document = await system.ports.app_documents.fetchDocument(clientId).catch((error: unknown) => {
    if (error instanceof AppDocumentError) return refuse(error.message);
    throw error;
  });
  const parsed = parseDocument(clientId, document.body);
  if ('reason' in parsed) return refuse(parsed.reason);
  const client = { client_id: clientId, source: 'document', ...parsed.value } as const;
  await system.systemTransaction((tx) => store.saveDocument(tx, client, parseFreshness(document.cache_control)));
  return client;
}

/** Its host for an address; ids of strangers are not repeated. */
const describeId = (clientId: string): string => URL.parse(clientId)?.host || 'with this id';

/** Registers a client that has no document of its own (RFC 7591), for programs that know no other way. @throws rate_limited */
export async function registerClient(system: System, metadata: ClientMetadata, ip: string): Promise<store.OauthClient> {
  await system.rate_limits.spendFrom(REGISTRATIONS, ip);
  await system.rate_limits.spend(
    ALL_REGISTRATIONS.name,
    'all',
    ALL_REGISTRATIONS.points,
    ALL_REGISTRATIONS.per_seconds,
  );
  const client = { client_id: makeApiKey('client').secret, source: 'registration', ...metadata } as const;
  await system.systemTransaction((tx) => store.insertRegistration(tx, client));
  return client;
}

export const markClientApproved = (system: System, clientId: string): Promise<void> =>
  system.systemTransaction((tx) => store.markApproved(tx, clientId));
