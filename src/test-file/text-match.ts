import {compileRegexp} from '../machinery/go/regexp.js'
import {quote} from '../machinery/go/text.js'
import {field, fields, invalid, named, onlyOne, text} from './decoder.js'
import type {TestNode} from './test-node.js'

/** An expected text: the whole text, a part of it, or a regular expression. */
export interface TextMatch {
  readonly how: 'exact' | 'contains' | 'matches'
  readonly text: string
  /** The place of the text. */
  readonly node: TestNode
  /** The work to compare one character. */
  readonly instructions: number
  accepts(actual: string): boolean
}

const ways = {
  exact: field('The whole text.', text()),
  contains: field('A part of the text.', text()),
  matches: field('A regular expression, in the syntax of Go, that a part of the text matches.', text()),
}

const map = fields('a text, or a map with exact, contains or matches', ways)

/** Reads an expected text. A text without a value is written by `--update`, and matches no text until then. */
export const textMatch = named('text', {
  expected: map.expected,
  schema: {anyOf: [{type: ['string', 'number', 'boolean', 'null']}, map.schema]},
  read: (node): TextMatch | null => {
    if (node.content.kind === 'scalar') return exactly(node)
    const values = map.read(node)
    if (values === null || !onlyOne(node, Object.keys(ways))) return null
    const [entry] = node.entries() ?? []
    if (entry === undefined) return node.report('policy-test/missing-field', `${node.name} must be ${map.expected}`)
    const expected = entry.text ?? ''
    if (entry.name === 'exact') return exactly(entry)
    return entry.name === 'contains' ? {how: 'contains', text: expected, node: entry, instructions: 1, accepts: (actual) => actual.includes(expected)} : matching(entry, expected)
  },
})

function exactly(node: TestNode): TextMatch {
  const expected = node.text ?? ''
  return {how: 'exact', text: expected, node, instructions: 1, accepts: (actual) => actual === expected}
}

function matching(node: TestNode, expression: string): TextMatch | null {
  const regexp = compileRegexp(expression)
  if (typeof regexp === 'string') return invalid(node, `${quote(expression.slice(0, 80))} ${regexp}`)
  const {instructions} = regexp
  return {how: 'matches', text: expression, node, instructions, accepts: (actual) => regexp.matches(actual)}
}
