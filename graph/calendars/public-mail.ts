/** Providers with a domain per country. */
const FAMILIES = /^(?:yahoo|ymail|hotmail|live|outlook|gmx|yandex|msn)\.[a-z]{2,3}(?:\.[a-z]{2})?$/;

const DOMAINS = new Set(
  `gmail.com googlemail.com aol.com icloud.com me.com mac.com mail.com email.com rocketmail.com
   proton.me protonmail.com protonmail.ch pm.me tuta.com tutanota.com tutanota.de hey.com fastmail.com fastmail.fm
   hushmail.com zoho.com zohomail.com inbox.com duck.com
   web.de freenet.de t-online.de arcor.de posteo.de mailbox.org online.de vodafone.de magenta.de aon.at chello.at
   bluewin.ch sunrise.ch hispeed.ch
   orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr
   libero.it virgilio.it tiscali.it tin.it alice.it email.it telefonica.net sapo.pt
   btinternet.com btopenworld.com sky.com virginmedia.com ntlworld.com talktalk.net eircom.net
   comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net juno.com
   netzero.net optonline.net frontier.com windstream.net
   shaw.ca rogers.com bell.net telus.net sympatico.ca videotron.ca
   bigpond.com bigpond.net.au optusnet.com.au iinet.net.au xtra.co.nz
   telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl home.nl xs4all.nl
   telia.com online.no seznam.cz centrum.cz wp.pl o2.pl onet.pl interia.pl op.pl abv.bg ukr.net
   mail.ru bk.ru list.ru inbox.ru rambler.ru
   uol.com.br bol.com.br terra.com.br ig.com.br rediffmail.com
   qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net hanmail.net docomo.ne.jp ezweb.ne.jp`.split(
    /\s+/,
  ),
);

/** Returns whether anybody can have an address in the domain, so that only the exact address shows a colleague. */
export const isPublicMailDomain = (domain: string): boolean =>
  DOMAINS.has(domain) || FAMILIES.test(domain);
