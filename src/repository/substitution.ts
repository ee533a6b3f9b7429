import {isObject, textOf} from '../machinery/json-value.js'
import type {Completion} from './completion.js'

/** True of an object that SOPS has encrypted: whoever deploys it decrypts it before. */
export const isEncrypted = ({sops}: Readonly<Record<string, unknown>>): boolean => isObject(sops) && textOf(sops['mac']) !== ''

/** True of a text in which Flux is told to fill variables into what it deploys. */
export const fillsVariables = (text: string): boolean => text.includes('postBuild:') && text.includes('kustomize.toolkit.fluxcd.io/')

/** A variable of Flux, and one of Kustomize. */
const variables = {flux: /\$\{[A-Za-z_]\w*(?::[-=?]?[^}]*)?\}/, kustomize: /\$\([\w.-]+\)/} as const

/** A completion that fills in variables, too. */
export function withVariables(kind: keyof typeof variables, completion: Completion): Completion {
  const {isChanged} = completion
  return {isChanged, mayFix: (finding) => completion.mayFix(finding) || (finding.ruleId !== 'yaml/syntax' && variables[kind].test(finding.file.slice(finding.span)))}
}

/** What is done to an object that nothing is done to. */
export const untouched: Completion = {isChanged: false, mayFix: () => false}
