import type {YamlReader} from './reader.js'

// Skips scalars, and finds what go-yaml rejects in them (go-yaml `scannerc.go`).

/** Skips the rest of a line that may hold a comment. */
function skipRestOfLine(reader: YamlReader): void {
  reader.skipBlanks()
  reader.skipComment()
  if (!reader.isBreakOrEnd()) reader.fail('did not find expected comment or line break')
  if (reader.isBreak()) reader.skipLine()
}

/**
 * Skips a literal or folded text (`yaml_parser_scan_block_scalar`).
 *
 * @param parentIndent the column of the collection around it, -1 for none
 */
export function skipBlockScalar(reader: YamlReader, parentIndent: number): void {
  reader.skip()
  const increment = skipBlockHeader(reader)
  skipRestOfLine(reader)
  const given = increment === 0 ? 0 : Math.max(parentIndent, 0) + increment
  const indent = skipBlockBreaks(reader, given, parentIndent)
  while (reader.column === indent && !reader.isEnd()) {
    while (!reader.isBreakOrEnd()) reader.skip()
    if (reader.isBreak()) reader.skipLine()
    skipBlockBreaks(reader, indent, parentIndent)
  }
}

/** Returns the indentation that the header names, 0 for none. */
function skipBlockHeader(reader: YamlReader): number {
  const hasSign = reader.isOneOf('+-')
  if (hasSign) reader.skip()
  const increment = skipIndentation(reader)
  if (!hasSign && increment > 0 && reader.isOneOf('+-')) reader.skip()
  return increment
}

function skipIndentation(reader: YamlReader): number {
  if (!reader.isDigit()) return 0
  if (reader.at() === '0') reader.fail('found an indentation indicator equal to 0')
  const increment = Number(reader.at())
  reader.skip()
  return increment
}

/** Skips empty lines and the indentation of the next one. Returns that indentation if it was unknown. */
function skipBlockBreaks(reader: YamlReader, indent: number, parentIndent: number): number {
  const isIndentation = (): boolean => indent === 0 || reader.column < indent
  let deepest = 0
  for (;;) {
    while (isIndentation() && reader.at() === ' ') reader.skip()
    deepest = Math.max(deepest, reader.column)
    if (isIndentation() && reader.at() === '\t') reader.fail('found a tab character where an indentation space is expected')
    if (!reader.isBreak()) return indent === 0 ? Math.max(deepest, parentIndent + 1, 1) : indent
    reader.skipLine()
  }
}

/** Skips a text in quotes (`yaml_parser_scan_flow_scalar`). */
export function skipQuoted(reader: YamlReader): void {
  const quote = reader.at()
  reader.skip()
  for (;;) {
    if (reader.isDocumentIndicator()) reader.fail('found unexpected document indicator')
    if (reader.isEnd()) reader.fail('found unexpected end of stream')
    while (!reader.isSpace() && !endsQuoted(reader, quote)) skipQuotedCharacter(reader, quote)
    if (reader.at() === quote) return reader.skip()
    if (reader.at() === '\\') reader.skip()
    while (reader.isBlank() || reader.isBreak()) skipSpace(reader)
  }
}

/** True at the closing quote, and at an escaped line break. */
const endsQuoted = (reader: YamlReader, quote: string): boolean => quote === "'"
  ? reader.at() === quote && reader.at(1) !== quote
  : reader.at() === quote || (reader.at() === '\\' && reader.isBreak(1))

function skipSpace(reader: YamlReader): void {
  if (reader.isBreak()) reader.skipLine()
  else reader.skip()
}

function skipQuotedCharacter(reader: YamlReader, quote: string): void {
  if (quote === '"' && reader.at() === '\\') skipEscape(reader)
  else reader.skip(reader.at() === quote ? 2 : 1)
}

const escapes = '0abt\tnvfre "\'\\N_LP'

const longEscapes: ReadonlyMap<string, number> = new Map([['x', 2], ['u', 4], ['U', 8]])

function skipEscape(reader: YamlReader): void {
  const length = longEscapes.get(reader.at(1))
  if (length === undefined && !reader.isOneOf(escapes, 1)) reader.fail('found unknown escape character')
  reader.skip(2)
  if (length === undefined) return
  let digits = ''
  for (let i = 0; i < length; i++) {
    if (!reader.isHexadecimal(i)) reader.fail('did not find expected hexdecimal number')
    digits += reader.at(i)
  }
  const code = Number.parseInt(digits, 16)
  if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) reader.fail('found invalid Unicode character escape code')
  reader.skip(length)
}

/**
 * Skips an unquoted text (`yaml_parser_scan_plain_scalar`).
 *
 * @returns true when it ends at the end of a line
 */
export function skipPlain(reader: YamlReader, parentIndent: number, inFlow: boolean): boolean {
  const indent = parentIndent + 1
  let isAfterLineBreak = false
  for (;;) {
    if (reader.isDocumentIndicator() || reader.at() === '#') return isAfterLineBreak
    while (!reader.isSpace() && !endsPlain(reader, inFlow)) {
      isAfterLineBreak = false
      reader.skip()
    }
    if (!reader.isBlank() && !reader.isBreak()) return isAfterLineBreak
    while (reader.isBlank() || reader.isBreak()) {
      if (isAfterLineBreak && reader.column < indent && reader.at() === '\t') reader.fail('found a tab character that violates indentation')
      isAfterLineBreak ||= reader.isBreak()
      skipSpace(reader)
    }
    if (!inFlow && reader.column < indent) return isAfterLineBreak
  }
}

const endsPlain = (reader: YamlReader, inFlow: boolean): boolean =>
  (reader.at() === ':' && reader.isSpace(1)) || (inFlow && reader.isOneOf(',?[]{}'))
