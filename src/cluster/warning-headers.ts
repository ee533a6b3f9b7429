/** Maximum total length of all warnings; beyond it the server cuts each of them. */
const maxCharacters = 4096

/** Maximum length of a warning after cutting. */
const longestWarning = 256

/** False for warnings with control characters, which fit into no header. */
const isSent = (text: string): boolean => text !== '' && !/[\u0000-\u001f\u007f-\u009f]/.test(text)

/**
 * Returns the warnings that the server sends as headers, each text once. If all of them together are too long, the server cuts each, and leaves
 * out the last ones (apiserver endpoints/filters `recorder`; spec pod 5).
 */
export function sentWarnings(warnings: readonly string[]): readonly string[] {
  if (warnings.length === 0) return warnings
  const texts = [...new Set(warnings)].filter(isSent)
  return lengthOf(texts) <= maxCharacters ? texts : cut(texts)
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + [...text].length, 0)

/** If the limit is exceeded, truncates all warnings and returns them up to the same limit. */
function cut(texts: readonly string[]): string[] {
  const sent: string[] = []
  let length = 0
  let whole = 0
  for (const text of texts) {
    const isReplayed = whole <= maxCharacters
    whole += [...text].length
    if (length >= maxCharacters && !isReplayed) break
    const short = [...text].slice(0, longestWarning)
    sent.push(short.join(''))
    length += short.length
  }
  return sent
}
