import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { ADMIN_EMAIL, ownInstallation } from './installation.ts';

/** A mail as the sandbox shows it. */
export interface SandboxMail {
  id: string | number;
  subject: string;
  text: string;
  [key: string]: unknown;
}

/** Page of the sandbox, asked from the product itself: its port may differ from run to run. */
export async function sandboxUrl(request: APIRequestContext): Promise<string> {
  const info = await (await request.get('/api/v1/app/')).json();
  return info.sandbox_url as string;
}

export async function mailsTo(request: APIRequestContext, address: string): Promise<SandboxMail[]> {
  const answer = await request.get(`${await sandboxUrl(request)}/api/mails?to=${encodeURIComponent(address)}`);
  const body = await answer.json();
  return body.mails as SandboxMail[];
}

/** The code of the newest mail to an address, once it has arrived. */
export async function codeFor(request: APIRequestContext, address: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const mails = await mailsTo(request, address);
    code = mails.map((mail) => mail.subject.match(/\b\d{8}\b/)?.[0]).find(Boolean);
    expect(code).toBeTruthy();
  }).toPass({ timeout: 10_000 });
  return code as string;
}

let people = 0;

export interface Person {
  email: string;
  password: string;
  name: string;
}

export function newPerson(name = 'Ada Jansen'): Person {
  people += 1;
  return { email: `person${Date.now()}-${people}@acme.example`, password: 'correct horse battery', name };
}

/** Signs a new user up by the API, which lets a test begin after the sign-in; the browser holds the session cookie. */
export async function signUp(page: Page, person: Person = newPerson()): Promise<Person> {
  const { request } = page;
  const registered = await request.post('/api/v1/auth/register/', { data: person });
  expect(registered.ok(), await registered.text()).toBe(true);
  const code = await codeFor(request, person.email);
  const verified = await request.post('/api/v1/auth/verify-email/', { data: { email: person.email, code } });
  expect(verified.ok(), await verified.text()).toBe(true);
  return person;
}

/** Signs in who runs the installation. The first test of an installation registers them. */
export async function signInAsOperator(page: Page): Promise<void> {
  const operator = { ...newPerson('Olga Operator'), email: ADMIN_EMAIL };
  const { email, password } = operator;
  const known = await page.request.post('/api/v1/auth/login/', { data: { email, password } });
  if (!known.ok()) await signUp(page, operator);
}

export function samplePassword(): string {
  return readFileSync(join(ownInstallation().dataDirectory, 'sample-password'), 'utf8').trim();
}
