import type {Toleration} from '../../../machinery/api/core-v1.js'

/**
 * Merges tolerations: of two that cover each other, the wider one remains, and the first of equal ones
 * (pkg/util/tolerations `MergeTolerations`).
 */
export function mergeTolerations(all: readonly Toleration[]): Toleration[] {
  const later = new WideTolerations()
  const uncovered: Toleration[] = []
  for (const toleration of all.toReversed()) {
    if (!later.hasWider(toleration)) uncovered.push(toleration)
    later.add(toleration)
  }
  const kept = new WideTolerations()
  return uncovered.reverse().filter((toleration) => {
    const isRedundant = kept.covers(toleration)
    if (!isRedundant) kept.add(toleration)
    return !isRedundant
  })
}

/** True if each toleration is covered by one of a whitelist (pkg/util/tolerations `VerifyAgainstWhitelist`). */
export const areAllowed = (tolerations: readonly Toleration[], whitelist: readonly Toleration[]): boolean =>
  tolerations.every(isAllowedBy(whitelist))

/** Returns a function that is true for the tolerations that one of a whitelist covers. */
export function isAllowedBy(whitelist: readonly Toleration[]): (toleration: Toleration) => boolean {
  const allowed = new WideTolerations()
  for (const toleration of whitelist) allowed.add(toleration)
  return (toleration) => allowed.covers(toleration)
}

/** A toleration, by what decides whether it covers another one of its class. */
interface WideToleration {
  readonly text: string
  readonly seconds: number | bigint
}

const byLength = ({seconds: a}: WideToleration, {seconds: b}: WideToleration): number => a === b ? 0 : a > b ? -1 : 1

/**
 * Tolerations, and what they cover (pkg/util/tolerations `isSuperset`). A class of them covers the same but for the time: only the two
 * that last longest count. So no toleration is compared with each other one.
 */
class WideTolerations {
  private readonly texts = new Set<string>()
  private readonly longest = new Map<string, readonly WideToleration[]>()

  add(toleration: Toleration): void {
    const text = textOf(toleration)
    if (this.texts.has(text)) return
    this.texts.add(text)
    const name = classOf(toleration)
    const {effect, tolerationSeconds = Infinity} = toleration
    const added = {text, seconds: effect === 'NoExecute' ? tolerationSeconds : Infinity}
    if (name !== undefined) this.longest.set(name, [...this.longest.get(name) ?? [], added].sort(byLength).slice(0, 2))
  }

  /** True if one of them tolerates all that a toleration does, for as long. */
  covers(toleration: Toleration): boolean {
    return this.texts.has(textOf(toleration)) || this.hasWider(toleration)
  }

  /** True if one that is not equal covers a toleration. */
  hasWider(toleration: Toleration): boolean {
    const text = textOf(toleration)
    const {tolerationSeconds = Infinity} = toleration
    return classesThatCover(toleration).some((name) => {
      const other = this.longest.get(name)?.find((wide) => wide.text !== text)
      return other !== undefined && other.seconds >= tolerationSeconds
    })
  }
}

/** The same text for equal tolerations: a field that is not a pointer is equal to an absent one if it is empty. */
const textOf = (toleration: Toleration): string => `${taintsText(toleration)} ${toleration.tolerationSeconds}`

/** Returns the same text for tolerations of the same taints, for any time. */
export const taintsText = ({key = '', operator = '', value = '', effect = ''}: Toleration): string => JSON.stringify([key, operator, value, effect])

/** The class of a toleration that covers others; undefined if it covers only those that are equal. */
function classOf({key = '', operator = '', value = '', effect = ''}: Toleration): string | undefined {
  if (operator === 'Exists') return className(key, effect)
  return operator === 'Equal' || operator === '' ? className(key, effect, value) : undefined
}

function classesThatCover({key = '', operator = '', value = '', effect = ''}: Toleration): readonly string[] {
  const effects = effect === '' ? [''] : [effect, '']
  return effects.flatMap((wide) => [className(key, wide), className('', wide), ...operator === 'Equal' ? [className(key, wide, value)] : []])
}

/** @param value the only value; absent for all values */
const className = (...parts: readonly [key: string, effect: string, value?: string]): string => JSON.stringify(parts)
