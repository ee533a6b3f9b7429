import type {LabelSelector, LabelSelectorRequirement} from './label-selector.js'

/** A text that is no label selector, with what is wrong. */
export class LabelSelectorError extends Error {
  override readonly name = 'LabelSelectorError'
}

const operators: Readonly<Record<string, string>> = {'=': 'In', '==': 'In', '!=': 'NotIn', 'in': 'In', 'notin': 'NotIn'}

const key = /^[^\s,!=()]+/

const setTerm = /^(in|notin)\s*\(([^()]*)\)/

const equalityTerm = /^(==|=|!=)\s*([^\s,!=()]*)/

/**
 * Reads a label selector as kubectl's `-l` takes it: `app=web,tier!=db,env in (a, b),!canary,team`.
 *
 * @throws LabelSelectorError
 */
export function parseLabelSelector(text: string): LabelSelector {
  const matchExpressions: LabelSelectorRequirement[] = []
  let rest = text.trim()
  while (rest !== '') {
    const {requirement, after} = parseTerm(rest)
    matchExpressions.push(requirement)
    rest = after.trimStart()
    if (rest === '') break
    if (!rest.startsWith(',') || rest.slice(1).trim() === '') throw new LabelSelectorError(`unable to parse requirement: found '${rest}', expected: ',' or end of string`)
    rest = rest.slice(1).trimStart()
  }
  return {matchExpressions}
}

function parseTerm(text: string): {requirement: LabelSelectorRequirement, after: string} {
  const isNegated = text.startsWith('!')
  const start = isNegated ? text.slice(1).trimStart() : text
  const name = key.exec(start)?.[0]
  if (name === undefined) throw new LabelSelectorError(`unable to parse requirement: found '${start}', expected: identifier`)
  const after = start.slice(name.length).trimStart()
  if (isNegated) return {requirement: {key: name, operator: 'DoesNotExist', values: []}, after}
  const [whole, sign = '', values = ''] = setTerm.exec(after) ?? equalityTerm.exec(after) ?? []
  if (whole === undefined) return {requirement: {key: name, operator: 'Exists', values: []}, after}
  const list = sign === 'in' || sign === 'notin' ? values.split(',').map((value) => value.trim()) : [values]
  return {requirement: {key: name, operator: operators[sign] ?? '', values: list}, after: after.slice(whole.length)}
}
