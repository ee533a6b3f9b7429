// Go's encoding/asn1: reads DER (X.690) into the fields of structs. Its messages reach users, so the order of the checks is Go's.

/** An error of Go's encoding/asn1. */
export class DerError extends Error {}

export const syntaxError = (message: string): DerError => new DerError(`asn1: syntax error: ${message}`)

export const structureError = (message: string): DerError => new DerError(`asn1: structure error: ${message}`)

/** The numbers of the types of ASN.1. */
export const tags = {
  boolean: 1, integer: 2, bitString: 3, octetString: 4, objectIdentifier: 6, utf8String: 12, sequence: 16, set: 17, numericString: 18,
  printableString: 19, t61String: 20, ia5String: 22, utcTime: 23, generalizedTime: 24, generalString: 27, bmpString: 30,
}

/** The tag and the length of a value. */
interface Header {
  /** The class of the tag: 0 for the types of ASN.1 itself, 2 for numbers that depend on the struct. */
  readonly class: number
  readonly tag: number
  readonly length: number
  readonly isCompound: boolean
  /** The offset of the content. */
  readonly start: number
}

/** A value whose content is not read yet. */
export interface RawValue extends Pick<Header, 'class' | 'tag' | 'isCompound'> {
  readonly content: Uint8Array
  /** The content with its tag and its length. */
  readonly whole: Uint8Array
}

/** A type of Go that encoding/asn1 reads. */
export interface Type<T> {
  /** The name in Go, which its messages print; empty for types without a name. */
  readonly name: string
  /** The number of the type in ASN.1; undefined for a value of any type. */
  readonly tag?: number
  readonly isCompound: boolean
  readonly read: (value: RawValue) => T
}

/** A field of a struct, with the parameters that its tag in Go has. */
export interface Field<T> {
  readonly type: Type<T>
  readonly isOptional?: true
  /** The number that replaces that of the type, or with `isExplicit` precedes it. */
  readonly number?: number
  readonly isExplicit?: true
  readonly isSet?: true
}

/** A value of any type, not read further (`asn1.RawValue`). */
export const raw: Type<RawValue> = {name: 'RawValue', isCompound: false, read: (value) => value}

/** Returns the type of a struct, whose value is that of its fields (`parseField`). More values after the last field are ignored. */
export const struct = <T extends object>(
  name: string, fields: {readonly [K in keyof T]-?: Field<T[K] | undefined>},
): Type<T & {readonly whole: Uint8Array}> => ({
  name,
  tag: tags.sequence,
  isCompound: true,
  read: ({content, whole}) => {
    let offset = 0
    const values: Record<string, unknown> = {whole}
    for (const [key, field] of Object.entries<Field<unknown>>(fields)) {
      const {value, end} = readField(content, offset, field)
      if (value !== undefined) values[key] = value
      offset = end
    }
    return values as T & {readonly whole: Uint8Array}
  },
})

/** Returns the type of a list (`parseSequenceOf`), which checks the tags of all elements before it reads them. */
export const listOf = <T>(element: Type<T>, name = '', tag = tags.sequence): Type<readonly T[]> => ({
  name,
  tag,
  isCompound: true,
  read: ({content}) => {
    for (let offset = 0; offset < content.length;) {
      const header = headerAt(content, offset)
      const isElement = header.class === 0 && header.isCompound === element.isCompound && header.tag === element.tag
      if (element.tag !== undefined && !isElement) throw structureError('sequence tag mismatch')
      offset = header.start + header.length
      if (offset > content.length) throw syntaxError('truncated sequence')
    }
    const values: T[] = []
    for (let offset = 0; offset < content.length;) {
      const {value, end} = readField(content, offset, {type: element})
      if (value !== undefined) values.push(value)
      offset = end
    }
    return values
  },
})

/**
 * Reads a value (`asn1.Unmarshal`).
 *
 * @returns the value, and the bytes after it
 * @throws {DerError} about bytes that are not of this type
 */
export function unmarshal<T>(bytes: Uint8Array, type: Type<T>): {readonly value: T, readonly rest: Uint8Array} {
  const {value, end} = readField(bytes, 0, {type})
  return {value: value as T, rest: bytes.subarray(end)}
}

