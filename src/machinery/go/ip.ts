import type {FieldPath} from '../field/path.js'
import {defaultVersion, hasFeature} from '../version/kubernetes-version.js'
import {quote} from './text.js'

/** The families of IP addresses, as services name them. */
export type IpFamily = 'IPv4' | 'IPv6'

/** An IP address: 4 bytes, or 16 when it is written with colons. */
interface Ip {
  readonly bytes: readonly number[]
  /** False when a number is written with more digits than it needs to have, which only old parsers accept. */
  readonly strict: boolean
}

const octet = /^\d+$/

function parseIPv4(text: string): Ip | undefined {
  const octets = text.split('.')
  if (octets.length !== 4 || !octets.every((part) => octet.test(part) && Number(part) <= 255)) return undefined
  return {bytes: octets.map(Number), strict: !octets.some((part) => part.length > 1 && part.startsWith('0'))}
}

function parseIPv6(text: string): Ip | undefined {
  const [head = '', tail, ...more] = text.split('::')
  const first = parseGroups(head, tail === undefined)
  const last = tail === undefined ? {bytes: [], strict: true} : parseGroups(tail, true)
  if (first === undefined || last === undefined || more.length > 0) return undefined
  const zeros = 16 - first.bytes.length - last.bytes.length
  if (tail === undefined ? zeros !== 0 : zeros < 2) return undefined
  return {bytes: [...first.bytes, ...Array<number>(zeros).fill(0), ...last.bytes], strict: first.strict && last.strict}
}

const group = /^0*[0-9a-fA-F]{1,4}$/

/** @param isEnd true if the address ends after these groups, so that the last of them may be an IPv4 address */
function parseGroups(text: string, isEnd: boolean): Ip | undefined {
  if (text === '') return {bytes: [], strict: true}
  const groups = text.split(':')
  const embedded = isEnd && groups.at(-1)?.includes('.') ? parseIPv4(groups.pop() ?? '') : {bytes: [], strict: true}
  if (embedded === undefined || !groups.every((digits) => group.test(digits))) return undefined
  const bytes = groups.map((digits) => parseInt(digits, 16)).flatMap((number) => [number >> 8, number & 0xff])
  return {bytes: [...bytes, ...embedded.bytes], strict: embedded.strict && groups.every((digits) => digits.length <= 4)}
}

/** Reads an address as Kubernetes always did, leading zeros included (k8s.io/utils `ParseIPSloppy`). */
const parseIp = (text: string): Ip | undefined => text.includes(':') ? parseIPv6(text) : parseIPv4(text)

const mappedPrefix = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]

const isMapped = ({bytes}: Ip): boolean => bytes.length === 16 && mappedPrefix.every((byte, i) => bytes[i] === byte)

/** The family of an address, where an IPv4 address in IPv6 form is IPv4; undefined for an invalid address (`IPFamilyOfString`). */
export function ipFamily(text: string): IpFamily | undefined {
  const ip = parseIp(text)
  return ip && (ip.bytes.length === 4 || isMapped(ip) ? 'IPv4' : 'IPv6')
}

/** Returns the errors of an invalid IP address (apimachinery `IsValidIPForLegacyField`); older versions are not strict. */
export function ipErrors(text: string, version = defaultVersion): string[] {
  const ip = parseIp(text)
  if (ip === undefined) return ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']
  if (!hasFeature(version, 'strictIpCidrValidation')) return []
  if (!ip.strict) return ['must not have leading 0s']
  return isMapped(ip) ? ['must not be an IPv4-mapped IPv6 address'] : []
}

