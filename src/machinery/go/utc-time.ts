// Times as the API server writes them: in UTC, metav1.Time with whole seconds and metav1.MicroTime with microseconds.

import {formatSeconds} from './instant.js'
import {readTime} from './time.js'

/** Normalizes a time as metav1.Time writes it (`Time.MarshalJSON`); returns an invalid time unchanged. */
export const utcTime = (text: string): string => rewritten(text, () => '')

/** Normalizes a time as metav1.MicroTime writes it (`MicroTime.MarshalJSON`); returns an invalid time unchanged. */
export const utcMicroTime = (text: string): string => rewritten(text, (fraction) => `.${fraction}`)

function rewritten(text: string, ending: (fraction: string) => string): string {
  const time = readTime(text)
  if (time === undefined) return text
  const [, fraction = ''] = /[.,](\d+)/.exec(text) ?? []
  return `${formatSeconds(time.seconds)}${ending(fraction)}Z`
}
