import {quote, trimSpace} from '../../../machinery/go/text.js'
import {labelValue, qualifiedName} from '../../../machinery/meta/names.js'

/** Labels by their keys. */
export type LabelMap = ReadonlyMap<string, string>

/**
 * Reads a selector like `env=dev,disk=ssd` (apimachinery labels `ConvertSelectorToLabelsMap`).
 *
 * @returns the message of the server for a selector that it cannot read
 */
export function readSelector(text: string): LabelMap | string {
  const labels = new Map<string, string>()
  for (const part of text === '' ? [] : text.split(',')) {
    const sides = part.split('=')
    if (sides.length !== 2) return `invalid selector: [${sides.join(' ')}]`
    const [key = '', value = ''] = sides.map(trimSpace)
    const error = labelError(key, value)
    if (error !== undefined) return error
    labels.set(key, value)
  }
  return labels
}

function labelError(key: string, value: string): string | undefined {
  const [keyErrors, valueErrors] = [qualifiedName(key), labelValue(value)]
  if (keyErrors.length > 0) return `<nil>: Invalid value: ${quote(key)}: ${keyErrors.join('; ')}`
  return valueErrors.length > 0 ? `[${key}]: Invalid value: ${quote(value)}: ${valueErrors.join('; ')}` : undefined
}
