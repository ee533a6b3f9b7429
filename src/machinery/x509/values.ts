import {areSameBytes, latin1Text, numberOf, utf8Bytes, utf8Text} from '../go/bytes.js'
import {base128At, DerError, structureError, syntaxError, tags, type Type} from './der.js'
import {generalizedTimeError, utcTimeError} from './times.js'

/** A type without parts. */
interface Primitive<T> extends Type<T> {
  readonly tag: number
  readonly readContent: (content: Uint8Array) => T
}

const primitive = <T>(name: string, tag: number, readContent: (content: Uint8Array) => T): Primitive<T> =>
  ({name, tag, isCompound: false, read: ({content}) => readContent(content), readContent})

/** Checks the form of an integer (`checkInteger`). */
function checkInteger(content: Uint8Array): void {
  const [first, second = 0] = content
  if (first === undefined) throw structureError('empty integer')
  if (content.length > 1 && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80))) throw structureError('integer not minimally-encoded')
}

/** A number of any size (`parseBigInt`). */
export const bigInteger = primitive('Int', tags.integer, (content) => {
  checkInteger(content)
  return BigInt.asIntN(8 * content.length, numberOf(content))
})

/** A number of at most 64 bits (`parseInt64`). */
export const integer = primitive('int', tags.integer, (content) => {
  const value = bigInteger.readContent(content)
  if (content.length > 8) throw structureError('integer too large')
  return value
})

/** Bits without the padding (`parseBitString`), as bytes whose first bits are zero if the number of bits is no multiple of 8 (`RightAlign`). */
export const bitString = primitive('BitString', tags.bitString, (content) => {
  const [padding] = content
  if (padding === undefined) throw syntaxError('zero length BIT STRING')
  const last = content.at(-1) ?? 0
  if (padding > 7 || (content.length === 1 && padding > 0) || (last & ((1 << padding) - 1)) !== 0) throw syntaxError('invalid padding bits in BIT STRING')
  const bits = content.subarray(1)
  return padding === 0 ? bits : bits.map((byte, i) => (byte >> padding) | ((bits[i - 1] ?? 0) << (8 - padding)))
})

/** An object identifier as its numbers with dots (`parseObjectIdentifier`). */
export const objectIdentifier = primitive('ObjectIdentifier', tags.objectIdentifier, (content) => {
  if (content.length === 0) throw syntaxError('zero length OBJECT IDENTIFIER')
  const numbers: number[] = []
  for (let offset = 0; offset < content.length;) {
    const {value, end} = base128At(content, offset)
    const root = Math.min(Math.floor(value / 40), 2)
    if (offset === 0) numbers.push(root, value - 40 * root)
    else numbers.push(value)
    offset = end
  }
  return numbers.join('.')
})

export const boolean = primitive('bool', tags.boolean, ([byte, ...more]) => {
  if (more.length > 0 || (byte !== 0 && byte !== 0xff)) throw syntaxError('invalid boolean')
  return byte === 0xff
})

/** The bytes of a sequence, or of an octet string. */
export const sequence: Type<Uint8Array> = {name: '', tag: tags.sequence, isCompound: true, read: ({content}) => content}

export const octetString = primitive('', tags.octetString, (content) => content)

/** Characters of a PrintableString, with * and &, which Go allows (`isPrintable`). */
const printable = /^[a-zA-Z0-9'()+,\-./ :=?*&]*$/

const matching = (pattern: RegExp, type: string) => (content: Uint8Array): string => {
  const text = latin1Text(content)
  if (!pattern.test(text)) throw syntaxError(`${type} contains invalid character`)
  return text
}

function validUtf8(content: Uint8Array): string {
  const text = utf8Text(content)
  if (!areSameBytes(content, utf8Bytes(text))) throw new DerError('asn1: invalid UTF-8 string')
  return text
}

/** Reads characters of two bytes, without surrogates and characters that Unicode does not assign (`parseBMPString`). */
function bmpText(content: Uint8Array): string {
  if (content.length % 2 !== 0) throw new DerError('invalid BMPString')
  const units = Array.from({length: content.length / 2}, (_, i) => String.fromCharCode((content[2 * i] ?? 0) << 8 | (content[2 * i + 1] ?? 0)))
  const text = units.join('').replace(/\0$/, '')
  if (/[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]/.test(text)) throw new DerError('invalid BMPString')
  return text
}

const time = (errorOf: (text: string) => string | undefined) => (content: Uint8Array): undefined => {
  const error = errorOf(latin1Text(content))
  if (error !== undefined) throw new DerError(error)
}

/** The functions that read a value of each type into a field of any type. */
const readers: Readonly<Record<number, (content: Uint8Array) => unknown>> = {
  ...Object.fromEntries([boolean, integer, bitString, objectIdentifier].map(({tag, readContent}) => [tag, readContent])),
  [tags.printableString]: matching(printable, 'PrintableString'),
  [tags.numericString]: matching(/^[0-9 ]*$/, 'NumericString'),
  [tags.ia5String]: matching(/^[\0-\x7f]*$/, 'IA5String'),
  [tags.t61String]: latin1Text,
  [tags.utf8String]: validUtf8,
  [tags.bmpString]: bmpText,
  [tags.utcTime]: time(utcTimeError),
  [tags.generalizedTime]: time(generalizedTimeError),
}

/** The text in a field of any type; undefined for a value of another type than the types of strings. */
export const text: Type<string | undefined> = {
  name: '',
  isCompound: false,
  read: ({class: kind, tag, isCompound, content}) => {
    const value = kind === 0 && !isCompound ? readers[tag]?.(content) : undefined
    return typeof value === 'string' && tag !== tags.objectIdentifier ? value : undefined
  },
}