/** Reads one field; an optional field that is missing has no value (`parseField`). */
function readField<T>(bytes: Uint8Array, offset: number, field: Field<T>): {readonly value?: T, readonly end: number} {
  const {type, isOptional, number, isExplicit, isSet} = field
  const absent = (error: DerError): {readonly end: number} => {
    if (isOptional === true) return {end: offset}
    throw error
  }
  if (offset === bytes.length) return absent(syntaxError('sequence truncated'))
  const outer = headerAt(bytes, offset)
  const header = isExplicit === true ? explicitHeader(bytes, outer, number) : outer
  if (header === undefined) return absent(structureError("explicitly tagged member didn't match"))
  const isNumbered = number !== undefined && isExplicit !== true
  const expected = isNumbered ? number : isSet === true ? tags.set : type.tag
  const isExpected = expected === undefined || (header.class === (isNumbered ? 2 : 0) && header.tag === expected)
  if (!isExpected || (type.tag !== undefined && header.isCompound !== type.isCompound)) return absent(mismatch(expected ?? -1, header, field))
  const end = header.start + header.length
  if (end > bytes.length) throw syntaxError('data truncated')
  return {value: type.read({...header, content: bytes.subarray(header.start, end), whole: bytes.subarray(offset, end)}), end}
}

/** The header of the value in an explicit tag; undefined for another tag. */
function explicitHeader(bytes: Uint8Array, outer: Header, number: number | undefined): Header | undefined {
  if (outer.start === bytes.length) throw structureError('explicit tag has no child')
  if (outer.class !== 2 || outer.tag !== number || (outer.length > 0 && !outer.isCompound)) return undefined
  if (outer.length === 0) throw structureError('zero length explicit tag was not an asn1.Flag')
  return headerAt(bytes, outer.start)
}

/** The error about a tag. Go prints the address of a field's number: kadm prints one address of that form. */
function mismatch(expected: number, {class: kind, tag, length, isCompound, start}: Header, {type: {name}, number, isSet}: Field<unknown>): DerError {
  const found = `{class:${kind} tag:${tag} length:${length} isCompound:${isCompound}}`
  const parameters = '{optional:false explicit:false application:false private:false defaultValue:<nil> '
    + `tag:${number === undefined ? '<nil>' : '0xc000000000'} stringType:0 timeType:0 set:${isSet === true} omitEmpty:false}`
  return structureError(`tags don't match (${expected} vs ${found}) ${parameters} ${name} @${start}`)
}

/** Reads a tag and a length (`parseTagAndLength`). */
function headerAt(bytes: Uint8Array, offset: number): Header {
  const first = bytes[offset] ?? 0
  const {value: tag, end} = (first & 0x1f) === 0x1f ? base128At(bytes, offset + 1) : {value: first & 0x1f, end: offset + 1}
  if (end > offset + 1 && tag < 0x1f) throw syntaxError('non-minimal tag')
  return {class: first >> 6, tag, isCompound: (first & 0x20) !== 0, ...lengthAt(bytes, end)}
}

function lengthAt(bytes: Uint8Array, offset: number): {readonly length: number, readonly start: number} {
  const byteAt = (at: number): number => {
    const byte = bytes[at]
    if (byte === undefined) throw syntaxError('truncated tag or length')
    return byte
  }
  const first = byteAt(offset)
  const start = offset + 1
  if (first < 0x80) return {length: first, start}
  if (first === 0x80) throw syntaxError('indefinite length found (not DER)')
  const end = start + first - 0x80
  let length = 0
  for (let at = start; at < end; at++) {
    const byte = byteAt(at)
    if (length >= 2 ** 23) throw structureError('length too large')
    length = length * 256 + byte
    if (length === 0) throw structureError('superfluous leading zeros in length')
  }
  if (length < 0x80) throw structureError('non-minimal length')
  return {length, start: end}
}

const maxInt32 = 2 ** 31 - 1

/** Reads a number whose bytes have 7 bits each (`parseBase128Int`). */
export function base128At(bytes: Uint8Array, offset: number): {readonly value: number, readonly end: number} {
  let value = 0
  for (let at = offset; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (at === offset + 5) throw structureError('base 128 integer too large')
    if (at === offset && byte === 0x80) throw syntaxError('integer is not minimally encoded')
    value = value * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    if (value > maxInt32) throw structureError('base 128 integer too large')
    return {value, end: at + 1}
  }
  throw syntaxError('truncated base 128 integer')
}
