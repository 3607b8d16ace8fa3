import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SandboxClock } from '../clock.ts';
import { type ContactCalls, createContactCalls } from './contact-calls.ts';
import { type AskedPerson, type Contact, contactKnownTo, VENDORS } from './people.ts';

const text = z.string().max(2048).default('');

const hunterQuery = z.object({ first_name: text, last_name: text, domain: text, company: text });
const prospeoBody = z.object({
  enrich_mobile: z.boolean().default(false),
  only_verified_mobile: z.boolean().default(false),
  data: z.object({ first_name: text, last_name: text, company_website: text, company_name: text, linkedin_url: text }),
});
const lushaBody = z.object({
  contacts: z
    .array(z.object({ firstName: text, lastName: text, companyName: text, companyDomain: text, linkedinUrl: text }))
    .min(1)
    .max(100),
  reveal: z.array(z.string()).default(['emails', 'phones']),
});
const faultBody = z.strictObject({
  vendor: z.enum(VENDORS),
  status: z.number().int().min(300).max(599).optional(),
  retry_after_in_seconds: z.number().min(0).max(86_400).optional(),
  delay_in_ms: z.number().int().min(0).max(120_000).optional(),
  body: z.string().max(100_000).optional(),
  drop: z.boolean().optional(),
  times: z.number().int().min(0).default(1),
});

/** Three vendors of contact data in the shapes of their public calls, their journal, and what can be made to go wrong. */
export function registerContactRoutes(app: FastifyInstance, clock: SandboxClock): void {
  const calls = createContactCalls(() => clock.now());
  app.get('/api/contacts/calls', async () => ({ total: calls.calls.length, calls: calls.calls.slice(-1000) }));
  app.post('/__control/contacts/faults', async (request) => {
    const { vendor, ...fault } = faultBody.parse(request.body);
    calls.faults.set(vendor, fault);
    return { vendor, fault };
  });
  app.post('/__control/contacts/clear', async () => {
    calls.calls.length = 0;
    calls.faults.clear();
    return { cleared: true };
  });
  registerHunter(app, calls);
  registerHunterVerifier(app, calls);
  registerProspeo(app, calls);
  registerLusha(app, calls);
}

function registerHunter(app: FastifyInstance, calls: ContactCalls): void {
  app.get('/contacts/hunter/v2/email-finder', (request, reply) => {
    const { first_name, last_name, domain, company } = hunterQuery.parse(request.query);
    const person = { first_name, last_name, company: domain || company };
    const key = request.headers['x-api-key'];
    return calls.answer(request, reply, { vendor: 'hunter', kind: 'email', person, key }, () => {
      if (!isWhole(person)) return { status: 400, body: hunterError('wrong_params', 'You are missing a parameter.') };
      if (last_name.toLowerCase() === 'claimed') return { status: 451, body: hunterError('claimed_email', 'Claimed.') };
      const { email, is_verified } = contactKnownTo('hunter', person);
      const isCatchAll = domain.startsWith('catchall');
      return {
        status: 200,
        body: {
          data: {
            first_name,
            last_name,
            email,
            score: email === null ? null : is_verified ? 97 : 55,
            domain: domain || null,
            accept_all: isCatchAll,
            sources: is_verified && email ? [{ domain, uri: `https://${domain}/team`, still_on_page: true }] : [],
            verification: { date: null, status: email && is_verified && !isCatchAll ? 'valid' : null },
          },
          meta: { params: { first_name, last_name, domain } },
        },
      };
    });
  });
}

/** The beginning of an address says what becomes of it; all others take mail. */
const VERIFIED_AS = {
  invalid: 'invalid',
  catchall: 'accept_all',
  disposable: 'disposable',
  unknown: 'unknown',
} as const;

function registerHunterVerifier(app: FastifyInstance, calls: ContactCalls): void {
  app.get('/contacts/hunter/v2/email-verifier', (request, reply) => {
    const { email } = z.object({ email: text }).parse(request.query);
    const person = personOf('', email, email.slice(email.lastIndexOf('@') + 1));
    return calls.answer(
      request,
      reply,
      { vendor: 'hunter', kind: 'verify', person, key: request.headers['x-api-key'] },
      () => {
        if (email.startsWith('claimed')) return { status: 451, body: hunterError('claimed_email', 'Claimed.') };
        const status = Object.entries(VERIFIED_AS).find(([word]) => email.startsWith(word))?.[1] ?? 'valid';
        return { status: 200, body: { data: { email, status, score: status === 'valid' ? 97 : 20 } } };
      },
    );
  });
}

