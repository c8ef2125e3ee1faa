/** A mail server, as given in its URL. */
export interface SmtpServer {
  host: string;
  port: number;
  /** Whether the connection begins with TLS. Otherwise it upgrades to TLS if the server offers that. */
  isSecure: boolean;
  /** Undefined for a server without sign-in. */
  login: { user: string; password: string } | undefined;
}

const DEFAULT_PORTS: Record<string, number> = { "smtp:": 587, "smtps:": 465 };

/** Parses smtp://user:password@host:port; undefined for another text. */
export const parseSmtpServer = (text: string): SmtpServer | undefined => {
  const url = URL.parse(text);
  const port = url ? DEFAULT_PORTS[url.protocol] : undefined;
  if (!url || port === undefined || url.hostname === "" || /\s/.test(text)) return undefined;
  if (url.search || url.hash || !/^\/?$/.test(url.pathname)) return undefined;
  if ((url.username === "") !== (url.password === "")) return undefined;
  try {
    const login = {
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    };
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: url.port === "" ? port : Number(url.port),
      isSecure: url.protocol === "smtps:",
      login: login.user === "" ? undefined : login,
    };
  } catch {
    return undefined;
  }
};

const LOCAL_HOST = /^(localhost|127(\.\d+){3}|::1)$/;

/** Returns whether the server is on this machine, so that the password doesn't cross a network. */
export const isLocalServer = ({ host }: SmtpServer): boolean => LOCAL_HOST.test(host);

/** A sender, with a name or without. */
export interface MailSender {
  /** May be empty. */
  name: string;
  address: string;
}

// Characters that separate or quote addresses aren't allowed: the mail could go elsewhere.
const ADDRESS = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u;

/** Returns whether the text is a single mail address. */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text);

/** Parses `calls@example.com` or `Our calls <calls@example.com>`; undefined for another text. */
export const parseMailSender = (text: string): MailSender | undefined => {
  const [, name = "", address = text] = /^([^<>\p{C}]*?)\s*<([^<>]*)>$/u.exec(text) ?? [];
  return isMailAddress(address) ? { name, address } : undefined;
};
