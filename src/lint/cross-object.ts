import type {PolicyCheck, PolicyFinding} from '../admission/policy-check.js'
import type {PolicyPlace} from '../admission/policy-place.js'
import {admissionPlugins} from '../admission/plugins/index.js'
import {decodeObject} from '../cluster/codec.js'
import {identify, place} from '../cluster/target.js'
import type {AnyKind, KubeObject} from '../kinds/kind.js'
import {compareText} from '../machinery/go-text.js'
import type {Manifest} from '../manifests/manifest.js'
import {commentsAt} from './comments.js'
import type {Diagnostic, Place} from './diagnostic.js'
import {placeOf} from './place.js'

/** The checks of several objects together: those of the plugins. Checks across plugins have their place here. */
const crossObjectChecks: readonly PolicyCheck[] = admissionPlugins.flatMap(({checks = []}) => checks)

const checkedKinds: ReadonlySet<AnyKind> = new Set(crossObjectChecks.flatMap(({kinds}) => kinds))

/** An object with where it is written. */
interface Written {
  readonly object: KubeObject
  readonly definition: AnyKind
  readonly manifest: Manifest
}

/** Looks at the objects of a run together, once each has been looked at by itself. Objects of which no check asks are not kept. */
export class CrossObjectLint {
  private readonly written: Written[] = []

  /** @param namespace of objects that name none */
  constructor(private readonly namespace: string) {}

  /** Takes an object that the server would take. */
  add(manifest: Manifest): void {
    const info = identify(manifest.body)
    if ('code' in info || !checkedKinds.has(info.definition)) return
    const decoded = decodeObject(info, manifest.body)
    const {metadata: {namespace}} = decoded.object
    const {object} = place(info, decoded, info.namespaced ? namespace || this.namespace : '', {operation: 'CREATE', object: {}})
    this.written.push({object, definition: info.definition, manifest})
  }

  /** What the checks find. */
  diagnostics(): Diagnostic[] {
    const namespaces = groupBy(this.written, ({object}) => object.metadata.namespace ?? '')
    return [...namespaces.values()].flatMap(together).flatMap((objects) => crossObjectChecks.flatMap((check) => run(check, objects)))
  }
}

/**
 * The sets of objects that can be in one cluster. Of several with one name only one can: as in the directories of a staging
 * and of a live cluster, the first of each are taken to belong together, and the second of each.
 */
function together(written: readonly Written[]): Written[][] {
  const byName = [...groupBy(written, ({object: {apiVersion, kind, metadata: {name = ''}}}, i) => `${apiVersion}/${kind}/${name || i}`).values()]
  const most = Math.max(...byName.map(({length}) => length))
  return Array.from({length: most}, (_, i) => byName.flatMap((same) => same[Math.min(i, same.length - 1)] ?? []))
}

function run(check: PolicyCheck, written: readonly Written[]): Diagnostic[] {
  const asked = check.kinds.flatMap((kind) => written.filter(({definition}) => definition === kind).sort((a, b) => compareText(nameOf(a), nameOf(b))))
  if (asked.length === 0) return []
  const byObject = new Map(asked.map((each) => [each.object, each]))
  const findings = check.check([...byObject.keys()], {
    commentsAt: ({policy, field}) => {
      const {manifest} = byObject.get(policy) ?? {}
      return manifest === undefined ? [] : commentsAt(manifest, field.steps())
    },
  })
  return findings.flatMap((finding) => diagnosticOf(finding, byObject))
}

const nameOf = ({object: {apiVersion, metadata: {name = ''}}}: Written): string => `${name} ${apiVersion}`

function diagnosticOf({policy, field, ruleId, severity, message, hint, related}: PolicyFinding, byObject: ReadonlyMap<KubeObject, Written>): Diagnostic[] {
  const placeIn = (at: PolicyPlace): Place[] => {
    const written = byObject.get(at.policy)
    return written === undefined ? [] : [placeOf(written.manifest, at.field, written.definition)]
  }
  const {apiVersion, kind, metadata: {namespace, name = ''}} = policy
  return placeIn({policy, field}).map((at) => ({
    ruleId, severity, message, ...hint !== undefined && {hint}, field: String(field), ...at,
    object: {apiVersion, kind, ...namespace !== undefined && {namespace}, name},
    related: related.flatMap((other) => placeIn(other).map((place) => ({...place, message: other.message}))),
  }))
}

function groupBy<T>(items: readonly T[], keyOf: (item: T, i: number) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const [i, item] of items.entries()) {
    const key = keyOf(item, i)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