function hunterError(id: string, details: string) {
  return { errors: [{ id, code: 400, details }] };
}

function registerProspeo(app: FastifyInstance, calls: ContactCalls): void {
  app.post('/contacts/prospeo/enrich-person', (request, reply) => {
    const { enrich_mobile, only_verified_mobile, data } = prospeoBody.parse(request.body);
    const person = personOf(data.first_name, data.last_name, data.company_website || data.company_name);
    const kind = enrich_mobile ? 'phone' : 'email';
    const key = request.headers['x-key'];
    return calls.answer(request, reply, { vendor: 'prospeo', kind, person, key }, () => {
      if (!data.linkedin_url && !isWhole(person))
        return { status: 400, body: { error: true, error_code: 'INVALID_DATAPOINTS' } };
      const contact = contactKnownTo('prospeo', person);
      const isMiss = only_verified_mobile ? contact.phone === null : contact.email === null;
      if (isMiss) return { status: 400, body: { error: true, error_code: 'NO_MATCH' } };
      return {
        status: 200,
        body: { error: false, free_enrichment: false, person: prospeoPerson(person, contact, enrich_mobile) },
      };
    });
  });
}

function prospeoPerson(person: AskedPerson, contact: Contact, has_mobile: boolean) {
  const status = contact.is_verified ? 'VERIFIED' : 'UNVERIFIED';
  return {
    first_name: person.first_name,
    last_name: person.last_name,
    email: contact.email && { status, revealed: true, email: contact.email },
    mobile: contact.phone && {
      status: 'VERIFIED',
      revealed: has_mobile,
      mobile: has_mobile ? contact.phone : `${contact.phone.slice(0, 6)}****`,
      mobile_international: has_mobile ? contact.phone : null,
    },
  };
}

function registerLusha(app: FastifyInstance, calls: ContactCalls): void {
  app.post('/contacts/lusha/v3/contacts/search-and-enrich', (request, reply) => {
    const { contacts, reveal } = lushaBody.parse(request.body);
    const people = contacts.map(({ firstName, lastName, companyDomain, companyName }) =>
      personOf(firstName, lastName, companyDomain || companyName),
    );
    const kind = reveal.length === 1 && reveal[0] === 'phones' ? 'phone' : 'email';
    const key = request.headers.api_key;
    return calls.answer(
      request,
      reply,
      { vendor: 'lusha', kind, person: people[0] ?? personOf('', '', ''), key },
      () => {
        const results = people.map((person) => lushaResult(person, reveal));
        const found = results.filter((result) => !('error' in result));
        // One credit for the match, more for each number: no match costs nothing.
        const creditsCharged = found.reduce(
          (sum, { emails, phones }) => sum + Math.max(1, (emails?.length ?? 0) + (phones?.length ?? 0) * 5),
          0,
        );
        const billing = { creditsCharged, resultsReturned: found.length };
        return { status: 200, body: { requestId: crypto.randomUUID(), results, billing } };
      },
    );
  });
}

type LushaResult = {
  id?: string;
  emails?: object[];
  phones?: object[];
  error?: { code: string; message: string };
};

/** Only what was asked for is revealed. */
function lushaResult(person: AskedPerson, reveal: readonly string[]): LushaResult {
  const { email, phone, is_verified } = contactKnownTo('lusha', person);
  const refuse = (code: string, message: string): LushaResult => ({ error: { code, message } });
  if (person.last_name.toLowerCase() === 'restricted') return refuse('COMPLIANCE_RESTRICTED', 'Restricted.');
  if (email === null && phone === null) return refuse('NOT_FOUND', 'Contact not found');
  const doNotCall = person.last_name.toLowerCase() === 'barred';
  return {
    id: '4389064704',
    emails:
      email === null || !reveal.includes('emails')
        ? []
        : [{ email, type: 'work', confidence: is_verified ? 'A+' : 'B', updateDate: '2026-04-23' }],
    phones:
      phone === null || !reveal.includes('phones')
        ? []
        : [{ number: phone, type: 'mobile', doNotCall, updateDate: '2026-04-23' }],
  };
}

function personOf(first_name: string, last_name: string, company: string): AskedPerson {
  return { first_name, last_name, company };
}

function isWhole({ first_name, last_name, company }: AskedPerson): boolean {
  return first_name !== '' && last_name !== '' && company !== '';
}