/** Ranges of addresses that other hosts cannot reach, with the message about an address in them. */
const specialRanges: readonly [isIn: (bytes: readonly number[]) => boolean, message: string][] = [
  [([a, ...rest]) => rest.length === 3 ? a === 127 : a === 0 && rest.every((byte, i) => byte === (i === 14 ? 1 : 0)),
    'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  [([a = 0, b = 0, ...rest]) => rest.length === 2 ? a === 169 && b === 254 : a === 0xfe && (b & 0xc0) === 0x80,
    'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  [([a = 0, b = 0, c = 0, ...rest]) => rest.length === 1 ? a === 224 && b === 0 && c === 0 : a === 0xff && (b & 0x0f) === 0x02,
    'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
]

/** Returns the error of an IP address that other hosts cannot reach (core validation `ValidateEndpointIP`). */
export function unreachableIpErrors(text: string): string[] {
  const ip = parseIp(text)
  if (ip === undefined) return []
  const bytes = isMapped(ip) ? ip.bytes.slice(12) : ip.bytes
  if (bytes.every((byte) => byte === 0)) return [`may not be unspecified (${text})`]
  return specialRanges.filter(([isIn]) => isIn(bytes)).map(([, message]) => message)
}

/** The warning about an address that is not written as it should be; none about a text that is no address (`GetWarningsForIP`). */
export function ipWarnings(text: string, path: FieldPath): string[] {
  const ip = parseIp(text)
  if (ip === undefined) return []
  const canonical = ipText(ip)
  if (!ip.strict || isMapped(ip)) return [`${path}: non-standard IP address ${quote(text)} is invalid: use ${quote(canonical)}`]
  return canonical === text ? [] : [`${path}: IPv6 address ${quote(text)} should be in RFC 5952 canonical format (${quote(canonical)})`]
}

/** The canonical text of an address: IPv4 with dots, IPv6 as RFC 5952 has it (`net.IP.String`). */
function ipText(ip: Ip): string {
  if (ip.bytes.length === 4 || isMapped(ip)) return ip.bytes.slice(-4).join('.')
  const groups = Array.from({length: 8}, (_, i) => (((ip.bytes[2 * i] ?? 0) << 8) + (ip.bytes[2 * i + 1] ?? 0)).toString(16))
  const run = longestZeros(groups)
  return run.length < 2 ? groups.join(':') : `${groups.slice(0, run.start).join(':')}::${groups.slice(run.start + run.length).join(':')}`
}

/** The first of the longest runs of groups that are zero. */
function longestZeros(groups: readonly string[]): {readonly start: number, readonly length: number} {
  let longest = {start: 0, length: 0}
  for (let start = 0; start < groups.length; start++) {
    let length = 0
    while (groups[start + length] === '0') length++
    if (length > longest.length) longest = {start, length}
  }
  return longest
}

/** A range of addresses: one of them, and how many of its bits all others share. */
interface Cidr {
  readonly ip: Ip
  readonly length: number
  readonly strict: boolean
}

/** Reads a range as Kubernetes always did (k8s.io/utils `ParseCIDRSloppy`). */
function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf('/')
  const ip = parseIp(text.slice(0, slash))
  const digits = text.slice(slash + 1)
  if (slash < 0 || ip === undefined || !octet.test(digits) || Number(digits) > 8 * ip.bytes.length) return undefined
  return {ip, length: Number(digits), strict: ip.strict && (digits.length === 1 || !digits.startsWith('0'))}
}

/** True for a range of addresses, in any notation. */
export const isRange = (text: string): boolean => parseCidr(text) !== undefined

/** True if a range is a proper part of another one; both must be ranges. */
export function isStrictSubset(text: string, whole: string): boolean {
  const [inner, outer] = [parseCidr(text), parseCidr(whole)].map((cidr) => cidr && ofFamily(cidr))
  if (outer === undefined || inner?.bytes.length !== outer.bytes.length) return false
  const isInside = outer.bytes.every((byte, i) => ((byte ^ (inner.bytes[i] ?? 0)) & maskByte(outer.length, i)) === 0)
  return isInside && inner.length > outer.length
}

/** A range in the notation of its family: an IPv4 address in IPv6 form is IPv4. */
const ofFamily = ({ip, length}: Cidr): {readonly bytes: readonly number[], readonly length: number} =>
  isMapped(ip) && length >= 96 ? {bytes: ip.bytes.slice(12), length: length - 96} : {bytes: ip.bytes, length}

/** Returns the errors of an invalid range of addresses (apimachinery `IsValidCIDRForLegacyField`). */
export function cidrErrors(text: string, version = defaultVersion): string[] {
  const cidr = parseCidr(text)
  if (cidr === undefined) return ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']
  if (!hasFeature(version, 'strictIpCidrValidation')) return []
  if (!cidr.strict) return ['must not have leading 0s in IP or prefix length']
  if (isMapped(cidr.ip)) return ['must not have an IPv4-mapped IPv6 address']
  return hasBitsBeyond(cidr) ? ['must not have bits set beyond the prefix length'] : []
}

const hasBitsBeyond = ({ip, length}: Cidr): boolean => ip.bytes.some((byte, i) => (byte & ~maskByte(length, i)) !== 0)

/** A byte of the mask of a range. */
const maskByte = (length: number, i: number): number => 0xff & ~(0xff >> Math.min(Math.max(length - 8 * i, 0), 8))

/** The warnings about a range that is not written as it should be (`GetWarningsForCIDR`). */
export function cidrWarnings(text: string, path: FieldPath): string[] {
  const cidr = parseCidr(text)
  if (cidr === undefined) return []
  const {ip, length, strict} = cidr
  const network = networkText(cidr)
  const errors = [
    ...hasBitsBeyond(cidr) ? [`${path}: CIDR value ${quote(text)} is ambiguous in this context (should be ${quote(network)} or ${quote(`${ipText(ip)}/${8 * ip.bytes.length}`)}?)`] : [],
    ...!strict || isMapped(ip) ? [`${path}: non-standard CIDR value ${quote(text)} is invalid: use ${quote(network)}`] : [],
  ]
  const canonical = `${ipText(ip)}/${length}`
  return errors.length > 0 || canonical === text ? errors : [`${path}: IPv6 CIDR value ${quote(text)} should be in RFC 5952 canonical format (${quote(canonical)})`]
}

/** The range in its canonical form, without bits beyond its length (`net.IPNet.String`). */
function networkText(cidr: Cidr): string {
  const {bytes, length} = ofFamily(cidr)
  return `${ipText({bytes: bytes.map((byte, i) => byte & maskByte(length, i)), strict: true})}/${length}`
}
