/** Tests one character, given by its code point. */
export type CharacterTest = (codePoint: number) => boolean

/** A part of a regular expression. */
export type Part =
  | {readonly kind: 'character', readonly test: CharacterTest}
  | {readonly kind: 'start' | 'end'}
  | {readonly kind: 'sequence' | 'alternatives', readonly parts: readonly Part[]}
  | {readonly kind: 'repeat', readonly part: Part, readonly min: number, readonly max: number}

/** An error in a regular expression. */
export class RegexpError extends Error {
  override readonly name = 'RegexpError'
}

/** Maximum number of repetitions in braces, as in Go. */
const maxRepeat = 1000

const classes: Readonly<Record<string, CharacterTest>> = {
  d: (c) => c >= 48 && c <= 57,
  s: (c) => c === 32 || (c >= 9 && c <= 13 && c !== 11),
  w: (c) => (c >= 48 && c <= 57) || (c >= 65 && c <= 90) || c === 95 || (c >= 97 && c <= 122),
}

const controls: Readonly<Record<string, number>> = {t: 9, n: 10, v: 11, f: 12, r: 13}

/**
 * Parses a regular expression in the syntax of Go's regexp. Not supported are classes of Unicode, word boundaries, and flags other
 * than `(?i)` and `(?s)` at the beginning.
 *
 * @throws RegexpError
 */
export function parse(text: string): Part {
  const [flags = '', letters = ''] = /^\(\?([is]+)\)/.exec(text) ?? []
  return new Parser(Array.from(text.slice(flags.length)), letters.includes('i'), letters.includes('s')).whole()
}

class Parser {
  private at = 0

  constructor(private readonly characters: readonly string[], private readonly ignoresCase: boolean, private readonly dotIsAny: boolean) {}

  whole(): Part {
    const part = this.alternatives()
    if (this.at < this.characters.length) throw new RegexpError('has a ")" without a "("')
    return part
  }

  private alternatives(): Part {
    const parts = [this.sequence()]
    while (this.takes('|')) parts.push(this.sequence())
    return {kind: 'alternatives', parts}
  }

  private sequence(): Part {
    const parts: Part[] = []
    while (this.at < this.characters.length && this.next !== '|' && this.next !== ')') parts.push(this.repeated(this.atom()))
    return {kind: 'sequence', parts}
  }

  private get next(): string {
    return this.characters[this.at] ?? ''
  }

  private takes(text: string): boolean {
    const isThere = this.characters.slice(this.at, this.at + text.length).join('') === text
    if (isThere) this.at += text.length
    return isThere
  }

  private atom(): Part {
    const character = this.next
    this.at++
    switch (character) {
      case '^': return {kind: 'start'}
      case '$': return {kind: 'end'}
      case '.': return {kind: 'character', test: (c) => this.dotIsAny || c !== 10}
      case '(': return this.group()
      case '[': return {kind: 'character', test: this.folded(this.characterClass())}
      case '\\': return {kind: 'character', test: this.folded(this.escape())}
      case '*': case '+': case '?': throw new RegexpError(`has a "${character}" with nothing before it to repeat`)
      default: return {kind: 'character', test: this.folded(equals(character))}
    }
  }

  private group(): Part {
    if (this.next === '?' && !this.takes('?:')) throw new RegexpError('has a "(?" that is not supported: write (?:...) for a group')
    const part = this.alternatives()
    if (!this.takes(')')) throw new RegexpError('has a "(" without a ")"')
    return part
  }

  /** A part with what follows it to repeat it. A lazy repetition matches the same texts. */
  private repeated(part: Part): Part {
    const bounds = this.bounds()
    if (bounds === undefined) return part
    this.takes('?')
    if (this.bounds() !== undefined) throw new RegexpError('repeats a repetition')
    return {kind: 'repeat', part, ...bounds}
  }

  private bounds(): {readonly min: number, readonly max: number} | undefined {
    if (this.takes('*')) return {min: 0, max: Infinity}
    if (this.takes('+')) return {min: 1, max: Infinity}
    if (this.takes('?')) return {min: 0, max: 1}
    const [braces, low = '', comma, high = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(this.characters.slice(this.at, this.at + 20).join('')) ?? []
    if (braces === undefined) return undefined
    this.at += braces.length
    const [min, max] = [Number(low), comma === '' ? Number(low) : high === '' ? Infinity : Number(high)]
    if (min > max || min > maxRepeat || (max !== Infinity && max > maxRepeat)) throw new RegexpError(`has a repetition that is not possible: ${braces}`)
    return {min, max}
  }

  private escape(): CharacterTest {
    const character = this.next
    this.at++
    if (character === '') throw new RegexpError('ends with a "\\"')
    const lower = character.toLowerCase()
    const known = classes[lower]
    if (known !== undefined) return character === lower ? known : (c) => !known(c)
    const control = controls[character]
    if (control !== undefined) return (c) => c === control
    if (/^[a-zA-Z0-9]$/.test(character)) throw new RegexpError(`has a "\\${character}", which is not supported`)
    return equals(character)
  }

  private characterClass(): CharacterTest {
    const isNegated = this.takes('^')
    const tests: CharacterTest[] = []
    for (let isFirst = true; isFirst || this.next !== ']'; isFirst = false) {
      if (this.next === '') throw new RegexpError('has a "[" without a "]"')
      tests.push(this.range())
    }
    this.at++
    return (c) => tests.some((test) => test(c)) !== isNegated
  }

  private range(): CharacterTest {
    if (this.takes('\\')) return this.escape()
    if (this.next === '[' && this.characters[this.at + 1] === ':') throw new RegexpError('has a class in [: :], which is not supported')
    const low = this.next
    this.at++
    const high = this.characters[this.at + 1]
    if (this.next !== '-' || high === undefined || high === ']') return equals(low)
    this.at += 2
    const [from, to] = [codeOf(low), codeOf(high)]
    if (from > to) throw new RegexpError(`has a range in the wrong order: ${low}-${high}`)
    return (c) => c >= from && c <= to
  }

  private folded(test: CharacterTest): CharacterTest {
    if (!this.ignoresCase) return test
    return (c) => test(c) || test(codeOf(String.fromCodePoint(c).toLowerCase())) || test(codeOf(String.fromCodePoint(c).toUpperCase()))
  }
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0

function equals(character: string): CharacterTest {
  const code = codeOf(character)
  return (c) => c === code
}
