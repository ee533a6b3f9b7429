// Times as the API server writes them: in UTC, metav1.Time with whole seconds and metav1.MicroTime with microseconds.

const parts = /^(\d{4}-\d\d-\d\dT)(\d{1,2})(:\d\d:\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)$/

/** A time that metav1.Time reads, as it is written again (`Time.MarshalJSON`); any other text as it is. */
export const utcTime = (text: string): string => rewritten(text, () => '')

/** A time that metav1.MicroTime reads, as it is written again (`MicroTime.MarshalJSON`); any other text as it is. */
export const utcMicroTime = (text: string): string => rewritten(text, (fraction) => `.${fraction}`)

function rewritten(text: string, ending: (fraction: string) => string): string {
  const [, date = '', hour = '', rest = '', fraction = '', zone = ''] = parts.exec(text) ?? []
  const time = date === '' ? NaN : Date.parse(`${date}${hour.padStart(2, '0')}${rest}${zone}`)
  const utc = Number.isNaN(time) ? '' : new Date(time).toISOString()
  // Years of more than four digits, which no time has that the server reads, come with a sign.
  return /^\d/.test(utc) ? `${utc.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}${ending(fraction)}Z` : text
}
