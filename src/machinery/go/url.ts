import {ipAddressError} from './ip-address-error.js'
import {quote} from './text.js'

/** An error of Go's net/url. */
class UrlError extends Error {}

/** Returns the host of a URL of ASCII characters with its port, or Go's message (net/url `Parse`). */
export function parseUrl(url: string): {readonly host: string} | {readonly error: string} {
  const [start = '', ...fragments] = url.split('#')
  let quoted = start
  try {
    const host = hostIn(start)
    quoted = url
    unescape(fragments.join('#'), 'fragment')
    return {host}
  } catch (error) {
    if (!(error instanceof UrlError)) throw error
    return {error: `parse ${quote(quoted)}: ${error.message}`}
  }
}

/** Checks a URL without a fragment, and returns its host (`parse`). */
function hostIn(url: string): string {
  if (/[\0-\x1f\x7f]/.test(url)) throw new UrlError('net/url: invalid control character in URL')
  if (url.startsWith(':')) throw new UrlError('missing protocol scheme')
  const [, scheme = ''] = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(url) ?? []
  const [rest = ''] = url.slice(scheme === '' ? 0 : scheme.length + 1).split('?', 1)
  if (!rest.startsWith('/')) {
    if (scheme !== '') return ''
    if (/^[^/]*:/.test(rest)) throw new UrlError('first path segment in URL cannot contain colon')
  }
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || !rest.startsWith('///'))
  const [, authority = '', path = ''] = hasAuthority ? /^\/\/([^/]*)(.*)$/.exec(rest) ?? [] : ['', '', rest]
  const host = hasAuthority ? parseAuthority(scheme.toLowerCase(), authority) : ''
  unescape(path, 'path')
  return host
}

/** Checks the user and the host (`parseAuthority`). */
function parseAuthority(scheme: string, authority: string): string {
  const at = authority.lastIndexOf('@')
  const host = parseHost(scheme, authority.slice(at + 1))
  const user = authority.slice(0, Math.max(at, 0))
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) throw new UrlError('net/url: invalid userinfo')
  const [name = '', ...password] = user.split(':')
  unescape(name, 'user')
  unescape(password.join(':'), 'user')
  return host
}

/** Checks a host with its port (`parseHost`). */
function parseHost(scheme: string, host: string): string {
  const open = host.lastIndexOf('[')
  if (open > 0) throw new UrlError('invalid IP-literal')
  if (open === 0) return parseLiteral(host)
  const isStrict = scheme === 'http' || scheme === 'https'
  const colon = isStrict ? host.indexOf(':') : host.lastIndexOf(':')
  if (colon >= 0) checkPort(host.slice(colon))
  return unescape(host, 'host')
}

function checkPort(port: string): void {
  if (!/^(?::[0-9]*)?$/.test(port)) throw new UrlError(`invalid port ${quote(port)} after host`)
}

/** Checks an IPv6 address in brackets, which may have a zone. */
function parseLiteral(host: string): string {
  const close = host.lastIndexOf(']')
  if (close < 0) throw new UrlError("missing ']' in host")
  const port = host.slice(close + 1)
  checkPort(port)
  const name = host.slice(1, close)
  const zone = name.indexOf('%25')
  const address = zone < 0 ? unescape(name, 'host') : unescape(name.slice(0, zone), 'host') + unescape(name.slice(zone), 'zone')
  const error = ipAddressError(address)
  if (error !== undefined) throw new UrlError(`invalid host: ${error}`)
  if (!address.includes(':')) throw new UrlError('invalid IP-literal')
  return `[${address}]${port}`
}

/** A part of a URL, which decides what may be escaped. */
type Part = 'host' | 'zone' | 'user' | 'path' | 'fragment'

const hostCharacter = /^[a-zA-Z0-9!$&'()*+,;=:[\]<>"\-_.~]$/

/** Replaces what is escaped (`unescape`). */
function unescape(text: string, part: Part): string {
  const isHost = part === 'host' || part === 'zone'
  return text.replace(/%[^]{0,2}|[^]/g, (found) => {
    const code = /^%[0-9a-fA-F]{2}$/.test(found) ? parseInt(found.slice(1), 16) : undefined
    if (found.startsWith('%')) {
      const escaped = String.fromCharCode(code ?? 0)
      const isForbidden = found !== '%25' && ((part === 'host' && (code ?? 0) < 0x80) || (part === 'zone' && escaped !== ' ' && !hostCharacter.test(escaped)))
      if (code === undefined || isForbidden) throw new UrlError(`invalid URL escape ${quote(found)}`)
      return escaped
    }
    if (isHost && !hostCharacter.test(found)) throw new UrlError(`invalid character ${quote(found)} in host name`)
    return found
  })
}
