import {quote} from './text.js'

/** Returns the error of Go's net/netip `ParseAddr` about a text that is not an IP address; undefined for an address. */
export function ipAddressError(text: string): string | undefined {
  const [first] = /[.:%]/.exec(text) ?? []
  const error = first === undefined ? ['unable to parse IP'] : first === '%' ? ['missing IPv6 address'] : first === '.' ? ipv4Error(text) : ipv6Error(text)
  if (error === undefined) return undefined
  const [message = '', at] = error
  return `ParseAddr(${quote(text)}): ${message}${at === undefined ? '' : ` (at ${quote(at)})`}`
}

/** A message, and the text at the error if Go prints it. */
type AddressError = readonly [message: string, at?: string] | undefined

function ipv4Error(text: string): AddressError {
  const fields = ['']
  for (const [i, character] of Array.from(text).entries()) {
    const field = fields.at(-1) ?? ''
    if (character >= '0' && character <= '9') {
      if (field === '0') return ['IPv4 field has octet with leading zero']
      fields[fields.length - 1] = field + character
      if (Number(field + character) > 255) return ['IPv4 field has value >255']
    } else if (character === '.') {
      if (field === '' || i === text.length - 1) return ['IPv4 field must have at least one digit', text.slice(i)]
      if (fields.length === 4) return ['IPv4 address too long']
      fields.push('')
    } else {
      return ['unexpected character', text.slice(i)]
    }
  }
  return fields.length < 4 ? ['IPv4 address too short'] : undefined
}

/** The number of bytes in an IPv6 address. */
const size = 16

function ipv6Error(text: string): AddressError {
  const percent = text.indexOf('%')
  if (percent === text.length - 1) return ['zone must be a non-empty string']
  const address = percent < 0 ? text : text.slice(0, percent)
  let rest = address.replace(/^::/, '')
  let isShortened = rest.length < address.length
  if (isShortened && rest === '') return undefined
  let bytes = 0
  while (bytes < size) {
    const [group = ''] = /^[0-9a-fA-F]*/.exec(rest) ?? []
    if (group.length > 4) return ['each group must have 4 or less digits', rest]
    if (group === '') return ['each colon-separated field must have at least one digit', rest]
    if (rest.charAt(group.length) === '.') {
      if (!isShortened && bytes !== 12) return ['embedded IPv4 address must replace the final 2 fields of the address', rest]
      if (bytes > 12) return ['too many hex fields to fit an embedded IPv4 at the end of the address', rest]
      const error = ipv4Error(rest)
      if (error !== undefined) return error
      rest = ''
      bytes += 4
      break
    }
    bytes += 2
    rest = rest.slice(group.length)
    if (rest === '') break
    if (!rest.startsWith(':')) return ['unexpected character, want colon', rest]
    if (rest.length === 1) return ['colon must be followed by more characters', rest]
    rest = rest.slice(1)
    if (!rest.startsWith(':')) continue
    if (isShortened) return ['multiple :: in address', rest]
    isShortened = true
    rest = rest.slice(1)
    if (rest === '') break
  }
  if (rest !== '') return ['trailing garbage after address', rest]
  if (bytes < size) return isShortened ? undefined : ['address string too short']
  return isShortened ? ['the :: must expand to at least one field of zeros'] : undefined
}
