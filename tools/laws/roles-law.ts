import type { Endpoint } from '@overture/contract/endpoint';
import { RIGHTS, ROLE_LABELS, ROLES, type Role } from '@overture/domain/access/permissions';

type Endpoints = Record<string, Endpoint>;

/** Calls that change something: everything but GET and what says that it only reads. */
export function listWrites(endpoints: Endpoints): [name: string, endpoint: Endpoint][] {
  return Object.entries(endpoints).filter(([, endpoint]) => endpoint.method !== 'GET' && !endpoint.reads_only);
}

/** Names of the writes that do not say who may call them. */
export function findWritesWithoutRoles(endpoints: Endpoints): string[] {
  return listWrites(endpoints)
    .filter(([, endpoint]) =>
      endpoint.auth === 'public' ? endpoint.roles !== undefined : endpoint.roles === undefined,
    )
    .map(([name]) => name);
}

/** The area of the table of rights whose entry a call names; undefined for `own`, for calls open to all, and for lists of its own. */
function areaOf({ roles }: Pick<Endpoint, 'roles'>): string | undefined {
  return Object.entries(RIGHTS).find(([, entry]) => entry === roles)?.[0];
}

/** Names of the calls that list roles themselves instead of naming an area of the table. */
export function findCallsOutsideTheTable(endpoints: Endpoints): string[] {
  return Object.entries(endpoints)
    .filter(([, { roles }]) => Array.isArray(roles) && areaOf({ roles }) === undefined)
    .map(([name]) => name);
}

/** The page `docs/security/roles.md`: who may call what, as the contract says it. */
export function renderRolesPage(endpoints: Endpoints): string {
  const all = Object.values(endpoints);
  const rows = (list: Endpoint[]): string[] =>
    list.map(
      (endpoint) =>
        `| \`${endpoint.method} ${endpoint.path}\` | ${areaOf(endpoint) ?? ''} | ${ROLES.map((role) => mark(endpoint, role)).join(' | ')} | ${endpoint.feature ? `\`${endpoint.feature}\`` : ''} |`,
    );
  const header = [
    `| call | area | ${ROLES.map((role) => `${role} (${ROLE_LABELS[role]})`).join(' | ')} | needs |`,
    `|---|---|${ROLES.map(() => '---').join('|')}|---|`,
  ];
  const writes = listWrites(endpoints).map(([, endpoint]) => endpoint);
  const isSigned = (endpoint: Endpoint): boolean => endpoint.auth !== 'public';
  const reads = all.filter((endpoint) => !writes.includes(endpoint));
  return [
    '# Who may call what',
    '',
    'Made from the contract; `tools/laws/roles.test.ts` fails when it is out of date (renew it with `vitest run tools/laws/roles.test.ts -u`).',
    'Every call besides the public ones needs a session, and sees the organization of that session only, for every role: ids of others answer 404.',
    'The server refuses a role before it reads the body (403 `forbidden`); `server/src/app/roles.test.ts` asks every write as every role.',
    'Areas are those of the table of rights, `RIGHTS` in `domain/src/access/permissions.ts`, which screens ask too; a call that lists roles of its own fails the law.',
    '`own`: everybody, and nothing but their own account or session is reached. `needs`: a feature the organization must have.',
    '',
    '## Calls that change something',
    '',
    ...header,
    ...rows(writes.filter(isSigned)),
    '',
    '## Calls that only read, closed to some',
    '',
    ...header,
    ...rows(reads.filter((endpoint) => isSigned(endpoint) && Array.isArray(endpoint.roles))),
    '',
    `The other ${reads.filter((endpoint) => isSigned(endpoint) && endpoint.roles === undefined).length} reading calls are open to every role of the organization.`,
    '',
    '## Calls without a session',
    '',
    ...all
      .filter((endpoint) => !isSigned(endpoint))
      .map((endpoint) => `- \`${endpoint.method} ${endpoint.path}\`: ${endpoint.summary}`),
    '',
  ].join('\n');
}

function mark({ roles }: Endpoint, role: Role): string {
  if (roles === 'own') return 'own';
  return roles === undefined || roles.includes(role) ? 'yes' : 'no';
}
