import {latest, levelVersionText} from '../../admission/plugins/pod-security/index.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {AssessedNamespace, AssessedObject, Assessment, UnmetCheck} from '../../pod-security/types.js'
import {fittedTable} from '../fitted-table.js'
import {locationOf} from '../location.js'
import {wrapAll} from '../wrap-all.js'

/** The levels that objects meet as a table, then the changes that each one needs. On a terminal, cells and lines are wrapped to its width. */
export function podSecurityTable({namespaces, invalid, ...standard}: Assessment, width = Infinity): string {
  if (namespaces.length === 0) return `There are no${invalid.length > 0 ? ' valid' : ''} pods and no${invalid.length > 0 ? ' valid' : ''} workloads.\n`
  const head = ['Namespace', 'Kind', 'Name', 'Meets', 'For baseline', 'For restricted']
  const objects = namespaces.flatMap(({objects: all}) => all)
  const lines = [
    ...fittedTable(head, objects.map(rowOf), width),
    ...objects.filter(({meets}) => meets !== 'restricted').flatMap((object) => ['', ...changesOf(object, width)]),
    '', ...namespaces.flatMap((namespace) => wrapAll(sentenceAbout(namespace), width)),
    ...standard.version === latest ? [] : wrapAll(sentenceAboutVersion(standard), width),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

const sentenceAboutVersion = ({version, unknownTo}: Pick<Assessment, 'version' | 'unknownTo'>): string => unknownTo === undefined
  ? `The levels are those of ${version}.` : `Kubernetes ${unknownTo} does not know the levels of ${version}, and uses its latest ones.`

function rowOf({object: {namespace = '', kind, name}, meets, unmet: {baseline, restricted}}: AssessedObject): string[] {
  return [oneLine(namespace), kind, oneLine(name), meets, countText(baseline), countText(restricted)]
}

const changeCount = (checks: readonly UnmetCheck[]): number => checks.reduce((sum, {changes}) => sum + changes.length, 0)

const countText = (checks: readonly UnmetCheck[]): string => checks.length === 0 ? '-' : counted(changeCount(checks), 'change')

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function changesOf({object: {namespace = '', kind, name}, place, unmet: {baseline, restricted}}: AssessedObject, width: number): string[] {
  const known = new Set(baseline.flatMap(({changes}) => changes.map(({field}) => String(field))))
  const more = restricted.map((check) => ({...check, changes: check.changes.filter(({field}) => !known.has(String(field)))}))
    .filter(({changes}) => changes.length > 0)
  const {path, line} = locationOf(place)
  return [
    ...wrapAll(`${kind} ${oneLine(namespace)}/${oneLine(name)} (${oneLine(path)}:${line})`, width),
    ...checksText('For baseline:', baseline, width),
    ...checksText(baseline.length === 0 ? 'For restricted:' : 'For restricted, in addition:', more, width),
  ]
}

function checksText(title: string, checks: readonly UnmetCheck[], width: number): string[] {
  if (checks.length === 0) return []
  return [`  ${title}`, ...checks.flatMap(({message, changes}) => [
    ...indented(oneLine(message), 4, width),
    ...changes.flatMap(({field, hint, place}) => {
      const {path, line, column} = locationOf(place)
      return indented(`${oneLine(`${field}`)} (${oneLine(path)}:${line}:${column}): ${oneLine(hint)}`, 6, width)
    }),
  ])]
}

const indented = (text: string, spaces: number, width: number): string[] => wrapAll(text, width - spaces).map((line) => ' '.repeat(spaces) + line)

function sentenceAbout({name, enforce, isExempt, meets, objects}: AssessedNamespace): string {
  const now = isExempt ? 'is exempt from Pod Security' : `enforces ${levelVersionText(enforce)}`
  const next = meets === 'restricted' ? [] : meets === 'baseline' ? ['restricted'] as const : ['baseline', 'restricted'] as const
  const needs = next.map((level) => `${objects.filter(({unmet}) => unmet[level].length > 0).length} of ${objects.length} must change for ${level}`)
  return `Namespace ${oneLine(name)} ${now}, and its objects meet ${meets}${needs.length === 0 ? '' : `: ${needs.join(', ')}`}.`
}
