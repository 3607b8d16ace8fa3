import { toStorableJson } from '@overture/domain/text/storable-text';

/** What a vendor's JSON says, with every text in it fit to be stored. @throws SyntaxError when it is no JSON */
export const parseForeignJson = (body: Buffer | string): unknown =>
  JSON.parse(toStorableJson(typeof body === 'string' ? body : body.toString('utf8')));
