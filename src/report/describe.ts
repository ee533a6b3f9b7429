import {limitColumns, limitRows} from '../admission/plugins/limit-ranger/index.js'
import {convertedQuotaRows, quotaRows, scopeHelp, scopesOf} from '../admission/plugins/resource-quota/index.js'
import type {KubeObject} from '../kinds/kind.js'
import type {LimitRange, Namespace, ResourceQuota} from '../machinery/api/core-v1.js'
import {utf8Bytes, utf8Text} from '../machinery/go/bytes.js'
import {byteLength, compareText} from '../machinery/go/text.js'
import {oneLine} from '../machinery/output/printable.js'
import {type Line, tabulate} from './tab-writer.js'

/** Escapes control characters like kubectl (cli-runtime `terminalEscaper`), and those that kubectl leaves. */
const escaped = (cell: string): string => oneLine(cell.replaceAll('\u001b', '^[').replaceAll('\r', '\\r'))

const table = (lines: readonly Line[]): string => tabulate(lines.map((cells) => cells.map(escaped)))

const dashes = (columns: readonly string[]): string[] => columns.map((column) => '-'.repeat(column.length))

/** A LimitRange as `kubectl describe limitrange` prints it, to the byte (spec limitranger 6.1). */
export function describeLimitRange(limitRange: LimitRange): string {
  const {name = '', namespace = ''} = limitRange.metadata
  return table([['Name:', name], ['Namespace:', namespace], limitColumns, dashes(limitColumns), ...limitRows(limitRange)])
}

/** A ResourceQuota as `kubectl describe quota` prints it, to the byte (spec resourcequota 6.1). */
export function describeResourceQuota(quota: ResourceQuota): string {
  const {name = '', namespace = ''} = quota.metadata
  return table([['Name:', name], ['Namespace:', namespace], ...scopeLines(quota, ' * '), quotaColumns, dashes(quotaColumns), ...convertedQuotaRows(quota)])
}

const quotaColumns = ['Resource', 'Used', 'Hard']

/** The scopes of a quota, with kubectl's descriptions. */
function scopeLines(quota: ResourceQuota, bullet: string): Line[] {
  const scopes = scopesOf(quota)
  const help = scopes.flatMap((scope) => scopeHelp.get(scope) ?? [])
  return scopes.length === 0 ? [] : [['Scopes:', scopes.join(', ')], ...help.map((text) => [`${bullet}${text}`])]
}

/** A namespace as `kubectl describe namespace` prints it, with the quotas and LimitRanges in it by name (spec limitranger 6.2). */
export function describeNamespace({metadata, status}: Namespace, quotas: readonly ResourceQuota[], limitRanges: readonly LimitRange[]): string {
  const head = table([
    ['Name:', metadata.name ?? ''],
    ...labelLines(metadata.labels),
    ...annotationLines(metadata.annotations),
    ['Status:', status?.phase ?? ''],
  ])
  return `${head}\n${quotasOf(quotas)}\n${limitsOf(limitRanges)}`
}

type StringMap = Readonly<Record<string, string>>

const sortedEntries = (map: StringMap = {}): [string, string][] => Object.entries(map).sort(([a], [b]) => compareText(a, b))

const labelLines = (labels: StringMap | undefined): Line[] => titled('Labels:', sortedEntries(labels).map(([key, value]) => [`${key}=${value}`]))

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

const maxAnnotationLength = 140

/** Annotations as kubectl prints them: long and multi-line ones below their key, truncated. */
function annotationLines(annotations: StringMap | undefined): Line[] {
  const shown = sortedEntries(annotations).filter(([key]) => key !== lastApplied)
  return titled('Annotations:', shown.map(([key, value]) => {
    const text = value.replace(/\n$/, '')
    if (byteLength(text) + byteLength(key) + 2 <= maxAnnotationLength && !text.includes('\n')) return [`${key}: ${text}`]
    return [`${key}:`, ...text.split('\n').map((line) => `  ${shorten(line, maxAnnotationLength - 2)}`)]
  }))
}

const shorten = (text: string, length: number): string =>
  byteLength(text) <= length ? text : `${utf8Text(utf8Bytes(text).subarray(0, length))}...`

/** Entries below a title, which is on the first line of the first one. */
function titled(title: string, entries: readonly (readonly string[])[]): Line[] {
  if (entries.length === 0) return [[title, '<none>']]
  return entries.flat().map((line, i) => [i === 0 ? title : '', line])
}

/** All quotas of a namespace, as kubectl lists them in its description (spec resourcequota 6.2). */
function quotasOf(quotas: readonly ResourceQuota[]): string {
  if (quotas.length === 0) return 'No resource quota.\n'
  return `Resource Quotas\n${table(quotas.flatMap(quotaLines))}`
}

function quotaLines(quota: ResourceQuota): Line[] {
  return [
    ['Name:', quota.metadata.name ?? ''],
    ...scopeLines(quota, '* '),
    quotaColumns,
    ['--------', '---', '---'],
    ...quotaRows(quota),
  ].map(([first = '', ...rest]) => [`  ${first}`, ...rest])
}

/** All LimitRanges of a namespace in one table, without names. */
function limitsOf(limitRanges: readonly LimitRange[]): string {
  if (limitRanges.length === 0) return 'No LimitRange resource.\n'
  const rows = [limitColumns, dashes(limitColumns), ...limitRanges.flatMap(limitRows)].map(([type = '', ...rest]) => [` ${type}`, ...rest])
  return `Resource Limits\n${table(rows)}`
}

/** The descriptions of some objects, and the names that no object has. */
interface Described<T> {
  readonly objects: readonly T[]
  readonly text: string
  readonly missing: readonly string[]
}

/**
 * Describes objects like kubectl: those with the given names, in that order, else all. A single unknown name
 * is treated as a prefix.
 *
 * @param objects sorted by name
 */
export function describeObjects<T extends KubeObject>(objects: readonly T[], names: readonly string[], describe: (object: T) => string): Described<T> {
  const byName = new Map(objects.map((object) => [object.metadata.name ?? '', object]))
  const [prefix = ''] = names
  if (names.length === 1 && !byName.has(prefix)) {
    return describeMatching(objects.filter(({metadata}) => metadata.name?.startsWith(prefix) === true), prefix, describe)
  }
  const chosen = names.length === 0 ? objects : names.flatMap((name) => byName.get(name) ?? [])
  return {objects: chosen, text: chosen.map(describe).join('\n\n'), missing: names.filter((name) => !byName.has(name))}
}

const describeMatching = <T>(objects: readonly T[], prefix: string, describe: (object: T) => string): Described<T> =>
  ({objects, text: objects.map((object) => `${describe(object)}\n`).join(''), missing: objects.length === 0 ? [prefix] : []})
