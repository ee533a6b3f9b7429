import {latin1Text} from '../go/bytes.js'
import {quote} from '../go/text.js'
import {parseUrl} from '../go/url.js'
import {DerError, raw} from './der.js'
import {readAs} from './public-key.js'
import {sequence} from './values.js'

/**
 * Checks the names in the extension subjectAltName (crypto/x509 `parseSANExtension`).
 *
 * @throws {DerError} about names that Go does not read
 */
export function checkAlternativeNames(value: Uint8Array): void {
  let {value: bytes} = readAs(value, sequence, 'x509: invalid subject alternative names')
  while (bytes.length > 0) {
    const invalid = 'x509: invalid subject alternative name'
    const {value: {tag, content, whole}, rest} = readAs(bytes, raw, invalid)
    if (tag > 30) throw new DerError(invalid)
    const error = checks[whole[0] ?? 0]?.(content)
    if (error !== undefined) throw new DerError(error)
    bytes = rest
  }
}

const isAscii = (content: Uint8Array): boolean => content.every((byte) => byte < 0x80)

/** The checks by the first byte of a name: a mail address, a host, a URI and an IP address. */
const checks: Readonly<Record<number, (content: Uint8Array) => string | undefined>> = {
  0x81: (content) => isAscii(content) ? undefined : 'x509: SAN rfc822Name is malformed',
  0x82: (content) => isAscii(content) ? undefined : 'x509: SAN dNSName is malformed',
  0x86: (content) => {
    const uri = latin1Text(content)
    if (!isAscii(content)) return 'x509: SAN uniformResourceIdentifier is malformed'
    const result = parseUrl(uri)
    if ('error' in result) return `x509: cannot parse URI ${quote(uri)}: ${result.error}`
    return isDomain(result.host) ? undefined : `x509: cannot parse URI ${quote(uri)}: invalid domain`
  },
  0x87: ({length}) => length === 4 || length === 16 ? undefined : `x509: cannot parse IP address of length ${length}`,
}

/** True for a host without empty labels and with printable characters only, and for none (crypto/x509 `domainNameValid`). */
const isDomain = (host: string): boolean => host === '' || /^[!-\-/-~]+(?:\.[!-\-/-~]+)*$/.test(host)
