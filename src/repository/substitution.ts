import {isObject, textOf} from '../machinery/json-value.js'
import type {Completion} from './completion.js'

/** True of an object that SOPS has encrypted: whoever deploys it decrypts it before. */
export const isEncrypted = ({sops}: Readonly<Record<string, unknown>>): boolean => isObject(sops) && textOf(sops['mac']) !== ''

/** A variable as Flux, clusterctl and envsubst fill it in, with what they can do to its value, and one of Kustomize. */
const variables = {shell: /\$\{#?[A-Za-z_]\w*(?:[^\w}][^}]*)?\}/, kustomize: /\$\([\w.-]+\)/} as const

/** A completion that fills in variables, too: findings about values that have some may go away. */
export function withVariables(kind: keyof typeof variables, completion: Completion): Completion {
  const {isChanged} = completion
  const isFilledIn = (text: string): boolean => isScalar(text) && variables[kind].test(text)
  return {isChanged, mayFix: (finding) => completion.mayFix(finding) || (finding.ruleId !== 'yaml/syntax' && isFilledIn(finding.file.slice(finding.span)))}
}

/** True of one value, as it is written: what a container lacks is not filled in because one of its arguments is. */
const isScalar = (text: string): boolean => /^[|>]/.test(text) || !/^[{[]|\n|:\s/.test(text)

/** What is done to an object that nothing is done to. */
export const untouched: Completion = {isChanged: false, mayFix: () => false}
