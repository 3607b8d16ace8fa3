import { api } from '@overture/contract';
import { AUTHORED_HTML_CASES } from '@overture/domain/text/testing/authored-html-cases';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer();

test('a signature is stored as the browser shows it', async () => {
  const person = await server.signUp();
  const { signature } = (await person.call(api.createSignature, { body: { name: 'Sales', signature: '<p>Ada</p>' } }))
    .data;
  for (const [title, html, kept] of AUTHORED_HTML_CASES) {
    const body = { name: title, signature: html };
    const { data } = await person.call(api.updateSignature, { params: { id: signature.id }, body });
    expect(data.signature.signature.replaceAll(' />', '>'), title).toBe(kept);
  }
});
