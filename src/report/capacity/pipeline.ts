import {withOriginPlaces} from '../../lint/at-origin.js'
import {compareDiagnostics, type Diagnostic, type Place} from '../../lint/diagnostic.js'
import type {Ending} from '../../lint/ending.js'
import {locate} from '../../manifests/locate.js'
import type {Manifest} from '../../manifests/manifest.js'
import type {Capacity, QuotaNeeds} from '../../simulate/capacity/types.js'
import {objectKey} from '../../simulate/object-key.js'
import {counted} from '../counted.js'
import type {PipelineReport} from '../pipeline.js'
import {objectFinding} from '../simulate/denial-finding.js'
import {simulationFindings} from '../simulate/findings.js'
import {testName} from '../simulate/pipeline.js'
import {capacityFound} from './found.js'
import {phaseNames} from './rows.js'

/** The result of `kadm capacity` as findings: each resource of a quota is a test, which passes if there is room. */
export function capacityReport(capacity: Capacity, ending?: Ending): PipelineReport {
  const {namespaces, simulation} = capacity
  const quotas = namespaces.flatMap(({namespace, quotas: needs}) => needs.map((need) => ({namespace, need, place: placeOf(namespace, need, capacity)})))
  const exceeded = quotas.flatMap(({namespace, need}) => {
    const found = exceededFinding(namespace, need, capacity)
    return found === undefined ? [] : [{found, title: titleOf(namespace, need)}]
  })
  const titles = new Map(exceeded.map(({found, title}) => [keyOf(found), title]))
  const short = new Set(quotas.flatMap(({namespace, need}) => need.breaks === undefined ? [] : [namespace]))
  // If a quota is too low, it causes the autoscaler findings of its namespace, which are omitted.
  const others = simulationFindings(simulation).filter(({ruleId, object}) => ruleId !== 'simulate/autoscaler' || !short.has(object?.namespace ?? ''))
  const diagnostics = withOriginPlaces([...exceeded.map(({found}) => found), ...others]).sort(compareDiagnostics)
  return {
    report: {diagnostics, files: 0, objects: simulation.reviews.length, suppressed: 0, known: 0},
    about: {
      command: 'capacity', found: capacityFound(capacity, ending), checked: `${counted(simulation.reviews.length, 'object')} in ${counted(namespaces.length, 'namespace')}`,
      testName: (diagnostic) => titles.get(keyOf(diagnostic)) ?? testName(diagnostic),
      passed: quotas.flatMap(({namespace, need, place}) =>
        need.breaks === undefined && place !== undefined ? [{path: place.file.path, name: titleOf(namespace, need)}] : []),
    },
  }
}

const keyOf = ({object, message}: Diagnostic): string => JSON.stringify([object?.namespace, message])

const titleOf = (namespace: string, {quota, resource}: QuotaNeeds): string => `${resource} of quota ${namespace}/${quota}`

/** Maximum number of objects named in a finding. */
const maxNamed = 5

/** A finding at the object that adds most when the bound is first too low, with the bound as the related place. */
function exceededFinding(namespace: string, need: QuotaNeeds, capacity: Capacity): Diagnostic | undefined {
  const {quota, resource, hard, needed, breaks} = need
  if (breaks === undefined) return undefined
  const {phase, objects} = breaks
  const {kind, name} = objects[0] ?? breaks.object
  const bound = placeOf(namespace, need, capacity)
  const manifest = manifestOf({kind, namespace, name}, capacity)
  const named = objects.slice(0, maxNamed).map((added) => `${added.kind}/${added.name} adds ${added.adds}`)
  const rest = objects.length > maxNamed ? [`${counted(objects.length - maxNamed, 'more object')} add to it`] : []
  const message = `${resource} of quota ${quota} ${phaseNames[phase]}: ${needed[phase]} needed, ${hard} allowed${[...named, ...rest].map((text) => `; ${text}`).join('')}`
  const finding = {ruleId: 'capacity/exceeded', severity: 'error', message} as const
  if (manifest !== undefined) return {...objectFinding(manifest, finding), related: bound === undefined ? [] : [{...bound, message: `${hard} of ${resource} is allowed here`}]}
  return bound && {...finding, ...bound, field: `spec.hard[${resource}]`, object: {apiVersion: 'v1', kind: 'ResourceQuota', namespace, name: quota}, related: []}
}

/** The place of a quota's bound. */
function placeOf(namespace: string, {quota, resource}: QuotaNeeds, {simulation: {policies}}: Capacity): Place | undefined {
  const manifest = policies.manifests.get(objectKey({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {namespace, name: quota}}))
  return manifest && {file: manifest.document.file, span: locate(manifest.document.file, manifest.node, ['spec', 'hard', resource])}
}

type Identity = Readonly<Record<'kind' | 'namespace' | 'name', string>>

/** The manifest of an object that was sent. */
function manifestOf({kind, namespace, name}: Identity, {simulation: {reviews}}: Capacity): Manifest | undefined {
  return reviews.find(({object}) => {
    const {namespace: own = '', name: ownName} = (object?.['metadata'] ?? {}) as {readonly namespace?: string, readonly name?: string}
    return object?.['kind'] === kind && own === namespace && ownName === name
  })?.manifest
}
