/** What mail servers say about a failed delivery, in their words. Compared without addresses, hosts and links. */

/** The receiver does not know the mailbox or its domain. */
export const UNKNOWN_MAILBOX: readonly RegExp[] = [
  /(?:unknown|no such|invalid|inactive|non-?existe?nt|illegal|bad|not a valid|not a known|undeliverable) (?:or (?:illegal|invalid|unknown) )?(?:virtual |local[- ]|destination |email |e-mail |final |e-mail-)?(?:users?|recipients?|mailbox(?:es)?|address(?:es)?|account|person|alias|part|name here)/i,
  /(?:no|not a|not an) (?:valid )?(?:mailbox|user|account|recipient)s? (?:here|by (?:that|this) name|with (?:that|this) name|of that name|found)/i,
  /no mailbox (?:here|found|by)|no valid recipients?|invalid final delivery|check (?:if|that) (?:the )?address is correct|domain is not reachable|(?<!sender )recipient address rejected(?!:)|#?5\.1\.0 address rejected/i,
  /doesn'?t have an? [\w.-]{0,40} ?account/i,
  /unroute?able (?:mail )?(?:address|domain)|RESOLVER\.ADR\.(?:RecipNotFound|RecipientNotFound|ExRecipNotFound)|RecipientNotFound|RecipNotFound/i,
  /(?<!\w)542 (?:\S{1,80} )?rejected/i,
  /not (?:listed|found) in (?:the )?(?:Domino|public name|directory|address book|Name & Address)|not our (?:customer|user)|(?:user|recipient|account)(?: name)? not (?:local|known|recognized)/i,
  /(?:no longer|not) (?:works?|employed|with (?:us|the company)|a valid)|has left (?:the company|us)|moved to (?:an )?(?:unknown|new) address|email address (?:you entered )?(?:couldn'?t|could not|wasn'?t) be found/i,
  /mailbox unavailable|undeliverable address|address rejected: (?:undeliverable|unverified|user|no such)|does not like recipient|unable to (?:validate|verify) recipient|recipient (?:does not|doesn'?t) exist|delivery error: dd/i,
  // Other languages: 'does not exist', 'not found', 'unknown'
  /existiert nicht|nicht gefunden|unbekannter? (?:empfänger|benutzer|nutzer)|(?:empfänger|benutzer|adresse) (?:ist )?unbekannt|n'existe pas|introuvable|destinataire inconnu|utilisateur inconnu|no existe|usuario desconocido|no se (?:ha )?enc(?:ontró|ontrado|uentra)|destinatario desconocido/i,
  /non esiste|inesistente|utente sconosciuto|non (?:è stato )?trovat|bestaat niet|niet gevonden|onbekende? (?:gebruiker|ontvanger|adres)|não existe|inexistente|não (?:foi )?encontrad|desconhecido|nie istnieje|nieznany|finns inte|findes ikke|finnes ikke|ei löydy|ei ole olemassa|neexistuje|bulunamadı|nem létezik/i,
  /не существует|не найден|неизвестн|несуществующ|нет такого|存在しません|見つかりません|リストにありません|宛先不明|不存在|找不到|존재하지/i,
];

/** The receiving domain takes no mail at all: it says so (RFC 7504, 7505), or no way leads there. */
export const NO_MAIL_SERVICE: readonly RegExp[] = [
  /null ?MX|(?<!sender )(?:host|domain|server|system) (?:does not|doesn't) accept (?:any )?(?:mail|e-?mail)|indicated no SMTP service|account or domain may not exist|not accepting network messages/i,
];

/** The receiving domain was not found. */
export const UNKNOWN_DOMAIN: readonly RegExp[] = [
  /NXDOMAIN|no relevant answers|does not accept (?:mail|e-?mail)|no (?:such|valid) (?:domain|host)|(?:illegal|unknown) (?:host|domain)|(?:host|domain) (?:is )?unknown/i,
  /MX records point to non-existent|point to non-existent hosts|no (?:MX|mail exchanger|mail server)s?(?: records?)? (?:found|exist|for)|can(?:not|'?t) find (?:a |any )?(?:DNS |MX |host|domain)|name or service not known/i,
];

/** It may work another time, regardless of the code beside it. */
export const TEMPORARY: readonly RegExp[] = [
  /temporar(?:y|ily) (?:locked|disabled|suspended|inactive|closed|deactivated|blocked|on hold|out of service)/i,
  /malformed or unexpected name server reply|host not found,? try again|(?:temporary|transient) (?:failure|error) in name resolution|name ?server (?:failure|timeout|timed out)|SERVFAIL/i,
];

/** A name of a mailbox or a domain, and behind it in one sentence what is wrong with it. */
export const MISSING_MAILBOX = {
  mailbox: {
    first: /(?:user|recipient|mailbox|account|address|addressee|alias|inbox|person)(?:\(s\)|e?s)?\b/gi,
    second:
      /\b(?:unknown|not found|(?:could|can) ?not be found|couldn'?t be found|wasn'?t found|isn'?t found|not exist|doesn'?t exist|does not exist|is invalid|invalid|not valid|no longer|not known|disabled|inactive|deactivated|suspended|not available|unavailable|terminated|closed|expired|discontinued|has been (?:removed|deleted)|not (?:a )?(?:local|registered|recognized))/i,
    distance: 60,
    stops: /[.\n]/,
  },
  domain: {
    first: /(?:domain|host)(?: name)?\b/gi,
    second:
      /\b(?:not found|(?:could|can) ?not be (?:found|resolved)|does not exist|doesn'?t exist|couldn'?t be found|unknown|not resolved|unresolvable)/i,
    distance: 40,
    stops: /[.\n]/,
  },
} as const;

/** The receiver refuses the sender or the message: no word about the address. */
export const REFUSED_SENDER: readonly RegExp[] = [
  /\b(?:spam|unsolicited|blacklist(?:ed)?|black list|block ?list(?:ed)?|blocklisted|blocked|reputation|dnsbl|rbl|spamhaus|barracuda|banned|junk|bulk mail)\b/i,
  /\b(?:SPF|DKIM|DMARC|unauthenticated|not authenticated|authentication (?:required|checks?|failed)|not authorized|unauthorized)\b/i,
  /\b(?:policy|policies|prohibited|not allowed|not permitted|denied by|content (?:rejected|filter)|virus|malware|suspicious|(?:relay(?:ing)?|access) (?:access )?(?:is )?(?:denied|prohibited|not permitted)|unable to relay|cannot relay|does not relay)\b/i,
  /(?:daily|hourly|sending) (?:user )?(?:sending )?(?:limit|quota)|rate limit/i,
  /sender (?:address )?(?:is )?(?:rejected|denied|not allowed|blocked|refused|invalid|verif)|bad sender|refused by|refused due to recipient preferences|reverse DNS|no PTR|PTR record|HELO|EHLO/i,
];

/** Links of lists of spammers, and of groups that take mail of their members only: what a host is called says nothing, a link does. */
export const REFUSING_LINK =
  /https?:\/\/(?:[\w.-]{1,60}\.)?(?:spamhaus\.org|spamcop\.net|barracudacentral\.org|abuseat\.org|sorbs\.net|uceprotect\.net|invaluement\.com|mailspike\.(?:org|net)|senderscore\.(?:org|com)|talosintelligence\.com|groups\.google\.com)\//i;

export const FULL_NEAR = {
  first: /mail ?box|inbox|mail ?folder|account|storage|disk/gi,
  second: / (?:full\b|over\b|exceed|too large)/i,
  distance: 34,
  stops: /[.\n]/,
} as const;

export const FULL_MAILBOX: readonly RegExp[] = [
  /(?:user|recipient)(?: is)? (?:full|over)\b|over (?:its |the |disk |their )?quota|over ?quota|quota (?:is |has been )?(?:exceeded|full|reached)|exceed(?:s|ed|ing)? (?:its |the |their |your |his |storage |disk |mailbox |maximum |max |allowed |mail ){0,3}(?:quota|storage|limit of|space|mailbox size)/i,
  /out of (?:storage|disk|space)|insufficient (?:system |disk )?(?:storage|space|quota)|not enough (?:storage|space|disk)|no space left|mailbox full|full mailbox|storage (?:limit|space)|disk (?:space|quota)|too much mail data|mailbox size limit|maximum mailbox/i,
  /postfach (?:ist )?voll|boîte (?:aux lettres |de réception )?(?:est )?pleine|buzón (?:está )?lleno|casella (?:è )?piena|postvak (?:is )?vol|caixa (?:postal |de correio )?(?:está )?cheia|переполнен|превышен|一杯|容量|已满|超过/i,
];

export const TOO_MANY: readonly RegExp[] = [
  /too many (?:recipients|messages|connections|mails|e-?mails|errors|concurrent|hops|sessions)|too (?:fast|frequent)|throttl|receiving (?:mail|e-?mail|messages) at a rate/i,
];
