import {isObject, textOf} from '../machinery/go/json-value.js'
import type {Completion} from './completion.js'

/** Returns true if SOPS has encrypted the object: it is decrypted before it is deployed. */
export const isEncrypted = ({sops}: Readonly<Record<string, unknown>>): boolean => isObject(sops) && textOf(sops['mac']) !== ''

/** Variables: `shell` as Flux, clusterctl and envsubst substitute them, with modifiers; `kustomize` as Kustomize does. */
const variables = {shell: /\$\{#?[A-Za-z_]\w*(?:[^\w}][^}]*)?\}/, kustomize: /\$\([\w.-]+\)/} as const

/** Returns a completion that also substitutes variables: it may fix findings about values that contain some. */
export function withVariables(kind: keyof typeof variables, completion: Completion): Completion {
  const {isChanged} = completion
  const isFilledIn = (text: string): boolean => isScalar(text) && variables[kind].test(text)
  return {isChanged, mayFix: (finding) => completion.mayFix(finding) || (finding.ruleId !== 'yaml/syntax' && isFilledIn(finding.file.slice(finding.span)))}
}

/** Returns true for the text of a scalar. A variable somewhere in a map or list does not add the fields that it lacks. */
const isScalar = (text: string): boolean => /^[|>]/.test(text) || !/^[{[]|\n|:\s/.test(text)

/** The completion of an object that nothing changes. */
export const untouched: Completion = {isChanged: false, mayFix: () => false}
