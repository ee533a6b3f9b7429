import type {YamlReader} from './reader.js'

// Skips anchors, tags and directives, and finds what go-yaml rejects in them (go-yaml `scannerc.go`).

/** Skips an anchor or alias and returns its name (`yaml_parser_scan_anchor`). */
export function readAnchor(reader: YamlReader): string {
  reader.skip()
  const name = reader.readWord()
  if (name === '' || !(reader.isSpace() || reader.isOneOf('?:,]}%@`'))) reader.fail('did not find expected alphabetic or numeric character')
  return name
}

/** Skips a tag and returns its handle: `!`, `!!` or `!name!`; nothing for a verbatim one (`yaml_parser_scan_tag`). */
export function readTag(reader: YamlReader): string {
  const handle = reader.at(1) === '<' ? skipVerbatimTag(reader) : readShortTag(reader)
  if (!reader.isSpace()) reader.fail('did not find expected whitespace or line break')
  return handle
}

function skipVerbatimTag(reader: YamlReader): string {
  reader.skip(2)
  skipUri(reader, false)
  if (reader.at() !== '>') reader.fail("did not find the expected '>'")
  reader.skip()
  return ''
}

function readShortTag(reader: YamlReader): string {
  const handle = readHandle(reader, false)
  const isHandle = handle.length > 1 && handle.endsWith('!')
  const isMore = skipUri(reader, !isHandle)
  if (isHandle) return handle
  return isMore || handle.length > 1 ? '!' : ''
}

function readHandle(reader: YamlReader, inDirective: boolean): string {
  if (reader.at() !== '!') reader.fail("did not find expected '!'")
  reader.skip()
  const name = reader.readWord()
  if (reader.at() === '!') {
    reader.skip()
    return `!${name}!`
  }
  if (inDirective && name !== '') reader.fail("did not find expected '!'")
  return `!${name}`
}

/** False if there is no URI, which is an error unless a handle precedes it. */
function skipUri(reader: YamlReader, hasHead: boolean): boolean {
  let isMore = false
  for (; reader.isWord() || reader.isOneOf(";/?:@&=+$,.!~*'()[]%"); isMore = true) {
    if (reader.at() === '%') skipUriEscape(reader)
    else reader.skip()
  }
  if (!isMore && !hasHead) reader.fail('did not find expected tag URI')
  return isMore
}

/** Skips a character written as `%` and hexadecimal digits, one pair a byte. */
function skipUriEscape(reader: YamlReader): void {
  const first = readOctet(reader)
  const width = first < 0x80 ? 1 : first >> 5 === 6 ? 2 : first >> 4 === 14 ? 3 : first >> 3 === 30 ? 4 : 0
  if (width === 0) reader.fail('found an incorrect leading UTF-8 octet')
  reader.skip(3)
  for (let i = 1; i < width; i++) {
    if ((readOctet(reader) & 0xc0) !== 0x80) reader.fail('found an incorrect trailing UTF-8 octet')
    reader.skip(3)
  }
}

function readOctet(reader: YamlReader): number {
  if (reader.at() !== '%' || !reader.isHexadecimal(1) || !reader.isHexadecimal(2)) reader.fail('did not find URI escaped octet')
  return Number.parseInt(reader.at(1) + reader.at(2), 16)
}

/** The content of a directive: the version of YAML, or a handle for tags. */
export type Directive = {readonly version: string} | {readonly handle: string}

/** Skips a directive and the end of its line (`yaml_parser_scan_directive`). */
export function readDirective(reader: YamlReader): Directive {
  reader.skip()
  const name = reader.readWord()
  if (name === '') reader.fail('could not find expected directive name')
  if (!reader.isSpace()) reader.fail('found unexpected non-alphabetical character')
  if (name !== 'YAML' && name !== 'TAG') reader.fail('found unknown directive name')
  reader.skipBlanks()
  const directive = name === 'YAML' ? {version: readVersion(reader)} : {handle: readTagDirective(reader)}
  reader.skipBlanks()
  reader.skipComment()
  if (!reader.isBreakOrEnd()) reader.fail('did not find expected comment or line break')
  if (reader.isBreak()) reader.skipLine()
  return directive
}

function readVersion(reader: YamlReader): string {
  const major = readVersionNumber(reader)
  if (reader.at() !== '.') reader.fail("did not find expected digit or '.' character")
  reader.skip()
  return `${major}.${readVersionNumber(reader)}`
}

function readVersionNumber(reader: YamlReader): number {
  let digits = ''
  while (reader.isDigit()) {
    if (digits.length === 2) reader.fail('found extremely long version number')
    digits += reader.at()
    reader.skip()
  }
  if (digits === '') reader.fail('did not find expected version number')
  return Number(digits)
}

function readTagDirective(reader: YamlReader): string {
  const handle = readHandle(reader, true)
  if (!reader.isBlank()) reader.fail('did not find expected whitespace')
  reader.skipBlanks()
  skipUri(reader, false)
  if (!reader.isSpace()) reader.fail('did not find expected whitespace or line break')
  return handle
}
