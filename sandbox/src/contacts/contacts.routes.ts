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
const lushaQuery = z.object({
  filterBy: text,
  firstName: text,
  lastName: text,
  companyDomain: text,
  companyName: text,
  linkedinUrl: text,
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
  app.get('/contacts/lusha/v2/person', (request, reply) => {
    const { filterBy, ...query } = lushaQuery.parse(request.query);
    const person = personOf(query.firstName, query.lastName, query.companyDomain || query.companyName);
    const kind = filterBy === 'phoneNumbers' ? 'phone' : 'email';
    const key = request.headers.api_key;
    return calls.answer(request, reply, { vendor: 'lusha', kind, person, key }, () => {
      if (!query.linkedinUrl && !isWhole(person)) return { status: 400, body: { message: 'Missing search criteria.' } };
      const { email, phone, is_verified } = contactKnownTo('lusha', person);
      if (email === null && phone === null)
        return {
          status: 200,
          body: { contact: { error: { name: 'EMPTY_DATA' }, isCreditCharged: false, data: null } },
        };
      return {
        status: 200,
        body: { contact: { error: null, isCreditCharged: true, data: lushaData(person, email, phone, is_verified) } },
      };
    });
  });
}

function lushaData(person: AskedPerson, email: string | null, phone: string | null, is_verified: boolean) {
  const grade = is_verified ? 'A+' : 'B';
  return {
    firstName: person.first_name,
    lastName: person.last_name,
    emailAddresses: email === null ? [] : [{ email, emailType: 'work', emailConfidence: grade }],
    phoneNumbers:
      phone === null
        ? []
        : [{ number: phone, phoneType: 'mobile', doNotCall: person.last_name.toLowerCase() === 'barred' }],
  };
}

function personOf(first_name: string, last_name: string, company: string): AskedPerson {
  return { first_name, last_name, company };
}

function isWhole({ first_name, last_name, company }: AskedPerson): boolean {
  return first_name !== '' && last_name !== '' && company !== '';
}
