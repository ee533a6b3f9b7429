import {nearest} from '../manifests/nearest.js'

/** The fields of oclif's errors about flags. */
interface FlagError extends Error {
  readonly flags?: readonly string[]
  readonly parse?: {readonly input?: {readonly flags?: Readonly<Record<string, {readonly options?: readonly string[]}>>}}
}

/** Suggests the intended flag for an unknown one, or the intended value of a flag. */
export function suggestionsFor(error: FlagError): string[] {
  const known = error.parse?.input?.flags ?? {}
  const names = Object.keys(known).map((name) => `--${name}`)
  const flags = (error.flags ?? []).flatMap((flag) => suggestedWord(flag.replace(/=.*/, ''), names) ?? [])
  return [...flags, ...valueSuggestion(error.message)]
}

/** Suggests a value from oclif's message, as its error has no other fields: `Expected --output=tabel to be one of: table, json`. */
function valueSuggestion(message: string): string[] {
  const [, value = '', options = ''] = /^Expected --[\w-]+=(.*) to be one of: (.*)$/m.exec(message) ?? []
  return [suggestedWord(value, options.split(', ').filter((option) => option !== '')) ?? []].flat()
}

/** Returns the word that the user probably intended: the nearest one, or one with the same letters in another order. */
export const suggestedWord = (word: string, words: readonly string[]): string | undefined =>
  nearest(word, words) ?? words.find((other) => sortedLetters(other) === sortedLetters(word))

const sortedLetters = (word: string): string => [...word.toLowerCase()].sort().join('')
