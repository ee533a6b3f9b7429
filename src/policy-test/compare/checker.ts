import type {TestNode} from '../../test-file/test-node.js'
import type {TextMatch} from '../../test-file/text-match.js'
import type {Failure} from '../types.js'

/** A compared field of an expectation, and its object. */
export interface Compared {
  readonly subject: string
  readonly field: string
  readonly node: TestNode
}

type Scalar = string | number | boolean

/** Maximum of the characters that a test compares with expected texts, times the instructions of the expression for each character. */
export const maxComparisons = 300_000_000

/** The comparisons that a test may still make. */
export interface ComparisonBudget {
  left: number
}

/** Thrown if a test compares too much. */
export class TooManyComparisonsError extends Error {
  override readonly name = 'TooManyComparisonsError'

  constructor() {
    super('the regular expressions take too long for these texts: use contains, or shorter expressions')
  }
}

/** Collects the differences of a step. Equal differences are counted once. */
export class Checker {
  private readonly found = new Map<string, Failure>()

  /**
   * @param step the number of the step, from 1
   * @param budget of the test
   */
  constructor(private readonly step: number, private readonly budget: ComparisonBudget) {}

  get failures(): readonly Failure[] {
    return [...this.found.values()]
  }

  /** Adds a difference. With the actual value, `--update` can write it over a scalar. */
  fail({subject, field, node}: Compared, expected: string, actual: string, value?: Scalar): void {
    const key = JSON.stringify([field, expected, actual, node.place().span.start])
    const known = this.found.get(key)
    const {editable} = node
    const update = value !== undefined && editable !== undefined ? {update: {node: editable, value}} : {}
    const {file, span} = node.place()
    const failure = known ?? {file, span, step: this.step, subject, field, expected, actual, count: 0, ...update}
    this.found.set(key, {...failure, count: failure.count + 1})
  }

  /**
   * True if a text is as expected.
   *
   * @throws TooManyComparisonsError
   */
  accepts(expected: TextMatch, actual: string): boolean {
    this.budget.left -= expected.instructions * actual.length
    if (this.budget.left < 0) throw new TooManyComparisonsError()
    return expected.accepts(actual)
  }

  /** Compares scalars. */
  equal(compared: Compared, expected: Scalar, actual: Scalar): void {
    if (expected !== actual) this.fail(compared, String(expected), String(actual), actual)
  }

  /** Compares a text. Only an exact text can be updated. */
  text(compared: Omit<Compared, 'node'>, expected: TextMatch, actual: string): void {
    if (this.accepts(expected, actual)) return
    const {how, node} = expected
    this.fail({...compared, node}, textOf(expected), actual, how === 'exact' ? actual : undefined)
  }
}

/** An expected text for reports. */
export function textOf({how, text}: TextMatch): string {
  switch (how) {
    case 'exact': return text === '' ? '(no text yet: kadm test --update writes it)' : text
    case 'contains': return `contains: ${text}`
    case 'matches': return `matches: ${text}`
  }
}
