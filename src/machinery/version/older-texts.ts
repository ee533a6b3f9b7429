import {FieldError} from '../field/error.js'
import {hasFeature, type KubernetesVersion} from './kubernetes-version.js'

/** Texts of newer versions of Kubernetes, and those of older ones. */
const newWords: ReadonlyMap<string, string> = new Map([
  ['must be no more than 63 bytes', 'must be no more than 63 characters'],
  ['must be no more than 253 bytes', 'must be no more than 253 characters'],
  ['a valid label key must consist of', 'a qualified name must consist of'],
])

const anyOfThem = new RegExp([...newWords.keys()].join('|'), 'g')

/** The message about addresses that newer versions reject. */
const nonStandard = /(: non-standard (?:IP address|CIDR value) "[^"]*") is invalid: use /

/** A text in the words of a version. */
export function textOfVersion(version: KubernetesVersion, text: string): string {
  const current = hasFeature(version, 'strictIpCidrValidation') ? text : text.replace(nonStandard, '$1 will be considered invalid in a future Kubernetes release: use ')
  return hasFeature(version, 'labelKeyTexts') ? current : current.replace(anyOfThem, (words) => newWords.get(words) ?? words)
}

/** Errors in the words of a version; the list itself where they are the same. */
export const errorsOfVersion = (version: KubernetesVersion, errors: readonly FieldError[]): readonly FieldError[] =>
  hasFeature(version, 'labelKeyTexts') || errors.length === 0 ? errors
    : errors.map(({type, field, badValue, detail, origin}) => new FieldError(type, field, badValue, textOfVersion(version, detail), origin))
