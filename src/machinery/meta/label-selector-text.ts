import {aggregate} from '../field/error.js'
import {quote} from '../go/text.js'
import type {LabelSelector, LabelSelectorRequirement} from './label-selector.js'
import {labelValue, qualifiedName} from './names.js'

/** An invalid label selector, with kubectl's message. */
export class LabelSelectorError extends Error {
  override readonly name = 'LabelSelectorError'
}

const token = /==|!=|[=!(),<>]|[^\s=!(),<>]+/g

const operators: ReadonlyMap<string, string> = new Map([['in', 'In'], ['notin', 'NotIn'], ['=', 'In'], ['==', 'In'], ['!=', 'NotIn']])

const isIdentifier = (text: string): boolean => /^[^=!(),<>]/.test(text)

/**
 * Reads a label selector as kubectl's `-l` takes it: `app=web,tier!=db,env in (a, b),!canary,team`. Of kubectl's operators
 * `<` and `>` are not known.
 *
 * @throws LabelSelectorError
 */
export const parseLabelSelector = (text: string): LabelSelector => ({matchExpressions: new Parser(text.match(token) ?? []).parse()})

/** A parser for the words of a selector; the empty word marks the end (apimachinery labels `Parser`). */
class Parser {
  private position = 0

  constructor(private readonly words: readonly string[]) {}

  parse(): LabelSelectorRequirement[] {
    const requirements: LabelSelectorRequirement[] = []
    while (this.ahead() !== '') {
      if (!this.isTermAhead()) throw new LabelSelectorError(`found '${this.ahead()}', expected: !, identifier, or 'end of string'`)
      requirements.push(this.parseRequirement())
      const end = this.next()
      if (end === '') break
      if (end !== ',') throw new LabelSelectorError(`found '${end}', expected: ',' or 'end of string'`)
      if (!this.isTermAhead()) throw new LabelSelectorError(`found '${this.ahead()}', expected: identifier after ','`)
    }
    return requirements
  }

  private ahead(): string {
    return this.words[this.position] ?? ''
  }

  private next(): string {
    return this.words[this.position++] ?? ''
  }

  private isTermAhead(): boolean {
    return this.ahead() === '!' || isIdentifier(this.ahead())
  }

  private parseRequirement(): LabelSelectorRequirement {
    const isNegated = this.ahead() === '!'
    if (isNegated) this.next()
    const key = this.next()
    if (!isIdentifier(key)) throw error(`found '${key}', expected: identifier`)
    const errors = qualifiedName(key)
    if (errors.length > 0) throw error(`<nil>: Invalid value: ${quote(key)}: ${errors.join('; ')}`)
    if (isNegated) return {key, operator: 'DoesNotExist', values: []}
    return this.ahead() === '' || this.ahead() === ',' ? {key, operator: 'Exists', values: []} : this.parseComparison(key)
  }

  private parseComparison(key: string): LabelSelectorRequirement {
    const word = this.next()
    const operator = operators.get(word)
    if (operator === undefined) throw error(`found '${word}', expected: ${[...operators.keys()].join(', ')}`)
    const values = isIdentifier(word) ? this.parseValues() : [this.parseValue()]
    const errors = values.flatMap((value, i) => {
      const messages = labelValue(value)
      return messages.length === 0 ? [] : [`values[${i}][${key}]: Invalid value: ${quote(value)}: ${messages.join('; ')}`]
    })
    if (errors.length > 0) throw error(aggregate(errors))
    return {key, operator, values}
  }

  private parseValue(): string {
    if (this.ahead() === '' || this.ahead() === ',') return ''
    const value = this.next()
    if (!isIdentifier(value)) throw error(`found '${value}', expected: identifier`)
    return value
  }

  /** The values between parentheses, sorted, each once. Where one is missing, an empty one is meant. */
  private parseValues(): string[] {
    const start = this.next()
    if (start !== '(') throw error(`found '${start}' expected: '('`)
    if (this.ahead() !== ')' && this.ahead() !== ',' && !isIdentifier(this.ahead())) {
      throw error(`found '${this.ahead()}', expected: ',', ')' or identifier`)
    }
    const values = new Set([this.parseListed()])
    while (this.ahead() === ',') {
      this.next()
      values.add(this.parseListed())
    }
    const end = this.next()
    if (end !== ')') throw error(`found '${end}', expected: ',' or ')'`)
    return [...values].sort()
  }

  private parseListed(): string {
    return isIdentifier(this.ahead()) ? this.next() : ''
  }
}

const error = (message: string): LabelSelectorError => new LabelSelectorError(`unable to parse requirement: ${message}`)
