// Times as the API server writes them: in UTC, metav1.Time with whole seconds and metav1.MicroTime with microseconds.

import {readTime} from './go-time.js'
import {formatSeconds} from './instant.js'

/** A time that metav1.Time reads, as it is written again (`Time.MarshalJSON`); any other text as it is. */
export const utcTime = (text: string): string => rewritten(text, () => '')

/** A time that metav1.MicroTime reads, as it is written again (`MicroTime.MarshalJSON`); any other text as it is. */
export const utcMicroTime = (text: string): string => rewritten(text, (fraction) => `.${fraction}`)

function rewritten(text: string, ending: (fraction: string) => string): string {
  const time = readTime(text)
  if (time === undefined) return text
  const [, fraction = ''] = /[.,](\d+)/.exec(text) ?? []
  return `${formatSeconds(time.seconds)}${ending(fraction)}Z`
}
