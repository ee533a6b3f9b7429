import {Flags} from '@oclif/core'

import type {LimitType} from '../machinery/rate-limit/event-limit.js'
import {maxInt32} from '../replay/tune/search.js'
import type {GivenNumber} from '../replay/tune/types.js'
import {UsageError} from '../usage-error.js'

/** The types of limits, from the widest to the narrowest. */
const types: readonly LimitType[] = ['Server', 'Namespace', 'User', 'SourceAndObject']

const numbers = {multiple: true, multipleNonGreedy: true, helpValue: '[TYPE=]N'} as const

/** The flags of `kadm tune` that other commands for logs lack. */
export const tuneFlags = {
  accept: Flags.string({default: '99.9', helpValue: 'PERCENT', description: 'The share of requests that must be accepted.'}),
  of: Flags.option({options: ['every-key', 'all'] as const, default: 'every-key' as const, description: 'Whether the share must be accepted of each key (every-key), or of all requests together (all).'})(),
  qps: Flags.string({...numbers, description: 'Find the smallest burst for this qps: of all limits, or of those of a type (Server=100). May be repeated.'}),
  burst: Flags.string({...numbers, description: 'Find the smallest qps for this burst: of all limits, or of those of a type (Server=1000). May be repeated.'}),
  type: Flags.string({options: [...types], multiple: true, multipleNonGreedy: true, description: 'Type of limit to find. May be repeated. Default: all four types.'}),
}

/** Returns the types that --type names, the widest first; all types without the flag. */
export const typesOf = (names: readonly string[] | undefined): readonly LimitType[] => types.filter((type) => names === undefined || names.includes(type))

/**
 * Parses a share in per cent, with or without `%`.
 *
 * @throws UsageError for an invalid share
 */
export function shareOf(text: string): number {
  const share = Number(text.replace(/\s*%$/, ''))
  if (/^\d/.test(text) && share > 0 && share <= 100) return share
  throw new UsageError(`--accept takes a share in per cent, above 0 and up to 100, and not ${JSON.stringify(text)}`)
}

/**
 * Returns the number given for each type: one for a type overrides one for all.
 *
 * @throws UsageError for invalid numbers, and for two numbers of one limit
 */
export function givenNumbers(qps: readonly string[] = [], burst: readonly string[] = []): (type: LimitType) => GivenNumber | undefined {
  const [ofQps, ofBurst] = [numbersOf('qps', qps), numbersOf('burst', burst)]
  const given = (type: LimitType): GivenNumber | undefined => {
    for (const key of [type, 'all'] as const) {
      const [q, b] = [ofQps.get(key), ofBurst.get(key)]
      if (q !== undefined && b !== undefined) throw new UsageError(`--qps and --burst are both given for ${key === 'all' ? 'all limits' : key}: give only one, and kadm finds the other`)
      if (q !== undefined) return {qps: q}
      if (b !== undefined) return {burst: b}
    }
    return undefined
  }
  types.forEach(given)
  return given
}

function numbersOf(flag: string, texts: readonly string[]): Map<LimitType | 'all', number> {
  return new Map(texts.map((text) => {
    const [, name, digits = ''] = /^(?:([A-Za-z]+)=)?(\d+)$/.exec(text) ?? []
    const type = types.find((one) => one === name)
    const value = Number(digits)
    if (value < 1 || value > maxInt32 || (name !== undefined && type === undefined)) {
      throw new UsageError(`--${flag} takes a whole number from 1 on, or one for a type (${types.map((one) => `${one}=N`).join(', ')}), and not ${JSON.stringify(text)}`)
    }
    return [type ?? 'all', value]
  }))
}
