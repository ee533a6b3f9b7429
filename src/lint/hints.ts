import type {DecodeProblem} from '../machinery/decode.js'
import {quote} from '../machinery/go-text.js'
import {Quantity} from '../machinery/quantity.js'
import type {Shape} from '../machinery/schema/api-tables.js'
import {nearest} from './nearest.js'

/** What to write instead of something that does not fit its field, undefined when that is not certain. */
export function decodeHint({fault, path, known = [], expected}: DecodeProblem, value: unknown, raw: string): string | undefined {
  if (fault !== 'unknown-field') return expected && valueHint(expected, value, raw)
  const meant = nearest(String(path.step), known)
  return meant === undefined ? undefined : `write ${quote(meant)}`
}

function valueHint(expected: Shape, value: unknown, raw: string): string | undefined {
  if (expected === 'quantity') return quantityHint(typeof value === 'string' ? value : raw)
  if (expected === 'string' && (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')) return `quote it: ${quote(raw)}`
  if ((expected === 'int32' || expected === 'int64') && typeof value === 'string' && /^-?\d+$/.test(value)) return `write ${value} without quotes`
  if (expected === 'bool' && typeof value === 'string' && /^(?:true|false)$/i.test(value)) return `write ${value.toLowerCase()} without quotes`
  return undefined
}

/** Units that people write, and what Kubernetes calls them. */
const units: ReadonlyMap<string, string> = new Map([
  ['K', 'k'], ['kb', 'k'], ['mb', 'M'], ['g', 'G'], ['gb', 'G'], ['t', 'T'], ['tb', 'T'],
  ['ki', 'Ki'], ['kib', 'Ki'], ['mi', 'Mi'], ['mib', 'Mi'], ['gi', 'Gi'], ['gib', 'Gi'], ['ti', 'Ti'], ['tib', 'Ti'], ['cores', ''], ['core', ''],
])

function quantityHint(text: string): string | undefined {
  const [, number = '', unit = ''] = /^\s*([+-]?[\d.]+)\s*([A-Za-z]*)\s*$/.exec(text) ?? []
  if (number === '') return undefined
  const meant = `${number}${units.get(unit) ?? units.get(unit.toLowerCase()) ?? unit}`
  return isQuantity(meant) ? `write ${quote(meant)}` : undefined
}

function isQuantity(text: string): boolean {
  try {
    Quantity.parse(text)
    return true
  } catch {
    return false
  }
}
